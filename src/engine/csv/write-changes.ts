// Writes the differences of two documents as CSV, one row each:
//
//   change,path,to,left,right
//   changed,$.name,,Ada,Grace
//   moved,$.items[3],$.items[0],"{""id"":7}","{""id"":7}"

import { CHANGE_WORDS, readChange } from '../../shared/protocol/compare.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { COMMA, CR, LF, QUOTE } from '../../shared/bytes/ascii.ts';
import type { Work } from '../base/work.ts';
import type { Comparison } from '../diff/result/compare.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { CellWriter } from './cell-writer.ts';

const SLICE_CHANGES = 1024;
const NAMES = { create: 'created', update: 'changed', delete: 'deleted' } as const;
const STYLE = { separator: COMMA, quote: QUOTE, typed: false, escapesFormulas: true } as const;

/** Returns the differences as the pieces of a file. Missing values are empty cells; objects and arrays are JSON. */
export function* writeChanges({ changes, sides }: Comparison): Work<Uint8Array<ArrayBuffer>[]> {
  const out = new ByteBuffer();
  const [a, b] = [sides.left.places, sides.right.places];
  const [left, right] = [new CellWriter(a, STYLE, out), new CellWriter(b, STYLE, out)];
  const total = changes.length / CHANGE_WORDS;
  const writePath = (path: Path): void => left.writeName(toJsonPath(path));
  for (const [index, name] of ['change', 'path', 'to', 'left', 'right'].entries()) {
    if (index > 0) out.put(COMMA);
    left.writeName(name);
  }
  endRow(out);
  for (let index = 0; index < total; index += 1) {
    if (index % SLICE_CHANGES === SLICE_CHANGES - 1) yield { done: index, total };
    const change = readChange(changes, index);
    const other = change.partner === null ? null : readChange(changes, change.partner);
    // A move is written at its place on the left.
    if (other !== null && change.kind === 'create') continue;
    const onLeft = change.left;
    const onRight = change.right ?? other?.right ?? null;
    left.writeName(other === null ? NAMES[change.kind] : 'moved');
    out.put(COMMA);
    if (onLeft !== null) writePath(a.path(onLeft));
    else if (onRight !== null) writePath(b.path(onRight));
    out.put(COMMA);
    if (other !== null && onRight !== null) writePath(b.path(onRight));
    out.put(COMMA);
    if (onLeft !== null) left.write(onLeft);
    out.put(COMMA);
    if (onRight !== null) right.write(onRight);
    endRow(out);
  }
  return out.finish() as Uint8Array<ArrayBuffer>[];
}

function endRow(out: ByteBuffer): void {
  out.put(CR);
  out.put(LF);
}
