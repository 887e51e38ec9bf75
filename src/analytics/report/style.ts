/** The style sheet of `report.html`. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --panel: #ffffff; --ink: #1f2a33; --muted: #586570; --line: #dfe2e0; --track: #f2f3f1;
  --human: #2f6f8f; --ai: #d79a3b; --up: #2c7a5b; --down: #b4513a; --accent: #22607f;
  --warn-ink: #6d4300; --warn-paper: #fdf3dd; --warn-line: #e3bf73;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14191d; --panel: #1b2126; --ink: #e6eaec; --muted: #9eabb5; --line: #313a41; --track: #232a30;
    --human: #6fb0d0; --ai: #e2b062; --up: #6cc39c; --down: #ea917a; --accent: #8cc4e0;
    --warn-ink: #f3d9a4; --warn-paper: #2f2718; --warn-line: #6d5726;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-text-size-adjust: 100%;
}
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1, h2 { font-family: ui-serif, Charter, "Iowan Old Style", Georgia, serif; font-weight: 600; }
h1 { font-size: clamp(1.9rem, 5vw, 2.75rem); margin: .1em 0 .35em; letter-spacing: -.01em; }
h2 { font-size: 1.6rem; margin: 0 0 1rem; }
h3 { font-size: 1.05rem; margin: 0 0 .2rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, .scroll:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem .9rem; background: var(--panel); z-index: 9; }
header { padding-top: clamp(1.75rem, 6vw, 3.5rem); }
.kicker { margin: 0; color: var(--muted); font-size: .82rem; font-weight: 600; letter-spacing: .09em; text-transform: uppercase; }
.lede { max-width: 46rem; color: var(--muted); }
time { white-space: nowrap; }
.warning { margin: 0 0 1.25rem; padding: .85rem 1.1rem; color: var(--warn-ink); background: var(--warn-paper); border: 1px solid var(--warn-line); border-radius: .6rem; }
.warning ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.project { margin: 1.75rem 0 3.5rem; }
.project + .project { border-top: 1px solid var(--line); padding-top: 2.25rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
.card, .panel { background: var(--panel); border: 1px solid var(--line); border-radius: .7rem; }
.card { display: flex; flex-direction: column; padding: 1rem 1.15rem 1.05rem; border-top: 3px solid var(--muted); }
.card.human { border-top-color: var(--human); }
.card.ai { border-top-color: var(--ai); }
.card dt { color: var(--muted); font-size: .9rem; }
.card dd { margin: 0; }
.card .figure { font-size: clamp(1.7rem, 3.4vw, 2.1rem); font-weight: 650; line-height: 1.25; letter-spacing: -.015em; overflow-wrap: anywhere; }
.card .long { font-size: clamp(1.15rem, 2.4vw, 1.6rem); line-height: 1.6; }
.card .aside { color: var(--muted); font-size: .9rem; }
.panel { margin: 0 0 1rem; padding: 1.1rem 1.2rem 1.2rem; min-width: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1rem; align-items: start; }
figcaption, .hint { color: var(--muted); font-size: .9rem; margin-bottom: .8rem; }
figcaption p { margin: 0; }
.key { display: inline-block; width: .75em; height: .75em; margin-right: .35em; border-radius: .15em; background: var(--human); }
.key.ai { background: var(--ai); margin-left: .8em; }
.key.up { background: var(--up); }
.key.down { background: var(--down); margin-left: .8em; }
.chart { display: block; width: 100%; height: auto; }
.chart text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; font-variant-numeric: tabular-nums; }
/* Where the columns become one, the charts stay at their size. */
.pair .chart { max-width: 36rem; }
.phone { display: none; }
@media (max-width: 40rem) { .wide { display: none; } /* Where the columns become one, the charts stay at their size. */
.pair .chart { max-width: 36rem; }
.phone { display: block; } }
details { margin-top: .8rem; }
summary { cursor: pointer; color: var(--accent); }
.scroll { overflow: auto; max-height: 80vh; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: .5rem .75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; }
tbody th { font-weight: 400; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--panel); color: var(--muted); font-size: .85rem; font-weight: 600; box-shadow: inset 0 -1px var(--line); border-bottom: 0; }
thead button { font: inherit; color: inherit; background: none; border: 0; padding: .1rem 0; cursor: pointer; white-space: nowrap; }
/* What stands behind the slash is read out: nothing, since aria-sort says it. */
thead button::after { content: "\\2195"; content: "\\2195" / ""; display: inline-block; width: 1em; margin-left: .25em; text-align: center; opacity: .55; }
thead [aria-sort] button { color: var(--ink); }
thead [aria-sort="ascending"] button::after { content: "\\2191"; content: "\\2191" / ""; opacity: 1; }
thead [aria-sort="descending"] button::after { content: "\\2193"; content: "\\2193" / ""; opacity: 1; }
tbody tr:hover > * { background: color-mix(in srgb, var(--human) 7%, var(--panel)); }
.path { min-width: 13rem; white-space: normal; overflow-wrap: anywhere; }
.path bdi { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; unicode-bidi: isolate; }
.path details { margin: 0; }
.path summary { color: inherit; }
.up { color: var(--up); }
.down { color: var(--down); }
.tools { display: none; flex-wrap: wrap; align-items: end; gap: .5rem 1.25rem; margin: 0 0 .8rem; }
.scripted .tools { display: flex; }
.tools label { display: block; font-size: .9rem; color: var(--muted); }
.tools input { font: inherit; width: min(22rem, 100%); min-width: 15rem; padding: .45rem .7rem; color: var(--ink); background: var(--paper); border: 1px solid var(--muted); border-radius: .45rem; }
.tools output { padding: .45rem 0; color: var(--muted); }
.more { display: none; margin-top: .9rem; font: inherit; color: var(--accent); background: none; border: 1px solid currentColor; border-radius: .45rem; padding: .45rem 1rem; cursor: pointer; }
.scripted .more:not([hidden]) { display: inline-block; }
.notes { padding-left: 1.2rem; overflow-wrap: anywhere; }
footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--muted); font-size: .9rem; }
@media (max-width: 40rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  .cards { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; }
  .card { padding: .8rem .9rem; }
  .panel { padding: .95rem .9rem; }
  th, td { padding: .45rem .6rem; }
  .path { min-width: 11rem; }
}
@media (forced-colors: active) {
  :root { --ink: CanvasText; --muted: CanvasText; --line: GrayText; --up: CanvasText; --down: CanvasText; }
}
@media print {
  :root { --paper: #ffffff; }
  body { font-size: 10pt; }
  .tools, .more, .skip, .panel > details, .scripted .tools, .scripted .more:not([hidden]) { display: none; }
  .scroll { overflow: visible; max-height: none; border: 0; }
  .card, .panel, tr { break-inside: avoid; }
  .panel.pages { break-inside: auto; }
  thead th { position: static; }
  thead button::after { content: ""; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
