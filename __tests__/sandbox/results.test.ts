import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { call, TestClock, withSandbox } from './caller.ts';

const CLIENT = path.join(import.meta.dirname, 'artifact-client.mjs');
const RPC = '/twirp/github.actions.results.api.v1.ArtifactService';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'artifacts-'));
  mkdirSync(path.join(directory, 'charts'));
  writeFileSync(path.join(directory, 'report.html'), '<!doctype html><p>ページ</p>');
  writeFileSync(path.join(directory, 'page-views.csv'), 'path,total\n/,1\n'.repeat(500));
  writeFileSync(path.join(directory, 'charts', 'noise.bin'), randomBytes(20 * 1024 * 1024));
});
afterAll(() => rmSync(directory, { recursive: true }));

interface Upload {
  readonly name?: string;
  readonly files: readonly string[];
  readonly options?: Record<string, unknown>;
  readonly env?: Record<string, string>;
}

/** What the real client gives back, or the error that it ends in. */
async function upload(sandbox: Sandbox, { name = 'docs', files, options = {}, env = {} }: Upload) {
  const paths = files.map((file) => path.join(directory, file));
  const args = [CLIENT, name, directory, JSON.stringify(options), ...paths];
  const { stderr } = await promisify(execFile)(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      ACTIONS_RESULTS_URL: `${sandbox.url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken('run-1', 'job-1'),
      ...env,
    },
  });
  return JSON.parse(stderr) as { id?: number; size?: number; digest?: string; error?: string };
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('the real artifact client', () => {
  test('uploads a folder, in several blocks, that can be unzipped again', async () => {
    const copy = path.join(directory, 'copy');
    const clock = new TestClock();
    await withSandbox({ artifactDirectory: copy, now: clock.now }, async (sandbox) => {
      const files = ['report.html', 'page-views.csv', 'charts/noise.bin'];
      const uploaded = await upload(sandbox, { files, options: { retentionDays: 3 } });
      const stored = sandbox.artifacts.get('docs');
      const content = stored?.content ?? Buffer.alloc(0);
      expect(stored).toMatchObject({
        id: uploaded.id,
        mimeType: 'application/zip',
        run: 'run-1',
        job: 'job-1',
      });
      expect(stored?.expiresAt).toMatch(/^\d{4}-/);
      expect(uploaded).toMatchObject({ size: content.length, digest: sha256(content) });
      const unzipped = unzipSync(content);
      expect(Object.keys(unzipped).sort()).toEqual(files.toSorted());
      for (const [file, bytes] of Object.entries(unzipped))
        expect(sha256(bytes)).toBe(sha256(readFileSync(path.join(directory, file))));
      expect(sha256(readFileSync(path.join(copy, 'docs.zip')))).toBe(uploaded.digest);
      // At least three blocks of 8 MiB and their list.
      expect(sandbox.ledger.of('blob').length).toBeGreaterThanOrEqual(4);
    });
  });

  test('uploads a single file as it is, under its own name', () =>
    withSandbox({}, async (sandbox) => {
      const uploaded = await upload(sandbox, { files: ['report.html'], options: { skipArchive: true } });
      const stored = sandbox.artifacts.get('report.html');
      expect(stored).toMatchObject({ id: uploaded.id, mimeType: 'text/html', expiresAt: undefined });
      expect(stored?.content).toEqual(readFileSync(path.join(directory, 'report.html')));
    }));

  test('is told of a name that the run has already, as by GitHub; another run may have it', () =>
    withSandbox({}, async (sandbox) => {
      const files = ['report.html'];
      expect((await upload(sandbox, { files })).error).toBeUndefined();
      const again = await upload(sandbox, { files });
      expect(again.error).toMatch(
        /\(409\) Conflict: an artifact with this name already exists on the workflow run/,
      );
      const env = { ACTIONS_RUNTIME_TOKEN: runtimeToken('run-2', 'job-1') };
      expect((await upload(sandbox, { files, env })).error).toBeUndefined();
      expect(sandbox.artifacts.all).toHaveLength(2);
    }));

  test.each([
    ['artifact-conflict', /\(409\) Conflict: an artifact with this name/],
    ['artifact-quota', /Artifact storage quota has been hit/],
    ['artifact-403', /\(403\) Forbidden: permission denied/],
    ['artifact-blob-403', /^RestError: AuthenticationFailed/],
  ])('%s', (scenario, error) =>
    withSandbox({ scenario }, async (sandbox) => {
      expect((await upload(sandbox, { files: ['report.html'] })).error).toMatch(error);
      expect(sandbox.artifacts.all).toEqual([]);
    }),
  );

  test('sends nothing when GITHUB_SERVER_URL is another host than GitHub’s or one below .localhost', () =>
    withSandbox({}, async (sandbox) => {
      const files = ['report.html'];
      for (const server of ['http://127.0.0.1:1', 'http://localhost:1', 'https://git.acme.com']) {
        const refused = await upload(sandbox, { files, env: { GITHUB_SERVER_URL: server } });
        expect(refused.error).toMatch(/^GHESNotSupportedError/);
      }
      expect(sandbox.ledger.requests).toEqual([]);
      const env = { GITHUB_SERVER_URL: 'http://github.localhost' };
      expect((await upload(sandbox, { files, env })).error).toBeUndefined();
    }));
});

describe('the results service', () => {
  const post = (sandbox: Sandbox, name: string, body: unknown) =>
    call(sandbox, `${RPC}/${name}`, { method: 'POST', body });
  const ids = { workflow_run_backend_id: 'r', workflow_job_run_backend_id: 'j' };

  test('wants a token and a name', () =>
    withSandbox({}, async (sandbox) => {
      const anonymous = await call(sandbox, `${RPC}/ListArtifacts`, {
        method: 'POST',
        headers: { authorization: '' },
      });
      expect([anonymous.status, anonymous.json.code]).toEqual([401, 'unauthenticated']);
      expect((await post(sandbox, 'CreateArtifact', ids)).json.code).toBe('invalid_argument');
    }));

  test('takes a blob in one piece, lists it once it is finalized, and refuses what does not add up', () =>
    withSandbox({}, async (sandbox) => {
      const created = await post(sandbox, 'CreateArtifact', { ...ids, name: 'a', version: 7 });
      const url: string = created.json.signed_upload_url;
      expect((await fetch(url.replace('sig=', 'sig=x'), { method: 'PUT', body: 'abc' })).status).toBe(403);
      const list = '<BlockList><Latest>AAAA</Latest></BlockList>';
      expect((await fetch(`${url}&comp=blocklist`, { method: 'PUT', body: list })).status).toBe(400);
      expect((await fetch(url, { method: 'PUT', body: 'abc' })).status).toBe(201);

      const hash = `sha256:${sha256(Buffer.from('abc'))}`;
      for (const wrong of [
        { name: 'a', size: '4', hash },
        { name: 'a', size: '3', hash: 'sha256:0' },
      ]) {
        expect((await post(sandbox, 'FinalizeArtifact', { ...ids, ...wrong })).status).toBe(400);
      }
      expect((await post(sandbox, 'ListArtifacts', ids)).json).toEqual({ artifacts: [] });
      expect((await post(sandbox, 'FinalizeArtifact', { ...ids, name: 'b', size: '3', hash })).status).toBe(
        404,
      );
      const finalized = await post(sandbox, 'FinalizeArtifact', { ...ids, name: 'a', size: '3', hash });
      const id: string = finalized.json.artifact_id;
      const listed = await post(sandbox, 'ListArtifacts', { ...ids, name_filter: 'a', id_filter: id });
      expect(listed.json.artifacts).toMatchObject([{ name: 'a', size: '3', database_id: id, digest: hash }]);
      expect((await post(sandbox, 'ListArtifacts', { ...ids, name_filter: 'b' })).json.artifacts).toEqual([]);
    }));
});
