import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { sectionsOf } from '../../../src/analytics/compare.ts';
import type { Report } from '../../../src/analytics/model.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { gapTexts, notesOf } from '../../../src/analytics/report/phrases.ts';
import { VERSION } from '../../../src/version.ts';
import { sumOf } from '../fake-site.ts';
import { anyReport } from './arbitrary.ts';
import { counts, gonePage, HOSTILE_PATHS, hostileReport, page, project, report } from './fixture.ts';

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));
const read = (made: Report) => JSON.parse([...jsonText(made)].join(''));

/** What the file has of a report, without what is absent and what other tests hold. */
function written(report: Report): unknown {
  const { period, comparison, gaps, notes: _, projects, ...given } = report;
  const dated = ({ from, to }: Report['period']) => ({ from, to });
  return {
    ...{ ...given, actionVersion: VERSION, gaps: gapTexts(report) },
    ...{ period: dated(period), previousPeriod: comparison && dated(comparison) },
    projects: projects.map((each) => ({
      ...{ ...each, sums: sumOf(each.pages), notes: [...notesOf(report), ...each.notes] },
      gaps: gaps.filter(({ projectId }) => projectId === each.projectId).map(({ text }) => text),
      days: each.days?.map(({ from, counts: views }) => ({ date: from, counts: views })),
      sections: sectionsOf(each).map(({ path, isOnePage: _, projectId: __, ...views }) => {
        return { section: path, ...views };
      }),
      pages: each.pages.map(({ projectId: _, ...views }) => views),
    })),
  };
}

test('reads back to exactly the report, and is as its schema says', () => {
  const ELSEWHERE = ['formatVersion', 'headline', 'changePercent'];
  fc.assert(
    fc.property(anyReport, (any) => {
      const known = (key: string, value: unknown) =>
        value === null || ELSEWHERE.includes(key) ? undefined : value;
      expect(JSON.parse([...jsonText(any)].join(''), known)).toEqual(written(any));
      validate(read(any));
      expect(validate.errors).toBeNull();
    }),
  );
});

test('has a page on each line, and none that the runner would take for a command', () => {
  const text = [...jsonText(hostileReport())].join('');
  expect(text).not.toContain('##[');
  expect(text.endsWith(']}\n')).toBe(true);
  expect(text).toContain('"path":"a\\r#\\u0023[add-mask]x"');
  const lines = text.split('\n').filter((line) => line.startsWith('{"path"'));
  expect(lines).toHaveLength(HOSTILE_PATHS.length + 6 + 3);
});

test('tells changes in percent where there is something to compare with', () => {
  const befores = [counts(4, 0), counts(0, 0), 'new', undefined] as const;
  const pages = befores.map((before) => page('/', counts(3, 0), before));
  const json = read(report([project({ pages: [...pages, gonePage('/old', counts(1, 1))] })]));
  const told = ({ state, changePercent }: Record<string, unknown>) => `${state} ${changePercent}`;
  const expected = ['known -25', 'known null', 'new null', 'unknown null', 'gone -100'];
  expect(json.projects[0].pages.map(told)).toEqual(expected);
  const isGone = ({ section }: Record<string, unknown>) => section === '/old';
  expect(json.projects[0].sections.find(isGone).changePercent).toBe(-100);
});

test('each project has its own gaps and notes, and the notes of all', () => {
  const projects = [project({ count: 1 }), project({ count: 1, projectId: 'b', notes: ['Own.'] })];
  const gaps = [{ projectId: 'b', text: 'One.' }];
  const json = read(report(projects, { gaps, notes: ['All.'] }));
  expect(json.gaps).toEqual(['b: One.']);
  const own = json.projects.map((each: { gaps: string[]; notes: string[] }) => [each.gaps, each.notes]);
  expect(own).toEqual([
    [[], ['All.']],
    [['One.'], ['All.', 'Own.']],
  ]);
});

const VALID = read(report([project({ count: 2 })]));
test.each([
  ['a negative count', { requests: { allowed: -1, spent: 0 } }],
  ['a period without an end', { period: { from: '2026-01-05' } }],
  ['a time in place of a day', { period: { from: '2026-01-05T00:00:00Z', to: '2026-01-06' } }],
  ['a page without a path', { projects: [{ ...VALID.projects[0], pages: [counts(1, 0)] }] }],
  ['a later format', { formatVersion: 2 }],
])('its schema refuses %s', (_, wrong) => {
  expect(validate(VALID)).toBe(true);
  expect(validate({ ...VALID, ...wrong })).toBe(false);
});
