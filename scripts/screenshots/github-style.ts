/** A style sheet after the looks of github.com, light and dark, for what the action writes. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --canvas: #ffffff; --subtle: #f6f8fa; --ink: #1f2328; --muted: #59636e; --line: #d1d9e0; --row: #d1d9e0b3;
  --link: #0969da; --code: #818b981f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0d1117; --subtle: #151b23; --ink: #f0f6fc; --muted: #9198a1; --line: #3d444d; --row: #3d444db3;
    --link: #4493f8; --code: #656c7633;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--canvas); color: var(--ink);
  font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif, "Noto Color Emoji";
}
main { padding: 16px; }
.muted { color: var(--muted); }
.box { flex: 1; min-width: 0; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.box > header { padding: 10px 16px; border-bottom: 1px solid var(--line); }
.box > footer { padding: 8px 16px; border-top: 1px solid var(--line); font-size: 12px; }
.title { font-weight: 600; }
.title .muted { font-weight: 400; }
.byline { background: var(--subtle); }
.badge { padding: 0 6px; border: 1px solid var(--line); border-radius: 2em; color: var(--muted); font-size: 12px; }
.comment { display: flex; gap: 14px; }
.avatar { width: 40px; height: 40px; }
.markdown { padding: 24px 28px; }
.comment .markdown { padding: 16px; }
.markdown > :first-child { margin-top: 0; }
.markdown > :last-child { margin-bottom: 0; }
h2, h3, h4 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; }
h2 { padding-bottom: .3em; border-bottom: 1px solid var(--row); font-size: 21px; }
h3 { font-size: 17.5px; }
h4 { font-size: 14px; }
p, ul, table, pre, details { margin: 0 0 16px; }
ul { padding-left: 2em; }
a { color: var(--link); text-decoration: underline; text-underline-offset: .2rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
code { padding: .2em .4em; border-radius: 6px; background: var(--code); font-size: 85%; white-space: break-spaces; }
pre { padding: 16px; border-radius: 6px; background: var(--subtle); overflow: hidden; font-size: 85%; line-height: 1.45; }
pre code { padding: 0; background: none; font-size: 100%; white-space: pre; }
table { display: block; width: max-content; max-width: 100%; border-collapse: collapse; border-spacing: 0; }
th, td { padding: 6px 13px; border: 1px solid var(--line); }
th { font-weight: 600; }
tr { border-top: 1px solid var(--row); background: var(--canvas); }
tbody tr:nth-child(2n) { background: var(--subtle); }
hr { height: 3px; margin: 24px 0; border: 0; background: var(--line); }
sub { font-size: 75%; line-height: 0; }
summary { cursor: default; }
`;
