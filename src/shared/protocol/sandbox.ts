// Messages between the page, the sandbox frame, and the worker inside it. The user's code runs in that worker; everything that
// comes from it is treated as untrusted data.
//
//   page ── 'connect' + port ──▶ frame          once, to its window
//   page ── FrameCommand ──────▶ frame          over that port; `run` carries the port of one run
//        ◀── FrameEvent ───────
//   job worker ── CodeInput ───▶ sandbox worker  over the port of the run
//              ── Uint32Array ─▶                 what the values would not give back, as in engine/query/respelt.ts
//              ── Code ────────▶                 immediately or later: the values are created in the meantime
//              ◀── CodeAnswer ──

import type { WireError } from '../errors.ts';
import type { Parser } from '../document/parser.ts';
import type { CodeLanguage, QueryNote } from './query.ts';

/** The first message to the frame's window. */
export const CONNECT = 'connect';

export type FrameCommand =
  | { readonly type: 'ping' }
  /** Passes the accompanying port to a new worker, which the run number identifies from then on. */
  | { readonly type: 'run'; readonly run: number }
  /** Terminates the worker of a run. */
  | { readonly type: 'stop'; readonly run: number };

export type FrameEvent = { readonly type: 'ready' } | { readonly type: 'pong' };

/** The input of code: a snapshot of the queried value alone, and the kind of values to create. */
export interface CodeInput<Snapshot> {
  readonly parser: Parser;
  readonly snapshot: Snapshot;
}

/** One query in code. */
export interface Code {
  readonly language: CodeLanguage;
  readonly code: string;
}

/** The result of code. */
export type CodeAnswer =
  | {
      readonly ok: true;
      /** JSON in UTF-8, in order. */
      readonly pieces: readonly Uint8Array<ArrayBuffer>[];
      readonly durationMs: number;
      readonly notes: readonly QueryNote[];
    }
  | { readonly ok: false; readonly error: WireError };
