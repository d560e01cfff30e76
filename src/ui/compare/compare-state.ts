// What Compare shows.

export interface CompareState {
  on: boolean;
  /** `blocked`: there is nothing to compare, and `problem` says why; `failed`: it went wrong. */
  phase: 'off' | 'running' | 'ready' | 'blocked' | 'failed';
  /** 0 to 1. */
  progress: number;
  /** How many differences there are. */
  count: number;
  /** The one that was gone to, or that the caret or the focused row is in, from 0; -1 for none. */
  current: number;
  problem: string | null;
  /** Where the result may be coarser than it could be. */
  note: string | null;
  /** Whether rows without differences are left out. */
  only: boolean;
}
