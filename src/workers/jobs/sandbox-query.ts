// Runs the user's code in the sandbox at the other end of a port. Anything that comes back may have been written by that code:
// its form is checked here, its bytes are parsed as JSON, and its messages are shown as text.

import { CodedError, cancelled, fromWire, type ErrorPlace, type WireError } from '../../shared/errors.ts';
import type { Path } from '../../shared/document/path.ts';
import type { QueryNote } from '../../shared/protocol/query.ts';
import type { Code, CodeInput } from '../../shared/protocol/sandbox.ts';
import { snapshotBuffers, type Snapshot } from '../../engine/document/snapshot.ts';
import type { QueryOutput } from '../../engine/languages/language.ts';
import { CODE, QUERY } from '../../shared/texts/queries.ts';

/** Longer messages are cut, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 2000;

/**
 * Sends the sandbox the input of its code; the buffers of the snapshot are transferred. `findRespelt` finds what the values alone
 * would not give back while the sandbox is making them.
 * @throws CodedError those of `findRespelt`
 */
export async function sendInput(
  input: CodeInput<Snapshot>,
  findRespelt: () => Promise<Uint32Array<ArrayBuffer>>,
  sandbox: MessagePort,
): Promise<void> {
  sandbox.postMessage(input, snapshotBuffers(input.snapshot));
  const respelt = await findRespelt();
  sandbox.postMessage(respelt, [respelt.buffer]);
}

/**
 * Runs code in the sandbox. `sending` sends its input; `null` if it already has it. A message over `stop` ends the wait.
 * @throws CodedError `syntax` and `refused` with a place in the code, `cancelled`, `worker-died`
 */
export async function runCode(
  code: Code,
  sandbox: MessagePort,
  stop: MessagePort,
  sending: Promise<void> | null,
): Promise<QueryOutput> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<QueryOutput>();
  // Not every browser fires this event; the page also pings the frame.
  sandbox.addEventListener('close', () => reject(new CodedError('worker-died', CODE.sandboxStopped)));
  sandbox.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = readAnswer(data);
    if (answer instanceof CodedError) reject(answer);
    else resolve(answer);
  };
  try {
    sandbox.postMessage(code);
    const sent = async (): Promise<void> => {
      await sending;
      // Until then, a message ends the sending.
      stop.onmessage = () => reject(cancelled());
    };
    const [output] = await Promise.all([answered, sent()]);
    return output;
  } finally {
    sandbox.close();
  }
}

/** Reads a message that should have the form of a `CodeAnswer`. */
export function readAnswer(data: unknown): QueryOutput | CodedError {
  const { ok, pieces, durationMs, notes, error } = fields(data);
  if (ok === false) return readError(error);
  if (ok !== true || !holdsOnly(pieces, isBytes)) return new CodedError('refused', CODE.noResult);
  return {
    pieces,
    durationMs: Number.isFinite(durationMs) ? Math.max(0, durationMs as number) : 0,
    notes: Array.isArray(notes) ? readNote(notes[0]) : [],
  };
}

/** Whether a value is an array of items that `accepts` accepts, without holes, which `every` would skip. */
function holdsOnly<T>(value: unknown, accepts: (item: unknown) => item is T): value is T[] {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index += 1) if (!accepts(value[index])) return false;
  return true;
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

function isSegment(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function fields(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

function readError(error: unknown): CodedError {
  const { code, message, place } = fields(error);
  const known: WireError['code'] = code === 'syntax' || code === 'too-large' ? code : 'refused';
  // A value that is not a string must not be converted to one.
  const sentence = typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : QUERY.failed;
  return fromWire({ code: known, message: sentence, place: readPlace(place) });
}

function readPlace(place: unknown): ErrorPlace | null {
  const { offset, line, column } = fields(place);
  if (!isIndex(offset) || !isIndex(line) || !isIndex(column)) return null;
  return { offset, line, column };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Reads a note of a kind that code can produce. */
function readNote(note: unknown): QueryNote[] {
  const { type, count, path, text } = fields(note);
  if (
    (type !== 'inexact' && type !== 'rounded') ||
    !isIndex(count) ||
    typeof text !== 'string' ||
    !holdsOnly(path, isSegment)
  )
    return [];
  return [{ type, count, path: firstOf(path), text: text.slice(0, MAX_MESSAGE_LENGTH) }];
}

/** Cuts a path to a readable length. */
function firstOf(path: readonly (string | number)[]): Path {
  let left = MAX_MESSAGE_LENGTH;
  const end = path.findIndex((segment) => (left -= String(segment).length + 1) < 0);
  return end < 0 ? path : path.slice(0, end);
}
