// Which list of a panel's dock is shown. The lists themselves belong to the features (`ui/dock`).

import { createContext } from 'react';
import { proxy, subscribe, useSnapshot } from 'valtio';
import { FeatureSlot } from '../model/slot.ts';
import type { PanelCore } from './panel-core.ts';

/** The lists of a document, in the order of their tabs. */
export const DOCK_TABS = ['problems', 'found', 'results', 'steps', 'differences', 'receipt'] as const;

/** `found`: the JSON in a text that is none; `results`: what Find has found. */
export type DockTab = (typeof DOCK_TABS)[number];

/** Where a dock is: below the document, beside it in a wide panel, or over it on a narrow page. */
export type DockPlace = 'below' | 'beside' | 'sheet';

/** Where the dock of the surrounding panel is. */
export const DockPlaceContext = createContext<DockPlace>('below');

export interface DockState {
  /** The list that is shown; `null` while the dock is closed. */
  tab: DockTab | null;
  /** Incremented to move the focus into the list. */
  focusRequests: number;
}

const DOCK = new FeatureSlot<PanelCore, DockState>(() => proxy<DockState>({ tab: null, focusRequests: 0 }));

/** The dock of a panel, to be read. */
export function dockOf(core: PanelCore): Readonly<DockState> {
  return DOCK.of(core);
}

/** Returns the state of a panel's dock; re-renders when a property that was read changes. */
export function useDock(core: PanelCore): Readonly<DockState> {
  return useSnapshot(DOCK.of(core));
}

/** Shows a list, and moves the focus into it unless it is told not to. */
export function showInDock(core: PanelCore, tab: DockTab, takesFocus = true): void {
  const state = DOCK.of(core);
  state.tab = tab;
  if (takesFocus) state.focusRequests += 1;
}

/** Closes the dock, if it shows this list; the focus goes to the document if it was in the dock. */
export function closeDock(core: PanelCore, tab?: DockTab): void {
  const state = DOCK.of(core);
  if (state.tab === null || (tab !== undefined && state.tab !== tab)) return;
  const hadFocus = document.activeElement?.closest('[data-dock]') != null;
  state.tab = null;
  if (hadFocus) core.view?.focus();
}

/** One list of a panel's dock, for what it belongs to, which keeps the focus. */
export function dockTab(
  core: PanelCore,
  tab: DockTab,
): {
  readonly toggle: () => void;
  readonly close: () => void;
  readonly isShown: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
} {
  return {
    toggle: () => toggleInDock(core, tab, false),
    close: () => closeDock(core, tab),
    isShown: () => DOCK.of(core).tab === tab,
    subscribe: (listener) => subscribe(DOCK.of(core), listener, true),
  };
}

/** Shows a list, or closes the dock if it is shown. */
export function toggleInDock(core: PanelCore, tab: DockTab, takesFocus = true): void {
  if (DOCK.of(core).tab === tab) closeDock(core);
  else showInDock(core, tab, takesFocus);
}
