// The worker that runs one query in JavaScript, or with Lodash. Its frame has no origin, no network and no storage (see
// `docs/query.md`); it is terminated after the run, so that nothing of it remains.
//
//   a port ──▶ CodeInput ──▶ values ──▶ the code ──▶ JSON ──▶ CodeAnswer
//          ──▶ Respelt ──────┘            │
//          ──▶ Code ──▶ compiled ─────────┘

import lodash from 'lodash';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { CodedError, toWire } from '../../shared/errors.ts';
import type { Parser } from '../../shared/document/parser.ts';
import type { QueryNote } from '../../shared/protocol/query.ts';
import type { Code, CodeAnswer, CodeInput } from '../../shared/protocol/sandbox.ts';
import { QueryInput } from '../../engine/query/input.ts';
import { writeOutput } from '../../engine/query/output.ts';
import type { Snapshot } from '../../engine/document/snapshot.ts';
import { Pause, Slices } from '../common/slices.ts';
import { finish, type Work } from '../../engine/base/work.ts';
import { compileCode } from '../../engine/javascript/code.ts';
import { confine } from './globals.ts';
import { installNumbers } from './json-numbers.ts';
import { CODE } from '../../shared/texts/queries.ts';

// The code may replace these, so they are saved before it runs.
const post = MessagePort.prototype.postMessage;
const { apply } = Reflect;
const now = performance.now.bind(performance);
const pause = new Pause();
/** Length of a slice, after which pending messages are handled. */
const SLICE_MS = 16;

addEventListener(
  'message',
  ({ ports: [port] }: MessageEvent) => {
    if (port === undefined) return;
    port.onmessage = ({ data: input }: MessageEvent<CodeInput<Snapshot>>) => {
      const respelt = Promise.withResolvers<Uint32Array<ArrayBuffer>>();
      const code = Promise.withResolvers<Code>();
      port.onmessage = ({ data }: MessageEvent<Uint32Array<ArrayBuffer> | Code>) => {
        if (data instanceof Uint32Array) respelt.resolve(data);
        else code.resolve(data);
      };
      void answer(input, respelt.promise, code.promise).then((told) => {
        apply(post, port, [told, told.ok ? told.pieces.map(({ buffer }) => buffer) : []]);
      });
    };
  },
  { once: true },
);

async function answer(
  { parser, snapshot }: CodeInput<Snapshot>,
  respelt: Promise<Uint32Array<ArrayBuffer>>,
  code: Promise<Code>,
): Promise<CodeAnswer> {
  try {
    const input = QueryInput.of(snapshot, []);
    // An error in the code is reported without waiting for the values.
    const [{ compiled, language }, data] = await Promise.all([compile(code), valueFor(input, parser, respelt)]);
    const inexact = parser === 'native' ? finish(input.inexact()) : null;
    const notes: QueryNote[] = inexact === null ? [] : [{ type: 'inexact', ...inexact }];
    confine(globalThis, (given) => lodash.cloneDeep(given));
    if (parser !== 'native') installNumbers(globalThis, input.exact);
    const begun = now();
    const value = compiled.run(data, language === 'lodash' ? lodash : undefined);
    const durationMs = now() - begun;
    if (input.exact.use.isRounded) {
      const rounded = finish(input.inexact());
      if (rounded !== null) notes.push({ type: 'rounded', ...rounded });
    }
    const pieces = finish(writeOutput(input, value, 'checked'));
    if (pieces === null) {
      throw new CodedError('refused', CODE.nothing);
    }
    // Sent as one buffer: hundreds of buffers in one message crash the process of the frame.
    return { ok: true, pieces: [own(joinBytes(pieces))], durationMs, notes };
  } catch (error) {
    return { ok: false, error: toWire(error) };
  }
}

async function compile(code: Promise<Code>) {
  const { language, code: text } = await code;
  return { language, compiled: await compileCode(text) };
}

/** Makes the value that the code gets. The code may change it, so the containers that need it are recorded first. */
async function valueFor(
  input: QueryInput,
  parser: Parser,
  respelt: Promise<Uint32Array<ArrayBuffer>>,
): Promise<unknown> {
  await inSlices(input.value('native'));
  input.useRespelt(await respelt);
  const value = await inSlices(input.value(parser === 'native' ? 'native' : 'guarded'));
  await inSlices(input.respeltNodes());
  return value;
}

/** Runs work in slices: only between slices can a worker be terminated immediately. */
function inSlices<T>(work: Work<T>): Promise<T> {
  return new Slices(pause, SLICE_MS).run(work, () => undefined);
}

/** Returns a piece with a buffer of its own: a view of the input would send all of it. */
function own(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  return piece.length === piece.buffer.byteLength ? (piece as Uint8Array<ArrayBuffer>) : piece.slice();
}
