import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkDocs, hasActionlint } from '../../../scripts/check-docs.ts';

const STEP = `- id: docs
  uses: acme-1/docs-bot@v1
  with:
    api-key: \${{ secrets.DOCS_API_KEY }}
    project-id: demo
- run: echo "$PR"
  env:
    PR: \${{ steps.docs.outputs.pr-link }}
`;
const JOB = 'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n';
const CALL =
  'jobs:\n  a:\n    uses: YOUR-ORG/workflows/.github/workflows/docs.yml@v1\n    with:\n      prompt: x\n';
const TROUBLESHOOTING = 'docs/troubleshooting.md';
const yaml = (text: string) => `# Title\n\n\`\`\`yaml\n${text}\`\`\`\n`;

/** A repository whose docs are right. */
const FILES = {
  // Where actionlint looks for a repository.
  '.git/HEAD': '',
  '.github/workflows/none': '',
  'action.yml':
    'name: An action\ndescription: Does something\ninputs:\n  api-key: { description: A, required: true }\n  project-id: { description: A, required: true }\noutputs:\n  pr-link: { description: A }\nruns: { using: node24, main: dist/index.js }\n',
  'dist/index.js': '',
  'package.json': '{ "repository": "github:acme-1/docs-bot" }',
  'src/a.ts': 'const a = `The key was refused (\\`$' + "{code}\\`). ` +\n  'It\\'s too old.';",
  'src/b.ts': "throw new Error('Nothing came back');",
  'examples/organization-workflow.yml':
    'on:\n  workflow_call:\n    inputs:\n      prompt: { type: string, required: true }\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x }] } }\n',
  'examples/one.yml': `on: push\n${JOB}${STEP.replace(/^/gm, '      ')}`,
  'README.md': `# The \`Docs\` agent: a *start*!\n[page](docs/page.md#what-is-it-1) ![](docs/x.png) <a href="docs">d</a>\n[here](#the-docs-agent-a-start) [out](https://example.com/x) [mail](mailto:a@b.c)\n${yaml(STEP)}`,
  'docs/page.md':
    '# What is it?\n## What is it?\n[up](../README.md) [root](/README.md)\n<a id="x"></a>[x](#x)\n',
  'docs/x.png': '',
  // What is fenced is no sentence.
  'docs/with.md': yaml(`with:\n  project-id: x # ${'word '.repeat(26)}\n`),
  'docs/call.md': yaml(CALL),
  [TROUBLESHOOTING]:
    "### ``The key was refused (`…`). It's too old.``\n\n| Message | Do |\n|---|---|\n| `Nothing … back` | Wait |\n",
};

function problemsOf(files: Record<string, string>, isLinted = hasActionlint()): string {
  const root = mkdtempSync(join(tmpdir(), 'check-docs-'));
  for (const [file, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkDocs(root, isLinted).join('\n');
}

test('docs that are right pass, and other sites are not asked', () => {
  expect(problemsOf({})).toBe('');
});

(hasActionlint() ? test : test.skip).each([
  ['a missing key', STEP.replace(/ +api-key.*\n/, ''), 5, 'missing input "api-key"'],
  ['an unknown output', STEP.replace('pr-link', 'pr-url'), 11, 'property "pr-url" is not defined'],
  ['an unknown input, alone', 'with:\n  prompt-text: x\n', 5, 'input "prompt-text" is not defined'],
  ['an unknown input of a call', `${CALL}      promt: x\n`, 9, '"promt" is not'],
  ['no runner', 'jobs:\n  a:\n    steps:\n      - run: echo\n', 5, '"runs-on" section is missing'],
])('actionlint finds YAML with %s', (_, text, line, message) => {
  const problems = problemsOf({ 'docs/new.md': yaml(text) });
  for (const part of [`docs/new.md:${line}: `, message]) expect(problems).toContain(part);
});

test.each([
  ['docs/new.md', yaml('with:\n\t- x\n'), 'docs/new.md:4: not YAML'],
  ['docs/new.md', yaml(STEP.replace('acme-1', 'other')), '"other" should be the owner of acme-1/docs-bot'],
  ['NOTES.md', '\n\n<img src="no.svg" alt="">', 'NOTES.md:3: no.svg does not exist'],
  ['NOTES.md', '[a][b]\n\n[b]: gone.md', 'gone.md does not exist'],
  ['NOTES.md', '[a](README.md#there)', 'README.md has no heading #there'],
  [TROUBLESHOOTING, '# A\n\n### `It went`\n', `${TROUBLESHOOTING}:3: no source file prints "It went"`],
  [TROUBLESHOOTING, '| Message |\n| --- |\n| `Nothing … went` |\n', 'no source file prints "Nothing … went"'],
  ['NOTES.md', `# A\n\n- One ${'word '.repeat(24)}more.\n`, 'NOTES.md:3: 26 words, at most 25: - One word'],
  ['examples/one.yml', `# One ${'word '.repeat(24)}more.\non: push\n`, 'examples/one.yml:1: 26 words'],
])('what is wrong is found without actionlint: %s, %j', (file, text, message) => {
  expect(problemsOf({ [file]: text }, false)).toContain(message);
});
