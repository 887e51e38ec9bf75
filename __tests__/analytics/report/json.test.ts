import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { PageRow, Report } from '../../../src/analytics/model.ts';
import type { Period } from '../../../src/analytics/period.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import { anyReport } from './arbitrary.ts';
import { counts, gonePage, HOSTILE_PATHS, hostileReport, page, project, report } from './fixture.ts';

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));

function textOf(report: Report): string {
  return [...jsonText(report)].join('');
}

const DERIVED = ['formatVersion', 'headline', 'changePercent'];

/** The report that a file was written from, made of nothing but the file. */
function readBack(text: string): unknown {
  const known = (key: string, value: unknown) =>
    value === null || DERIVED.includes(key) ? undefined : value;
  const { actionVersion, previousPeriod, projects, ...rest } = JSON.parse(text, known);
  const projectOf = ({ pages, days, ...project }: { pages: PageRow[]; days?: { date: string }[] }) => {
    const { pages: read = [], gone = [] } = Object.groupBy(pages, ({ state }) =>
      state === 'gone' ? 'gone' : 'pages',
    );
    const spans = days?.map(({ date, ...day }) => ({ from: date, to: date, ...day }));
    return { ...project, pages: read, gone, days: spans };
  };
  return { ...rest, comparison: previousPeriod, version: actionVersion, projects: projects.map(projectOf) };
}

/** What the file has of a report: days, gaps as texts, and no bookkeeping. */
function written({ period, comparison, gaps, projects, ...report }: Report): unknown {
  const dated = ({ from, to }: Period) => ({ from, to });
  const texts = gaps.map(({ text }) => text);
  return {
    ...report,
    ...{ period: dated(period), comparison: comparison && dated(comparison), gaps: texts },
    projects: projects.map((project) => ({
      ...project,
      gaps: texts,
      sections: project.sections.map(({ pagesBefore: _, ...section }) => section),
    })),
  };
}

describe('page-views.json', () => {
  test('reads back to exactly the report, and is as its schema says', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = textOf(report);
        expect(readBack(text)).toEqual(written(report));
        validate(JSON.parse(text));
        expect(validate.errors).toBeNull();
      }),
    );
  });

  test('has a page on each line, and none that the runner would take for a command', () => {
    const text = textOf(hostileReport());
    expect(text).not.toContain('##[');
    const paths = JSON.parse(text).projects[0].pages.map(({ path }: PageRow) => path);
    expect(paths).toContain('a\r##[add-mask]x');
    const lines = text.split('\n').filter((line) => line.startsWith('{"path"'));
    expect(lines).toHaveLength(HOSTILE_PATHS.length + 6 + 3);
  });

  test('tells changes in percent where there is something to compare with', () => {
    const befores = [counts(4, 0), counts(0, 0), 'new', undefined] as const;
    const pages = befores.map((before) => page('/', counts(3, 0), before));
    const json = JSON.parse(textOf(report([project({ pages, gone: [gonePage('/old', counts(1, 1))] })])));
    expect(
      json.projects[0].pages.map(({ state, changePercent }: Record<string, unknown>) => [
        state,
        changePercent,
      ]),
    ).toEqual([
      ['known', -25],
      ['known', null],
      ['new', null],
      ['unknown', null],
      ['gone', -100],
    ]);
  });
});

test('each project has its own gaps, and those of all', () => {
  const projects = [project({ count: 1 }), project({ count: 1, projectId: 'b' })];
  const gaps = [{ text: 'All.' }, { projectId: 'b', text: 'One.' }];
  const json = JSON.parse(textOf(report(projects, { gaps })));
  expect(json.gaps).toEqual(['All.', 'b: One.']);
  expect(json.projects.map((each: { gaps: string[] }) => each.gaps)).toEqual([['All.'], ['All.', 'One.']]);
});

describe('its schema', () => {
  const valid = JSON.parse(textOf(report([project({ count: 2 })])));

  test.each([
    ['a negative count', { requests: { allowed: -1, spent: 0 } }],
    ['a period without an end', { period: { from: '2026-01-05' } }],
    ['a time in place of a day', { period: { from: '2026-01-05T00:00:00Z', to: '2026-01-06' } }],
    ['a page without a path', { projects: [{ ...valid.projects[0], pages: [counts(1, 0)] }] }],
    ['a later format', { formatVersion: 2 }],
  ])('refuses %s', (_, wrong) => {
    expect(validate(valid)).toBe(true);
    expect(validate({ ...valid, ...wrong })).toBe(false);
  });
});
