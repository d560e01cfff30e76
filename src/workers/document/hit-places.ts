// Serves the tree's requests about search hits: the row of each hit, and its description in a list.

import { CodedError } from '../../shared/errors.ts';
import type { RevealedRow, RowsOfNodes } from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import { unpackRanges } from '../../shared/protocol/rows.ts';
import { NO_NODE } from '../../shared/protocol/compare.ts';
import { HIT_WORDS, type HitViews, type TextHitView, type Visit } from '../../shared/protocol/search.ts';
import { asByte, asNode, asRow, type ByteOffset, type ByteRange, type Revision } from '../../shared/units.ts';
import { LiveText } from '../../engine/tape/tape.ts';
import {
  containersOf,
  describeHit,
  describeTextHit,
  rangesOfRows,
  rowsOfNodes,
  startOfRow,
} from '../../engine/treeview/hit-places.ts';
import { packRows } from '../../engine/treeview/row-window.ts';
import type { Readable } from './read-calls.ts';
import type { Runner } from './runner.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** Longest key in a path, in UTF-16 units; the rest is cut off. */
const MAX_KEY_LENGTH = 200;

/** The part of the session that finding places of hits uses. */
export interface Placeable extends Readable {
  readonly runner: Runner;
  /** Incremented with every change of the rows. */
  readonly rowsVersion: number;
}

/** Serves the calls of a document worker that concern hits. */
export class HitPlaces {
  constructor(private readonly session: Placeable) {}

  /**
   * Expands the ancestors of the value at a byte, and returns its row with `around` rows on either side. With a `visit`,
   * what had to be expanded for the one before is collapsed again. Cost: these rows, the value's depth, and, where something was
   * collapsed, what comes after it.
   */
  async revealAt(offset: ByteOffset, around: number, visit?: Visit): Promise<RevealedRow | null> {
    await this.session.settled;
    const { places, rows } = this.session.document;
    const entry = places.atCaret(offset);
    if (entry < 0) return null;
    const before = rows.count;
    const isVisible = rows.isVisible(entry);
    const containers = places.steps(entry).map(({ container }) => container);
    if (visit === undefined) rows.reveal(entry, containers);
    else rows.visit(entry, containers, visit === 'first');
    if (!isVisible || rows.count !== before) this.session.changedRows();
    const row = rows.rowOf(entry);
    const first = Math.max(0, row - around);
    const { revision, rowsVersion } = this.session;
    const packed = packRows(places, rows, first, row + around + 1 - first);
    return { node: asNode(entry), row: asRow(row), rows: packed, revision, rowsVersion };
  }

  async rowStarts(rows: Float64Array): Promise<Float64Array> {
    await this.session.settled;
    const { document } = this.session;
    return rows.map((row) => startOfRow(document.places, document.rows, row));
  }

  /** The value of each row; the number of entries for a row past the last one. */
  async rowNodes(asked: Float64Array): Promise<Uint32Array<ArrayBuffer>> {
    await this.session.settled;
    const { rows, tape } = this.session.document;
    return Uint32Array.from(asked, (row) => (row >= rows.count ? tape.count : rows.entryAt(row)));
  }

  /** For each byte, the first entry that begins there or after it. @throws CodedError `stale` */
  async entriesFrom(base: Revision, offsets: Float64Array): Promise<Uint32Array<ArrayBuffer>> {
    await this.check(base);
    const { tape } = this.session.document;
    return Uint32Array.from(offsets, (offset) => tape.lastAtOrBefore(offset - 1) + 1);
  }

  /** For each byte, the first value that begins between it and the next byte in the list. @throws CodedError `stale` */
  async valuesFrom(base: Revision, offsets: Float64Array): Promise<Uint32Array<ArrayBuffer>> {
    await this.check(base);
    const { tape } = this.session.document;
    const found = new Uint32Array(Math.max(0, offsets.length - 1)).fill(NO_NODE);
    for (let index = 0; index < found.length; index += 1) {
      const end = offsets[index + 1] ?? 0;
      let entry = tape.lastAtOrBefore((offsets[index] ?? 0) - 1) + 1;
      while (entry < tape.count && tape.isClosing(entry) && tape.start(entry) < end) entry += 1;
      if (entry < tape.count && tape.start(entry) < end) found[index] = entry;
    }
    return found;
  }

  /** For each node: the start of its item, and the start and end of its value. @throws CodedError `stale` */
  async itemRanges(base: Revision, nodes: Uint32Array): Promise<Float64Array<ArrayBuffer>> {
    await this.check(base);
    const { places } = this.session.document;
    const found = new Float64Array(nodes.length * 3);
    for (const [index, node] of nodes.entries()) {
      const { start, end } = places.range(node);
      const parent = places.parent(node);
      found.set([parent < 0 ? start : places.itemStart(parent, node), start, end], index * 3);
    }
    return found;
  }

  /** The row of each node, or of the collapsed container around it. @throws CodedError `stale` */
  async rowsAround(base: Revision, nodes: Uint32Array): Promise<Float64Array<ArrayBuffer>> {
    await this.check(base);
    const { rows } = this.session.document;
    // `rowOf` counts the visible rows before a node; the last of these before a hidden node is the container around it.
    return Float64Array.from(nodes, (node) => rows.rowOf(node) - (rows.isVisible(node) ? 0 : 1));
  }

  /** @throws CodedError `stale` */
  async rangesOfRows(base: Revision, rowCount: number, ranges: Float64Array): Promise<ByteRange[]> {
    await this.check(base);
    const { places, rows } = this.session.document;
    if (rows.count !== rowCount) throw new CodedError('stale', STALE.rows);
    return rangesOfRows(places, rows, unpackRanges(ranges)).map(({ start, end }) => ({
      start: asByte(start),
      end: asByte(end),
    }));
  }

  /** @throws CodedError `stale`, `cancelled` */
  async rowsOfNodes(call: CallId, base: Revision, nodes: Uint32Array, reveal: boolean): Promise<RowsOfNodes> {
    await this.check(base);
    const { session } = this;
    return session.runner.call(call, async (step) => {
      const { places, rows } = session.document;
      const before = rows.count;
      if (reveal) {
        for (const node of nodes) {
          if (!rows.isVisible(node))
            rows.reveal(
              node,
              places.steps(node).map(({ container }) => container),
            );
        }
      }
      if (rows.count !== before) session.changedRows();
      const rowCount = rows.count;
      // Writes and expanding of rows do not wait for this.
      const checkRows = (): void => {
        if (session.revision !== base || rows.count !== rowCount) throw new CodedError('stale', STALE.rows);
      };
      const found = await step.run(rowsOfNodes(rows, nodes), checkRows);
      await this.check(base);
      checkRows();
      return { ...found, rowCount };
    });
  }

  /** @throws CodedError `stale` */
  async containersOf(base: Revision, nodes: Uint32Array): Promise<Uint32Array> {
    await this.check(base);
    return containersOf(this.session.document.places, nodes);
  }

  /** @throws CodedError `stale` */
  async describeHits(base: Revision, hits: Uint32Array, containers: Uint32Array): Promise<HitViews> {
    await this.check(base);
    const { places } = this.session.document;
    return {
      hits: Array.from({ length: hits.length / 3 }, (_, index) => describeHit(places, hits, index)),
      paths: Array.from(containers, (container) =>
        places
          .path(container)
          .map((part) =>
            typeof part === 'string' && part.length > MAX_KEY_LENGTH ? `${part.slice(0, MAX_KEY_LENGTH)}…` : part,
          ),
      ),
    };
  }

  /** @throws CodedError `stale` */
  describeTextHits(base: Revision, hits: Uint32Array): readonly TextHitView[] {
    const { revision, document } = this.session;
    if (base !== revision) throw new CodedError('stale', STALE.search);
    const text = new LiveText(document.memory);
    return Array.from({ length: hits.length / HIT_WORDS }, (_, index) =>
      describeTextHit(text, document.lines, hits, index),
    );
  }

  private async check(base: Revision): Promise<void> {
    await this.session.settled;
    const { revision, document } = this.session;
    if (base !== revision || !document.isLive) throw new CodedError('stale', STALE.search);
  }
}
