import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hasActionlint } from '../../../scripts/check-docs/workflows.ts';
import { checkDocs } from '../../../scripts/check-docs.ts';

const WORKFLOW = 'examples/organization-workflow.yml';

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
  'package.json': '{ "repository": "github:your-org/docs-agent-action" }',
  [WORKFLOW]:
    'on:\n  workflow_call:\n    inputs:\n      prompt: { type: string, required: true }\n    secrets:\n      api-key: { required: true }\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x }] } }\n',
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
const JOB = 'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n';
const TROUBLESHOOTING = 'docs/troubleshooting.md';
const call = (rest: string) =>
  `jobs:\n  a:\n    uses: your-org/workflows/.github/workflows/docs.yml@v1\n    ${rest.replaceAll('\n', '\n    ')}\n`;
const GIVEN = 'secrets:\n  api-key: x\nwith:\n  prompt: x';
const yaml = (text: string) => `# Title\n\n\`\`\`yaml\n${text}\`\`\`\n`;
const testLinted = hasActionlint() ? test : test.skip;

function problemsOf(files: Record<string, string>, isLinted = hasActionlint()): string[] {
  const root = mkdtempSync(join(tmpdir(), 'check-docs-'));
  // Where actionlint looks for a repository.
  for (const directory of ['.git', '.github/workflows'])
    mkdirSync(join(root, directory), { recursive: true });
  for (const [file, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkDocs(root, isLinted);
}

test('docs that are right pass, and other sites are not asked', () => {
  const files = {
    'README.md': [
      '# The `Docs` agent: a *start*!',
      '[page](docs/page.md#what-is-it-1) ![](docs/x.png) <a href="docs">d</a>',
      '[here](#the-docs-agent-a-start) [out](https://example.com/x) [mail](mailto:a@b.c)',
      yaml(STEP),
    ].join('\n'),
    'docs/page.md':
      '# What is it?\n## What is it?\n[up](../README.md) [root](/README.md)\n<a id="x"></a>[x](#x)\n',
    'docs/x.png': '',
    'docs/with.md': yaml('with:\n  project-id: x\n'),
    'docs/call.md': yaml(call(GIVEN)),
    [TROUBLESHOOTING]:
      "### ``The key was refused (`…`). It's too old.``\n\n| Message | Do |\n|---|---|\n| `Nothing … back` | Wait |\n",
    'examples/one.yml': `on: push\n${JOB}${STEP.replace(/^/gm, '      ')}`,
    'NOTES.md':
      'There is no release yet. It has no name, and is no longer there.\n\n```sh\nof the platform, told\n```\n\n`nobody` and ``the `platform` ``\n',
    'src/c.ts':
      "// The platform tells nobody.\n/** Reads it. @returns '' if empty */\nexport function a() {}\n/** Name of it. */\nconst key = 'go on';\n",
  };
  expect(problemsOf(files)).toEqual([]);
});

testLinted.each([
  ['an unknown input', STEP.replace('demo', 'demo\n    mod: x'), 9, 'input "mod" is not defined'],
  ['a missing key', STEP.replace('api-key', 'mode'), 5, 'missing input "api-key"'],
  ['an unknown output', STEP.replace('pr-link', 'pr-url'), 11, 'property "pr-url" is not defined'],
  ['an unknown input, alone', 'with:\n  prompt-text: x\n', 5, 'input "prompt-text" is not defined'],
  ['an unknown input of a workflow', call(`${GIVEN}\n  promt: x`), 11, 'input "promt" is not defined'],
  ['no runner', 'jobs:\n  a:\n    steps:\n      - run: echo\n', 5, '"runs-on" section is missing'],
  ['a slip in a step', '- run: echo\n  shel: bash\n', 5, 'unexpected key "shel"'],
  ['a slip in a strategy', 'strategy:\n  matrx: {}\n', 5, 'unexpected key "matrx"'],
])('actionlint finds YAML with %s', (_, text, line, message) => {
  const [problem] = problemsOf({ 'docs/page.md': yaml(text) });
  expect(problem).toContain(`docs/page.md:${line}: ${message}`);
});

test.each([
  ['docs/page.md', yaml('with:\n\t- x\n'), 'docs/page.md:4: not YAML'],
  ['docs/page.md', yaml(STEP.replace('your-org', 'acme')), '"acme/docs-agent-action" should be your-org/'],
  ['NOTES.md', '\n\n<img src="no.svg" alt="">', 'NOTES.md:3: no.svg does not exist'],
  ['NOTES.md', '[a][b]\n\n[b]: gone.md', 'gone.md does not exist'],
  ['NOTES.md', '[a](other.md#there)', 'other.md has no heading #there'],
  [TROUBLESHOOTING, '# A\n\n### `It went`\n', `${TROUBLESHOOTING}:3: no source file prints "It went"`],
  [TROUBLESHOOTING, '| Message |\n| --- |\n| `Nothing … went` |\n', 'no source file prints "Nothing … went"'],
  [TROUBLESHOOTING, 'It says `Nothing went`, once', 'no source file prints "Nothing went"'],
])('what is wrong is caught without actionlint: %s, %j', (file, text, message) => {
  const [problem] = problemsOf({ 'other.md': '# Here\n', [file]: text }, false);
  expect(problem).toContain(message);
});

test.each([
  ['Of several jobs, the last one counts.', '"Of several jobs,": rather'],
  ['Mintlify knows no project.', '"no p": rather'],
  ['It is sent, also by a bot.', '", also by": rather'],
  ["The platform's answer", '"The platform": rather'],
  ['Two events are two requests.', '"Two events are two": rather'],
  [`One ${'word '.repeat(24)}more.`, '26 words, at most 25: One word'],
])('words that people stumble over are found: %s', (text, found) => {
  const files = {
    'NOTES.md': `# Title\n\nIt is.\n\n- ${text}\n`,
    'examples/one.yml': `# ${text}\non: push\n`,
    'action.yml': `${FILES['action.yml']}# ${text}\n`,
    'docs/a.json': JSON.stringify({ description: text }),
    'sandbox/cli.ts': `\`\n${text}\n\``,
    'src/c.ts': `// ${text}\nconst it = /'/;\nconst c = 'It says so. ${text.replace("'", "\\'")}';\n/** Is. ${text} */`,
  };
  const problems = problemsOf(files, false).map((problem) => problem.split(': ', 1)[0]);
  const places = ['NOTES.md:5', 'examples/one.yml:1', 'docs/a.json:1', 'sandbox/cli.ts:1', 'action.yml:10'];
  expect(problems.sort()).toEqual([...places, 'src/c.ts:3', 'src/c.ts:4'].sort());
  expect(problemsOf(files, false)[0]).toContain(found);
});

test.each([
  ['/** Of the job. */ const a = 1;', 'Of'],
  ['/** The same as text. */ const a = 1;', 'The same'],
  ['/** What it is. */ function a() {}', 'What'],
  ['/** Name of it. */ export const a = (b) => b;', 'Name'],
])('doc comments that begin with neither verb nor noun are found: %s', (source, start) => {
  expect(problemsOf({ 'src/c.ts': source }, false)).toEqual([
    `src/c.ts:1: a doc comment begins with "${start}": rather a verb, or a noun`,
  ]);
});
