import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { hasActionlint } from '../../../scripts/check-docs/workflows.ts';
import { checkDocs } from '../../../scripts/check-docs.ts';
import { FILES, filesToOwn, own, repositoryOf } from '../../../scripts/own.ts';

const LEFT_OUT = /^(\.git|node_modules|lib|coverage|reports|demo-output|\.stryker-tmp.*)$/;

/** A copy with the placeholder, also where this repository has its name already. */
function copyWithPlaceholder(): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'own-')), 'repository');
  cpSync('.', copy, { recursive: true, filter: (name) => !LEFT_OUT.test(name) });
  const named = repositoryOf(copy);
  const [owner = ''] = named.split('/');
  for (const pattern of FILES) {
    for (const file of globSync(pattern, { cwd: copy, withFileTypes: true }).filter((each) =>
      each.isFile(),
    )) {
      const place = join(file.parentPath, file.name);
      const text = readFileSync(place, 'utf8').replaceAll(named, 'your-org/docs-agent-action');
      writeFileSync(
        place,
        text.replaceAll(`@${owner}/`, '@your-org/').replaceAll(`${owner}/*:`, 'your-org/*:'),
      );
    }
  }
  return copy;
}

test('`npm run own` leaves the placeholder nowhere but where it is the reader, and the docs hold as before', () => {
  const copy = copyWithPlaceholder();
  const linted = hasActionlint();
  const before = checkDocs(copy, linted);
  expect(filesToOwn(copy)).toEqual(
    expect.arrayContaining(['.github/CODEOWNERS', 'README.md', 'package.json']),
  );
  const changed = own(copy, 'acme/docs-bot');
  expect(changed).toEqual(expect.arrayContaining(['docs/security.md', 'examples/docs-on-label.yml']));
  expect(filesToOwn(copy)).toEqual([]);
  expect(repositoryOf(copy)).toBe('acme/docs-bot');
  expect(readFileSync(join(copy, '.github/CODEOWNERS'), 'utf8')).toMatch(
    /^\* @acme\/docs-agent-maintainers$/m,
  );
  const label = parse(readFileSync(join(copy, 'examples/docs-on-label.yml'), 'utf8'));
  expect(label.jobs.docs.steps[0].uses).toBe('acme/docs-bot@v1');
  const caller = parse(readFileSync(join(copy, 'examples/organization-caller.yml'), 'utf8'));
  expect(caller.jobs.docs.uses).toBe('YOUR-ORG/workflows/.github/workflows/docs.yml@v1');
  expect(checkDocs(copy, linted)).toEqual(before);
});

test.each(['acme', 'acme/', '/docs', 'a b/c', 'https://github.com/acme/docs'])(
  '%j is no repository',
  (name) => {
    expect(() => own(tmpdir(), name)).toThrow('give owner/name');
  },
);
