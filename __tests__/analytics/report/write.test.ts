import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csvText } from '../../../src/analytics/report/csv.ts';
import { htmlReport } from '../../../src/analytics/report/html.ts';
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
  test('writes the four files into a directory that it makes', async () => {
    const directory = path.join(temp, 'deep', 'down');
    const files = await writeReport(hostileReport(), directory);
    expect(files).toEqual({
      directory,
      csv: path.join(directory, 'page-views.csv'),
      json: path.join(directory, 'page-views.json'),
      markdown: path.join(directory, 'report.md'),
      html: path.join(directory, 'report.html'),
    });
    expect(readFileSync(files.json, 'utf8')).toBe([...jsonText(hostileReport())].join(''));
    expect(readFileSync(files.html, 'utf8')).toBe([...htmlReport(hostileReport())].join('').toWellFormed());
    expect(readFileSync(files.markdown, 'utf8')).toBe(
      markdownReport(hostileReport(), { top: 25 }).toWellFormed(),
    );
    expect(readFileSync(files.csv, 'utf8').split('\r\n').length).toBeGreaterThan(30);
  });

  test('writes over the files of an earlier run', async () => {
    const directory = path.join(temp, 'again');
    await writeReport(report([project({ count: 500 })]), directory);
    const { json } = await writeReport(report([project({ count: 1 })]), directory);
    expect(JSON.parse(readFileSync(json, 'utf8')).projects[0].pages).toHaveLength(1);
  });

  test('names what cannot be written', async () => {
    const blocked = path.join(temp, 'blocked');
    mkdirSync(path.join(blocked, 'page-views.json'), { recursive: true });
    await expect(writeReport(report(), blocked)).rejects.toThrow(
      /^.*page-views\.json could not be written: (?:Error: )?EISDIR/,
    );
    const file = path.join(temp, 'file');
    writeFileSync(file, '');
    await expect(writeReport(report(), path.join(file, 'below'))).rejects.toThrow(
      /below could not be written: (?:Error: )?ENOTDIR/,
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
        before: { kind: 'new' } as const,
      };
      const pages = Array.from({ length: 20_000 }, () => page);
      const pieces = text(report([project({ pages, gone: [] })]));
      for (let piece = 0; piece < 10; piece += 1) pieces.next();
      expect(rendered).toBeGreaterThan(0);
      expect(rendered).toBeLessThan(5000);
    }
  });
});
