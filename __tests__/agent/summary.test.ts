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

const TAGS = new Set('<h2 <p <table <thead <tbody <tr <th <td <code <pre <a'.split(' '));

describe('the job summary', () => {
  test('says how it ended, with the link and the job', () => {
    const summary = agentSummary(done, 'docs');
    expect(summary).toMatch(
      /^## ✅ The docs pull request is ready\n\nThe job completed, and its pull request is open\.\n\n\|/,
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
    const summary = agentSummary(
      {
        outcome: 'error',
        reason: 'POST /job was answered 401.',
        platformText: 'No',
        advice: 'Use `x`.',
        polls: 0,
        durationMs: 300,
      },
      'docs',
    );
    expect(factsOf(summary)).toEqual({
      Outcome: '`error`',
      Project: '`docs`',
      Duration: '0.3 s',
      Polls: '0',
    });
    expect(summary).toContain('The platform says:\n\n```text\nNo\n```\n\nUse `x`.\n');
    expect(summary).not.toContain('job-id');
  });

  test('shows a link that is not https as text, and one without a number whole', () => {
    const withLink = (prLink: string) =>
      agentSummary({ ...done, job: jobOf('completed', { prLink }) }, 'docs');
    expect(withLink('http://git.internal/pull/7')).toContain(
      '| Pull request | `http://git.internal/pull/7` |',
    );
    expect(factsOf(withLink('https://git.example/changes/7'))['Pull request']).toBe(
      '[`https://git.example/changes/7`](<https://git.example/changes/7>)',
    );
    expect(factsOf(withLink('javascript:alert(1)'))).not.toHaveProperty('Pull request');
  });

  test('of a run that was interrupted before it sent anything does not claim that a job goes on', () => {
    const cancelled = { outcome: 'cancelled', reason: 'Interrupted.' } as const;
    expect(agentSummary(cancelled, 'docs')).toMatch(/^## ✋ The run was interrupted\n/);
    expect(agentSummary(cancelled, 'docs')).not.toContain('job');
  });

  test('names the parts of the prompt, if there is more than the instructions', () => {
    const parts = ['instructions', 'changes', 'discussion'].map((name, index) => {
      return { name, characters: 1, leftOut: index === 1 ? '3 hunks' : '' };
    });
    expect(factsOf(agentSummary(done, 'docs', parts))['Prompt']).toBe(
      'instructions, changes (in part), discussion',
    );
    expect(factsOf(agentSummary(done, 'docs', parts.slice(0, 1)))).not.toHaveProperty('Prompt');
  });

  test('is the same document, whatever the platform says', () => {
    const shape = (text: string) => marked.lexer(text, { gfm: true }).map(({ type }) => type);
    fc.assert(
      fc.property(fc.array(actingText, { minLength: 8, maxLength: 8 }), (texts) => {
        const [id = '', status = '', model, repository, ref, prLink, platformText = '', project = ''] = texts;
        const job = { id: id || 'j', status: status || 's', model, repository, ref, prLink };
        const summary = agentSummary(
          { ...done, job, jobId: job.id, platformText, advice: 'Do it.' },
          project,
        );
        const expected = agentSummary(
          { ...done, platformText: platformText && 'x', advice: 'Do it.' },
          'docs',
        );
        expect(shape(summary)).toEqual(shape(expected));
        const html = marked.parse(summary, { gfm: true, async: false });
        const tags = new Set(html.match(/<(?!\/)[a-z0-9]+/g));
        expect([...tags].filter((tag) => !TAGS.has(tag))).toEqual([]);
        for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\//);
        // One link at most, in its row of the table.
        expect(html.match(/<a /g)?.length ?? 0).toBeLessThanOrEqual(1);
        expect(html.match(/<t[hd]/g)).toHaveLength(2 * (html.match(/<tr>/g)?.length ?? 1) + 1);
      }),
      { numRuns: 500 },
    );
  });
});
