import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hasActionlint, lintWorkflow } from '../../scripts/check-docs/actionlint.ts';
import { checkDocs } from '../../scripts/check-docs.ts';

const WORKFLOW = '.github/workflows/docs-request.yml';

/** What every repository here has. */
const FILES = {
  'action.yml': `
inputs:
  api-key: { required: true }
  project-id: { required: true }
  projectId: { required: false }
  mode: { default: agent }
outputs:
  pr-link: {}
`,
  [WORKFLOW]:
    'on:\n  workflow_call:\n    inputs:\n      prompt: { required: true }\n    secrets:\n      api-key: { required: true }\n',
  'src/a.ts': 'const a = `The key was refused (\\`$' + "{code}\\`). ` +\n  'It\\'s too old.';",
  'src/b.ts': "throw new Error('Nothing came back');",
};

const STEP = `- id: docs
  uses: your-org/docs-agent-action@v1
  with:
    api-key: \${{ secrets.DOCS_API_KEY }}
    project-id: demo
- run: echo "$PR"
  env:
    PR: \${{ steps.docs.outputs.pr-link }}
`;
const call = (rest: string) =>
  `jobs:\n  a:\n    uses: your-org/docs-agent-action/${WORKFLOW}@v1\n    ${rest.replaceAll('\n', '\n    ')}\n`;
const yaml = (text: string) => `# Title\n\n\`\`\`yaml\n${text}\`\`\`\n`;

function problemsOf(files: Record<string, string>, lint?: typeof lintWorkflow): string[] {
  const root = mkdtempSync(join(tmpdir(), 'check-docs-'));
  for (const [file, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkDocs(root, lint);
}

test('docs that are right pass, and other sites are not asked', () => {
  expect(
    problemsOf({
      'README.md': [
        '# The `Docs` agent: a _start_!',
        '[page](docs/page.md#what-is-it-1) ![](docs/x.png) <a href="docs">d</a>',
        '[here](#the-docs-agent-a-start) [out](https://example.com/x) [mail](mailto:a@b.c)',
        yaml(STEP),
      ].join('\n'),
      'docs/page.md':
        '# What is it?\n## What is it?\n[up](../README.md) [root](/README.md)\n<a id="x"></a>[x](#x)\n',
      'docs/x.png': '',
      'docs/deep/page.md': yaml(STEP.replace('project-id', 'projectId')),
      'docs/call.md': yaml(call('with:\n  prompt: x\nsecrets:\n  api-key: x')),
      'docs/troubleshooting.md':
        "### ``The key was refused (`…`). It's too old.``\n\n| Message | Do |\n|---|---|\n| `Nothing … back` | Wait |\n",
      'examples/one.yml': `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${STEP.replace(/^/gm, '      ')}`,
    }),
  ).toEqual([]);
});

test.each([
  ['an unknown input', STEP.replace('api-key: $', 'mod: agent\n    api-key: $'), 'there is no input "mod"'],
  ['a missing key', STEP.replace('api-key', 'mode'), '"api-key" is required and missing'],
  ['a missing project', STEP.replace('project-id', 'mode'), '"project-id" is required and missing'],
  ['no inputs at all', '- uses: your-org/docs-agent-action@v1\n', '"api-key" is required and missing'],
  ['an unknown output', STEP.replace('pr-link', 'pr-url'), 'there is no output "pr-url"'],
  ['another owner', STEP.replace('your-org', 'acme'), 'should be of your-org/docs-agent-action'],
  ['an unknown input, alone', 'with:\n  prompt-text: x\n', 'there is no input "prompt-text"'],
  ['broken YAML', 'with:\n\t- x\n', 'not YAML'],
  ['an unknown input of a workflow', call('with:\n  promt: x'), 'there is no input "promt"'],
  ['a missing secret of a workflow', call('with:\n  prompt: x'), '"api-key" is required and missing'],
])('YAML with %s is caught where it is', (_, text, message) => {
  const problems = problemsOf({ 'docs/page.md': yaml(text) });
  expect(problems).toContainEqual(expect.stringContaining(message));
  expect(problems[0]).toMatch(/^docs\/page\.md:4: /);
});

test.each([
  ['[a](nowhere.md)', 'nowhere.md does not exist'],
  ['![a](docs/images/no.png)', 'docs/images/no.png does not exist'],
  ['<img src="no.svg" alt="">', 'no.svg does not exist'],
  ['[a][b]\n\n[b]: gone.md', 'gone.md does not exist'],
  ['[a](#no-such-heading)', 'NOTES.md has no heading #no-such-heading'],
  ['[a](other.md#there)', 'other.md has no heading #there'],
])('the link %s is caught in any Markdown file', (text, message) => {
  const [problem] = problemsOf({ 'NOTES.md': text, 'other.md': '# Here\n' });
  expect(problem).toContain(message);
});

test('messages that src does not print are caught', () => {
  expect(problemsOf({ 'docs/troubleshooting.md': '# Trouble\n\n### `Nothing went back`\n' })).toEqual([
    'docs/troubleshooting.md:3: no source file prints "Nothing went back"',
  ]);
});

(hasActionlint() ? test : test.skip)(
  'actionlint sees workflows, and parts of them, at the right line',
  () => {
    const bad = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo \${{ nope.x }}\n`;
    const problems = problemsOf(
      {
        'README.md': yaml(STEP),
        'docs/job.md': yaml('jobs:\n  a:\n    steps:\n      - run: echo\n'),
        'docs/part.md': yaml('- run: echo\n- run: echo\n  shel: bash\n'),
        'docs/other-steps.md': yaml(`- run: echo "$X"\n  env:\n    X: \${{ steps.docs.outputs.pr-link }}\n`),
        'docs/step.md': yaml('run: echo\nshel: bash\n'),
        'examples/bad.yml': bad,
      },
      lintWorkflow,
    );
    expect(problems).toEqual([
      expect.stringMatching(/^docs\/job\.md:5: .*"runs-on" section is missing/),
      expect.stringMatching(/^docs\/part\.md:6: unexpected key "shel"/),
      expect.stringMatching(/^docs\/step\.md:5: unexpected key "shel"/),
      expect.stringMatching(/^examples\/bad\.yml:6: undefined variable "nope"/),
    ]);
  },
);
