// Sizes and counts of a value and of what is in it. One walk over its entries, without a stack of its own:
// the depth is a number.

import { CodedError } from '../../../shared/errors.ts';
import type { JsonDocument } from '../document/document.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { CLOSING, kindOf, OPENING } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../../shared/texts/documents.ts';

/** Kinds as people count them: true and false are one. */
export const VALUE_KINDS = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
export type KindCounts = Record<ValueKind, number>;

/** Sizes and counts of one value. */
export interface Measure {
  readonly bytes: number;
  /** Values directly in it. Of duplicate keys, each counts. */
  readonly children: number;
  /** All values in it, at any depth; itself not. */
  readonly descendants: number;
  /** How many levels of values are below it; 0 for a scalar and an empty container. */
  readonly depth: number;
  /** Its descendants by kind. */
  readonly counts: KindCounts;
}

/** Entries of one slice. */
const SLICE_ENTRIES = 512 * 1024;

/** Measures a value. Cost: its entries. @throws CodedError `invalid-document` */
export function* measureNode(document: JsonDocument, node: number, sliceEntries = SLICE_ENTRIES): Work<Measure> {
  refuseStale(document);
  const { tape, places, memory } = document;
  const { start, end } = places.range(node);
  const close = tape.closing(node);
  const byFirstByte = new Float64Array(256);
  let descendants = 0;
  let children = 0;
  let depth = 0;
  let level = 1;
  for (let entry = node + 1; entry < close;) {
    const stop = Math.min(close, entry + sliceEntries);
    const { words, bytes } = memory;
    const base = tape.wordBase;
    for (; entry < stop; entry += 1) {
      const link = words[base + entry * 2 + 1] ?? 0;
      if ((link & CLOSING) !== 0) {
        level -= 1;
        continue;
      }
      descendants += 1;
      if (level === 1) children += 1;
      if (level > depth) depth = level;
      if ((link & OPENING) !== 0) level += 1;
      const first = bytes[TEXT_BASE + (words[base + entry * 2] ?? 0)] ?? 0;
      byFirstByte[first] = (byFirstByte[first] ?? 0) + 1;
    }
    yield { done: tape.start(entry - 1) - start, total: end - start };
  }
  const counts = noCounts();
  for (const [first, count] of byFirstByte.entries()) {
    if (count > 0) counts[valueKind(first)] += count;
  }
  return { bytes: end - start, children, descendants, depth, counts };
}

/** The kind of the value that starts with this byte. */
export function valueKind(firstByte: number): ValueKind {
  const kind = kindOf(firstByte);
  return kind === 'true' || kind === 'false' ? 'boolean' : kind;
}

/** Of no values. */
export function noCounts(): KindCounts {
  return { object: 0, array: 0, string: 0, number: 0, boolean: 0, null: 0 };
}

/** @throws CodedError `invalid-document` for a document whose tape is not that of its text */
export function refuseStale(document: JsonDocument): void {
  if (document.isLive) return;
  throw new CodedError('invalid-document', NOT_VALID.toMeasure, document.error?.place ?? null);
}
