// A document at one of the extremes of the requirements, and every function of the engine on it: each works,
// or refuses with a code, in bounded time. Small enough for each run by default; DIPTYCH_EXTREMES=full takes
// the sizes of the requirements, and prints the time and the memory of each function.

import { afterEach, describe, expect, it } from 'vitest';
import { CodedError, type ErrorCode } from '../../../../src/shared/errors.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { JsonDocument } from '../../../../src/workers/engine/document/document.ts';
import { planEdit } from '../../../../src/workers/engine/edit/edit.ts';
import { finish } from '../../../../src/workers/engine/base/work.ts';
import { encode, makeDocument } from '../support/documents.ts';

const FULL = process.env['DIPTYCH_EXTREMES'] === 'full';
/** For one function. Generous: the machine has other things to do. */
const LIMIT_MS = FULL ? 120_000 : 30_000;

/** The size that the requirements name, or a smaller one. */
export const pick = (full: number, small: number): number => (FULL ? full : small);

/** A document, and what of it the functions are tried on. */
export interface Subject {
  readonly bytes: Uint8Array;
  document: JsonDocument;
  /** The value at hand, somewhere in the middle; `container` is what holds it. */
  readonly node: number;
  readonly container: number;
  /** A value elsewhere, to move things to. */
  readonly target: number;
  /** Leads to `node`, or to a value in it. */
  readonly path: Path;
  /** Text that is in its keys or values. */
  readonly needle: string;
}

/** Functions by their names. What they answer is held to `true`, if it is a truth. */
export type Functions = Record<string, () => unknown>;

/** Tries functions, each of which works or refuses as `refusals` says, and leaves the document as it was. */
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

/** Carries splices out, checks that the document is valid, and takes them back. */
export function thereAndBack({ document }: Subject, splices: readonly Splice[]): void {
  const back = document.apply(splices);
  finish(document.settle());
  const { error } = document;
  document.apply(back);
  finish(document.settle());
  expect(error).toBeNull();
  expect(document.isLive).toBe(true);
}

/** An edit, there and back. */
export function tryEdit(subject: Subject, intent: PlainIntent): void {
  thereAndBack(subject, finish(planEdit(subject.document.places, intent)));
}

/** The entries of what a container holds. */
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

/** A long text made of parts, without a string of its length. */
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
