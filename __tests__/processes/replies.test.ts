import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { annotations } from '../helpers/action-environment.ts';
import { labeledPayload } from '../helpers/payloads.ts';
import { HURRIED } from '../helpers/preloaded.ts';
import type { BundleResult } from '../helpers/run-bundle.ts';
import { endOf, existingJob, expectSound, withSandbox } from './cases.ts';
import { github, Issue, killed, onIssue, PEOPLE, testOnIssue } from './issue.ts';

/** One reply per request, as issues and re-runs of the bundle have it. */

const WELL = { exitCode: 0, outcome: 'pull-request' };

describe('a reply', () => {
  testOnIssue(
    'is created before anything is sent, complete and signed, and says how it ends',
    async (issue) => {
      const seen: string[] = [];
      const { sandbox } = issue;
      sandbox.setFaults([{ on: 'create', behaviour: { kind: 'delay', ms: 200 } }]);
      const step = issue.start('issues', labeledPayload('docs'));
      await step.until(() => sandbox.ledger.of('create').length === 1, 'the request to the platform');
      seen.push(...issue.replies.map(({ state }) => state));
      const result = await step.finished();
      expect(endOf(result)).toEqual(WELL);
      expect(seen).toEqual(['sending']);
      const [reply, there] = issue.replies;
      expect(reply).toMatchObject({ state: 'pull-request', job: sandbox.ledger.jobs[0]?.id, issue: 1 });
      expect(reply?.body).toContain('https://github.com/acme/docs/pull/41');
      expect(result.outputs['comment-url']).toContain(`#issuecomment-${reply?.id}`);
      expect(there).toMatchObject({ issue: 41, job: sandbox.ledger.jobs[0]?.id });
    },
  );

  test.concurrent.each([403, 404, 410, 422])('that GitHub refuses with %d holds nothing up', (status) =>
    onIssue(
      async (issue) => {
        const result = await issue.label();
        expect(endOf(result)).toEqual(WELL);
        expect([issue.sent, issue.replies, result.outputs['comment-url']]).toEqual([1, [], '']);
        expect(annotations(result, 'warning').join('\n')).toMatch(
          /A re-run of .* would send .*`issues: write`/,
        );
      },
      { faults: [{ on: 'comment-create', behaviour: github(status) }] },
    ),
  );

  test.concurrent('that somebody deletes meanwhile is written anew', () => {
    let isDeleted = false;
    const onAnswer: SandboxOptions['onAnswer'] = ({ operation }) => {
      const [reply] = world?.replies ?? [];
      if (operation !== 'create' || !reply || isDeleted) return;
      isDeleted = true;
      world?.sandbox.github.deleteComment(reply.id);
    };
    let world: Issue | undefined;
    return onIssue(
      async (issue) => {
        world = issue;
        expect(endOf(await issue.label())).toEqual(WELL);
        expect(issue.replies.filter(({ issue }) => issue === 1).map(({ state }) => state)).toEqual([
          'pull-request',
        ]);
        expect(issue.sandbox.ledger.of('comment-update').map(({ status }) => status)).toContain(404);
      },
      { onAnswer },
    );
  });

  testOnIssue('whose writes fail but for the last shows the end', async (issue) => {
    const { sandbox } = issue;
    sandbox.setScenario('slow');
    sandbox.setFaults([{ on: 'comment-update', behaviour: github(502) }]);
    const step = issue.start('issues', labeledPayload('docs'));
    await step.until(() => sandbox.ledger.of('comment-update').length > 1, 'an update that fails');
    expect(issue.replies.map(({ state }) => state)).toEqual(['sending']);
    sandbox.setFaults([]);
    step.kill('SIGINT');
    expect((await step.finished()).outputs['outcome']).toBe('cancelled');
    expect(issue.replies).toMatchObject([{ state: 'cancelled', job: sandbox.ledger.jobs[0]?.id }]);
  });

  testOnIssue('whose creation is answered 502 though it was done is found again', async (issue) => {
    const lost = { ...github(502), effect: true };
    issue.sandbox.setFaults([{ on: 'comment-create', only: [1], behaviour: lost }]);
    for (const attempt of [1, 2]) {
      expect(endOf(await issue.label({ run: 1, attempt }))).toEqual(WELL);
      expect([attempt, issue.sent, issue.replies.length]).toEqual([attempt, 1, 2]);
    }
  });

  testOnIssue('of a run that is interrupted has the job, and says that it goes on', async (issue) => {
    issue.sandbox.setScenario('slow');
    const step = issue.start('issues', labeledPayload('docs'));
    await step.until(() => issue.replies[0]?.state === 'working', 'the job in the reply');
    step.kill('SIGINT');
    const result = await step.finished();
    expectSound(result, issue.sandbox.apiKey);
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'cancelled' });
    const [job] = issue.sandbox.ledger.jobs;
    expect(issue.replies).toMatchObject([{ state: 'cancelled', job: job?.id }]);
    expect(issue.replies[0]?.body).toMatch(new RegExp(`goes on.*${job?.id}`, 's'));
  });
});

describe('a re-run', () => {
  testOnIssue('whose reply was deleted sends, with a notice', async (issue) => {
    await issue.label({ run: 1 });
    for (const { id } of issue.replies) issue.sandbox.github.deleteComment(id);
    const again = await issue.label({ run: 1, attempt: 2 });
    expect(endOf(again)).toEqual(WELL);
    expect(issue.sent).toBe(2);
    expect(annotations(again, 'notice').join()).toContain('no reply of an earlier attempt stands');
  });

  testOnIssue('after an unknown end sends, and its reply says that there may be two', async (issue) => {
    issue.sandbox.setScenario('create-reset-after');
    expect(endOf(await issue.label({ run: 1 }))).toEqual({ exitCode: 1, outcome: 'unknown' });
    issue.sandbox.setScenario('happy');
    expect(endOf(await issue.label({ run: 1, attempt: 2 }))).toEqual(WELL);
    const here = issue.replies.filter((reply) => reply.issue === 1);
    expect([issue.sent, here.length]).toEqual([2, 1]);
    expect(here[0]?.body).toContain('there may be two');
  });

  testOnIssue('after a run that was killed while it sent tells so, and the next one sends', async (issue) => {
    issue.sandbox.setScenario('create-hang-after');
    const step = issue.start('issues', labeledPayload('docs'), { run: 1 });
    await step.until(() => issue.sent === 1, 'the request to the platform');
    step.kill('SIGKILL');
    await step.finished();
    issue.sandbox.setScenario('happy');
    expect(endOf(await issue.label({ run: 1, attempt: 2 }))).toEqual({ exitCode: 1, outcome: 'unknown' });
    expect(issue.sent).toBe(1);
    expect(endOf(await issue.label({ run: 1, attempt: 3 }))).toEqual(WELL);
    expect(issue.sent).toBe(2);
  });

  testOnIssue('with another timeout is the same request', async (issue) => {
    const first = await issue.label({ run: 1, given: { 'timeout-minutes': '5' } });
    const again = await issue.label({ run: 1, attempt: 2, given: { 'timeout-minutes': '7' } });
    expect(again.outputs['job-id']).toBe(first.outputs['job-id']);
    expect(issue.sent).toBe(1);
  });

  testOnIssue('with another text in prompt-file is another request', async (issue) => {
    for (const attempt of [1, 2]) {
      const given = { 'prompt-file': 'ask.md' };
      const step = issue.start('issues', labeledPayload('docs'), { run: 1, attempt, given });
      writeFileSync(path.join(step.directory.workspace, 'ask.md'), `Ask ${attempt}`);
      expect(endOf(await step.finished())).toEqual(WELL);
    }
    expect(issue.sandbox.ledger.jobs.map(({ prompts }) => prompts[0]?.slice(0, 5))).toEqual([
      'Ask 1',
      'Ask 2',
    ]);
  });

  testOnIssue('of a job that failed sends anew, and says so', async (issue) => {
    issue.sandbox.setScenario('failed');
    await issue.label({ run: 1 });
    issue.sandbox.setScenario('happy');
    expect(endOf(await issue.label({ run: 1, attempt: 2 }))).toEqual(WELL);
    expect(issue.sent).toBe(2);
    expect(issue.replies[0]?.body).toContain('has failed');
  });

  testOnIssue(
    'of four matrix jobs in lockstep watches, and the four had four jobs and replies',
    async (issue) => {
      const all = (attempt: number) => Promise.all([1, 2, 3, 4].map(() => issue.label({ run: 1, attempt })));
      await all(1);
      const jobs = issue.sandbox.ledger.jobs.map(({ id }) => id);
      const here = () => issue.replies.filter((reply) => reply.issue === 1);
      expect([jobs.length, new Set(here().map(({ job }) => job)).size]).toEqual([4, 4]);
      const again = await all(2);
      expect([issue.sent, here().length]).toEqual([4, 4]);
      for (const { outputs } of again) expect(jobs).toContain(outputs['job-id']);
    },
  );

  testOnIssue('with another API key finds no reply of the old one', async (issue) => {
    await issue.label({ run: 1 });
    const other = await startSandbox({
      ...{ jobMs: 400, permissions: PEOPLE, apiKey: 'mint_rotated_0123456789abcdef' },
    });
    other.github.comments.push(...issue.sandbox.github.comments);
    const rotated = new Issue(other);
    expect(endOf(await rotated.label({ run: 1, attempt: 2 }))).toEqual(WELL);
    expect(endOf(await rotated.ask('/docs more'))).toEqual(WELL);
    expect(other.ledger.of('create', 'message').map(({ operation }) => operation)).toEqual([
      ...['create', 'message'],
    ]);
    await other.close();
  });
});

describe('a request', () => {
  testOnIssue('with `include: discussion` quotes people, and none of the replies', async (issue) => {
    const { outputs } = await issue.label();
    issue.write('Mind the gap.');
    const given = { include: 'discussion', 'allowed-bots': 'github-actions[bot]' };
    await issue.label({ given });
    const [prompt] = issue.sandbox.ledger.jobs[1]?.prompts ?? [];
    expect(prompt).toContain('Mind the gap.');
    expect(prompt).not.toContain(outputs['job-id']);
    expect(prompt).not.toContain('github-actions[bot]');
  });
});

describe('a comment', () => {
  testOnIssue('goes on with the job that was started here, not with one that was watched', async (issue) => {
    const first = await issue.label();
    const given = { 'job-id': await existingJob(issue.sandbox), context: 'none' };
    const updates = issue.sandbox.ledger.of('comment-update').length;
    const watched = await issue.label({ given });
    expect(watched.outputs['job-id']).toBe(given['job-id']);
    expect(issue.replies.map(({ does }) => does)).toEqual(['start', undefined, 'watch', undefined]);
    expect(issue.sandbox.ledger.of('comment-update')).toHaveLength(updates);
    const follow = await issue.ask('/docs more');
    expect(follow.outputs['job-id']).toBe(first.outputs['job-id']);
  });

  testOnIssue('goes on with the job of the reply that was created last, whatever its id', async (issue) => {
    const { github } = issue.sandbox;
    for (const prompt of ['One.', 'Two.']) await issue.label({ given: { prompt } });
    const own = github.comments.filter((comment) => comment.issue === 1);
    // As after GitHub has given ids from somewhere else: the reply that was created later has the lower one.
    own.forEach((comment, index) => {
      const at = `2026-10-01T00:00:${index}0Z`;
      const ids = { id: 900 - index, createdAt: at, updatedAt: at };
      github.comments[github.comments.indexOf(comment)] = { ...comment, ...ids };
    });
    github.comments.sort((a, b) => a.id - b.id);
    const follow = await issue.ask('/docs more');
    expect(follow.outputs['job-id']).toBe(issue.sandbox.ledger.jobs[1]?.id);
  });

  let lateMs = 0;
  testOnIssue(
    'does not wait for one that was killed two minutes ago',
    async (issue) => {
      await killed(issue);
      lateMs = 121_000;
      const before = issue.sandbox.ledger.requests.length;
      expect(endOf(await issue.ask('/docs more'))).toEqual(WELL);
      const lists = issue.github(before).filter((name) => name === 'comment-list');
      // Once to decide, once before it starts a job, once on the pull request.
      expect(lists).toHaveLength(3);
    },
    { now: () => Date.now() + lateMs },
  );
});

test('GitHub is asked for little: of 1,000 requests an hour', () =>
  withSandbox({ jobMs: 400, permissions: PEOPLE }, async (sandbox) => {
    const issue = new Issue(sandbox, 'acme/docs');
    const asked = async (run: () => Promise<BundleResult>) => {
      const before = sandbox.ledger.requests.length;
      expect(endOf(await run())).toEqual(WELL);
      return issue.github(before).join(' ');
    };
    const requests = {
      label: await asked(() => issue.label({ run: 1 })),
      'follow-up': await asked(() => issue.ask('/docs more')),
      're-run': await asked(() => issue.label({ run: 1, attempt: 2 })),
      'on the pull request': await asked(() =>
        issue.run('issue_comment', issue.commentOn(41, '/docs more'), { env: HURRIED }),
      ),
      review: await asked(() =>
        issue.run('pull_request_review', issue.review(41, '/docs all', ['Here']), { env: HURRIED }),
      ),
    };
    const save = 'comment-create comment-update comment-update';
    expect(requests).toEqual({
      label: `permission ${save} comment-list comment-create`,
      'follow-up': `permission comment-list ${save} comment-list`,
      're-run': 'permission comment-list comment-update comment-list',
      'on the pull request': `permission comment-list ${save}`,
      review: `permission review-comments comment-list ${save}`,
    });
    expect([sandbox.ledger.of('create').length, issue.sent]).toEqual([1, 4]);
  }));
