import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkDocs } from '../../scripts/check-docs.ts';

const ACTION = `
inputs:
  api-key: { required: true }
  project-id: { required: true }
  projectId: { required: false }
  mode: { default: agent }
outputs:
  pr-link: {}
`;

const GOOD_STEP = `- id: docs
  uses: your-org/docs-agent-action@v1
  with:
    api-key: \${{ secrets.DOCS_API_KEY }}
    project-id: demo
- run: echo "$PR"
  env:
    PR: \${{ steps.docs.outputs.pr-link }}
`;

const yaml = (text: string) => `# Title\n\n\`\`\`yaml\n${text}\`\`\`\n`;

/** What is wrong with a repository of these files, without actionlint. */
function problemsOf(
  files: Record<string, string>,
  env: NodeJS.ProcessEnv = { ACTIONLINT: '/none' },
): string[] {
  const root = mkdtempSync(join(tmpdir(), 'check-docs-'));
  for (const [file, text] of Object.entries({ 'action.yml': ACTION, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkDocs(root, env).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe('YAML', () => {
  test('that is right passes, in README, docs and examples', () => {
    expect(
      problemsOf({
        'README.md': yaml(GOOD_STEP),
        'docs/deep/page.md': yaml(GOOD_STEP.replace('project-id', 'projectId')),
        'examples/one.yml': `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${GOOD_STEP.replace(/^/gm, '      ')}`,
      }),
    ).toEqual([]);
  });

  test.each([
    [
      'an unknown input',
      GOOD_STEP.replace('api-key: $', 'mod: agent\n    api-key: $'),
      'there is no input "mod"',
    ],
    ['a missing key', GOOD_STEP.replace('api-key', 'mode'), '"api-key" is required and missing'],
    ['a missing project', GOOD_STEP.replace('project-id', 'mode'), '"project-id" is required and missing'],
    ['no inputs at all', '- uses: your-org/docs-agent-action@v1\n', '"api-key" is required and missing'],
    ['an unknown output', GOOD_STEP.replace('pr-link', 'pr-url'), 'there is no output "pr-url"'],
    ['another owner', GOOD_STEP.replace('your-org', 'acme'), 'should be of your-org/docs-agent-action'],
    ['an unknown input, alone', 'with:\n  prompt-text: x\n', 'there is no input "prompt-text"'],
    ['broken YAML', 'with:\n\t- x\n', 'not YAML'],
  ])('with %s is caught where it is', (_, text, message) => {
    const problems = problemsOf({ 'docs/page.md': yaml(text) });
    expect(problems).toContainEqual(expect.stringContaining(message));
    expect(problems[0]).toMatch(/^docs\/page\.md:4: /);
  });

  describe('that calls a reusable workflow', () => {
    const path = '.github/workflows/docs-request.yml';
    const called = `on:\n  workflow_call:\n    inputs:\n      prompt: { required: true }\n    secrets:\n      api-key: { required: true }\n`;
    const call = (rest: string) =>
      yaml(`jobs:\n  a:\n    uses: your-org/docs-agent-action/${path}@v1\n${rest}`);

    test('is held against its inputs and secrets', () => {
      const good = call(`    with:\n      prompt: x\n    secrets:\n      api-key: x\n`);
      expect(problemsOf({ [path]: called, 'README.md': good })).toEqual([]);
      expect(problemsOf({ [path]: called, 'README.md': call('    with:\n      promt: x\n') })).toEqual([
        'README.md:4: there is no input "promt"',
        'README.md:4: "prompt" is required and missing',
        'README.md:4: "api-key" is required and missing',
      ]);
    });
  });
});

describe('links', () => {
  test('to files and headings that exist pass, and other sites are not asked', () => {
    expect(
      problemsOf({
        'README.md': [
          '# The `Docs` agent: a _start_!',
          '[page](docs/page.md#what-is-it-1) ![](docs/x.png) <a href="docs">d</a>',
          '[here](#the-docs-agent-a-start) [out](https://example.com/x) [mail](mailto:a@b.c)',
        ].join('\n'),
        'docs/page.md':
          '# What is it?\n## What is it?\n[up](../README.md) [root](/README.md)\n<a id="x"></a>[x](#x)\n',
        'docs/x.png': '',
      }),
    ).toEqual([]);
  });

  test.each([
    ['[a](nowhere.md)', 'nowhere.md does not exist'],
    ['![a](docs/images/no.png)', 'docs/images/no.png does not exist'],
    ['<img src="no.svg" alt="">', 'no.svg does not exist'],
    ['[a][b]\n\n[b]: gone.md', 'gone.md does not exist'],
    ['[a](#no-such-heading)', 'NOTES.md has no heading #no-such-heading'],
    ['[a](other.md#there)', 'other.md has no heading #there'],
  ])('%s is caught in any Markdown file', (text, message) => {
    const [problem] = problemsOf({ 'NOTES.md': text, 'other.md': '# Here\n' });
    expect(problem).toContain(message);
  });
});

describe('error messages in troubleshooting', () => {
  const sources = {
    'src/a.ts': 'const a = `The key was refused (\\`$' + "{code}\\`). ` +\n  'It\\'s too old.';",
    'src/b.ts': "throw new Error('Nothing came back');",
  };
  const problems = (text: string) => problemsOf({ ...sources, 'docs/troubleshooting.md': text });

  test('that src prints pass, as headings and as table cells, over several lines of code', () => {
    expect(problems("### ``The key was refused (`…`). It's too old.``\n")).toEqual([]);
    expect(problems('| Message | Do |\n|---|---|\n| `Nothing … back` | Wait |\n')).toEqual([]);
  });

  test('that src does not print are caught', () => {
    expect(problems('# Trouble\n\n### `Nothing went back`\n')).toEqual([
      'docs/troubleshooting.md:3: no source file prints "Nothing went back"',
    ]);
  });
});

describe('actionlint', () => {
  const installed =
    spawnSync('actionlint', ['-version']).status === 0 ||
    existsSync(join(homedir(), 'go', 'bin', 'actionlint'));
  (installed ? test : test.skip)('sees workflows, and parts of them, at the right line', () => {
    const bad = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo \${{ nope.x }}\n`;
    const problems = problemsOf(
      {
        'README.md': yaml(GOOD_STEP),
        'docs/job.md': yaml('jobs:\n  a:\n    steps:\n      - run: echo\n'),
        'docs/part.md': yaml('- run: echo\n- run: echo\n  shel: bash\n'),
        'docs/other-steps.md': yaml(`- run: echo "$X"\n  env:\n    X: \${{ steps.docs.outputs.pr-link }}\n`),
        'examples/bad.yml': bad,
      },
      { PATH: process.env['PATH'] },
    );
    expect(problems).toEqual([
      expect.stringMatching(/^docs\/job\.md:5: .*"runs-on" section is missing/),
      expect.stringMatching(/^docs\/part\.md:6: unexpected key "shel"/),
      expect.stringMatching(/^examples\/bad\.yml:6: undefined variable "nope"/),
    ]);
  });
});
