import { expect, test } from '@jest/globals';
import { fullName, readWorkflowRun } from '../../src/github/workflow-run.ts';

test('a run on a runner', () => {
  const run = readWorkflowRun({
    GITHUB_REPOSITORY: 'acme/docs',
    GITHUB_RUN_ID: '17',
    GITHUB_RUN_ATTEMPT: '3',
    GITHUB_SERVER_URL: 'https://git.acme.example/',
    GITHUB_JOB: 'docs',
    GITHUB_ACTION: '__acme_docs',
    GITHUB_REPOSITORY_ID: '123',
    GITHUB_RUN_NUMBER: '8',
    GITHUB_WORKFLOW_REF: 'acme/docs/.github/workflows/docs sweep.yml@refs/heads/a@b',
    GITHUB_REF_NAME: 'a@b',
    GITHUB_SHA: 'abc',
  });
  expect(run).toEqual({
    repository: { owner: 'acme', name: 'docs' },
    repositoryId: '123',
    id: '17',
    number: 8,
    attempt: 3,
    workflowFile: 'docs sweep.yml',
    ref: 'a@b',
    sha: 'abc',
    step: 'docs/__acme_docs',
    serverUrl: 'https://git.acme.example',
  });
  expect(fullName(run)).toBe('acme/docs');
});

test('nothing is known outside of GitHub Actions', () => {
  const run = readWorkflowRun({});
  expect(run).toMatchObject({ repository: undefined, id: '', attempt: 1, serverUrl: 'https://github.com' });
  expect(run).toMatchObject({ repositoryId: '', number: 0, workflowFile: '', ref: '', sha: '' });
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
