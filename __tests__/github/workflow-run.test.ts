import { expect, test } from '@jest/globals';
import { fullName, readWorkflowRun } from '../../src/github/workflow-run.ts';

test('a run on a runner', () => {
  const run = readWorkflowRun({
    GITHUB_REPOSITORY: 'acme/docs',
    GITHUB_RUN_ID: '17',
    GITHUB_RUN_ATTEMPT: '3',
    GITHUB_SERVER_URL: 'https://git.acme.example/',
    GITHUB_ACTOR: 'alice',
    GITHUB_JOB: 'docs',
    GITHUB_ACTION: '__acme_docs',
  });
  expect(run).toEqual({
    repository: { owner: 'acme', name: 'docs' },
    id: '17',
    attempt: 3,
    step: 'docs/__acme_docs',
    serverUrl: 'https://git.acme.example',
    actor: 'alice',
  });
  expect(fullName(run)).toBe('acme/docs');
});

test('nothing is known outside of GitHub Actions', () => {
  const run = readWorkflowRun({});
  expect(run).toMatchObject({ repository: undefined, id: '', attempt: 1, serverUrl: 'https://github.com' });
  expect(fullName(run)).toBe('');
});

test.each(['acme', 'acme/', '/docs', 'acme/docs/x'])('%s is no repository', (name) => {
  expect(readWorkflowRun({ GITHUB_REPOSITORY: name }).repository).toBeUndefined();
});

test.each(['0', '-1', 'two', '1e3', ''])('an attempt of "%s" is the first', (attempt) => {
  expect(readWorkflowRun({ GITHUB_RUN_ATTEMPT: attempt, GITHUB_RUN_ID: 'x' })).toMatchObject({
    attempt: 1,
    id: '',
  });
});
