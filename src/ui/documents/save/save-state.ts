// Whether the document of a panel is saved, in one word.

import { isUnsaved, type PanelState } from '../../panel-core/panel-core.ts';

/** Whether the document is saved. */
export type SaveState = 'unsaved' | 'saving' | 'saved' | 'conflict' | 'untouched';

/** Returns whether the document of a panel is saved. */
export function saveStateOf(state: PanelState): SaveState {
  if (state.document.conflict !== null) return 'conflict';
  if (state.document.shelfSaveState === 'saving' || state.pendingMetadata > 0) return 'saving';
  if (isUnsaved(state)) return 'unsaved';
  return state.document.savedAt === null ? 'untouched' : 'saved';
}
