// What a session tells the panel: the state of its document, and where a write was.

import { toWire } from '../shared/errors.ts';
import type { DocumentState, EditResult, Selection } from '../shared/protocol.ts';
import type { Revision } from '../shared/units.ts';
import type { JsonDocument } from './engine/document.ts';
import type { Decoder } from './engine/encoding.ts';
import type { History } from './engine/history.ts';

/** What is told of. */
export interface Told {
  readonly document: JsonDocument;
  readonly history: History;
  readonly phase: DocumentState['phase'];
  readonly revision: Revision;
  readonly rowsVersion: number;
  readonly expectedSize: number;
  readonly decoder: Decoder;
}

/** The state of a document as the panel hears of it. */
export function describe({ document, history, phase, expectedSize, decoder, ...rest }: Told): DocumentState {
  const { tape, validity, error, lines, rows } = document;
  return {
    ...rest,
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
    dialect: document.dialect,
    encoding: decoder.encoding,
    replaced: decoder.replaced,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  };
}

/** A result with the row to reveal: of the value that is selected again, or else of what was written. */
export function withRow(document: JsonDocument, result: EditResult): EditResult {
  if (!document.isLive) return result;
  const { selection, changed } = result;
  const selected = selectedEntry(document, selection);
  if (selected < 0 && changed === null) return result;
  const entry = selected >= 0 ? selected : document.places.atItem(changed?.start ?? 0, changed?.end ?? 0);
  if (entry < 0 || !document.rows.isVisible(entry)) return result;
  const row = document.rows.rowOf(entry);
  return { ...result, rows: [{ first: row, last: row }] };
}

/** The value that a selection is, to the byte; -1 for any other. */
function selectedEntry({ tape, places }: JsonDocument, selection: Selection | null): number {
  const [span] = selection ?? [];
  if (span === undefined) return -1;
  const entry = tape.lastAtOrBefore(span.anchor);
  if (entry < 0 || tape.isClosing(entry)) return -1;
  const { start, end } = places.range(entry);
  return start === span.anchor && end === span.active ? entry : -1;
}
