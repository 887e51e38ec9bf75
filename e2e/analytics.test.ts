import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { dispatched, scheduled } from '../scripts/demo/people.ts';
import { PROJECT, replies, type Stage, scenario } from './stage.ts';
import { stepNamed, stepsNamed } from './workflow-run.ts';

const REPORT = "Report last week's page views";

type Outputs = Readonly<Record<string, string>>;

/** What Mintlify has of the days of the report. */
function site({ sandbox }: Stage, project: string, { 'date-from': from = '', 'date-to': to = '' }: Outputs) {
  return sandbox.platform.pageViews(
    project,
    from,
    new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10),
  );
}

scenario('The weekly report, with its files as artifacts', async (stage) => {
  const { outputs } = stepNamed(await stage.run('weekly-report.yml', scheduled), REPORT);
  const { totals, rows } = site(stage, PROJECT, outputs);
  const figures = { 'total-views': String(totals.total), 'page-count': String(rows.length) };
  assert.partialDeepStrictEqual(outputs, { outcome: 'report', complete: 'true', ...figures });
  const [files, page] = stage.sandbox.artifacts.all;
  assert.ok(files && page, 'there are two artifacts');
  const names = ['page-views.csv', 'page-views.json', 'report.html', 'report.md'];
  assert.deepEqual(Object.keys(unzipSync(files.content)).sort(), names);
  assert.match(outputs['report-url'] ?? '', new RegExp(`/artifacts/${page.id}$`));
});

scenario('Many projects: a matrix of requests, one report', async (stage) => {
  const play = (inputs: Outputs) => stage.run('many-projects.yml', dispatched(inputs));
  const run = await play({ task: 'request', prompt: 'Fix the typos' });
  const asked = stepsNamed(run, 'Ask for a docs pull request', 3);
  assert.ok(asked.every(({ outputs }) => outputs['outcome'] === 'pull-request'));
  const projects = ['api-docs', 'handbook-docs', 'mobile-docs'];
  assert.deepEqual(stage.sandbox.ledger.jobs.map(({ project }) => project).sort(), projects);
  const { outputs } = stepNamed(await play({ task: 'report' }), REPORT);
  assert.equal(stage.sandbox.ledger.jobs.length, projects.length);
  const total = projects.reduce((sum, each) => sum + site(stage, each, outputs).totals.total, 0);
  assert.partialDeepStrictEqual(outputs, { outcome: 'report', 'total-views': String(total) });
});

scenario('The headline on an issue, in a channel and in a discussion', async (stage) => {
  const onIssue = stepNamed(await stage.run('report-to-issue.yml', scheduled), REPORT).outputs;
  const [comment = '', ...others] = replies(stage);
  assert.deepEqual([others, comment.includes(onIssue['report-url'] ?? '?')], [[], true]);
  const { outputs } = stepNamed(await stage.run('report-to-chat.yml', scheduled), REPORT);
  const posted = (file: string) => readFileSync(path.join(stage.releases, file), 'utf8');
  const text = `${outputs['headline']} ${outputs['report-url']}`;
  assert.match(text, /\d.* https:/);
  assert.ok(posted('slack.yml').includes(`text: "Docs: ${text}"`), 'it is in the channel');
  assert.ok(posted('discussion').includes(`body=${text}`), 'it is in the discussion');
});

scenario('A report on any days against any others', async (stage) => {
  const days = { period: '2026-03-02..2026-03-08', compare: '2026-02-02..2026-02-08' };
  const run = await stage.run('report-on-dates.yml', dispatched(days));
  const { outputs } = stepNamed(run, 'Report the page views of these days');
  const before = stage.sandbox.platform.pageViews(PROJECT, '2026-02-02', '2026-02-09').totals.total;
  const { total } = site(stage, PROJECT, outputs).totals;
  assert.equal(outputs['total-views'], String(total));
  assert.equal(Number(outputs['change']), Number(((total / before - 1) * 100).toFixed(1)));
});
