import { expect, test } from '@jest/globals';
import { RunnerGithub } from '../../src/github/rest.ts';
import { eventFile } from '../helpers/payloads.ts';

test('a package that cannot be loaded, for an event file that is not JSON, is an error like any other', async () => {
  process.env['GITHUB_EVENT_PATH'] = eventFile('{');
  const github = new RunnerGithub({ token: 't', repository: { owner: 'acme', name: 'docs' }, env: {} });
  const { signal } = new AbortController();
  await expect(github.createComment(1, 'x', signal)).rejects.toMatchObject({
    name: 'GithubError',
    status: undefined,
    message: expect.stringMatching(/^Writing the comment failed: /),
  });
});
