// Converts changes of the editor's text to changes of the bytes. Bytes that no change covers stay as they are, including
// invalid UTF-8 and mixed line ends. Removing bytes can join two parts that were separate:
//
//   CR | LF    two line ends would become one: an LF is inserted, so that CR LF, LF are two again
//   E2 | 82 AC two invalid parts become one character: that is what the bytes now mean, and the
//              caller learns that the editor's text no longer matches (`exact: false`)

import { LF, CR } from '../../../shared/bytes/ascii.ts';
import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { composeSplices } from '../../../shared/document/splice-lists.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte } from '../../../shared/units.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { LineTable, type TextLineEnd } from './lines.ts';

/** One replaced range, as in Monaco's `IModelContentChange`. */
export interface EditorChange {
  readonly range: {
    readonly startLineNumber: number;
    readonly startColumn: number;
    readonly endLineNumber: number;
    readonly endColumn: number;
  };
  readonly text: string;
}

/** A run of bytes after changes of its text. */
export interface Edited {
  readonly table: LineTable;
  /** Sorted, in bytes of the run before all changes. */
  readonly splices: readonly Splice[];
  /** Whether the editor's text still matches the bytes. */
  readonly exact: boolean;
}

/** Encodes a text, with `lineEnd` for every line end. */
export function encodeLines(text: string, lineEnd: TextLineEnd): Uint8Array {
  return encodeUtf8(/[\r\n]/.test(text) ? text.replaceAll(/\r\n?|\n/g, lineEnd) : text);
}

/**
 * Applies the changes of one event, each of which refers to the text after the ones before it. Monaco sends them from the last
 * place to the first, so that a run of them is applied in one pass. Cost: the bytes, once per run.
 */
export function editTable(table: LineTable, changes: readonly EditorChange[], lineEnd: TextLineEnd): Edited {
  let current = table;
  let splices: readonly Splice[] = [];
  let exact = true;
  let at = 0;
  while (at < changes.length) {
    const run: Splice[] = [];
    let above: EditorChange['range'] | undefined;
    for (let change = changes[at]; change !== undefined; change = changes[at]) {
      const { range, text } = change;
      if (above !== undefined && !endsBefore(range, above)) break;
      const start = current.byteAt({ lineNumber: range.startLineNumber, column: range.startColumn });
      const end = current.byteAt({ lineNumber: range.endLineNumber, column: range.endColumn });
      if (end > start || text !== '')
        run.push({ start: asByte(start), end: asByte(end), insert: encodeLines(text, lineEnd) });
      above = range;
      at += 1;
    }
    const joined = joinRun(current.bytes, run.toReversed());
    current = new LineTable(joined.bytes, table.first > 0);
    exact &&= joined.exact;
    splices = splices.length === 0 ? joined.splices : composeSplices(splices, joined.splices);
  }
  return { table: current, splices, exact };
}

/** Whether a range ends at or before the start of another, so that changing the other does not move it. */
function endsBefore(range: EditorChange['range'], other: EditorChange['range']): boolean {
  if (range.endLineNumber !== other.startLineNumber) return range.endLineNumber < other.startLineNumber;
  return range.endColumn <= other.startColumn;
}

/** Applies sorted splices, and keeps line ends apart that would otherwise become one. */
function joinRun(
  bytes: Uint8Array,
  splices: readonly Splice[],
): { bytes: Uint8Array; splices: Splice[]; exact: boolean } {
  const kept: Splice[] = [];
  const parts: Uint8Array[] = [];
  let exact = true;
  let read = 0;
  let last: number | undefined; // the byte written last
  const write = (part: Uint8Array): void => {
    if (part.length === 0) return;
    parts.push(part);
    last = part[part.length - 1];
  };
  for (const [index, { start, end, insert }] of splices.entries()) {
    write(bytes.subarray(read, start));
    const touches = splices[index + 1]?.start === end;
    const follower = touches ? undefined : bytes[end];
    let fitted = insert;
    if (last === CR && (insert.length > 0 ? insert[0] : follower) === LF) fitted = prepend(LF, fitted);
    if (insert.length > 0 && insert[insert.length - 1] === CR && follower === LF) fitted = append(fitted, LF);
    if (fitted.length === 0 && (last ?? 0) >= 0x80 && ((follower ?? 0) & 0xc0) === 0x80) exact = false;
    write(fitted);
    kept.push({ start, end, insert: fitted });
    read = end;
  }
  write(bytes.subarray(read));
  return { bytes: joinBytes(parts), splices: kept, exact };
}

function prepend(byte: number, bytes: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.of(byte), bytes]);
}

function append(bytes: Uint8Array, byte: number): Uint8Array {
  return joinBytes([bytes, Uint8Array.of(byte)]);
}
