// The conflicts that a merge asks about, for each panel.

import { proxy, ref, useSnapshot } from 'valtio';
import type { MergeAnswers, MergeConflict } from '../../shared/protocol/merge.ts';
import type { AnswersSoFar, AskConflicts } from '../documents/save/merge-versions.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { FeatureSlot } from '../model/slot.ts';

/** Conflicts, and what is called with what stands, or with `null` to merge nothing. */
export interface MergeQuestion extends AnswersSoFar {
  readonly conflicts: readonly MergeConflict[];
  readonly answer: (chosen: MergeAnswers | null) => void;
}

interface Asked {
  question: MergeQuestion | null;
}

const ASKED = new FeatureSlot<PanelCore, Asked>(() => proxy<Asked>({ question: null }));

/** Asks about conflicts; a question that is open already is answered with `null`. */
export function askConflicts(core: PanelCore, ...[conflicts, so]: Parameters<AskConflicts>): ReturnType<AskConflicts> {
  const state = ASKED.of(core);
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
  return ASKED.of(core).question;
}

/** The same, for a component. */
export function useMergeQuestion(core: PanelCore): MergeQuestion | null {
  return useSnapshot(ASKED.of(core)).question;
}
