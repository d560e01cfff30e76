// Whether a dialog is open, for each panel. It is loaded with the first of them.

import { proxy, useSnapshot } from 'valtio';
import type { PanelCore } from './panel-core.ts';
import { FeatureSlot } from '../model/slot.ts';

/** A dialog that each panel has. */
export interface PanelDialogState {
  show(core: PanelCore, isOpen: boolean): void;
  /** Whether it is open in a panel; re-renders when that changes. */
  useOpen(core: PanelCore): boolean;
}

/** Creates the state of a dialog. */
export function createPanelDialog(): PanelDialogState {
  const state = new FeatureSlot<PanelCore, { isOpen: boolean }>(() => proxy({ isOpen: false }));
  return {
    show: (core, isOpen) => void (state.of(core).isOpen = isOpen),
    useOpen: (core) => useSnapshot(state.of(core)).isOpen,
  };
}
