// The worker that runs one query in JavaScript, or with Lodash. Its frame has no origin, no network and no storage
// (see `docs/query.md`); it is ended after the run, so that nothing stays of it.
//
//   a port ──▶ CodeRun ──▶ values ──▶ the code ──▶ JSON ──▶ CodeAnswer
//          ──▶ entries ─────┘

import lodash from 'lodash';
import { CodedError, toWire } from '../../shared/errors.ts';
import type { QueryNote } from '../../shared/query.ts';
import type { CodeAnswer, CodeRun } from '../../shared/sandbox.ts';
import { QueryInput } from '../engine/query/input.ts';
import { writeOutput } from '../engine/query/output.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import { drive } from '../driving.ts';
import { Pause } from '../runner.ts';
import { finish, type Work } from '../engine/work.ts';
import { compileCode } from './code.ts';
import { confine } from './globals.ts';
import { CODE } from '../../shared/texts/queries.ts';

// What the code may replace is noted before it runs.
const post = MessagePort.prototype.postMessage;
const { apply } = Reflect;
const now = performance.now.bind(performance);
const pause = new Pause();

addEventListener(
  'message',
  ({ ports: [port] }: MessageEvent) => {
    if (port === undefined) return;
    port.onmessage = ({ data: run }: MessageEvent<CodeRun<Snapshot>>) => {
      const guarded = new Promise<Uint32Array<ArrayBuffer>>((resolve) => {
        port.onmessage = ({ data }: MessageEvent<Uint32Array<ArrayBuffer>>) => resolve(data);
      });
      void answer(run, guarded).then((told) => {
        const buffers = told.ok ? told.pieces.map(({ buffer }) => buffer) : [];
        apply(post, port, [told, [...new Set(buffers)]]);
      });
    };
  },
  { once: true },
);

async function answer(
  { language, code, parser, snapshot }: CodeRun<Snapshot>,
  guarded: Promise<Uint32Array<ArrayBuffer>>,
): Promise<CodeAnswer> {
  try {
    const compiled = await compileCode(code);
    const input = QueryInput.of(snapshot, []);
    await inSlices(input.value('native'));
    input.guard(await guarded);
    const inexact = parser === 'native' ? finish(input.inexact()) : null;
    const notes: QueryNote[] = inexact === null ? [] : [{ type: 'inexact', ...inexact }];
    const data = await inSlices(input.value(parser === 'native' ? 'native' : 'guarded'));
    // The code may change what it is given.
    await inSlices(input.nodes());
    confine(globalThis, (given) => lodash.cloneDeep(given));
    const begun = now();
    const value = compiled.run(data, language === 'lodash' ? lodash : undefined);
    const durationMs = now() - begun;
    const pieces = finish(writeOutput(input, value, 'checked'));
    if (pieces === null) {
      throw new CodedError('refused', CODE.nothing);
    }
    return { ok: true, pieces: pieces.map(own), durationMs, notes };
  } catch (error) {
    return { ok: false, error: toWire(error) };
  }
}

/** Runs work in slices: only between them a worker can be ended at once. */
function inSlices<T>(work: Work<T>): Promise<T> {
  return drive(
    work,
    pause,
    () => undefined,
    () => undefined,
  );
}

/** A piece with a buffer of its own: one that looks into the input would take all of that along. */
function own(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  return piece.length === piece.buffer.byteLength ? (piece as Uint8Array<ArrayBuffer>) : piece.slice();
}
