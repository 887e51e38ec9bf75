import { expect, test } from '@jest/globals';
import { marked } from 'marked';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

test('the bundle creates a job, waits for it, and hands on its pull request', () =>
  withSandbox({}, async (sandbox) => {
    const inputs = { ...QUICK, comment: 'true', 'issue-number': '12' };
    const result = await start(sandbox, inputs).finished();
    expectSound(result, sandbox);
    const [job] = sandbox.ledger.jobs;
    const [reply, link, ...others] = sandbox.github.comments;
    expect([reply?.issue, link?.issue, others]).toEqual([12, 41, []]);
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
    expect(job?.prompts).toEqual(['Write about proxies']);
    expect(result.outputs).toEqual({
      'job-id': job?.id,
      status: 'completed',
      outcome: 'pull-request',
      reason: 'The job completed and reported its pull request.',
      'pr-link': 'https://github.com/acme/docs/pull/41',
      'pr-number': '41',
      job: JSON.stringify({
        ...{ id: job?.id, status: 'completed', model: 'sandbox-writer-1' },
        prLink: 'https://github.com/acme/docs/pull/41',
        ...{ createdAt: job?.createdAt, archivedAt: null },
        source: { repository: 'acme/docs', ref: 'main' },
      }),
      checks: '',
      'preview-url': '',
      'comment-url': `https://github.com/acme/product/issues/12#issuecomment-${reply?.id}`,
    });
    expect([...annotations(result, 'error'), ...annotations(result, 'warning')]).toEqual([]);
    expect(visibleText(result)).toContain(`Job created: job-id ${job?.id}`);
    const html = marked.parse(result.summary, { gfm: true, async: false });
    expect(html).toContain('<a href="https://github.com/acme/docs/pull/41">#41</a>');
    expect(html).toContain(job?.id);
  }));
