import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { dispatched, ISSUE, scheduled } from './events.ts';
import { PROJECT, scenario } from './stage.ts';
import { type StepRun, stepNamed, stepsNamed } from './workflow-run.ts';

const REPORT = "Report last week's page views";
const FILES = ['page-views.csv', 'page-views.json', 'report.html', 'report.md'];

/** A JSON output. */
function list({ outputs }: StepRun, name: string): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(outputs[name] ?? '');
}

scenario('The weekly report, with its files as artifacts', async (stage) => {
  const { sandbox } = stage;
  const run = await stage.example('weekly-report.yml', scheduled());
  const step = stepNamed(run, REPORT);
  const { outputs } = step;
  const truth = sandbox.pageViews(PROJECT, outputs['date-from'] ?? '', outputs['date-to'] ?? '');
  assert.deepEqual([outputs['outcome'], outputs['complete']], ['report', 'true']);
  assert.equal(outputs['total-views'], String(truth.totals.total));
  assert.equal(outputs['page-count'], String(truth.rows.length));
  assert.match(outputs['change'] ?? '', /^[+-]\d+\.\d$/);
  assert.deepEqual(
    list(step, 'top-pages').map(({ path }) => path),
    truth.rows.slice(0, 10).map(({ path }) => path),
  );
  assert.match(step.summary, /page views/i);

  const [files, page, ...others] = sandbox.artifacts.all;
  assert.ok(files && page, 'there are two artifacts');
  assert.equal(others.length, 0);
  assert.equal(files.name, 'docs-page-views');
  assert.deepEqual(Object.keys(unzipSync(files.content)).sort(), FILES);
  assert.equal(outputs['artifact-id'], String(files.id));
  assert.match(outputs['artifact-digest'] ?? '', /^(sha256:)?[0-9a-f]{64}$/);
  assert.equal(page.mimeType, 'text/html');
  assert.match(outputs['report-url'] ?? '', new RegExp(`/artifacts/${page.id}$`));
  assert.match(page.content.toString('utf8'), /^<!doctype html>/i);
});

scenario('A report tells the agent what to improve', async (stage) => {
  const { ledger } = stage.sandbox;
  const run = await stage.example('improve-rising-pages.yml', dispatched({}));
  const rising = list(stepNamed(run, 'Find the pages that gained most'), 'rising-pages');
  const ask = stepNamed(run, 'Ask the docs agent to improve them');
  assert.equal(rising.length, 5);
  assert.equal(ask.outputs['outcome'], 'pull-request');
  assert.equal(ledger.jobs.length, 1);
  for (const { path } of rising) assert.ok(ledger.jobs[0]?.prompts[0]?.includes(`"${path}"`));
});

scenario('Many projects: a matrix of requests, one report', async (stage) => {
  const { ledger, artifacts } = stage.sandbox;
  const run = await stage.example('many-projects.yml', dispatched({ prompt: 'Fix the typos' }));
  const asked = stepsNamed(run, 'Ask for a docs pull request');
  const { outputs } = stepNamed(run, REPORT);
  assert.deepEqual(
    asked.map(({ outputs }) => outputs['outcome']),
    ['pull-request', 'pull-request', 'pull-request'],
  );
  const projects = ['api-docs', 'handbook-docs', 'mobile-docs'];
  assert.deepEqual(ledger.jobs.map(({ project }) => project).sort(), projects);
  const { outcome, 'date-from': from = '', 'date-to': to = '' } = outputs;
  const totals = projects.map((project) => stage.sandbox.pageViews(project, from, to).totals.total);
  assert.equal(outcome, 'report');
  assert.equal(outputs['total-views'], String(totals.reduce((sum, total) => sum + total, 0)));
  assert.ok(artifacts.get('docs-page-views'), 'there is an artifact');
});

scenario('The weekly report as a comment on an issue', async (stage) => {
  const run = await stage.example('report-to-issue.yml', scheduled());
  const { outputs } = stepNamed(run, REPORT);
  const [own, ...others] = stage.sandbox.github.comments;
  assert.equal(others.length, 0);
  assert.equal(own?.issue, ISSUE.number);
  assert.ok(own?.body.includes(outputs['report-url'] ?? ''), 'the comment links the report');
  assert.match(own?.body ?? '', /https:\/\/docs\.example\.com\//);
});

scenario('The headline in a channel and in a discussion', async (stage) => {
  const run = await stage.example('report-to-chat.yml', scheduled());
  const { headline = '', 'report-url': url = '' } = stepNamed(run, REPORT).outputs;
  assert.match(headline, /\d/);
  const told = (file: string) => readFileSync(path.join(stage.releases, file), 'utf8');
  assert.ok(told('slack.yml').includes(`text: "Docs: ${headline} ${url}"`), 'the channel is told');
  assert.ok(told('discussion').includes(`body=${headline} ${url}`), 'the discussion is told');
});

scenario('A report compared with the last one, once there is one', async (stage) => {
  const play = async () => {
    await stage.example('report-compared-with-edits.yml', scheduled());
    const archive = stage.sandbox.artifacts.all.findLast(({ name }) => name === 'docs-page-views-by-month');
    assert.ok(archive, 'there is an artifact');
    writeFileSync(path.join(stage.releases, 'artifact.zip'), archive.content);
    const report = unzipSync(archive.content)['page-views.json'] ?? new Uint8Array();
    return JSON.parse(Buffer.from(report).toString('utf8')).projects[0].pages[0];
  };
  assert.equal((await play()).baseline ?? null, null);
  const { baseline, ...page } = await play();
  assert.deepEqual(baseline.total, page.total);
});
