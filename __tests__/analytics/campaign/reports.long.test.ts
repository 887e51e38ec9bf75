import { test } from '@jest/globals';
import { playReports } from './play.ts';

test('many random reports say what is so of their sites, and say all of it', () => playReports(500));
