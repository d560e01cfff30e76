// The worker that runs one query in JavaScript, or with Lodash. Its frame has no origin, no network and no storage
// (see `docs/query.md`); it is ended after the run, so that nothing stays of it.
//
//   a port ──▶ CodeRun ──▶ values ──▶ the code ──▶ JSON ──▶ CodeAnswer

import lodash from 'lodash';
import { CodedError, toWire } from '../../shared/errors.ts';
import type { QueryNote } from '../../shared/query.ts';
import type { CodeAnswer, CodeRun } from '../../shared/sandbox.ts';
import { QueryInput } from '../engine/query/input.ts';
import { writeOutput } from '../engine/query/output.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import { finish } from '../engine/work.ts';
import { compileCode } from './code.ts';
import { confine } from './globals.ts';

// What the code may replace is noted before it runs.
const post = MessagePort.prototype.postMessage;
const { apply } = Reflect;
const now = performance.now.bind(performance);

addEventListener(
  'message',
  ({ ports: [port] }: MessageEvent) => {
    if (port === undefined) return;
    port.onmessage = ({ data }: MessageEvent<CodeRun<Snapshot>>) => {
      void answer(data).then((told) => {
        const buffers = told.ok ? told.pieces.map(({ buffer }) => buffer) : [];
        apply(post, port, [told, [...new Set(buffers)]]);
      });
    };
  },
  { once: true },
);

async function answer({ language, code, parser, snapshot }: CodeRun<Snapshot>): Promise<CodeAnswer> {
  try {
    const compiled = await compileCode(code);
    const input = QueryInput.of(snapshot, []);
    const inexact = parser === 'native' ? finish(input.inexact()) : null;
    const notes: QueryNote[] = inexact === null ? [] : [{ type: 'inexact', ...inexact }];
    const data = finish(input.value(parser === 'native' ? 'native' : 'guarded'));
    // The code may change what it is given.
    finish(input.nodes());
    confine(globalThis, (given) => lodash.cloneDeep(given));
    const begun = now();
    const value = compiled.run(data, language === 'lodash' ? lodash : undefined);
    const durationMs = now() - begun;
    const pieces = finish(writeOutput(input, value, 'checked'));
    if (pieces === null) {
      throw new CodedError('refused', 'The query gave nothing. Let it return the value that is to be the result.');
    }
    return { ok: true, pieces: pieces.map(own), durationMs, notes };
  } catch (error) {
    return { ok: false, error: toWire(error) };
  }
}

/** A piece with a buffer of its own: one that looks into the input would take all of that along. */
function own(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  return piece.length === piece.buffer.byteLength ? (piece as Uint8Array<ArrayBuffer>) : piece.slice();
}
