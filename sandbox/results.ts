import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Incoming, json, jsonObject, plain, type Reply } from './exchange.ts';
import type { Operation, Route } from './routes.ts';

/**
 * A stand-in for the service behind `@actions/artifact` (twirp over JSON, then a signed upload to Azure's blob
 * storage), as version 6 of that client uses it. The client needs
 *
 * - `ACTIONS_RESULTS_URL`: the sandbox's URL (only its origin is used),
 * - `ACTIONS_RUNTIME_TOKEN`: one of {@link runtimeToken},
 * - `GITHUB_SERVER_URL`: unset, `https://github.com`, or a host below `.ghe.com` or `.localhost`. Any other host,
 *   `127.0.0.1` and `localhost` alone included, is taken for GitHub Enterprise Server, and nothing is sent.
 */

/** What the service says of a name that is in use. */
export const NAME_TAKEN = 'an artifact with this name already exists on the workflow run';

/** An upload that was finalized. */
export interface StoredArtifact {
  readonly id: number;
  readonly name: string;
  /** `application/zip`, or the type of a file that was uploaded as it is. */
  readonly mimeType: string;
  readonly content: Buffer;
  /** ISO 8601, as the client asked; absent for the repository's own setting. */
  readonly expiresAt: string | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Of the runtime token: the run and the job. */
  readonly run: string;
  readonly job: string;
}

interface Upload extends Omit<StoredArtifact, 'content'> {
  readonly blob: string;
  readonly blocks: Map<string, Buffer>;
  content: Buffer | undefined;
  finalized: boolean;
}

/** The artifacts of all runs, in memory, and in a directory if there is one. */
export class ArtifactStore {
  readonly #directory: string | undefined;
  readonly #now: () => number;
  readonly #uploads: Upload[] = [];

  constructor(directory: string | undefined, now: () => number) {
    this.#directory = directory;
    this.#now = now;
  }

  /** Finalized, in order. */
  get all(): readonly StoredArtifact[] {
    return this.#uploads.flatMap(({ content, finalized, blob: _, blocks: __, ...rest }) =>
      content && finalized ? [{ ...rest, content }] : [],
    );
  }

  get(name: string): StoredArtifact | undefined {
    return this.all.find((artifact) => artifact.name === name);
  }

  /** @returns the new upload; absent when the run has an artifact of that name */
  begin(upload: Pick<StoredArtifact, 'name' | 'mimeType' | 'expiresAt' | 'run' | 'job'>): Upload | undefined {
    if (this.#uploads.some(({ run, name }) => run === upload.run && name === upload.name)) return undefined;
    const id = 4_000_001 + this.#uploads.length;
    const createdAt = new Date(this.#now()).toISOString();
    const begun = {
      ...upload,
      id,
      createdAt,
      blob: randomUUID(),
      blocks: new Map(),
      content: undefined,
      finalized: false,
    };
    this.#uploads.push(begun);
    return begun;
  }

  upload(find: (upload: Upload) => boolean): Upload | undefined {
    return this.#uploads.find(find);
  }

  finalize(upload: Upload): void {
    upload.finalized = true;
    if (this.#directory === undefined || !upload.content) return;
    mkdirSync(this.#directory, { recursive: true });
    const extension = upload.mimeType === 'application/zip' ? '.zip' : '';
    writeFileSync(path.join(this.#directory, path.basename(upload.name) + extension), upload.content);
  }
}

/**
 * A token as the runner hands it to actions: the client reads the ids of run and job from it, and nothing checks its
 * signature.
 */
export function runtimeToken(
  run = 'ce7f54c7-61c7-4aae-887f-30da475f5f1a',
  job = 'ca395085-040a-526b-2ce8-bdc85f692774',
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { scp: `Actions.Results:${run}:${job}`, exp: 4_102_444_800 };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from('sandbox').toString('base64url')}`;
}

/** @param url of this server, for the signed upload URL */
export function resultsRoutes(store: ArtifactStore, url: () => string): Route[] {
  const service = new ResultsService(store, url);
  const rpc = (name: string, operation: Operation, answer: Route['answer']): Route => ({
    method: 'POST',
    path: `/twirp/github.actions.results.api.v1.ArtifactService/${name}`,
    operation,
    answer: (request) =>
      /^Bearer .+/.test(request.headers.authorization ?? '') ? answer(request) : unauthenticated(),
  });
  return [
    rpc('CreateArtifact', 'artifact-create', (request) => service.create(request)),
    rpc('FinalizeArtifact', 'artifact-finalize', (request) => service.finalize(request)),
    rpc('ListArtifacts', 'artifact-list', (request) => service.list(request)),
    {
      method: 'PUT',
      path: '/blobs/results/:blob',
      operation: 'blob',
      answer: (request) => service.put(request),
    },
  ];
}

class ResultsService {
  readonly #store: ArtifactStore;
  readonly #url: () => string;

  constructor(store: ArtifactStore, url: () => string) {
    this.#store = store;
    this.#url = url;
  }

  create(request: Incoming): Reply {
    const body = jsonObject(request.body) ?? {};
    const name = text(body['name']);
    if (name === '') return twirpError(400, 'invalid_argument', 'name is required');
    const upload = this.#store.begin({
      name,
      mimeType: text(body['mime_type']) || 'application/zip',
      expiresAt: text(body['expires_at']) || undefined,
      run: text(body['workflow_run_backend_id']),
      job: text(body['workflow_job_run_backend_id']),
    });
    if (!upload) return twirpError(409, 'already_exists', NAME_TAKEN);
    const signature = `sv=2025-01-05&sr=b&sp=cw&sig=${encodeURIComponent(`sandbox+${upload.blob}=`)}`;
    // Azure's client takes the first part of the path for the account when the host is an IP address.
    return json(200, {
      ok: true,
      signed_upload_url: `${this.#url()}/blobs/results/${upload.blob}?${signature}`,
    });
  }

  /** Put Blob, Put Block and Put Block List of Azure's storage. */
  put({ params, query, body }: Incoming): Reply {
    const upload = this.#store.upload(({ blob }) => blob === params['blob']);
    if (!upload || query.get('sig') !== `sandbox+${upload.blob}=`)
      return storageError(403, 'AuthenticationFailed');
    const operation = query.get('comp');
    if (operation === 'block') {
      upload.blocks.set(query.get('blockid') ?? '', body);
    } else if (operation === 'blocklist') {
      const ids = [...body.toString('utf8').matchAll(/<(?:Latest|Uncommitted)>([^<]*)</g)].map(
        ([, id = '']) => id,
      );
      const blocks = ids.map((id) => upload.blocks.get(id));
      if (!blocks.every((block) => block !== undefined)) return storageError(400, 'InvalidBlockList');
      upload.content = Buffer.concat(blocks);
    } else {
      upload.content = body;
    }
    const etag = `"0x${createHash('md5').update(body).digest('hex').slice(0, 15).toUpperCase()}"`;
    return plain(201, '', {
      etag,
      'last-modified': new Date(0).toUTCString(),
      'x-ms-request-id': randomUUID(),
    });
  }

  finalize(request: Incoming): Reply {
    const body = jsonObject(request.body) ?? {};
    const [run, name] = [text(body['workflow_run_backend_id']), text(body['name'])];
    const upload = this.#store.upload((one) => one.run === run && one.name === name);
    if (!upload) return twirpError(404, 'not_found', 'artifact not found');
    const { content } = upload;
    const isWhole = text(body['size']) === String(content?.length);
    if (!content || !isWhole || text(body['hash']) !== digestOf(content)) {
      return twirpError(400, 'invalid_argument', 'size or hash is not that of the uploaded blob');
    }
    this.#store.finalize(upload);
    return json(200, { ok: true, artifact_id: String(upload.id) });
  }

  list(request: Incoming): Reply {
    const body = jsonObject(request.body) ?? {};
    const [run, name, id] = ['workflow_run_backend_id', 'name_filter', 'id_filter'].map((key) =>
      text(body[key]),
    );
    const found = this.#store.all.filter(
      (artifact) =>
        artifact.run === run && (!name || artifact.name === name) && (!id || String(artifact.id) === id),
    );
    const artifacts = found.map((artifact) => ({
      workflow_run_backend_id: artifact.run,
      workflow_job_run_backend_id: artifact.job,
      database_id: String(artifact.id),
      name: artifact.name,
      size: String(artifact.content.length),
      created_at: artifact.createdAt,
      digest: digestOf(artifact.content),
    }));
    return json(200, { artifacts });
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Of a JSON field; wrapped values (`google.protobuf.StringValue`) are plain text in JSON. */
function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function unauthenticated(): Reply {
  return twirpError(401, 'unauthenticated', 'the token is missing or wrong');
}

function twirpError(status: number, code: string, msg: string): Reply {
  return json(status, { code, msg });
}

function storageError(status: number, code: string): Reply {
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
    body: `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}
