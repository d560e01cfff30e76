// Serves the views of a session's document: rows, places, and which rows are expanded. Nothing here changes the text; expanding
// changes the rows, and reports it.

import { CodedError } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { ExpandRequest, Located, Place, RowsRequest } from '../../shared/protocol/protocol.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import {
  asByte,
  asNode,
  asRow,
  type ByteOffset,
  type ByteRange,
  type NodeIndex,
  type Revision,
  type RowIndex,
} from '../../shared/units.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { lineAround } from '../../engine/lines/line-blocks.ts';
import { ShownText } from '../../engine/textview/shown-text.ts';
import { snapshotBuffers, takeSnapshot } from '../../engine/document/snapshot.ts';
import { enclosing, otherBracket } from '../../engine/textview/structure.ts';
import { packAncestors, packRows } from '../../engine/treeview/row-window.ts';
import { locate } from './locate.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** The part of the session that reading uses. */
export interface Readable {
  readonly document: JsonDocument;
  /** The document whose rows are shown, and the end of what is known of it. */
  readonly shown: { readonly document: JsonDocument; readonly cut: number };
  readonly revision: Revision;
  /** Resolves when the last edit has been checked. */
  readonly settled: Promise<unknown>;
  /** Resolves when all writes sent so far have been made, and the text is checked. */
  checked(): Promise<void>;
  /** Reports that rows read before may have changed. */
  changedRows(): void;
}

/** Serves the reading calls of a document worker. */
export class ReadCalls {
  constructor(private readonly session: Readable) {}

  /** A packed window of rows, read after the last edit has been checked: its nodes match the revision. */
  async readRows(request: RowsRequest): Promise<ArrayBuffer> {
    await this.session.settled;
    const { document, cut } = this.session.shown;
    return packRows(document.places, document.rows, request.first, request.count, cut);
  }

  /** The ancestor rows that stay above the rows from `first` on. */
  async ancestors(first: RowIndex, limit: number): Promise<{ indexes: Float64Array; rows: ArrayBuffer }> {
    await this.session.settled;
    const { document, cut } = this.session.shown;
    return packAncestors(document.places, document.rows, first, limit, cut);
  }

  /** The byte offsets where lines start in the text as it is shown, or of bytes in it. */
  shownStarts(unit: 'line' | 'byte', places: Float64Array): Float64Array {
    const shown = new ShownText(this.session.document);
    return places.map((place) => (unit === 'line' ? shown.startOfLine(place) : shown.offsetOf(place)));
  }

  /** Sends a snapshot of the document after all writes sent so far, or of its text as it is, over a port. Returns its revision. */
  async sendSnapshot(port: MessagePort, part: 'text' | 'all'): Promise<Revision> {
    if (part === 'all') await this.session.checked();
    const { document, revision } = this.session;
    const snapshot = takeSnapshot(document, revision, part);
    port.postMessage(snapshot, snapshotBuffers(snapshot));
    port.close();
    return revision;
  }

  /** Bytes of a value, relative to its own start. @throws CodedError `stale` */
  async readValue(base: Revision, node: NodeIndex, part: ByteRange): Promise<Uint8Array> {
    await this.session.settled;
    if (base !== this.session.revision) throw new CodedError('stale', STALE.document);
    const { places } = this.session.shown.document;
    const { start, end } = places.range(node);
    return places.text.slice(Math.min(start + part.start, end), Math.min(start + part.end, end)).slice();
  }

  /** Returns the number of rows added; negative when rows were removed. */
  expand(request: ExpandRequest): number {
    const { rows, tape, places } = this.session.shown.document;
    // A row of a document that has been replaced by a smaller one.
    if ('node' in request && request.node >= tape.count) return 0;
    const before = rows.count;
    switch (request.type) {
      case 'expand':
        rows.expand(request.node);
        break;
      case 'collapse':
        rows.collapse(request.node);
        break;
      case 'expand-subtree':
        rows.expandSubtree(request.node);
        break;
      case 'collapse-subtree':
        rows.collapseSubtree(request.node);
        break;
      case 'expand-siblings':
        rows.expandChildren(places.parent(request.node));
        break;
      case 'expand-all':
        rows.expandAll();
        break;
      case 'collapse-all':
        rows.expandToLevel(0);
        break;
      case 'expand-to-level':
        rows.expandToLevel(request.level);
        break;
    }
    this.session.changedRows();
    return rows.count - before;
  }

  /** The value that a caret before this byte is at, with its place. */
  placeAt(offset: ByteOffset): Place {
    const { document } = this.session;
    const entry = document.isLive ? document.places.atCaret(offset) : -1;
    return { ...placeIn(document, entry), ...document.lines.placeOf(Math.min(offset, document.size)) };
  }

  /** The place of a value; that of no value for a node of a document that has been replaced by a smaller one. */
  placeOf(node: NodeIndex): Place {
    const { document } = this.session.shown;
    if (node >= document.tape.count) return { ...placeIn(document, -1), line: 0, column: 0 };
    const { start } = document.places.range(node);
    return {
      ...placeIn(document, node),
      ...(document.isLive ? document.lines.placeOf(start) : { line: 0, column: 0 }),
    };
  }

  async enclosing(ranges: readonly ByteRange[]): Promise<(ByteRange | null)[]> {
    await this.session.settled;
    return ranges.map((range) => {
      const found = enclosing(this.session.document, range);
      return found === null ? null : { start: asByte(found.start), end: asByte(found.end) };
    });
  }

  async otherBracket(offset: ByteOffset): Promise<ByteOffset | null> {
    await this.session.settled;
    const found = otherBracket(this.session.document, offset);
    return found === null ? null : asByte(found);
  }

  /** The line around a byte, without its line break. */
  lineAround(offset: ByteOffset): ByteRange {
    const { start, end } = lineAround(this.session.document, offset);
    return { start: asByte(start), end: asByte(end) };
  }

  /** Locates a target in the current text, once the last edit has been checked. */
  async locate(target: DocumentTarget): Promise<Located> {
    await this.session.settled;
    return locate(this.session.document, target);
  }

  /** Expands the ancestors of the value at a path. */
  reveal(path: Path): { node: NodeIndex; row: RowIndex } | null {
    const { places, rows } = this.session.shown.document;
    const entry = places.atPath(path);
    if (entry < 0) return null;
    rows.reveal(
      entry,
      places.steps(entry).map(({ container }) => container),
    );
    this.session.changedRows();
    return { node: asNode(entry), row: asRow(rows.rowOf(entry)) };
  }
}

function placeIn({ places }: JsonDocument, entry: number): Pick<Place, 'path' | 'node' | 'range'> {
  if (entry < 0) return { path: [], node: null, range: null };
  const { start, end } = places.range(entry);
  return { path: places.path(entry), node: asNode(entry), range: { start: asByte(start), end: asByte(end) } };
}
