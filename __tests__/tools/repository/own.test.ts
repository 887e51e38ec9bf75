import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { filesToOwn, own, repositoryOf } from '../../../scripts/own.ts';

/** Files before `npm run own`, and after it. `npm run e2e:first-push` plays it on a copy of the whole repository. */
const OWNED = {
  'package.json': [
    '{ "repository": "github:your-org/docs-agent-action" }',
    '{ "repository": "github:acme/docs-bot" }',
  ],
  'README.md': ['- uses: your-org/docs-agent-action@v1\n', '- uses: acme/docs-bot@v1\n'],
  'docs/security.md': ['--repo your-org/docs-agent-action ||', '--repo acme/docs-bot ||'],
  'examples/docs-on-label.yml': ['uses: your-org/docs-agent-action@v1', 'uses: acme/docs-bot@v1'],
  '.github/CODEOWNERS': ['* @your-org/docs-agent-maintainers\n', '* @acme/docs-agent-maintainers\n'],
  '.github/zizmor.yml': ['your-org/*: ref-pin', 'acme/*: ref-pin'],
  '.github/ISSUE_TEMPLATE/config.yml': ['com/your-org/docs-agent-action/', 'com/acme/docs-bot/'],
};
/** Here the placeholder is the reader. */
const CALLER = 'examples/organization-caller.yml';
const CALL = 'uses: YOUR-ORG/workflows/.github/workflows/docs.yml@v1';

test('`npm run own` leaves the placeholder nowhere but where it is the reader', () => {
  const root = mkdtempSync(join(tmpdir(), 'own-'));
  const before = Object.entries(OWNED).map(([file, [text = '']]) => [file, text]);
  for (const [file = '', text = ''] of [...before, [CALLER, CALL]]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  expect(filesToOwn(root)).toEqual(Object.keys(OWNED).sort());
  expect(own(root, 'acme/docs-bot')).toEqual(Object.keys(OWNED).sort());
  for (const [file, [, text]] of Object.entries({ ...OWNED, [CALLER]: ['', CALL] }))
    expect(readFileSync(join(root, file), 'utf8')).toBe(text);
  expect(filesToOwn(root)).toEqual([]);
  expect(repositoryOf(root)).toBe('acme/docs-bot');
});

test.each(['acme', 'acme/', '/docs', 'a b/c', 'https://github.com/acme/docs'])(
  '%j is no repository',
  (name) => {
    expect(() => own(tmpdir(), name)).toThrow('give owner/name');
  },
);
