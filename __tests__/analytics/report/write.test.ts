import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csvText } from '../../../src/analytics/report/csv.ts';
import { htmlReport } from '../../../src/analytics/report/html/report.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { markdownReport } from '../../../src/analytics/report/markdown.ts';
import { writeReport } from '../../../src/analytics/report/write.ts';
import { hostileReport, report } from './fixture.ts';

let temp: string;
beforeAll(() => {
  temp = mkdtempSync(path.join(tmpdir(), 'write-report-'));
});
afterAll(() => rmSync(temp, { recursive: true }));

describe('writeReport', () => {
  test('writes the four files into a new directory each time', async () => {
    const made = hostileReport();
    const files = await writeReport(made, { RUNNER_TEMP: temp });
    const { directory } = files;
    expect(path.dirname(directory)).toBe(temp);
    expect(readdirSync(directory).sort()).toEqual([
      'page-views.csv',
      'page-views.json',
      'report.html',
      'report.md',
    ]);
    expect(readFileSync(files.csv, 'utf8')).toBe([...csvText(made)].join('').toWellFormed());
    expect(readFileSync(files.json, 'utf8')).toBe([...jsonText(made)].join(''));
    expect(readFileSync(files.html, 'utf8')).toBe(htmlReport(made).toWellFormed());
    expect(readFileSync(files.markdown, 'utf8')).toBe(markdownReport(made, {}).toWellFormed());
    const again = await writeReport(made, { RUNNER_TEMP: temp });
    expect(again.directory).not.toBe(directory);
    expect(statSync(files.csv).size).toBe(statSync(again.csv).size);
  });

  test('names what cannot be written', async () => {
    const file = path.join(temp, 'file');
    writeFileSync(file, '');
    await expect(writeReport(report(), { RUNNER_TEMP: file })).rejects.toThrow(
      /file could not be written: (?:Error: )?EEXIST/,
    );
  });
});
