import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Call, call, withSandbox } from './caller.ts';

/* What the real artifact client makes of this service is in __tests__/github/artifact.test.ts. */

function put(url: string, body: string) {
  return fetch(url, { method: 'PUT', body });
}

test('an upload needs a token and the signed address; its blocks count once, and if size and hash are right', () =>
  withSandbox({}, async (sandbox) => {
    const rpc = async (name: string, body: object, options: Call = {}) => {
      const path = `/twirp/github.actions.results.api.v1.ArtifactService/${name}Artifact`;
      return (await call(sandbox, path, { body: { workflow_run_backend_id: 'r', ...body }, ...options }))
        .json;
    };
    const noToken = { headers: { authorization: '' } };
    expect(await rpc('Create', { name: 'a' }, noToken)).toMatchObject({ code: 'unauthenticated' });
    expect(await rpc('Create', {})).toMatchObject({ code: 'invalid_argument' });
    const { signed_upload_url: url } = await rpc('Create', { name: 'a' });
    expect(await rpc('Create', { name: 'a' })).toMatchObject({ code: 'already_exists' });
    expect(await rpc('Create', { name: 'a', workflow_run_backend_id: 'other' })).toMatchObject({ ok: true });

    expect((await put(url.replace('sig=', 'sig=x'), 'abc')).status).toBe(403);
    expect((await put(`${url}&comp=block&blockid=BB`, 'cd')).status).toBe(201);
    const list = '<BlockList><Latest>AA</Latest><Latest>BB</Latest></BlockList>';
    expect((await put(`${url}&comp=blocklist`, list)).status).toBe(400);
    await put(`${url}&comp=block&blockid=AA`, 'ab');
    expect((await put(`${url}&comp=blocklist`, list)).status).toBe(201);

    const hash = `sha256:${createHash('sha256').update('abcd').digest('hex')}`;
    const right = { name: 'a', size: '4', hash };
    for (const wrong of [{ size: '5' }, { hash: 'sha256:0' }, { name: 'b' }])
      expect(await rpc('Finalize', { ...right, ...wrong })).toMatchObject({ code: expect.any(String) });
    expect(sandbox.artifacts.all).toEqual([]);
    expect(await rpc('Finalize', right)).toMatchObject({ ok: true });
    const stored = { name: 'a', run: 'r', content: Buffer.from('abcd') };
    expect(sandbox.artifacts.all).toEqual([expect.objectContaining(stored)]);
  }));
