import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type Baseline, changesSince, readBaseline, withBaseline } from '../../src/analytics/baseline.ts';
import { gain } from '../../src/analytics/compare.ts';
import { jsonText } from '../../src/analytics/report/json.ts';
import { counts, hostileReport, page, project, report } from './report/fixture.ts';

const root = mkdtempSync(path.join(tmpdir(), 'baseline-'));
afterAll(() => rmSync(root, { recursive: true }));
const workspace = path.join(root, 'workspace');
mkdirSync(workspace);

function write(name: string, content: string): string {
  writeFileSync(path.join(workspace, name), content);
  return name;
}

const WRITTEN = [...jsonText(report())].join('');

describe('a baseline', () => {
  test('is the page-views.json of an earlier run, whatever its paths are', () => {
    for (const earlier of [report(), hostileReport()]) {
      const read = readBaseline(write('page-views.json', [...jsonText(earlier)].join('')), workspace);
      if (typeof read === 'string') throw new Error(read);
      expect([read.generatedAt, read.period]).toEqual([earlier.generatedAt, earlier.period]);
      for (const each of earlier.projects) {
        const pages = each.pages.map((page) => ({ ...page }));
        expect(withBaseline({ ...each, pages }, read).notes).toEqual(each.notes);
        for (const { baseline, human, ai, total } of pages) expect(baseline).toEqual({ human, ai, total });
      }
    }
  });

  test('says nothing of pages and projects that it does not have', () => {
    const read = readBaseline(write('page-views.json', WRITTEN), workspace) as Baseline;
    const other = project({ projectId: 'other', count: 3 });
    expect(withBaseline(other, read).notes).toEqual(['The baseline has no pages of this project.']);
    const gone = project({ pages: [{ ...project().pages[0], path: '/guides/legacy-dashboard' } as never] });
    withBaseline(gone, read);
    expect([...other.pages, ...gone.pages].map(({ baseline }) => baseline)).toEqual(Array(4).fill(undefined));
  });

  test.each([
    ['nothing.json', () => 'nothing.json', /could not be read/],
    ['no JSON', () => write('x.json', '{'), /not the page-views\.json of an earlier run/],
    ['another JSON', () => write('x.json', '{"formatVersion": 1}'), /not the page-views\.json/],
    [
      'a later format',
      () => write('x.json', WRITTEN.replace('"formatVersion":1', '"formatVersion":2')),
      /not the page-/,
    ],
    ['a directory', () => '.', /Accepted: a file/],
    ['a file outside', () => '../outside.json', /must be in the workspace/],
    ['a link that leads out', () => 'link.json', /must be in the workspace/],
  ])('is not %s', (_, make, problem) => {
    writeFileSync(path.join(root, 'outside.json'), WRITTEN);
    rmSync(path.join(workspace, 'link.json'), { force: true });
    symlinkSync(path.join(root, 'outside.json'), path.join(workspace, 'link.json'));
    expect(readBaseline(make(), workspace)).toMatch(problem);
  });
});

describe('the changes since', () => {
  const views = (name: string, total: number, baseline?: number) => ({
    ...page(name, counts(total, 0)),
    baseline: baseline === undefined ? undefined : counts(baseline, 0),
  });
  const pages = [views('/up', 14, 7), views('/down', 7, 14), views('/same', 7, 7), views('/new', 9)];
  const days = (from: string, to: string) => ({ kind: 'dates', from, to }) as const;

  test.each([
    [
      'are those of pages in both, the largest first',
      '2025-12-08',
      { '/up': 7, '/down': -7 },
      /^Views of this period against those of the baseline\.$/,
    ],
    [
      'are those of a day on average where the baseline has another length',
      '2025-12-15',
      { '/up': 10.5, '/same': 3.5 },
      /The baseline has 14 days and this period 7/,
    ],
  ])('%s', (_, to, differences, expected) => {
    const { movers, note } = changesSince(
      {
        period: days('2026-01-05', '2026-01-12'),
        baseline: { generatedAt: '', period: days('2025-12-01', to) },
      },
      { pages },
      5,
    );
    expect(Object.fromEntries(movers.map((row) => [row.path, gain(row)]))).toEqual(differences);
    expect(note).toMatch(expected);
  });
});
