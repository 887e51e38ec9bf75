import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Sandbox } from '../../../sandbox/server.ts';
import { type Call, call, withSandbox } from './caller.ts';

/* What the real artifact client makes of this service is in __tests__/github/artifact.test.ts. */

const RUN = { workflow_run_backend_id: 'r', workflow_job_run_backend_id: 'j' };

function rpc(sandbox: Sandbox, name: string, body: object, options: Call = {}) {
  const path = `/twirp/github.actions.results.api.v1.ArtifactService/${name}Artifact`;
  return call(sandbox, path, { method: 'POST', body: { ...RUN, ...body }, ...options });
}

function put(url: string, body: string) {
  return fetch(url, { method: 'PUT', body });
}

function described(text: string) {
  const hash = createHash('sha256').update(text).digest('hex');
  return { size: String(text.length), hash: `sha256:${hash}` };
}

test('an upload needs a token, a name that the run does not have yet, and the signed address', () =>
  withSandbox({}, async (sandbox) => {
    const refused = async (body: object, options?: Call) =>
      (await rpc(sandbox, 'Create', body, options)).json;
    expect(await refused({}, { headers: { authorization: '' } })).toMatchObject({ code: 'unauthenticated' });
    expect(await refused({})).toMatchObject({ code: 'invalid_argument' });
    const { signed_upload_url } = (await rpc(sandbox, 'Create', { name: 'a' })).json;
    expect(await refused({ name: 'a' })).toMatchObject({ code: 'already_exists' });
    expect(await refused({ name: 'a', workflow_run_backend_id: 'other' })).toMatchObject({ ok: true });
    expect((await put(signed_upload_url.replace('sig=', 'sig=x'), 'abc')).status).toBe(403);
  }));

test('an upload of several blocks counts once it is finalized, and only if size and hash are right', () =>
  withSandbox({}, async (sandbox) => {
    const { signed_upload_url: url } = (await rpc(sandbox, 'Create', { name: 'a' })).json;
    const list = '<BlockList><Latest>AA</Latest><Latest>BB</Latest></BlockList>';
    expect((await put(`${url}&comp=block&blockid=BB`, 'cd')).status).toBe(201);
    expect((await put(`${url}&comp=blocklist`, list)).status).toBe(400);
    await put(`${url}&comp=block&blockid=AA`, 'ab');
    expect((await put(`${url}&comp=blocklist`, list)).status).toBe(201);

    const finalize = async (body: object) => (await rpc(sandbox, 'Finalize', body)).status;
    const right = { name: 'a', ...described('abcd') };
    expect(await finalize({ ...right, size: '5' })).toBe(400);
    expect(await finalize({ ...right, hash: 'sha256:0' })).toBe(400);
    expect(await finalize({ ...right, name: 'b' })).toBe(404);
    expect(sandbox.artifacts.all).toEqual([]);
    expect(await finalize(right)).toBe(200);
    expect(sandbox.artifacts.all).toEqual([
      expect.objectContaining({ name: 'a', run: 'r', content: Buffer.from('abcd') }),
    ]);
  }));
