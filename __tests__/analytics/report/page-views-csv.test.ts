import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { PageRow } from '../../../src/analytics/model.ts';
import { csvText } from '../../../src/analytics/report/page-views-csv.ts';
import { counts, page, project, report } from './fixture.ts';

const HEAD = 'from,to,project,path,human,ai,total,previous_total,change_percent,state';
const read = (text: string) =>
  parse(Buffer.from(text), { bom: true, record_delimiter: '\r\n' }) as string[][];
const ofPages = (...pages: PageRow[]) => [...csvText(report([project({ pages })]))].join('');

test('begins with a byte order mark and ends every line with CRLF, even without pages', () => {
  expect(Buffer.from(ofPages())).toEqual(Buffer.from(`\u00ef\u00bb\u00bf${HEAD}\r\n`, 'latin1'));
});

test('quotes every line break, so that readers of all kinds see the same rows', () => {
  const paths = ['/lf\nx', '/cr\rx', '/crlf\r\nx', '/formula\r\n=1+1'];
  const outsideQuotes = ofPages(...paths.map((path) => page(path, counts(1, 0)))).replace(/"[^"]*"/g, '""');
  expect(outsideQuotes.split('\r\n')).toHaveLength(paths.length + 2);
  expect(outsideQuotes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('writes changes as plain numbers', () => {
  const befores = [counts(8, 0), counts(8, 1), 'new', undefined] as const;
  const rows = read(ofPages(...befores.map((before) => page('/', counts(9, 0), before))));
  expect(rows.slice(1).map((row) => row[8])).toEqual(['12.5', '0', '', '']);
});
