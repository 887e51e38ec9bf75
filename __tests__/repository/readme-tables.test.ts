import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { difference, withTables } from '../../scripts/readme-tables.ts';

const ACTION = `
name: Example
inputs:
  # Who
  key:
    description: The key.
    required: true
  mode:
    description: "\`a\` | \`b\`."
    required: false
    default: a
  # What
  path:
    description: A path.
    default: ""
outputs:
  status:
    description: How it went.
`;

const README = `# Example
<!-- inputs -->
old
<!-- /inputs -->
Text between.
<!-- outputs -->
<!-- /outputs -->
The end.
`;

const WRITTEN = `# Example
<!-- inputs -->
**Who**

| Input | Default | What it does |
| --- | --- | --- |
| \`key\` | **required** | The key. |
| \`mode\` | \`a\` | \`a\` \\| \`b\`. |

**What**

| Input | Default | What it does |
| --- | --- | --- |
| \`path\` |  | A path. |
<!-- /inputs -->
Text between.
<!-- outputs -->
| Output | What it holds |
| --- | --- |
| \`status\` | How it went. |
<!-- /outputs -->
The end.
`;

describe('withTables', () => {
  test('writes groups of inputs and outputs between the markers, and nothing else', () => {
    expect(withTables(README, ACTION)).toBe(WRITTEN);
  });

  test('changes nothing the second time', () => {
    expect(withTables(WRITTEN, ACTION)).toBe(WRITTEN);
  });

  test('has a row for each input and output of this action', () => {
    const written = withTables(README, readFileSync('action.yml', 'utf8'));
    for (const name of ['api-key', 'projectId', 'max-requests', 'pr-link', 'rising-pages']) {
      expect(written).toContain(`| \`${name}\` |`);
    }
  });

  test('needs its markers', () => {
    expect(() => withTables('# Example', ACTION)).toThrow('README.md needs the markers <!-- inputs -->');
  });
});

test('a difference shows what goes and what comes', () => {
  expect(difference('same\nold', 'same\nnew')).toEqual(['- old', '+ new']);
});

describe('on the command line', () => {
  const run = (directory: string, ...options: string[]) =>
    spawnSync(process.execPath, [resolve('scripts/readme-tables.ts'), ...options], {
      cwd: directory,
      encoding: 'utf8',
    });

  test('--check fails on an old table, shows it, and leaves it; without, it is written', () => {
    const directory = mkdtempSync(join(tmpdir(), 'readme-tables-'));
    const readme = join(directory, 'README.md');
    writeFileSync(join(directory, 'action.yml'), ACTION);
    writeFileSync(readme, README);

    const check = run(directory, '--check');
    expect(check.stderr).toContain('- old\n');
    expect(check.status).toBe(1);
    expect(readFileSync(readme, 'utf8')).toBe(README);

    expect(run(directory).status).toBe(0);
    expect(readFileSync(readme, 'utf8')).toBe(WRITTEN);
    expect(run(directory, '--check').status).toBe(0);
  });
});
