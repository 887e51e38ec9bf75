import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Report } from '../../../src/analytics/model.ts';
import { csvText } from '../../../src/analytics/report/csv.ts';
import { formulaSafe } from '../../../src/text/csv.ts';
import { withoutCommands } from '../../../src/text/log.ts';
import { anyReport } from './arbitrary.ts';
import { counts, page, project, report } from './fixture.ts';

const COLUMNS = 'from to project path human ai total previous_total change_percent state'.split(' ');

function bytesOf(report: Report): Buffer {
  return Buffer.from([...csvText(report)].join(''));
}

function read(bytes: Buffer): string[][] {
  return parse(bytes, { bom: true, record_delimiter: '\r\n' }) as string[][];
}

/** As UTF-8 has it: half of a surrogate pair is no character. */
function asWritten(text: string): string {
  return formulaSafe(withoutCommands(text)).toWellFormed();
}

describe('page-views.csv', () => {
  test('reads back to the pages of all projects', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { from, to } = report.period;
        const expected = report.projects.flatMap(({ projectId, pages, gone }) =>
          [...pages, ...gone].map(({ path, human, ai, total, state, previous }) => {
            return [projectId, path, human, ai, total, previous?.total ?? '', state];
          }),
        );
        const [header, ...rows] = read(bytesOf(report));
        expect(header).toEqual(COLUMNS);
        expect(rows.map((row) => row.toSpliced(8, 1))).toEqual(
          expected.map(([id, path, ...rest]) => [
            ...[from, to],
            asWritten(String(id)),
            asWritten(String(path)),
            ...rest.map(String),
          ]),
        );
      }),
    );
  });

  test('begins with a byte order mark and ends every line with CRLF, even without pages', () => {
    const empty = bytesOf(report([project({ count: 0 })]));
    expect(empty.toString('utf8')).toBe(`\ufeff${COLUMNS.join(',')}\r\n`);
    expect(empty.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const filled = bytesOf(report([project({ count: 3 })]));
    expect(filled.toString('utf8').split('\r\n')).toHaveLength(5);
  });

  test('quotes every line break, so that readers of all kinds see the same rows', () => {
    const paths = ['/lf\nx', '/cr\rx', '/crlf\r\nx', '/formula\r\n=1+1'];
    const pages = paths.map((path) => page(path, counts(1, 0)));
    const text = bytesOf(report([{ ...project({ count: 0 }), pages }])).toString('utf8');
    const outsideQuotes = text.replace(/"[^"]*"/g, '""');
    expect(outsideQuotes.split('\r\n')).toHaveLength(paths.length + 2);
    expect(outsideQuotes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('writes changes as plain numbers', () => {
    const pages = [
      page('/up', counts(9, 0), counts(8, 0)),
      page('/down', counts(3, 0), counts(8, 0)),
      page('/new', counts(1, 0), 'new'),
    ];
    const rows = read(bytesOf(report([project({ pages, gone: [] })])));
    expect(rows.slice(1).map((row) => row[8])).toEqual(['12.5', '-62.5', '']);
  });
});
