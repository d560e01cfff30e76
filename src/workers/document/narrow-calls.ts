// Serves the calls that narrow a session's document to some of its values, in the rows of the tree and the lines of the text alike.

import { CodedError } from '../../shared/errors.ts';
import type { NarrowRequest } from '../../shared/protocol/narrowing.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { Revision } from '../../shared/units.ts';
import { NOT_VALID, STALE } from '../../shared/texts/documents.ts';
import { narrowedLines } from '../../engine/textview/narrowed-lines.ts';
import { narrowTo, nodesAt } from '../../engine/treeview/narrowing.ts';
import { finish } from '../../engine/base/work.ts';
import { NO_RANGES } from '../../engine/document/folds.ts';
import type { Foldable } from './folding.ts';
import type { Readable } from './read-calls.ts';
import type { JsonDocument } from '../../engine/document/document.ts';

const NOTHING = new Uint32Array();

/** Serves the narrowing calls of a document worker. */
export class NarrowCalls {
  constructor(private readonly session: Foldable & Readable) {}

  /** Writes wait for it, so nothing changes while it is worked out. @throws CodedError `stale`, `invalid-document`, `cancelled` */
  narrow(call: CallId, base: Revision, request: NarrowRequest): Promise<void> {
    const { session } = this;
    return session.exclusive(() =>
      session.runner.call(call, async (step) => {
        await session.settled;
        const { document } = session;
        if (base !== session.revision) throw new CodedError('stale', STALE.document);
        if (!document.isLive) throw new CodedError('invalid-document', NOT_VALID.tree, document.error?.place ?? null);
        const { kind, detail, found, around = NOTHING, whole, opens } = request;
        const { bytes = NOTHING } = found;
        const nodes = merged(found.nodes ?? NOTHING, await step.run(nodesAt(document.tape, bytes)));
        const narrowing = await step.run(narrowTo(document.tape, { kind, detail }, { nodes, around, whole }));
        document.rows.narrow(narrowing, opens);
        hideLines(document, bytes);
        session.changedRows();
      }),
    );
  }

  /** Shows everything again. */
  widen(): Promise<void> {
    const { session } = this;
    return session.exclusive(() => {
      widen(session.document);
      session.changedRows();
    });
  }
}

/** Two lists in one, sorted. */
function merged(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both.toSorted();
}

/** Shows all of a document again. */
function widen({ rows, folds }: JsonDocument): void {
  rows.widen();
  folds.widen();
}

/** The same, unless it is narrowed to the same as the one that it replaces. */
export function widenUnlike(document: JsonDocument, before: JsonDocument): void {
  if (document.rows.narrowing?.about !== before.rows.narrowing?.about) widen(document);
}

/** Hides lines of a document as its rows are narrowed, but for those of some bytes. They are found when they are needed. */
export function hideLines(document: JsonDocument, also: Uint32Array = NOTHING): void {
  if (document.rows.narrowing === null) return;
  document.folds.narrow((isEdited) =>
    document.isLive ? finish(narrowedLines(document, isEdited ? NOTHING : also)) : NO_RANGES,
  );
}
