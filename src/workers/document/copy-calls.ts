// Reads values from a document: those of selected rows, their text for the clipboard, and the paths that the items of a list
// can be sorted by.

import { CodedError } from '../../shared/errors.ts';
import { toPointer, type Path } from '../../shared/document/path.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import type { ItemComments } from '../../shared/protocol/edit-intent.ts';
import type { FilterCount, SortPaths } from '../../shared/protocol/protocol.ts';
import type { WizardFilter } from '../../shared/protocol/wizard.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import { unpackRanges } from '../../shared/protocol/rows.ts';
import type { Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { resolveIntent } from '../../engine/edit/resolve-intent.ts';
import { commentsOf, NO_COMMENTS } from '../../engine/layout/comments.ts';
import { lineEnd } from '../../engine/layout/container-layout.ts';
import type { Places } from '../../engine/tape/places.ts';
import { piecesOf } from '../../engine/layout/value-pieces.ts';
import { fieldPath, measureShape } from '../../engine/suggest/shape.ts';
import { nodesOfRows } from '../../engine/treeview/selected-nodes.ts';
import type { Work } from '../../engine/base/work.ts';
import type { Runner, RunnerStep } from './runner.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** Parts of a text per slice; a large part ends the slice too. */
const SLICE_PARTS = 1024;
const LARGE_PIECE = 65_536;
/** Parts that are joined before they become a Blob, and bytes. */
const BLOB_PARTS = 65_536;
const BLOB_BYTES = 8 * 1024 * 1024;
/** Containers that are inspected for paths to sort by; more are ignored. */
const MAX_SHAPES = 1000;
/** Most distinct fields that are counted. */
const MAX_FIELDS = 1000;

/** The part of the session that copying uses. */
export interface Copyable {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly settled: Promise<unknown>;
  readonly runner: Runner;
  /** Blocks writes until `body` is done: what is read in slices is read from one text. */
  exclusive<T>(body: () => Promise<T> | T): Promise<T>;
}

/** Serves the calls that read values. */
export class CopyCalls {
  constructor(private readonly session: Copyable) {}

  /** The values of rows, without those nested in another of them. @throws CodedError `stale`, `cancelled` */
  nodesAt(call: CallId, base: Revision, rowCount: number, ranges: Float64Array): Promise<Uint32Array> {
    return this.read(call, base, async (document, step) => {
      const checkRows = (): void => {
        if (document.rows.count !== rowCount) throw new CodedError('stale', STALE.rows);
      };
      checkRows();
      const nodes = await step.run(nodesOfRows(document.tape, document.rows, unpackRanges(ranges)), checkRows);
      // Rows can be expanded or collapsed while this runs.
      checkRows();
      return nodes;
    });
  }

  /** The text of one value, or of several with their keys and separated by commas. @throws CodedError `stale`, `cancelled` */
  readNodes(call: CallId, base: Revision, nodes: Uint32Array): Promise<Blob> {
    return this.read(call, base, (document, step) => step.run(spellNodes(document, nodes)));
  }

  /** The comments of values, which move with them; `null` if there are none. @throws CodedError `stale`, `cancelled` */
  readComments(call: CallId, base: Revision, nodes: Uint32Array): Promise<ItemComments[] | null> {
    return this.read(call, base, (document, step) => step.run(commentsOfNodes(document, nodes)));
  }

  /** Counts the items of containers that match. @throws CodedError `stale`, `cancelled` */
  countMatching(call: CallId, base: Revision, nodes: Uint32Array, filter: WizardFilter): Promise<FilterCount> {
    return this.read(call, base, async ({ places }, step) => {
      const { kept } = await step.run(resolveIntent(places, { type: 'filter', nodes, filter }));
      return kept ?? { count: 0, of: 0 };
    });
  }

  /** The paths at which items of the containers have values. @throws CodedError `stale`, `cancelled` */
  sortPaths(call: CallId, base: Revision, nodes: Uint32Array): Promise<SortPaths> {
    return this.read(call, base, async (document, step) => {
      const found = new Map<string, { readonly path: Path; items: number }>();
      let all = 0;
      for (const node of nodes.subarray(0, MAX_SHAPES)) {
        if (!document.tape.isOpening(node)) continue;
        const shape = await step.run(measureShape(document, node, MAX_FIELDS));
        all += shape.fields[0]?.presence ?? 0;
        for (const [index, { presence, kinds }] of shape.fields.entries()) {
          if (index === 0 || presence === kinds.object + kinds.array) continue;
          const path = fieldPath(shape, index);
          const name = toPointer(path);
          const before = found.get(name);
          if (before === undefined) found.set(name, { path, items: presence });
          else before.items += presence;
        }
      }
      // Sorting is stable: of equally frequent paths the one found first stays first.
      const sorted = [...found.values()].toSorted((a, b) => b.items - a.items);
      return { paths: sorted.map(({ path }) => path), isCommon: (sorted[0]?.items ?? 0) * 2 > all };
    });
  }

  private read<T>(
    call: CallId,
    base: Revision,
    body: (document: JsonDocument, step: RunnerStep) => Promise<T>,
  ): Promise<T> {
    const { session } = this;
    return session.exclusive(() =>
      session.runner.call(call, async (step) => {
        await session.settled;
        if (base !== session.revision) throw new CodedError('stale', STALE.document);
        return body(session.document, step);
      }),
    );
  }
}

function* commentsOfNodes({ places, dialect }: JsonDocument, nodes: Uint32Array): Work<ItemComments[] | null> {
  if (!hasComments(dialect)) return null;
  const all: ItemComments[] = [];
  for (const [index, node] of nodes.entries()) {
    const parent = places.parent(node);
    all.push(parent < 0 ? NO_COMMENTS : commentsOf(places, parent, node));
    if (index % SLICE_PARTS === 0) yield { done: index, total: nodes.length };
  }
  return all.some(({ before, inside, behind }) => before.length + inside.length + behind.length > 0) ? all : null;
}

/** Whether all of the values have keys. */
function* haveKeys(places: Places, nodes: Uint32Array): Work<boolean> {
  const total = nodes.length;
  for (const [index, node] of nodes.entries()) {
    const parent = places.parent(node);
    if (parent < 0 || places.kind(parent) !== 'object') return false;
    if (index % SLICE_PARTS === 0) yield { done: 0, total };
  }
  return true;
}

/** Writes keys only if all values have one: members mixed with items are no text that can be parsed. */
function* spellNodes({ places }: JsonDocument, nodes: Uint32Array): Work<Blob> {
  const blobs: Blob[] = [];
  let parts: BlobPart[] = [];
  let bytes = 0;
  const between = `,${lineEnd(places)}`;
  const areMembers = nodes.length > 1 && (yield* haveKeys(places, nodes));
  const [first, total] = [places.tape.start(nodes[0] ?? 0), places.text.size];
  for (const [index, node] of nodes.entries()) {
    if (index > 0) parts.push(between);
    if (areMembers) {
      const { start, end } = places.keyRange(node);
      parts.push(places.text.slice(start, end).slice(), ': ');
    }
    let done = places.tape.start(node) - first;
    for (const piece of piecesOf(places, node)) {
      parts.push(piece as Uint8Array<ArrayBuffer>);
      bytes += piece.length;
      done += piece.length;
      if (bytes >= BLOB_BYTES || parts.length >= BLOB_PARTS) {
        blobs.push(new Blob(parts));
        [parts, bytes] = [[], 0];
      }
      if (piece.length >= LARGE_PIECE || parts.length % SLICE_PARTS === 0) yield { done, total };
    }
  }
  return new Blob([...blobs, ...parts], { type: 'text/plain' });
}
