// The revision check of writes: a write names the revision that it is based on in `If-Match`, and is refused if the document has
// another one. `document-store.ts` compares the revision once more in the statement of the write.

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { StoredMeta } from './document-store.ts';

/** Returns the revision that a write is based on; `null` where the request names none. @throws Refusal 400 */
export function baseOf({ headers }: FastifyRequest): number | null {
  const said = headers['if-match'];
  if (said === undefined || said === '*') return null;
  const revision = /^"?(\d{1,9})"?$/.exec(said)?.[1];
  if (revision === undefined) throw new Refusal(400, 'If-Match has to be a revision in quotes, such as "3".');
  return Number(revision);
}

/** Refuses a write that is based on another revision than the document's. @throws Refusal 409 */
export function checkBase({ rev }: Pick<StoredMeta, 'rev'>, base: number | null): void {
  if (base === null || base === rev) return;
  throw new Refusal(409, `The document is at revision ${rev}, and the change is based on ${base}.`, {
    etag: `"${rev}"`,
  });
}
