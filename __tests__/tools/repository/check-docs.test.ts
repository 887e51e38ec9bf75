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
      'docs/call.md': yaml(call(GIVEN)),
      [TROUBLESHOOTING]:
        "### ``The key was refused (`…`). It's too old.``\n\n| Message | Do |\n|---|---|\n| `Nothing … back` | Wait |\n",
      'examples/one.yml': `on: push\n${JOB}${STEP.replace(/^/gm, '      ')}`,
    }),
  ).toEqual([]);
});

testLinted.each([
  ['an unknown input', STEP.replace('demo', 'demo\n    mod: x'), 9, 'input "mod" is not defined'],
  ['a missing key', STEP.replace('api-key', 'mode'), 5, 'missing input "api-key"'],
  ['no inputs at all', '- uses: your-org/docs-agent-action@v1\n', 4, 'missing input "api-key"'],
  ['an unknown output', STEP.replace('pr-link', 'pr-url'), 11, 'property "pr-url" is not defined'],
  ['an unknown input, alone', 'with:\n  prompt-text: x\n', 5, 'input "prompt-text" is not defined'],
  ['an unknown input of a workflow', call(`${GIVEN}\n  promt: x`), 11, 'input "promt" is not defined'],
  ['a missing secret of a workflow', call('with:\n  prompt: x'), 6, 'secret "api-key" is required'],
  ['no runner', 'jobs:\n  a:\n    steps:\n      - run: echo\n', 5, '"runs-on" section is missing'],
  ['a slip in a step', 'run: echo\nshel: bash\n', 5, 'unexpected key "shel"'],
  ['a slip in steps', 'steps:\n  - run: echo\n    shel: bash\n', 6, 'unexpected key "shel"'],
  ['a slip in a list', '- run: echo\n- run: echo\n  shel: bash\n', 6, 'unexpected key "shel"'],
  ['a slip', `on: push\n${JOB}      - run: echo \${{ nope.x }}\n`, 9, 'undefined variable "nope"'],
])('actionlint finds YAML with %s', (_, text, line, message) => {
  const [problem] = problemsOf({ 'docs/page.md': yaml(text) });
  expect(problem).toContain(`docs/page.md:${line}: ${message}`);
});

test.each([
  ['docs/page.md', yaml('with:\n\t- x\n'), 'docs/page.md:4: not YAML'],
  [
    'docs/page.md',
    yaml(STEP.replace('your-org', 'acme')),
    'docs/page.md:4: "acme/docs-agent-action" should be your-org/docs-agent-action',
  ],
  ['examples/one.yml', 'on:\n\t- push\n', 'examples/one.yml:1: not YAML'],
  // In any Markdown file.
  ['NOTES.md', '[a](nowhere.md)', 'nowhere.md does not exist'],
  ['NOTES.md', '![a](docs/images/no.png)', 'docs/images/no.png does not exist'],
  ['NOTES.md', '\n\n<img src="no.svg" alt="">', 'NOTES.md:3: no.svg does not exist'],
  ['NOTES.md', '[a][b]\n\n[b]: gone.md', 'gone.md does not exist'],
  ['NOTES.md', '[a](#no-such-heading)', 'NOTES.md has no heading #no-such-heading'],
  ['NOTES.md', '[a](other.md#there)', 'other.md has no heading #there'],
  [TROUBLESHOOTING, '# A\n\n### `It went`\n', `${TROUBLESHOOTING}:3: no source file prints "It went"`],
  [TROUBLESHOOTING, '|Message|\n|-|\n|`Nothing … went`|', 'no source file prints "Nothing … went"'],
  [TROUBLESHOOTING, 'It says `Nothing went`, once', 'no source file prints "Nothing went"'],
])('what is wrong is caught without actionlint: %s, %j', (file, text, message) => {
  const [problem] = problemsOf({ 'other.md': '# Here\n', [file]: text }, false);
  expect(problem).toContain(message);
});

test.each([
  ['The job goes on after that.', 'goes on'],
  ["The platform's answer", 'The platform'],
  ['All problems are told at once.', 'told'],
  ['An edit asks for nothing.', 'asks for nothing'],
  ['A reply to whoever\nasked', 'whoever asked'],
  ['These lines are no failure.', 'are no f'],
  ['It is known to nobody.', 'nobody'],
  ['The request is sent anew.', 'anew'],
  ['Every event, save those of bots', 'save those'],
  ['It is checked all the same.', 'all the same'],
  ['Such texts do nothing.', 'Such t'],
  ['The status of the request before', 'the request before'],
  ['That of the week after', 'That of the week after'],
  ['This does not belong into a repository.', 'belong into'],
  ['Two events are two requests.', 'Two events are two'],
  ['Until the reply stands, nothing is sent.', 'the reply stands'],
  ['A signal is heard at once.', 'is heard'],
  ['The end of the run of the job of others', 'of the run of the job of'],
])('words that people stumble over are found: %s', (text, found) => {
  const line = text.replace('\n', ' ');
  const source = `// ${line}\nconst it = /'/;\nconst c = 'It says: ${line.replace("'", "\\'")}';\n`;
  const files = { 'NOTES.md': `# Title\n\n- a\n- ${text}\n`, 'action.yml': `# ${line}`, 'src/c.ts': source };
  const problems = problemsOf(files, false).join('\n');
  for (const place of ['NOTES.md:4', 'action.yml:1', 'src/c.ts:3'])
    expect(problems).toContain(`${place}: "${found}": rather `);
  expect(problems).not.toContain('src/c.ts:1');
});

test('plain words pass, and so does code', () => {
  expect(
    problemsOf(
      {
        'NOTES.md':
          'There is no release yet. It is no longer there. Texts such as these, and no such job.\n\n```sh\nthe platform\n```\n\n`nobody` and ``the `platform` ``\n',
        'src/c.ts': "// The platform tells nobody.\nconst key = 'go on'; /* the platform's job goes on */\n",
      },
      false,
    ),
  ).toEqual([]);
});

test('pages that are too long are found', () => {
  const words = (count: number) => 'word '.repeat(count);
  expect(problemsOf({ 'docs/page.md': words(1001), 'docs/short.md': words(1000) }, false)).toEqual([
    'docs/page.md: 1001 words, and at most 1000 are allowed',
  ]);
  const many = Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [`docs/${index}.md`, words(1000)]),
  );
  expect(problemsOf(many, false)).toEqual(['All pages: 16000 words, and at most 15500 are allowed']);
});
