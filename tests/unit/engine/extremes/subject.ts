// Runs every function of the engine on a document at one of the extremes of the requirements: each succeeds, or refuses with a
// code, in bounded time. Sizes are small by default. DIPTYCH_EXTREMES=full uses those of the requirements, and prints the time
// and memory of each function.

import { afterEach, describe, expect, it } from 'vitest';
import { CodedError, type ErrorCode } from '../../../../src/shared/errors.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, makeDocument } from '../support/documents.ts';

const FULL = process.env['DIPTYCH_EXTREMES'] === 'full';
/** Time limit per function. Generous, because the machine may be busy. */
const LIMIT_MS = FULL ? 120_000 : 30_000;

/** Picks the size in the requirements, or a smaller one. */
export const pick = (full: number, small: number): number => (FULL ? full : small);

/** A document, and the arguments for the functions. */
export interface Subject {
  readonly bytes: Uint8Array;
  document: JsonDocument;
  /** The value to work on, somewhere in the middle; `container` contains it. */
  readonly node: number;
  readonly container: number;
  /** A value elsewhere, the target of moves. */
  readonly target: number;
  /** The path of `node`, or of a value in it. */
  readonly path: Path;
  /** A text that occurs in its keys or values. */
  readonly needle: string;
}

/** Functions by name. A boolean result must be `true`. */
export type Functions = Record<string, () => unknown>;

/** Runs functions. Each must succeed, or refuse with its code in `refusals`, and leave the document unchanged. */
export function tryAll(
  subject: Subject,
  functions: Functions,
  refusals: Partial<Record<string, ErrorCode>> = {},
): void {
  const { count } = subject.document.tape;
  const { size } = subject.document;
  for (const name of Object.keys(refusals))
    if (functions[name] === undefined) throw new RangeError(`no function ${name}`);
  describe('every function works, or refuses with a code', () => {
    afterEach(() => {
      const { document } = subject;
      if (document.tape.count === count && document.size === size && document.isLive) return;
      subject.document = makeDocument(subject.bytes);
    });

    it.each(Object.keys(functions))('%s', { timeout: LIMIT_MS }, (name) => {
      const start = performance.now();
      let outcome: ErrorCode | 'works' = 'works';
      try {
        expect(functions[name]?.() ?? true).not.toBe(false);
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        outcome = error.code;
      }
      const ms = performance.now() - start;
      if (FULL) {
        const memory = (process.memoryUsage().rss / 1024 / 1024).toFixed(0);
        process.stdout.write(`${name}: ${outcome}, ${ms.toFixed(0)} ms, ${memory} MB\n`);
      }
      expect(outcome).toBe(refusals[name] ?? 'works');
      expect(subject.document.tape.count).toBe(count);
      expect(subject.document.size).toBe(size);
      expect(ms).toBeLessThan(LIMIT_MS);
    });
  });
}

/** Applies splices, checks that the document is valid, and applies the inverse. */
export function thereAndBack({ document }: Subject, splices: readonly Splice[]): void {
  const back = document.apply(splices);
  finish(document.settle());
  const { error } = document;
  document.apply(back);
  finish(document.settle());
  expect(error).toBeNull();
  expect(document.isLive).toBe(true);
}

/** Applies an edit and its inverse. */
export function tryEdit(subject: Subject, intent: PlainIntent): void {
  thereAndBack(subject, finish(planEdit(subject.document.places, intent)));
}

/** The entries of a container's children. */
export function childrenOf({ tape, children }: JsonDocument, container: number): Uint32Array {
  const found = new Uint32Array(children.count(container));
  const close = tape.closing(container);
  let count = 0;
  for (let child = container + 1; child < close; child = tape.next(child)) {
    found[count] = child;
    count += 1;
  }
  return found;
}

/** Joins parts to a long text, without a string of its whole length. */
export function buildBytes(parts: Iterable<string>): Uint8Array {
  let bytes = new Uint8Array(1024 * 1024);
  let size = 0;
  let text = '';
  const flush = (): void => {
    const piece = encode(text);
    text = '';
    if (size + piece.length > bytes.length) {
      const larger = new Uint8Array((size + piece.length) * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(piece, size);
    size += piece.length;
  };
  for (const part of parts) {
    text += part;
    if (text.length > 65536) flush();
  }
  flush();
  return bytes.subarray(0, size);
}
