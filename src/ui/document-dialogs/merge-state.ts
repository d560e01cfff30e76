// The conflicts that a merge asks about, for each panel.

import { proxy, ref, useSnapshot } from 'valtio';
import type { MergeAnswers, MergeConflict } from '../../shared/protocol/jobs/merge.ts';
import type { AnswersSoFar, AskConflicts } from '../documents/merge-versions.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';

/** Conflicts, and what is called with what stands, or with `null` to merge nothing. */
export interface MergeQuestion extends AnswersSoFar {
  readonly conflicts: readonly MergeConflict[];
  readonly answer: (chosen: MergeAnswers | null) => void;
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
export function askConflicts(core: PanelCore, ...[conflicts, so]: Parameters<AskConflicts>): ReturnType<AskConflicts> {
  const state = stateOf(core);
  state.question?.answer(null);
  return new Promise((resolve) => {
    const answer = (chosen: MergeAnswers | null): void => {
      state.question = null;
      resolve(chosen);
    };
    state.question = ref({ conflicts, ...so, answer });
  });
}

/** What a panel asks now. */
export function mergeQuestionOf(core: PanelCore): MergeQuestion | null {
  return stateOf(core).question;
}

/** The same, for a component. */
export function useMergeQuestion(core: PanelCore): MergeQuestion | null {
  return useSnapshot(stateOf(core)).question;
}
