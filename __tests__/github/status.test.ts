import { expect, test } from '@jest/globals';
import { type CommitStatus, writeStatus } from '../../src/github/status.ts';
import { startGithub } from './github.ts';

const STATUS: CommitStatus = { state: 'pending', description: 'Comment /docs' };

test.each<[Partial<CommitStatus>, object]>([
  [{ targetUrl: 'http://x/y' }, { target_url: 'http://x/y' }],
  [{ targetUrl: 'javascript:alert(1)' }, {}],
  [{ description: 'a 😀\ud83d b' }, { description: 'a \ufffd\ufffd b' }],
  [{ description: 'ä'.repeat(140) }, { description: 'ä'.repeat(140) }],
  [{ description: 'a'.repeat(141) }, { description: `${'a'.repeat(139)}…` }],
])('%j is written so that GitHub takes it', async (given, written) => {
  const { api, paths, requests } = await startGithub();
  await writeStatus(api, 'abc', 'docs', { ...STATUS, ...given });
  expect(paths()).toEqual(['POST /repos/acme/docs/statuses/abc']);
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ context: 'docs', ...STATUS, ...written }]);
});
