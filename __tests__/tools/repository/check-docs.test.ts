import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hasActionlint } from '../../../scripts/check-docs/workflows.ts';
import { checkDocs } from '../../../scripts/check-docs.ts';

const WORKFLOW = '.github/workflows/docs-request.yml';

/** What every repository here has. */
const FILES = {
  'action.yml': `
name: An action
description: Does something
inputs:
  api-key: { description: A key, required: true }
  project-id: { description: A project, required: true }
outputs:
  pr-link: { description: A link }
runs: { using: node24, main: dist/index.js }
`,
  'dist/index.js': '',
  [WORKFLOW]:
    'on:\n  workflow_call:\n    inputs:\n      prompt: { type: string, required: true }\n    secrets:\n      api-key: { required: true }\njobs: {}\n',
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
const testLinted = hasActionlint() ? test : test.skip;

function problemsOf(files: Record<string, string>, isLinted = hasActionlint()): string[] {
  const root = mkdtempSync(join(tmpdir(), 'check-docs-'));
  // Where actionlint looks for a repository.
  mkdirSync(join(root, '.git'));
  for (const [file, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkDocs(root, isLinted);
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
      'docs/with.md': yaml('with:\n  project-id: x\n'),
      'docs/call.md': yaml(call('with:\n  prompt: x\nsecrets:\n  api-key: x')),
      'docs/troubleshooting.md':
        "### ``The key was refused (`…`). It's too old.``\n\n| Message | Do |\n|---|---|\n| `Nothing … back` | Wait |\n",
      'examples/one.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${STEP.replace(/^/gm, '      ')}`,
    }),
  ).toEqual([]);
});

testLinted.each([
  [
    'an unknown input',
    STEP.replace('api-key: $', 'mod: agent\n    api-key: $'),
    'input "mod" is not defined',
  ],
  ['a missing key', STEP.replace('api-key', 'mode'), 'missing input "api-key"'],
  ['no inputs at all', '- uses: your-org/docs-agent-action@v1\n', 'missing input "api-key"'],
  ['an unknown output', STEP.replace('pr-link', 'pr-url'), 'property "pr-url" is not defined'],
  ['an unknown input, alone', 'with:\n  prompt-text: x\n', 'input "prompt-text" is not defined'],
  ['an unknown input of a workflow', call('with:\n  promt: x'), 'input "promt" is not defined'],
  ['a missing secret of a workflow', call('with:\n  prompt: x'), 'secret "api-key" is required'],
  ['no runner', 'jobs:\n  a:\n    steps:\n      - run: echo\n', '"runs-on" section is missing'],
  ['a slip in a step', 'run: echo\nshel: bash\n', 'unexpected key "shel"'],
])('actionlint finds YAML with %s', (_, text, message) => {
  expect(problemsOf({ 'docs/page.md': yaml(text) })).toContainEqual(expect.stringContaining(message));
});

testLinted('actionlint is told at the line where it is', () => {
  const bad = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo \${{ nope.x }}\n`;
  const part = yaml('- run: echo\n- run: echo\n  shel: bash\n');
  expect(problemsOf({ 'docs/part.md': part, 'examples/bad.yml': bad })).toEqual([
    expect.stringMatching(/^docs\/part\.md:6: unexpected key "shel"/),
    expect.stringMatching(/^examples\/bad\.yml:6: undefined variable "nope"/),
  ]);
});

test.each([
  ['broken YAML', 'with:\n\t- x\n', 'not YAML'],
  ['another owner', STEP.replace('your-org', 'acme'), '"acme" should be your-org'],
])('%s is caught without actionlint', (_, text, message) => {
  const [problem] = problemsOf({ 'docs/page.md': yaml(text) }, false);
  expect(problem).toMatch(/^docs\/page\.md:4: /);
  expect(problem).toContain(message);
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
