// The conflicts that a merge asks about, for each panel.

import { proxy, ref, useSnapshot } from 'valtio';
import type { MergeConflict } from '../../shared/protocol/jobs/merge.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';

/** Conflicts, and what is called with the keys of those decided for the other version, or `null` to merge nothing. */
export interface MergeQuestion {
  readonly conflicts: readonly MergeConflict[];
  readonly answer: (chosen: readonly string[] | null) => void;
}

const states = new WeakMap<PanelCore, { question: MergeQuestion | null }>();

function stateOf(core: PanelCore): { question: MergeQuestion | null } {
  const known = states.get(core);
  if (known !== undefined) return known;
  const made = proxy<{ question: MergeQuestion | null }>({ question: null });
  states.set(core, made);
  return made;
}

/** Asks about conflicts; a question that is open already is answered with `null`. */
export function askConflicts(core: PanelCore, conflicts: readonly MergeConflict[]): Promise<readonly string[] | null> {
  const state = stateOf(core);
  state.question?.answer(null);
  return new Promise((resolve) => {
    const answer = (chosen: readonly string[] | null): void => {
      state.question = null;
      resolve(chosen);
    };
    state.question = ref({ conflicts, answer });
  });
}

/** The open question. */
export function useMergeQuestion(core: PanelCore): MergeQuestion | null {
  return useSnapshot(stateOf(core)).question;
}
