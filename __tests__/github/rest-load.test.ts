import { expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock.ts';
import { createComment } from '../../src/github/operations.ts';
import { RunnerGithub } from '../../src/github/rest.ts';
import { eventFile } from '../helpers/payloads.ts';

test('a package that cannot be loaded, for an event file that is not JSON, is an error like any other', async () => {
  process.env['GITHUB_EVENT_PATH'] = eventFile('{');
  const repository = { owner: 'acme', name: 'docs' };
  const github = new RunnerGithub({ token: 't', repository, clock: systemClock, env: {} });
  const options = { signal: new AbortController().signal, patienceMs: 0 };
  await expect(github.read(createComment, { issue_number: 1, body: 'x' }, options)).rejects.toMatchObject({
    name: 'GithubError',
    status: undefined,
    kind: 'refused',
    message: expect.stringMatching(/^The client for GitHub could not be loaded: .*JSON/),
  });
});
