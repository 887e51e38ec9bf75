import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { csvText } from '../../../src/analytics/report/csv.ts';
import { htmlReport } from '../../../src/analytics/report/html/report.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { markdownReport } from '../../../src/analytics/report/markdown.ts';
import { writeReport } from '../../../src/analytics/report/write.ts';
import { hostileReport, report } from './fixture.ts';

const temp = mkdtempSync(path.join(tmpdir(), 'write-report-'));
afterAll(() => rmSync(temp, { recursive: true }));

test('writes the four files into a new directory each time', async () => {
  const made = hostileReport();
  const files = await writeReport(made, { RUNNER_TEMP: path.join(temp, 'new') });
  const { directory } = files;
  expect(path.dirname(directory)).toBe(path.join(temp, 'new'));
  const names = ['page-views.csv', 'page-views.json', 'report.html', 'report.md'];
  expect(readdirSync(directory).sort()).toEqual(names);
  const paths = [files.csv, files.json, files.html, files.markdown];
  expect(paths).toEqual(names.map((name) => path.join(directory, name)));
  const texts = [
    [...csvText(made)].join(''),
    [...jsonText(made)].join(''),
    htmlReport(made),
    markdownReport(made, {}),
  ];
  expect(paths.map((file) => readFileSync(file, 'utf8'))).toEqual(texts.map((text) => text.toWellFormed()));
  const again = await writeReport(made, { RUNNER_TEMP: path.join(temp, 'new') });
  expect(again.directory).not.toBe(directory);
});

test('names what cannot be written', async () => {
  const file = path.join(temp, 'file');
  writeFileSync(file, '');
  await expect(writeReport(report(), { RUNNER_TEMP: file })).rejects.toThrow(
    /file could not be written: (?:Error: )?EEXIST/,
  );
});
