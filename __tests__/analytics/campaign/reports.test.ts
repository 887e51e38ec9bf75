import { test } from '@jest/globals';
import { playReports } from './play.ts';

/** More with `npm run test:all`, and with a new seed by `npm run explore`. */
const RUNS = process.env['CHECK_SEED'] || process.env['CHECK_ALL'] ? 500 : 100;

test('random reports say what is so of their sites, and say all of it', () => playReports(RUNS));
