import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { dispatched, scheduled } from '../scripts/demo/people.ts';
import { PROJECT, replies, type Stage, scenario } from './stage.ts';
import { stepNamed, stepsNamed } from './workflow-run.ts';

const REPORT = "Report last week's page views";
const FILES = ['page-views.csv', 'page-views.json', 'report.html', 'report.md'];

type Outputs = Readonly<Record<string, string>>;

/** The paths in a JSON output. */
function paths(outputs: Outputs, name: string): string[] {
  return (JSON.parse(outputs[name] ?? '') as { path: string }[]).map(({ path }) => path);
}

/** What the platform would say of the days of the report. */
function site({ sandbox }: Stage, project: string, outputs: Outputs) {
  const after = new Date(Date.parse(outputs['date-to'] ?? '') + 86_400_000).toISOString().slice(0, 10);
  return sandbox.pageViews(project, outputs['date-from'] ?? '', after);
}

scenario('The weekly report, with its files as artifacts', async (stage) => {
  const run = await stage.run('weekly-report.yml', scheduled);
  const { outputs, summary } = stepNamed(run, REPORT);
  const { totals, rows } = site(stage, PROJECT, outputs);
  const figures = { 'total-views': String(totals.total), 'page-count': String(rows.length) };
  assert.partialDeepStrictEqual(outputs, { outcome: 'report', complete: 'true', ...figures });
  const most = rows.slice(0, 10).map(({ path }) => path);
  assert.deepEqual(paths(outputs, 'top-pages'), most);
  assert.match(outputs['change'] ?? '', /^[+-]\d+\.\d$/);
  assert.match(summary, /page views/i);

  const [files, page, ...others] = stage.sandbox.artifacts.all;
  assert.ok(files && page, 'there are two artifacts');
  assert.deepEqual([files.name, page.mimeType, others.length], ['docs-page-views', 'text/html', 0]);
  assert.deepEqual(Object.keys(unzipSync(files.content)).sort(), FILES);
  assert.equal(outputs['artifact-id'], String(files.id));
  assert.match(outputs['report-url'] ?? '', new RegExp(`/artifacts/${page.id}$`));
  assert.match(page.content.toString('utf8'), /^<!doctype html>/i);
});

scenario('A report tells the agent what to improve', async (stage) => {
  const run = await stage.run('improve-rising-pages.yml', dispatched());
  const rising = paths(stepNamed(run, 'Find the pages that gained most').outputs, 'rising-pages');
  const { outputs } = stepNamed(run, 'Ask the docs agent to improve them');
  const [job, ...others] = stage.sandbox.ledger.jobs;
  assert.deepEqual([outputs['outcome'], rising.length, others.length], ['pull-request', 10, 0]);
  for (const path of rising) assert.ok(job?.prompts[0]?.includes(`"${path}"`));
});

scenario('Many projects: a matrix of requests, one report', async (stage) => {
  const { ledger, artifacts } = stage.sandbox;
  const run = await stage.run('many-projects.yml', dispatched({ prompt: 'Fix the typos' }));
  for (const { outputs } of stepsNamed(run, 'Ask for a docs pull request', 3)) {
    assert.equal(outputs['outcome'], 'pull-request');
  }
  const projects = ['api-docs', 'handbook-docs', 'mobile-docs'];
  assert.deepEqual(ledger.jobs.map(({ project }) => project).sort(), projects);
  const { outputs } = stepNamed(run, REPORT);
  const total = projects.reduce((sum, each) => sum + site(stage, each, outputs).totals.total, 0);
  assert.partialDeepStrictEqual(outputs, { outcome: 'report', 'total-views': String(total) });
  assert.ok(artifacts.get('docs-page-views'), 'there is an artifact');
});

scenario('The weekly report as a comment on an issue', async (stage) => {
  const run = await stage.run('report-to-issue.yml', scheduled);
  const { 'report-url': url = '' } = stepNamed(run, REPORT).outputs;
  const [comment = '', ...others] = replies(stage);
  assert.equal(others.length, 0);
  assert.ok(comment.includes(url), 'the comment links the report');
  assert.match(comment, /https:\/\/docs\.example\.com\//);
});

scenario('The headline in a channel and in a discussion', async (stage) => {
  const run = await stage.run('report-to-chat.yml', scheduled);
  const { headline = '', 'report-url': url = '' } = stepNamed(run, REPORT).outputs;
  assert.match(headline, /\d/);
  const told = (file: string) => readFileSync(path.join(stage.releases, file), 'utf8');
  assert.ok(told('slack.yml').includes(`text: "Docs: ${headline} ${url}"`), 'the channel is told');
  assert.ok(told('discussion').includes(`body=${headline} ${url}`), 'the discussion is told');
});

scenario('A report on any days against any others', async (stage) => {
  const days = { period: '2026-03-02..2026-03-08', compare: '2026-02-02..2026-02-08' };
  const run = await stage.run('report-on-dates.yml', dispatched(days));
  const { outputs } = stepNamed(run, 'Report the page views of these days');
  const before = stage.sandbox.pageViews(PROJECT, '2026-02-02', '2026-02-09').totals.total;
  const { total } = site(stage, PROJECT, outputs).totals;
  assert.partialDeepStrictEqual(outputs, { outcome: 'report', 'total-views': String(total) });
  assert.equal(Number(outputs['change']), Number(((total / before - 1) * 100).toFixed(1)));
});
