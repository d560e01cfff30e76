// How one hit is replaced: what changes, and what writes it.

import { caseLike } from '../../shared/casing.ts';
import type { EditResult } from '../../shared/protocol.ts';
import type { Replacing, SearchQuery } from '../../shared/search.ts';
import type { Splice } from '../../shared/splice.ts';
import { unpackSplices } from '../../shared/splicepack.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/utf8.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Searcher } from '../client/search.ts';

/** What replaces one hit, and what writes it at a revision. */
export interface PlannedHit {
  readonly splice: Splice;
  write(revision: Revision): Promise<EditResult>;
}

/** Plans to replace one hit of a query. Plain text needs no worker for it. @throws CodedError as `Searcher.plan` */
export async function planHit(
  client: DocumentClient,
  searcher: Searcher,
  query: SearchQuery,
  replacing: Replacing,
  range: ByteRange,
  task: Required<Task>,
): Promise<PlannedHit> {
  if (query.scope === 'text' && !query.regex) {
    const { text, preserveCase } = replacing;
    const made = preserveCase ? caseLike(text, decodeUtf8(await client.readRange(range))) : text;
    const splice = { ...range, insert: encodeUtf8(made) };
    return { splice, write: (revision) => client.apply(revision, [splice], false) };
  }
  const plan = await searcher.plan({ query, replacing, only: range, follow: [] }, task);
  // A number is replaced as a whole, whatever part of it was hit.
  const [splice = { ...range, insert: new Uint8Array() }] = unpackSplices(await plan.splices.arrayBuffer());
  return { splice, write: () => client.applyPacked(plan.revision, plan.splices, task) };
}
