import type { SignedReply } from '../../../src/agent/replies/history.ts';
import type { ReplyRecord, RequestAction } from '../../../src/agent/replies/record.ts';

/** Comment 7 with an open reply to request `a`, unless given. */
export function signedReply(record: Partial<ReplyRecord>, comment: Partial<SignedReply> = {}): SignedReply {
  return {
    kind: 'issue',
    id: 7,
    url: 'https://github.com/acme/product/issues/12#issuecomment-7',
    body: '',
    author: undefined,
    association: '',
    createdAt: '2026-01-05T12:00:00Z',
    updatedAt: '2026-01-05T12:00:00Z',
    code: undefined,
    isMinimized: false,
    content: {},
    holdsId: true,
    record: { request: 'a', run: '42', workflow: 'docs.yml', attempt: 1, state: 'open', ...record },
    ...comment,
  };
}

/** A reply to a request that Mintlify took, or that only watches. */
export function accepted(
  does: RequestAction['does'],
  job: string,
  record: Partial<ReplyRecord> = {},
): SignedReply {
  const action = { does, job, trustTerminalStatus: 'after-active' } as RequestAction;
  return signedReply({ state: 'accepted', action, job, ...record });
}
