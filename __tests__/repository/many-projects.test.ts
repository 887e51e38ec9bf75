import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { manyProjectsTable, TABLE } from '../../scripts/many-projects.ts';

test('the table of many projects is what the simulation gives', async () => {
  const [written] = TABLE.exec(readFileSync('docs/many-projects.md', 'utf8')) ?? [];
  expect(written).toBe(await manyProjectsTable());
});
