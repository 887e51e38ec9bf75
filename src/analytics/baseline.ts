import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Counts } from '../platform/schemas.ts';
import { falling, rising } from './compare.ts';
import { rounded } from './counts.ts';
import type { BaselineInfo, PageRow, ProjectReport, Report } from './model.ts';
import { daysOf } from './period.ts';

/** The report of a quarter of a million pages has about 60 million bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

const count = z.number().check(z.nonnegative());
const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/));
/** What is needed of a `page-views.json`, as `docs/page-views.schema.json` describes it. */
const schema = z.object({
  formatVersion: z.literal(1),
  generatedAt: z.iso.datetime(),
  period: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('dates'), from: instant, to: instant }),
  ]),
  projects: z.array(
    z.object({
      projectId: z.string(),
      pages: z.array(
        z.object({ path: z.string(), human: count, ai: count, total: count, state: z.string() }),
      ),
    }),
  ),
});

/** An earlier report, with whose pages those of a new one are compared. */
export interface Baseline extends BaselineInfo {
  /** The views of each page, by project and path. */
  readonly views: ReadonlyMap<string, ReadonlyMap<string, Counts>>;
}

function baselineOf({ generatedAt, period, projects }: z.infer<typeof schema>): Baseline {
  const views = projects.map(({ projectId, pages }) => {
    const known = pages.filter(({ state }) => state !== 'gone');
    const rows = known.map(({ path: page, human, ai, total }) => [page, { human, ai, total }] as const);
    return [projectId, new Map(rows)] as const;
  });
  return { generatedAt, period, views: new Map(views) };
}

/** The report, with what the baseline has of each page. */
export function withBaseline(report: ProjectReport, { views }: Baseline): ProjectReport {
  const known = views.get(report.projectId);
  for (const page of report.pages) page.baseline = known?.get(page.path);
  if (known) return report;
  return { ...report, notes: [...report.notes, 'The baseline has no pages of this project.'] };
}

/**
 * The pages that gained and those that lost most since the baseline, `top` of each, with the baseline's views as those
 * before, and how they were compared. A baseline of more or fewer days is scaled to those of the period.
 */
export function changesSince(
  { period, baseline }: Pick<Report, 'period' | 'baseline'>,
  { pages }: Pick<ProjectReport, 'pages'>,
  top: number,
): { movers: PageRow[]; note: string } {
  const [now, before] = [daysOf(period)?.length, baseline && daysOf(baseline.period)?.length];
  const scale = now && before ? now / before : 1;
  const compared = pages.flatMap((page): PageRow[] => {
    if (!page.baseline) return [];
    const previous = { ...page.baseline, total: rounded(page.baseline.total * scale) };
    return [{ ...page, state: 'known', previous }];
  });
  const sides = { pages: compared, gone: [] };
  const note =
    scale === 1
      ? 'Views of this period against those of the baseline.'
      : `The baseline has ${before} days and this period ${now}: it is compared by views a day.`;
  return { movers: [...rising(sides, top), ...falling(sides, top)], note };
}

/** The baseline in a file of the workspace, or a sentence that says why there is none. */
export function readBaseline(file: string, workspace: string): Baseline | string {
  let text: string;
  try {
    const root = realpathSync(workspace);
    const real = realpathSync(path.resolve(root, file));
    const below = path.relative(root, real);
    if (path.isAbsolute(below) || below.split(path.sep)[0] === '..')
      return 'The file must be in the workspace.';
    const stats = statSync(real);
    if (!stats.isFile() || stats.size > MOST_BYTES) return `Accepted: a file of at most ${MOST_BYTES} bytes.`;
    text = readFileSync(real, 'utf8');
  } catch {
    return 'The file could not be read. It is looked for in the workspace: does a step before this one put it there?';
  }
  try {
    return baselineOf(schema.parse(JSON.parse(text)));
  } catch {
    return 'The file is not the page-views.json of an earlier run.';
  }
}
