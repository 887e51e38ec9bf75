import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { event, ISSUE, scheduled } from '../scripts/demo/people.ts';
import { PROJECT, type Stage, scenario } from './stage.ts';
import { type StepRun, stepNamed, stepsNamed } from './workflow-run.ts';

const dispatched = (inputs: Record<string, string> = {}) => event('workflow_dispatch', '', { inputs });
const REPORT = "Report last week's page views";
const FILES = ['page-views.csv', 'page-views.json', 'report.html', 'report.md'];

/** A JSON output. */
function list({ outputs }: StepRun, name: string): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(outputs[name] ?? '');
}

/** What the platform would say of the days of the report. */
function site({ sandbox }: Stage, project: string, { outputs }: StepRun) {
  const after = new Date(Date.parse(outputs['date-to'] ?? '') + 86_400_000).toISOString().slice(0, 10);
  return sandbox.pageViews(project, outputs['date-from'] ?? '', after);
}

scenario('The weekly report, with its files as artifacts', async (stage) => {
  const run = await stage.run('weekly-report.yml', scheduled);
  const step = stepNamed(run, REPORT);
  const { outputs } = step;
  const { totals, rows } = site(stage, PROJECT, step);
  assert.deepEqual([outputs['outcome'], outputs['complete']], ['report', 'true']);
  assert.equal(outputs['total-views'], String(totals.total));
  assert.equal(outputs['page-count'], String(rows.length));
  assert.match(outputs['change'] ?? '', /^[+-]\d+\.\d$/);
  const paths = list(step, 'top-pages').map(({ path }) => path);
  assert.deepEqual(
    paths,
    rows.slice(0, 10).map(({ path }) => path),
  );
  assert.match(step.summary, /page views/i);

  const [files, page, ...others] = stage.sandbox.artifacts.all;
  assert.ok(files && page, 'there are two artifacts');
  assert.equal(others.length, 0);
  assert.equal(files.name, 'docs-page-views');
  assert.deepEqual(Object.keys(unzipSync(files.content)).sort(), FILES);
  assert.equal(outputs['artifact-id'], String(files.id));
  assert.equal(page.mimeType, 'text/html');
  assert.match(outputs['report-url'] ?? '', new RegExp(`/artifacts/${page.id}$`));
  assert.match(page.content.toString('utf8'), /^<!doctype html>/i);
});

scenario('A report tells the agent what to improve', async (stage) => {
  const { ledger } = stage.sandbox;
  const run = await stage.run('improve-rising-pages.yml', dispatched());
  const rising = list(stepNamed(run, 'Find the pages that gained most'), 'rising-pages');
  const ask = stepNamed(run, 'Ask the docs agent to improve them');
  assert.equal(rising.length, 10);
  assert.equal(ask.outputs['outcome'], 'pull-request');
  assert.equal(ledger.jobs.length, 1);
  for (const { path } of rising) assert.ok(ledger.jobs[0]?.prompts[0]?.includes(`"${path}"`));
});

scenario('Many projects: a matrix of requests, one report', async (stage) => {
  const { ledger, artifacts } = stage.sandbox;
  const run = await stage.run('many-projects.yml', dispatched({ prompt: 'Fix the typos' }));
  const asked = stepsNamed(run, 'Ask for a docs pull request');
  const report = stepNamed(run, REPORT);
  assert.deepEqual(
    asked.map(({ outputs }) => outputs['outcome']),
    ['pull-request', 'pull-request', 'pull-request'],
  );
  const projects = ['api-docs', 'handbook-docs', 'mobile-docs'];
  assert.deepEqual(ledger.jobs.map(({ project }) => project).sort(), projects);
  const totals = projects.map((project) => site(stage, project, report).totals.total);
  assert.equal(report.outputs['outcome'], 'report');
  assert.equal(report.outputs['total-views'], String(totals.reduce((sum, total) => sum + total, 0)));
  assert.ok(artifacts.get('docs-page-views'), 'there is an artifact');
});

scenario('The weekly report as a comment on an issue', async (stage) => {
  const run = await stage.run('report-to-issue.yml', scheduled);
  const { outputs } = stepNamed(run, REPORT);
  const [own, ...others] = stage.sandbox.github.comments;
  assert.equal(others.length, 0);
  assert.equal(own?.issue, ISSUE.number);
  assert.ok(own?.body.includes(outputs['report-url'] ?? ''), 'the comment links the report');
  assert.match(own?.body ?? '', /https:\/\/docs\.example\.com\//);
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
  const step = stepNamed(run, 'Report the page views of these days');
  const { outcome, 'total-views': views, change = '' } = step.outputs;
  const before = stage.sandbox.pageViews(PROJECT, '2026-02-02', '2026-02-09').totals.total;
  const { total } = site(stage, PROJECT, step).totals;
  assert.deepEqual([outcome, views], ['report', String(total)]);
  assert.equal(Number(change), Number(((total / before - 1) * 100).toFixed(1)));
});
