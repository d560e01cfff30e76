// What the server and the processes that run its calls say to each other:
//
//   server ── WorkerSetup, then a WorkerCall at a time ──▶ process
//   server ◀────────────── WorkerReply ─────────────────── process

import type { Proposal } from './changes.ts';
import type { Root } from './workspace.ts';

/** The first message. */
export interface WorkerSetup {
  readonly type: 'setup';
  readonly roots: readonly Root[];
  readonly mode: 'read-only' | 'confirm' | 'full';
  /** Tokens of an answer. */
  readonly budget: number;
  /** Memory of the process, in bytes. */
  readonly maxBytes: number;
}

/** One call of a tool. */
export interface WorkerCall {
  readonly type: 'call';
  readonly tool: string;
  /** The arguments as the message spells them. */
  readonly argumentsText: string;
  /** The change that was shown, if the call carries it out. */
  readonly shown: Proposal | null;
}

/** The answer to a call. */
export interface WorkerReply {
  readonly text: string;
  readonly isError: boolean;
  readonly proposal: Proposal | null;
}
