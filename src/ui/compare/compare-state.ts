// The state of Compare for rendering, and the preferences that it depends on.

import type { Preferences } from '../settings/preferences.ts';

export interface CompareState {
  on: boolean;
  /** `blocked`: there is nothing to compare; `failed`: an error. In both, `problem` is the reason. */
  phase: 'off' | 'running' | 'ready' | 'blocked' | 'failed';
  /** 0 to 1. */
  progress: number;
  /** Number of differences. */
  count: number;
  /** Index of the difference last gone to, or that contains the caret or the focused row; -1 if there is none. */
  current: number;
  problem: string | null;
  /** The latest announcement for screen readers. */
  said: string;
  /** Says that the result may be coarser than possible. */
  note: string | null;
  /** Whether the differences are those of structure alone. They can't be taken over: each stands for all values at its path. */
  structure: boolean;
  /** Whether rows without differences are hidden. */
  only: boolean;
}

/** The preferences that a comparison depends on. */
export const COMPARE_KEYS = [
  'compareNumbers',
  'compareTolerance',
  'compareIgnoreOrder',
  'compareIdentity',
  'compareIgnorePaths',
  'compareStructureOnly',
] as const satisfies readonly (keyof Preferences)[];
