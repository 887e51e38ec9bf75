import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { marked, type Tokens } from 'marked';
import type { AgentResult } from '../../src/agent/result.ts';
import { agentSummary } from '../../src/agent/summary.ts';
import { jobOf } from '../helpers/wait-world.ts';
import { actingText } from '../hostile/corpus.ts';

const done: AgentResult = {
  outcome: 'pull-request',
  reason: 'The job completed, and its pull request is open.',
  job: jobOf('completed', {
    prLink: 'https://github.com/acme/docs/pull/7',
    model: 'writer-1',
    repository: 'acme/docs',
    ref: 'main',
  }),
  jobId: 'job_1',
  polls: 12,
  durationMs: 250_000,
};

/** The facts of the summary's table, as Markdown. */
function factsOf(summary: string): Record<string, string> {
  const table = marked.lexer(summary, { gfm: true }).find(({ type }) => type === 'table') as Tokens.Table;
  const cells = [table.header, ...table.rows];
  return Object.fromEntries(cells.map(([name, value]) => [name?.text ?? '', value?.text ?? '']));
}

describe('the job summary', () => {
  test('says how it ended, with the link and the job', () => {
    const summary = agentSummary(done, 'docs');
    expect(summary).toMatch(
      /^## ✅ The docs pull request is ready\n\nThe job completed, and .* open\.\n\n\|/,
    );
    expect(factsOf(summary)).toEqual({
      'Pull request': '[\\#7](<https://github.com/acme/docs/pull/7>)',
      Outcome: '`pull-request`',
      Job: '`job_1`',
      Status: '`completed`',
      Project: '`docs`',
      Repository: '`acme/docs` at `main`',
      Model: '`writer-1`',
      Duration: '4 min 10 s',
      Polls: '12',
    });
  });

  test('without a job has no job in it', () => {
    const failed = { outcome: 'error', reason: 'POST /job was answered 401.', durationMs: 300 } as const;
    const summary = agentSummary({ ...failed, platformText: 'No', advice: 'Use `x`.' }, 'docs');
    const facts = { Outcome: '`error`', Project: '`docs`', Duration: '0.3 s', Polls: '0' };
    expect(factsOf(summary)).toEqual(facts);
    expect(summary).toContain('The platform says:\n\n```text\nNo\n```\n\nUse `x`.\n');
    const cancelled = agentSummary({ outcome: 'cancelled', reason: 'Interrupted.' }, 'docs');
    expect(cancelled).toMatch(/^## ✋ The run was interrupted\n/);
    expect(`${summary}${cancelled}`).not.toMatch(/job-id|goes on/);
  });

  test.each([
    ['http://git.internal/pull/7', '`http://git.internal/pull/7`'],
    ['https://git.example/changes/7', '[`https://git.example/changes/7`](<https://git.example/changes/7>)'],
    ['javascript:alert(1)', undefined],
  ])('shows the link %s as what it is', (prLink, shown) => {
    const summary = agentSummary({ ...done, job: jobOf('completed', { prLink }) }, 'docs');
    expect(factsOf(summary)['Pull request']).toBe(shown);
  });

  test('names the parts of the prompt, if there is more than the instructions', () => {
    const parts = ['instructions', 'changes', 'discussion'].map((name, index) => {
      return { name, characters: 1, leftOut: index === 1 ? '3 hunks' : '' };
    });
    const promptOf = (count: number) => factsOf(agentSummary(done, 'docs', parts.slice(0, count)))['Prompt'];
    expect([promptOf(3), promptOf(1)]).toEqual(['instructions, changes (in part), discussion', undefined]);
  });

  test('is the same document, whatever the platform says', () => {
    const shape = (text: string) => marked.lexer(text, { gfm: true }).map(({ type }) => type);
    const texts = fc.array(actingText, { minLength: 8, maxLength: 8 });
    const property = fc.property(
      texts,
      ([id, status, model, repository, ref, prLink, platformText, project]) => {
        const job = { id: id || 'j', status: status || 's', model, repository, ref, prLink };
        const said = { ...done, job, jobId: job.id, platformText, advice: 'Do it.' };
        const summary = agentSummary(said, project ?? '');
        const expected = agentSummary({ ...said, job: done.job, platformText: platformText && 'x' }, 'docs');
        expect(shape(summary)).toEqual(shape(expected));
        const html = marked.parse(summary, { gfm: true, async: false });
        expect(html.replace(/<\/?(?:h2|p|table|thead|tbody|tr|t[hd]|code|pre|a)\b/g, '')).not.toContain('<');
        expect([...html.matchAll(/href="(?!https:\/\/)/g)]).toEqual([]);
        // One link at most, in its row of the table.
        expect(html.match(/<a /g)?.length ?? 0).toBeLessThanOrEqual(1);
        expect(html.match(/<t[hd]/g)).toHaveLength(2 * (html.match(/<tr>/g)?.length ?? 1) + 1);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
