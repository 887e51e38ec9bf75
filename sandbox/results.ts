import { createHash, randomUUID } from 'node:crypto';
import { type Incoming, json, jsonObject, plain, type Reply, type Route } from './exchange.ts';

/*
 * A stand-in for the service behind `@actions/artifact` (twirp over JSON, then a signed upload to Azure's blob
 * storage), as version 6 of that client uses it. The client needs
 *
 * - `ACTIONS_RESULTS_URL`: the sandbox's URL (only its origin is used),
 * - `ACTIONS_RUNTIME_TOKEN`: one of {@link runtimeToken},
 * - `GITHUB_SERVER_URL`: unset, `https://github.com`, or a host below `.ghe.com` or `.localhost`. Any other host,
 *   `127.0.0.1` and `localhost` alone included, is taken for GitHub Enterprise Server, and nothing is sent.
 */

/** Wrapped values (`google.protobuf.StringValue`) are plain text in JSON. */
type Message = Readonly<Record<string, unknown>>;

interface Upload {
  readonly id: number;
  readonly name: string;
  readonly mimeType: string;
  readonly run: string;
  readonly blob: string;
  readonly blocks: Map<string, Buffer>;
  content: Buffer;
  isFinal: boolean;
}

/**
 * A token as the runner hands it to actions: the client reads the ids of run and job from it, and nothing checks its
 * signature.
 */
export function runtimeToken(run = 'ce7f54c7-61c7-4aae-887f-30da475f5f1a'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const scp = `Actions.Results:${run}:ca395085-040a-526b-2ce8-bdc85f692774`;
  return [{ alg: 'HS256', typ: 'JWT' }, { scp, exp: 4_102_444_800 }, 'sandbox'].map(part).join('.');
}

export class ArtifactStore {
  readonly #uploads: Upload[] = [];

  get all(): readonly Readonly<Upload>[] {
    return this.#uploads.filter(({ isFinal }) => isFinal);
  }

  get(name: string): Readonly<Upload> | undefined {
    return this.all.find((artifact) => artifact.name === name);
  }

  /** @param url of this server, for the signed upload URL */
  routes(url: () => string): Route[] {
    const service = 'POST /twirp/github.actions.results.api.v1.ArtifactService';
    return [
      {
        route: `${service}/CreateArtifact`,
        operation: 'artifact-create',
        answer: ({ body }) => this.#create(jsonObject(body) ?? {}, url()),
      },
      {
        route: `${service}/FinalizeArtifact`,
        operation: 'artifact-finalize',
        answer: ({ body }) => this.#finalize(jsonObject(body) ?? {}),
      },
      { route: 'PUT /blobs/results/{blob}', operation: 'blob', answer: (request) => this.#put(request) },
    ];
  }

  #find({ workflow_run_backend_id: run, name }: Message): Upload | undefined {
    return this.#uploads.find((upload) => upload.run === run && upload.name === name);
  }

  #create(message: Message, url: string): Reply {
    if (this.#find(message)) return failed('already_exists', 'an artifact with this name already exists');
    const blob = randomUUID();
    this.#uploads.push({
      id: 4_000_001 + this.#uploads.length,
      blob,
      name: String(message['name']),
      run: String(message['workflow_run_backend_id']),
      mimeType: String(message['mime_type'] ?? 'application/zip'),
      blocks: new Map(),
      content: Buffer.alloc(0),
      isFinal: false,
    });
    const signature = `sv=2025-01-05&sr=b&sp=cw&sig=${encodeURIComponent(signatureOf(blob))}`;
    // Azure's client takes the first part of the path for the account when the host is an IP address.
    return json(200, { ok: true, signed_upload_url: `${url}/blobs/results/${blob}?${signature}` });
  }

  /** Put Block and Put Block List of Azure's storage. */
  #put({ params, query, body }: Incoming): Reply {
    const upload = this.#uploads.find(({ blob }) => blob === params['blob']);
    if (!upload || query.get('sig') !== signatureOf(upload.blob)) return plain(403, 'AuthenticationFailed');
    if (query.get('comp') === 'block') upload.blocks.set(query.get('blockid') ?? '', body);
    else {
      const ids = [...body.toString('utf8').matchAll(/<(?:Latest|Uncommitted)>([^<]*)</g)];
      upload.content = Buffer.concat(ids.flatMap(([, id = '']) => upload.blocks.get(id) ?? []));
    }
    return plain(201, '', {
      etag: `"0x${createHash('md5').update(body).digest('hex').slice(0, 15).toUpperCase()}"`,
      'last-modified': new Date(0).toUTCString(),
      'x-ms-request-id': randomUUID(),
    });
  }

  #finalize(message: Message): Reply {
    const upload = this.#find(message);
    if (!upload) return failed('not_found', 'artifact not found');
    const hash = `sha256:${createHash('sha256').update(upload.content).digest('hex')}`;
    if (message['size'] !== String(upload.content.length) || message['hash'] !== hash)
      return failed('invalid_argument', 'size or hash is not that of the uploaded blob');
    upload.isFinal = true;
    return json(200, { ok: true, artifact_id: String(upload.id) });
  }
}

function signatureOf(blob: string): string {
  return `sandbox+${blob}=`;
}

const STATUSES = { already_exists: 409, not_found: 404, invalid_argument: 400 } as const;

function failed(code: keyof typeof STATUSES, msg: string): Reply {
  return json(STATUSES[code], { code, msg });
}
