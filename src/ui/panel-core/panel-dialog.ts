// Whether a dialog is open, for each panel. It is kept beside the panels, and loaded with the first of them.

import { proxy, useSnapshot } from 'valtio';
import type { PanelCore } from './panel-core.ts';

/** A dialog that each panel has. */
export interface PanelDialogState {
  show(core: PanelCore, isOpen: boolean): void;
  /** Whether it is open in a panel; re-renders when that changes. */
  useOpen(core: PanelCore): boolean;
}

/** Creates the state of a dialog. */
export function createPanelDialog(): PanelDialogState {
  const states = new WeakMap<PanelCore, { isOpen: boolean }>();
  const stateOf = (core: PanelCore): { isOpen: boolean } => {
    const known = states.get(core);
    if (known !== undefined) return known;
    const made = proxy({ isOpen: false });
    states.set(core, made);
    return made;
  };
  return {
    show: (core, isOpen) => void (stateOf(core).isOpen = isOpen),
    useOpen: (core) => useSnapshot(stateOf(core)).isOpen,
  };
}
