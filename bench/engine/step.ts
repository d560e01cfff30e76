// One measured work of a bench, and the works of peers that are measured beside it in the same run. They stand in the file of their
// suite: `parsing.ts`, `csv.ts`, `validating.ts`, `comparing.ts` and others.

import type { Shape, Style } from '../generate.ts';
import type { QueryOrder } from './querying.ts';

/**
 * Where the clock starts, for a step and its peer alike. `bytes`: with the bytes of the document, which Diptych opens and the peer
 * parses. `open`: Diptych has opened the document, and the peer holds its parsed value or its string. It ends with bytes where the
 * peer's work ends with bytes.
 */
export type Start = 'bytes' | 'open';

/** A work of someone else on the same input. */
export interface Peer {
  readonly name: string;
  readonly start: Start;
  /** Runs once before and after all runs, not measured: makes what the peer holds, and gives it back. */
  readonly hold?: () => void;
  readonly release?: () => void;
  readonly run: () => unknown;
  /** Why the peer is not run on a document of this size. */
  readonly refusal?: string | undefined;
}

/** A measured work. */
export interface Step {
  readonly name: string;
  /** Runs before each run of `own`, not measured. */
  readonly prepare?: () => void;
  /** The work on a document that is open; where nothing is said for `fromBytes`, that from bytes, too. */
  readonly own: () => unknown;
  /** The work with the opening of the document before it. */
  readonly fromBytes?: () => unknown;
  /** Runs after each run of `own`, not measured. */
  readonly restore?: () => void;
  readonly beside: readonly Peer[];
  /** The limit for the engine, in scans or in milliseconds. */
  readonly limit?: Limit;
  /** What is known without measuring: bytes of the tape per byte of the text, the number of differences. */
  readonly facts?: () => Readonly<Record<string, number>>;
}

export type Limit = { readonly scans: number } | { readonly ms: number };

/** The name of the scan that costs are measured in: it grows with the text and is the same on every machine. */
export const SCAN = 'a scan of the text';

/** The parts of the engine that have steps. */
export const SUITES = ['engine', 'operations', 'compare', 'table', 'merge', 'copies', 'schema', 'query'] as const;
export type EngineSuite = (typeof SUITES)[number];

/** How often a step and a peer are run: until `budgetMs` are over, between `least` and `most` rounds of A B B A. */
export interface Rounds {
  readonly least: number;
  readonly most: number;
  readonly budgetMs: number;
}

/** What to measure on one document. */
export interface BenchJob {
  readonly suite: EngineSuite;
  readonly shape: Shape;
  readonly style: Style;
  readonly size: number;
  readonly rounds: Rounds;
  /** Only the steps with these names. */
  readonly only?: readonly string[];
  /** The query of the suite `query`. */
  readonly query?: QueryOrder;
}
