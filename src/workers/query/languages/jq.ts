// jq itself, as WebAssembly. It reads and writes text: a document goes in as it is, and the output has numbers as jq spells
// them. A program produces any number of results; a single one is the result, otherwise they are put into an array.

import { CodedError } from '../../../shared/errors.ts';
import { formatSize } from '../../../shared/bytes/size.ts';
import type { QueryNote } from '../../../shared/protocol/query.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { numberAt } from '../../engine/query/inexact.ts';
import type { QueryInput } from '../../engine/query/input.ts';
import { addSource } from '../../engine/query/sourcetext.ts';
import { TextBuffer } from '../../engine/base/text-buffer.ts';
import type { ReadPlaces } from '../../engine/tape/places.ts';
import type { Work } from '../../engine/base/work.ts';
import { fetchJq } from '../jq/binary.ts';
import { spellNumber } from '../jq/numbers.ts';
import { runProcess, type JqResult } from '../jq/process.ts';
import { mendSurrogates } from '../jq/surrogates.ts';
import { raiseMemory } from '../jq/wasm.ts';
import type { QueryOutput, RunQuery } from '../language.ts';
import { syntaxError } from '../queryerror.ts';
import { EMPTY_QUERY, JQ, QUERY } from '../../../shared/texts/queries.ts';
import { COMMA, LETTER_E, LF, POINT, ZERO } from '../../../shared/bytes/ascii.ts';

/** Longest program: it is stored on jq's stack. */
const MOST_PROGRAM = 1024 * 1024;
const LOWER_CASE = 0x20;
const COMPILE_FAILED = 3;
const SLICE_ENTRIES = 1 << 19;
const PLACE = /^jq: error: (.*) at <top-level>, line (\d+)(?:, column (\d+))?:?$/m;
const MOST_MEMORY = 4 * 1024 ** 3;

/** jq 1.8. @see https://jqlang.org/manual/v1.8/ */
export const runJq: RunQuery = makeRunner();

function makeRunner(): RunQuery {
  let module: Promise<WebAssembly.Module> | null = null;
  return async (input, text, work) => {
    checkProgram(text);
    const source = new TextBuffer();
    await work(addSource(input.places, input.node, source));
    module ??= load();
    const compiled = await module.catch((error: unknown) => {
      module = null;
      throw error;
    });
    const pieces = source.finish().map(mendSurrogates);
    const start = performance.now();
    const result = await runProcess(compiled, text, pieces);
    const durationMs = performance.now() - start;
    if (result.exitCode !== 0) throw explain(text, result);
    return finish(result, durationMs, await work(isRespelled(input)));
  };
}

async function load(): Promise<WebAssembly.Module> {
  let bytes: Uint8Array;
  try {
    bytes = await fetchJq();
  } catch {
    throw new CodedError('unreadable', JQ.notLoaded);
  }
  return WebAssembly.compile(raiseMemory(bytes));
}

function checkProgram(text: string): void {
  if (text.trim() === '') throw syntaxError(text, 0, EMPTY_QUERY.jq);
  if (text.includes('\0')) throw syntaxError(text, text.indexOf('\0'), JQ.zero);
  if (text.length <= MOST_PROGRAM) return;
  throw new CodedError('refused', JQ.tooLong(MOST_PROGRAM));
}

/** Joins the lines into an array unless there is exactly one. */
function finish({ pieces }: JqResult, durationMs: number, respelled: boolean): QueryOutput {
  const notes: QueryNote[] = respelled ? [{ type: 'respelled' }] : [];
  let count = 0;
  for (const piece of pieces) {
    // Strings contain no line feeds: they are escaped.
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) {
      piece[at] = COMMA;
      count += 1;
    }
  }
  const lines = [...pieces];
  // Without the line feed after the last one.
  const last = lines.pop();
  if (last !== undefined) lines.push(last.subarray(0, -1));
  if (count === 1) return { pieces: lines, notes, durationMs };
  notes.push({ type: 'several', count });
  return { pieces: [encodeUtf8('['), ...lines, encodeUtf8(']')], notes, durationMs };
}

/** Whether the value has numbers that jq spells differently. */
function* isRespelled({ places, node }: QueryInput): Work<boolean> {
  const { tape } = places;
  const close = tape.closing(node);
  for (let entry = node; entry <= close; entry += 1) {
    if ((entry - node) % SLICE_ENTRIES === SLICE_ENTRIES - 1) yield { done: entry - node, total: close - node };
    if (tape.isOpening(entry) || tape.isClosing(entry) || places.kind(entry) !== 'number') continue;
    if (!mayDiffer(places, entry)) continue;
    const number = numberAt(places, entry);
    if (spellNumber(number) !== number) return true;
  }
  return false;
}

/** Whether a number has an exponent, or is a small fraction: all others are written unchanged. */
function mayDiffer({ tape, text }: ReadPlaces, entry: number): boolean {
  const start = tape.start(entry);
  const end = start + tape.scalarLength(entry);
  for (let at = start; at < end; at += 1) {
    const byte = text.byteAt(at);
    if ((byte | LOWER_CASE) === LETTER_E || (byte === POINT && text.byteAt(at + 1) === ZERO)) return true;
  }
  return false;
}

function explain(text: string, { errors, exitCode, crash }: JqResult): CodedError {
  if (/cannot allocate memory/.test(errors)) return outOfMemory();
  if (crash !== null) {
    const isDeep = crash instanceof RangeError || /memory access/.test(crash.message);
    return new CodedError('refused', isDeep ? JQ.tooDeep : JQ.crashed(crash.message));
  }
  if (exitCode === COMPILE_FAILED) {
    const [, message = firstError(errors), line = '1', column = '1'] = PLACE.exec(errors) ?? [];
    return syntaxError(text, offsetOf(text, Number(line), Number(column)), message.replace(/^syntax error, /, ''));
  }
  if (/depth limit/.test(errors)) return new CodedError('refused', JQ.tooDeep);
  const sentence = errors
    .trim()
    .split('\n')
    .findLast((line) => line.startsWith('jq: '))
    ?.replace(/^jq: error(?: \(at [^)]*\))?(?: \(not a string\))?: /, '');
  return new CodedError('refused', sentence ?? (errors.trim() || QUERY.ended));
}

/** The first message of jq, for an error without a place. */
function firstError(errors: string): string {
  return (errors.trim().split('\n')[0] ?? '').replace(/^jq: error: /, '');
}

/** jq counts lines and columns from 1, columns in bytes. */
function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const bytes = encodeUtf8(lines[line - 1] ?? '').subarray(0, column - 1);
  return before + decodeUtf8(bytes).length;
}

function outOfMemory(): CodedError {
  return new CodedError('too-large', `jq ran out of memory; the most it can have is ${formatSize(MOST_MEMORY)}.`);
}
