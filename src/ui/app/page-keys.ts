// Keyboard shortcuts of the page, independent of the focus.

import { useEffect } from 'react';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { IS_MAC } from '../model/platform-keys.ts';
import { SIDES } from '../model/side.ts';
import { isEditable } from './paste-target.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';

/** Loads what moves the focus between the regions of the page. */
export const loadRegionKeys = loadWithRetry(() => import('./region-keys.ts'));
const loadPrint = loadWithRetry(() => import('../commands/print.ts'));

/**
 * Ctrl+Shift+P and F1 open the command palette, `?` the list of shortcuts. For the panel that had the focus last, Ctrl+S saves,
 * Ctrl+P prints, Ctrl+F and Ctrl+H open the find bar. Ctrl+Z and Ctrl+Y undo and redo in the panel that was changed last, as by
 * copying a document into it. Ctrl+A selects nothing outside of a view. F7 and Shift+F7 go to the next and previous difference. Keys typed before the palette or the "Go to" dialog has the focus are queued for it.
 * @see requirements DOC-19
 */
export function usePageKeys(app: PageModel): void {
  useEffect(() => {
    const changes = trackChanges(app);
    // Handled before an editor: the palette belongs to the page, and the caret stays.
    const first = (event: KeyboardEvent): void => {
      const { queuedKeys: ahead } = app;
      const giveUp = awaited(app);
      if (giveUp === null) ahead.forget();
      if (giveUp !== null && !isPaletteKey(event)) {
        if (event.key === 'Escape') giveUp();
        else if (!ahead.hold(event)) return;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!hasDialog() || app.state.overlay === 'palette') app.show(app.state.overlay === 'palette' ? null : 'palette');
    };
    const act = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const control = event.ctrlKey || event.metaKey;
      if (event.key === '?' && !control && !event.altKey) {
        const target = event.target instanceof Element ? event.target : null;
        if (!isEditable(target) && !hasDialog()) app.show('shortcuts');
        return;
      }
      if (event.key === 'F7' && !control && !event.altKey && app.comparing.state.on) {
        event.preventDefault();
        void app.comparing.go(event.shiftKey ? 'previous' : 'next');
        return;
      }
      if (!control || (event.altKey && !(IS_MAC && event.code === 'KeyF'))) return;
      const { core, actions, finder } = app.panels[app.state.active];
      // Cmd+H hides the window on a Mac, and Option produces other letters.
      const key = event.altKey ? 'h' : event.key.toLowerCase();
      const redoes = key === 'y' || (key === 'z' && event.shiftKey);
      if ((redoes || key === 'z') && !isEditable(document.activeElement) && !hasDialog()) {
        event.preventDefault();
        const changed = changes.last() ?? app.panels[app.state.active];
        void (redoes ? changed.actions.editing.redo() : changed.actions.editing.undo());
        return;
      }
      if (event.shiftKey) return;
      // The browser would select the text of the whole page, which nobody means.
      if (key === 'a' && !isEditable(document.activeElement)) event.preventDefault();
      if (key === 'p') {
        event.preventDefault();
        loadPrint().then(({ printDocument }) => printDocument(core), core.report);
        return;
      }
      const finds = (key === 'f' || key === 'h') && core.state.mode === 'text' && !core.state.document.blank;
      if (key !== 's' && !finds) return;
      event.preventDefault();
      if (finds) finder.open(key === 'h');
      else if (!core.state.document.blank) void actions.saving.save();
    };
    document.addEventListener('keydown', first, true);
    document.addEventListener('keydown', act);
    let endRegions = (): void => undefined;
    let isOver = false;
    loadRegionKeys().then(
      ({ watchRegionKeys }) => {
        if (!isOver) endRegions = watchRegionKeys(app);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      endRegions();
      changes.stop();
      document.removeEventListener('keydown', first, true);
      document.removeEventListener('keydown', act);
    };
  }, [app]);
}

/** Remembers which panel was changed last. */
function trackChanges(app: PageModel): { last(): Panel | null; stop(): void } {
  let changed: Panel | null = null;
  const endings = SIDES.map((side) => {
    const panel = app.panels[side];
    const { client } = panel.core;
    let { revision } = client.state;
    return client.subscribe(() => {
      const { revision: next, canUndo, canRedo } = client.state;
      // Opening a document is no change of one.
      if (next !== revision && (canUndo || canRedo)) changed = panel;
      revision = next;
    });
  });
  return { last: () => changed, stop: () => endings.forEach((end) => end()) };
}

/** Returns how to cancel a requested input field that doesn't have the focus yet; `null` if there is none. */
function awaited(app: PageModel): (() => void) | null {
  if (app.state.overlay === 'palette') return isIn('[data-palette]') ? null : () => app.show(null);
  // The tree's own field opens immediately.
  const asking = SIDES.map((side) => app.panels[side]).find(({ core: { state } }) => state.goTo !== null);
  if (asking === undefined || isIn('[data-modal]')) return null;
  const { mode, doc } = asking.core.state;
  return mode === 'tree' && doc.tree !== 'none' ? null : asking.actions.going.closeGoTo;
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (key === 'F1') return !ctrlKey && !metaKey && !shiftKey;
  return key.toLowerCase() === 'p' && (ctrlKey || metaKey) && shiftKey;
}

function isIn(selector: string): boolean {
  return document.activeElement?.closest(selector) != null;
}

/** Whether a modal dialog is open; nothing else opens over it. */
function hasDialog(): boolean {
  return document.querySelector('[data-modal]') !== null;
}
