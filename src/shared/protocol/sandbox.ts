// What the page, the frame around the sandbox, and the worker inside of it say to each other. A person's code runs in
// that worker; whatever comes out of it is taken for data that anybody may have written.
//
//   page ── 'connect' + port ──▶ frame          once, to its window
//   page ── FrameCommand ──────▶ frame          over that port; `run` brings the port of one run along
//        ◀── FrameEvent ───────
//   job worker ── CodeInput ───▶ sandbox worker  over the port of the run
//              ── Uint32Array ─▶                 the tape's entries of numbers that a double can't hold
//              ── Code ────────▶                 at once, or when there is one: the values are made meanwhile
//              ◀── CodeAnswer ──

import type { WireError } from '../errors.ts';
import type { Parser } from '../document/parser.ts';
import type { CodeLanguage, QueryNote } from './query.ts';

/** The first message to the frame's window. */
export const CONNECT = 'connect';

export type FrameCommand =
  | { readonly type: 'ping' }
  /** Hands the port that comes along to a new worker, which is known by the run from then on. */
  | { readonly type: 'run'; readonly run: number }
  /** Ends the worker of a run, whatever it is doing. */
  | { readonly type: 'stop'; readonly run: number };

export type FrameEvent = { readonly type: 'ready' } | { readonly type: 'pong' };

/** What code is run on: a snapshot of the value alone that is queried, and which values to make of it. */
export interface CodeInput<Snapshot> {
  readonly parser: Parser;
  readonly snapshot: Snapshot;
}

/** One query in code. */
export interface Code {
  readonly language: CodeLanguage;
  readonly code: string;
}

/** What came of it. */
export type CodeAnswer =
  | {
      readonly ok: true;
      /** JSON in UTF-8, in order. */
      readonly pieces: readonly Uint8Array<ArrayBuffer>[];
      readonly durationMs: number;
      readonly notes: readonly QueryNote[];
    }
  | { readonly ok: false; readonly error: WireError };
