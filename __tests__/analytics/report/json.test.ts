import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Before, ProjectReport, Report, Section } from '../../../src/analytics/model.ts';
import type { DatedPeriod } from '../../../src/analytics/period.ts';
import { jsonText } from '../../../src/analytics/report/json.ts';
import type { Counts } from '../../../src/platform/schemas.ts';
import { anyReport } from './arbitrary.ts';
import { HOSTILE_PATHS, hostileReport, project, report } from './fixture.ts';

interface JsonPage extends Counts {
  readonly path: string;
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
  readonly previous: Counts | null;
  readonly changePercent: number | null;
}
type JsonProject = Record<'totals' | 'previousTotals', Counts | null> &
  Pick<ProjectReport, 'projectId' | 'sums' | 'complete' | 'notes'> & {
    readonly previousComplete: boolean | null;
    readonly headline: string;
    readonly days: readonly { date: string; to?: string; counts: Counts | null }[] | null;
    readonly history: readonly { from: string; to: string; counts: Counts | null }[] | null;
    readonly sections: readonly (Omit<Section, 'previous'> & { previous: Counts | null })[];
    readonly pages: readonly JsonPage[];
  };
interface JsonReport extends Pick<Report, 'generatedAt' | 'period' | 'requests'> {
  readonly headline: string;
  readonly actionVersion: string;
  readonly previousPeriod: DatedPeriod | null;
  readonly projects: readonly JsonProject[];
}

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
const validate = ajv.compile(JSON.parse(readFileSync('docs/page-views.schema.json', 'utf8')));

function textOf(report: Report): string {
  return [...jsonText(report)].join('');
}

/** The report that a file was written from, made of nothing but the file. */
function readBack(text: string): Report {
  const { actionVersion, projects, previousPeriod, ...rest } = JSON.parse(text) as JsonReport;
  const { generatedAt, period, requests } = rest;
  return {
    generatedAt,
    period,
    requests,
    version: actionVersion,
    ...(previousPeriod && { previousPeriod }),
    projects: projects.map(projectOf),
  };
}

function projectOf(json: JsonProject): ProjectReport {
  const { projectId, sums, complete, notes, totals, previousTotals, previousComplete, days, pages } = json;
  const { history, sections } = json;
  return {
    ...{ projectId, sums, complete, notes },
    ...(totals && { totals }),
    ...(previousTotals && { previousTotals }),
    ...(previousComplete !== null && { previousComplete }),
    ...(days && { days: days.map(({ counts, ...day }) => ({ ...day, ...(counts && { counts }) })) }),
    ...(history && {
      history: history.map(({ counts, ...span }) => ({ ...span, ...(counts && { counts }) })),
    }),
    sections: sections.map(({ section, pages: count, human, ai, total, previous }) => ({
      ...{ section, pages: count, human, ai, total },
      ...(previous && { previous }),
    })),
    pages: pages
      .filter(({ state }) => state !== 'gone')
      .map(({ path, human, ai, total, state, previous }) => ({
        ...{ path, human, ai, total },
        before: (state === 'known' ? { kind: state, counts: previous } : { kind: state }) as Before,
      })),
    gone: pages.flatMap(({ state, path, previous }) =>
      state === 'gone' && previous ? [{ path, previous }] : [],
    ),
  };
}

describe('page-views.json', () => {
  test('reads back to exactly the report, and is as its schema says', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = textOf(report);
        expect(readBack(text)).toEqual(report);
        validate(JSON.parse(text));
        expect(validate.errors).toBeNull();
      }),
    );
  });

  test('has a page on each line, and none that the runner would take for a command', () => {
    const text = textOf(hostileReport());
    expect(text).not.toContain('##[');
    expect(JSON.parse(text).projects[0].pages.map(({ path }: JsonPage) => path)).toContain(
      'a\r##[add-mask]x',
    );
    expect(text.split('\n').filter((line) => line.startsWith('{"path"'))).toHaveLength(
      HOSTILE_PATHS.length + 6 + 3,
    );
  });

  test('tells changes in percent where there is something to compare with', () => {
    const one = (before: Before) => ({ path: '/', human: 3, ai: 0, total: 3, before });
    const pages = [
      one({ kind: 'known', counts: { human: 4, ai: 0, total: 4 } }),
      one({ kind: 'known', counts: { human: 0, ai: 0, total: 0 } }),
      one({ kind: 'new' }),
      one({ kind: 'unknown' }),
    ];
    const gone = [{ path: '/old', previous: { human: 1, ai: 1, total: 2 } }];
    const json = JSON.parse(textOf(report([project({ pages, gone })]))) as JsonReport;
    expect(json.projects[0]?.pages.map(({ state, changePercent }) => [state, changePercent])).toEqual([
      ['known', -25],
      ['known', null],
      ['new', null],
      ['unknown', null],
      ['gone', -100],
    ]);
  });
});

describe('its schema', () => {
  const valid = JSON.parse(textOf(report([project({ count: 2 })]))) as JsonReport;

  test.each([
    ['a negative count', { ...valid, requests: { allowed: -1, spent: 0 } }],
    ['a period without an end', { ...valid, period: { kind: 'dates', from: '2026-01-05' } }],
    [
      'a page without a path',
      { ...valid, projects: [{ ...valid.projects[0], pages: [{ human: 1, ai: 0, total: 1 }] }] },
    ],
    ['a later format', { ...valid, formatVersion: 2 }],
  ])('refuses %s', (_, wrong) => {
    expect(validate(valid)).toBe(true);
    expect(validate(wrong)).toBe(false);
  });
});
