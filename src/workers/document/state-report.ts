// What a session reports to its panel: the state of the document, the rows of a write, and the splices of an undo if they are few.

import { toWire } from '../../shared/errors.ts';
import type { DocumentState, EditResult, TextChange } from '../../shared/protocol/protocol.ts';
import type { Span } from '../../shared/protocol/selection.ts';
import type { RowRange } from '../../shared/protocol/rows.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Revision } from '../../shared/units.ts';
import { bomLength } from '../../engine/document/scan.ts';
import { firstLineEnd } from '../../engine/document/first-line-end.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import type { Decoder } from '../../engine/document/encoding.ts';
import type { History } from '../../engine/document/history.ts';

/** Limits above which the splices of an undo are not sent to the page: their number, and their bytes. */
const MAX_SPLICES = 1000;
const MAX_BYTES = 1024 * 1024;

/** What the state is made from. */
export interface StateSource {
  readonly document: JsonDocument;
  readonly history: History;
  readonly phase: DocumentState['phase'];
  readonly revision: Revision;
  readonly rowsVersion: number;
  readonly expectedSize: number;
  readonly decoder: Decoder;
  readonly isCut: boolean;
  readonly synced: number;
  readonly change: TextChange | null;
}

/** The state of a document as it is sent to the panel. `shown`: the document whose rows are shown. */
export function describe(source: StateSource, shown: JsonDocument): DocumentState {
  const { document, history, phase, revision, rowsVersion, expectedSize, decoder, isCut, synced, change } = source;
  const { validity, error, lines } = document;
  const { tape, rows } = shown;
  return {
    revision,
    content: history.content,
    phase,
    size: document.size,
    expectedSize: phase === 'loading' ? expectedSize : document.size,
    lineCount: lines.lineCount,
    longestLine: lines.longestLine,
    foldsVersion: document.folds.version,
    validity: phase === 'empty' ? 'unknown' : validity,
    error: error === null ? null : toWire(error),
    tree: tape.count === 0 ? 'none' : document.isLive || validity === 'unknown' ? 'live' : 'stale',
    rowCount: rows.count,
    narrowed: rows.narrowed,
    rowsVersion,
    dialect: document.dialect,
    encoding: decoder.encoding,
    lineEnd: firstLineEnd(document.memory),
    hasMark: bomLength(document.memory.text(0, Math.min(document.size, 3))) > 0,
    replaced: decoder.replaced,
    isCut,
    isSynced: synced === history.content,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    undoes: history.names.undo,
    redoes: history.names.redo,
    change,
  };
}

/** Adds the rows to reveal to a result: those of the values that are selected again, or else of what was written. */
export function withRow<T extends EditResult>(document: JsonDocument, result: T): T {
  if (!document.isLive) return result;
  const { selection, changed } = result;
  const selected = (selection ?? []).map((span) => selectedEntry(document, span));
  const isValues = selected.length > 0 && selected.every((entry) => entry >= 0);
  const written = changed === null ? -1 : document.places.atItem(changed.start, changed.end);
  const entries = (isValues ? selected : [written]).filter((entry) => entry >= 0 && document.rows.isVisible(entry));
  const rows = entries.map((entry) => document.rows.rowOf(entry)).toSorted((a, b) => a - b);
  return rows.length === 0 ? result : { ...result, rows: rangesOf(rows) };
}

/** Groups rows, which are in ascending order, into ranges. */
function rangesOf(rows: readonly number[]): RowRange[] {
  const ranges: RowRange[] = [];
  for (const row of rows) {
    const before = ranges.at(-1);
    if (before !== undefined && row <= before.last + 1) ranges[ranges.length - 1] = { first: before.first, last: row };
    else ranges.push({ first: row, last: row });
  }
  return ranges;
}

/** The value that a span covers exactly; -1 for any other span. */
function selectedEntry({ tape, places }: JsonDocument, span: Span): number {
  const entry = tape.lastAtOrBefore(span.anchor);
  if (entry < 0 || tape.isClosing(entry)) return -1;
  const { start, end } = places.range(entry);
  return start === span.anchor && end === span.active ? entry : -1;
}

/** Whether a list of splices is short enough to be sent to the page. */
export function isShort(splices: readonly Splice[]): boolean {
  return splices.length <= MAX_SPLICES && splices.reduce((sum, { insert }) => sum + insert.length, 0) <= MAX_BYTES;
}
