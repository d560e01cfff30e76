// Whether the dialog "Show only" is open, for each panel. It is kept beside the panels, and loaded with the first of them.

import { proxy, useSnapshot } from 'valtio';
import type { PanelCore } from '../panel-core/panel-core.ts';

const states = new WeakMap<PanelCore, { isOpen: boolean }>();

function stateOf(core: PanelCore): { isOpen: boolean } {
  const known = states.get(core);
  if (known !== undefined) return known;
  const made = proxy({ isOpen: false });
  states.set(core, made);
  return made;
}

/** Opens or closes the dialog. */
export function askShowOnly(core: PanelCore, isOpen = true): void {
  stateOf(core).isOpen = isOpen;
}

/** Whether the dialog is open. */
export function useShowOnlyDialog(core: PanelCore): boolean {
  return useSnapshot(stateOf(core)).isOpen;
}
