import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { closestNames } from '../src/closest-names.ts';
import { tableOf } from './agent/table.ts';

const { inputs } = parse(readFileSync('action.yml', 'utf8')) as { inputs: object };
const NAMES = Object.keys(inputs).filter((name) => name !== 'projectId');

const GIVEN = tableOf<'given' | 'means'>(`
  given           | means
  trigger_label   | trigger-label
  jobid           | job-id
  dry_rn          | dry-run
  dryrn           | dry-run
  commit-staus    | commit-status
  comit-statis    | commit-status
  timoeut-mintues | timeout-minutes
  label           | skip-label, trigger-label
  phrase          | trigger-phrase
  timeout         | timeout-minutes
  path            | paths
  mod             |
  prmt            |
  cmmnt           |
  commit-stu      |
  token           |
                  |
`);
// One letter may be wrong in names of five letters or more, and two from eight on.
test.each(GIVEN)('"$given" may mean "$means"', ({ given, means }) => {
  expect(closestNames(given, NAMES).join(', ')).toBe(means);
});

test('two letters may be wrong from eight on', () => {
  expect(closestNames('abcdef', ['abcdefgh'])).toEqual(['abcdefgh']);
  expect(closestNames('abcde', ['abcdefg'])).toEqual([]);
});

test.each(NAMES.filter((name) => name.length >= 6))(
  '%s is found with any letter lost, added, changed or swapped',
  (name) => {
    for (let at = 0; at < name.length; at += 1) {
      const before = name.slice(0, at);
      const after = name.slice(at + 1);
      const swapped = before + after.charAt(0) + name.charAt(at) + after.slice(1);
      for (const given of [before + after, `${before}x${name.slice(at)}`, `${before}1${after}`, swapped])
        expect([given, closestNames(given, NAMES)]).toEqual([given, [name]]);
    }
  },
);
