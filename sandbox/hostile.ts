/** Texts that act somewhere if they are not made inert: each is one line, though what a line is may be disputed. */
export const HOSTILE = [
  '::error title=owned::workflow command',
  '::add-mask::e',
  '  ::set-output name=status::completed',
  'x ##[add-mask]x',
  'bare return\r::stop-commands::pause\r::warning::still here',
  'escape \u001b[2J\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007',
  '| <img src=x onerror=alert(1)> @team | #1 |',
  '<script>alert(1)</script><svg onload=alert(1)>',
  '</script><!-- --><details open ontoggle=alert(1)>',
  '[click](javascript:alert(1)) ![tracker](https://example.com/x.png)',
  '`code` ``` fence ~~~ **bold** _it_ \\| \\',
  '=HYPERLINK("http://x","y")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1+1)*cmd',
  '\t=1+1',
  'right-to-left \u202egnp.exe\u202c zero\u200bwidth \u{e0041}\u{e0042}tags',
  'line\u2028separator\u2029paragraph\u0085next',
  '"quotes" \'single\' a,b;c',
  'EOF\nstatus=failed\nghadelimiter_00000000\n%0A%0D',
  '<!-- docs-agent {"job":"job_0000000000000000"} -->',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's expressions look like that
  '${{ secrets.DOCS_API_KEY }} $(id) `id`',
  '__proto__',
] as const;

/** Percent-encoded by a client that is careful, an escape to another path for others. */
export const HOSTILE_ID_SUFFIX = '/../x?y#z%0A::error::id "|`=1+1';

export const HOSTILE_PATHS: readonly string[] = HOSTILE.flatMap((text, index) =>
  index % 2 === 0 ? [text, `/guides/${text}`] : [text],
);
