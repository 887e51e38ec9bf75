import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

  test('replaces a link by a file, and leaves alone what it leads to', async () => {
    const directory = path.join(temp, 'linked');
    const outside = path.join(temp, 'outside.txt');
    mkdirSync(directory);
    writeFileSync(outside, 'precious');
    for (const name of ['page-views.csv', 'report.md']) symlinkSync(outside, path.join(directory, name));
    symlinkSync(path.join(temp, 'nowhere'), path.join(directory, 'page-views.json'));
    linkSync(outside, path.join(directory, 'report.html'));
    await writeReport(report(), directory);
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(existsSync(path.join(temp, 'nowhere'))).toBe(false);
    expect(readdirSync(directory).sort()).toEqual([
      'page-views.csv',
      'page-views.json',
      'report.html',
      'report.md',
    ]);
    for (const name of readdirSync(directory)) {
      expect([name, lstatSync(path.join(directory, name)).isFile()]).toEqual([name, true]);
    }
  });

  test.each([['out'], ['out/below'], ['inner/out/deep/down'], ['dangling']])(
    'refuses a directory that a link leads out of the workspace: %s',
    async (name) => {
      const workspace = mkdtempSync(path.join(temp, 'workspace-'));
      const elsewhere = mkdtempSync(path.join(temp, 'elsewhere-'));
      mkdirSync(path.join(workspace, 'inner'));
      symlinkSync(elsewhere, path.join(workspace, 'out'), 'dir');
      symlinkSync(elsewhere, path.join(workspace, 'inner', 'out'), 'dir');
      symlinkSync(path.join(elsewhere, 'missing'), path.join(workspace, 'dangling'), 'dir');
      await expect(writeReport(report(), path.join(workspace, name), [workspace])).rejects.toThrow(
        /could not be written: (?:a symbolic link leads out of .*workspace-|.*(?:ENOENT|EEXIST))/,
      );
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  test('takes a link that stays inside, and a workspace that is itself behind one', async () => {
    const workspace = mkdtempSync(path.join(temp, 'workspace-'));
    mkdirSync(path.join(workspace, 'real'));
    symlinkSync(path.join(workspace, 'real'), path.join(workspace, 'inside'), 'dir');
    const alias = path.join(temp, 'alias');
    symlinkSync(workspace, alias, 'dir');
    await writeReport(report(), path.join(alias, 'inside', 'new'), [alias, path.join(temp, 'other')]);
    expect(readdirSync(path.join(workspace, 'real', 'new'))).toHaveLength(4);
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
        state: 'new' as const,
      };
      const pages = Array.from({ length: 20_000 }, () => page);
      const pieces = text(report([project({ pages, gone: [] })]));
      rendered = 0;
      for (let piece = 0; piece < 10; piece += 1) pieces.next();
      expect(rendered).toBeGreaterThan(0);
      expect(rendered).toBeLessThan(5000);
    }
  });
});
