import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';

/** Each breaks one line of the report as it is loaded. Random reports must notice. */

const HOOK = path.resolve(import.meta.dirname, '../../tools/campaign/sabotage.mjs');
const PLAY = path.join(import.meta.dirname, 'play.ts');

function play(runs: number, sabotage?: Readonly<Record<'file' | 'good' | 'bad', string>>) {
  const options = sabotage ? `--import ${pathToFileURL(HOOK).href}` : '';
  const env = { ...process.env, NODE_OPTIONS: options, SABOTAGE: JSON.stringify(sabotage) };
  const { status, stderr } = spawnSync(process.execPath, [PLAY, String(runs)], { env, encoding: 'utf8' });
  return { status, stderr };
}

test('an honest report passes', () => {
  expect(play(60)).toMatchObject({ status: 0 });
});

test.each([
  [
    'changes of totals below a headline per day',
    'compare.ts',
    'rounded((views * now) / before)',
    'rounded(views)',
  ],
  ['a mover where much moved both ways', 'compare.ts', 'MOST_MOVED = 2', 'MOST_MOVED = 1e9'],
  ['a record by one view', 'phrases.ts', 'RECORD = 0.01', 'RECORD = 0'],
  ['all pages on the page', 'report-blocks.ts', 'top: 100', 'top: 5000'],
  [
    'fewer earlier periods than were not read',
    'gaps.ts',
    'periods.filter(({ totals }) => !totals)',
    'periods.filter((each) => !each.totals && each !== before)',
  ],
  [
    'no place in the range',
    'phrases.ts',
    "now > most ? 'above' : now < least ? 'below' : 'within'",
    "'within'",
  ],
  ['nothing of people and AI that moved apart', 'phrases.ts', 'OPPOSITE = 0.05', 'OPPOSITE = 1'],
  [
    'nothing of another way to count AI',
    'phrases.ts',
    'comparison.from < day && day <= period.to',
    'period.from < day && day <= period.to',
  ],
  ['the rate limit twice', 'failure-text.ts', "isRateLimit(error) ? '' : `$", '`$'],
  ['one other without its name', 'report-blocks.ts', 'sections.length - large.length === 1', 'false'],
  ['a bar of a sum', 'report-blocks.ts', 'most: isSum ? undefined : most', 'most'],
  ['gone pages as large ones', 'report-blocks.ts', 'total > 0 && views >=', 'views >='],
])('is noticed: %s', (_, file, good, bad) => {
  const { status, stderr } = play(1_000, { file, good, bad });
  expect(stderr).toContain('AssertionError');
  expect(status).toBe(1);
});
