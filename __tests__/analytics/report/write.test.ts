import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csvText } from '../../../src/analytics/report/csv.ts';
import { htmlReport } from '../../../src/analytics/report/html/report.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { markdownReport } from '../../../src/analytics/report/markdown.ts';
import { writeReport } from '../../../src/analytics/report/write.ts';
import { counts, hostileReport, project, report } from './fixture.ts';

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
    expect(readFileSync(files.html, 'utf8')).toBe([...htmlReport(made)].join('').toWellFormed());
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

  test('renders rows as they are written, not all of them before', () => {
    for (const text of [csvText, jsonText]) {
      let rendered = 0;
      const page = {
        get path() {
          rendered += 1;
          return '/page';
        },
        ...counts(1, 1),
        state: 'unknown' as const,
      };
      const pages = Array.from({ length: 20_000 }, () => page);
      const pieces = text(report([project({ pages, gone: [], complete: false, sections: [] })]));
      rendered = 0;
      for (let piece = 0; piece < 10; piece += 1) pieces.next();
      expect(rendered).toBeGreaterThan(0);
      expect(rendered).toBeLessThan(5000);
    }
  });
});
