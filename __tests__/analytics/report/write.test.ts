import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { htmlReport } from '../../../src/analytics/report/html.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { markdownReport } from '../../../src/analytics/report/markdown.ts';
import { writeReport } from '../../../src/analytics/report/write.ts';
import { hostileReport, project, report } from './fixture.ts';

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

  test('holds no second copy of its rows in memory', async () => {
    // In a process of its own with little room: the rows take most of it.
    const program = `
      import { writeReport } from './src/analytics/report/write.ts';
      import { project, report } from './__tests__/analytics/report/fixture.ts';
      const made = report([project({ count: 250_000 })]);
      await writeReport(made, ${JSON.stringify(path.join(temp, 'large'))});
    `;
    await promisify(execFile)(process.execPath, [
      '--max-old-space-size=160',
      '--input-type=module',
      '-e',
      program,
    ]);
    const lines = readFileSync(path.join(temp, 'large', 'page-views.csv'), 'utf8').split('\r\n');
    expect(lines).toHaveLength(250_000 + 2 + 2);
  }, 120_000);
});
