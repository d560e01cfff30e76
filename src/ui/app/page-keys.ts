// Keys that belong to the page, wherever on it the focus is.

import { useEffect } from 'react';
import type { PageModel } from './app-model.ts';
import { IS_MAC } from '../model/platform-keys.ts';
import { SIDES } from '../model/side.ts';
import { isEditable } from './paste.ts';

/**
 * Ctrl+Shift+P and F1 open the command palette; `?` the list of shortcuts. Ctrl+S saves the panel that had the focus
 * last, Ctrl+P prints it; Ctrl+F and Ctrl+H open its find bar, Ctrl+Z and Ctrl+Y take back and do again what was done there. F7 and Shift+F7 go from difference to difference. What is typed before the
 * palette, or the dialog that asks where to go, has the focus is held for it. @see requirements DOC-19
 */
export function usePageKeys(app: PageModel): void {
  useEffect(() => {
    // Before an editor sees it: the palette is the page's, and the caret stays where it is.
    const first = (event: KeyboardEvent): void => {
      const { ahead } = app;
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
      // Cmd+H hides a Mac's window, and Option writes other letters.
      const key = event.altKey ? 'h' : event.key.toLowerCase();
      const redoes = key === 'y' || (key === 'z' && event.shiftKey);
      if ((redoes || key === 'z') && !isEditable(document.activeElement) && !hasDialog()) {
        event.preventDefault();
        void (redoes ? actions.redo() : actions.undo());
        return;
      }
      if (event.shiftKey) return;
      if (key === 'p') {
        event.preventDefault();
        import('./print.ts').then(({ printDocument }) => printDocument(core), core.report);
        return;
      }
      const finds = (key === 'f' || key === 'h') && core.state.mode === 'text' && !core.state.blank;
      if (key !== 's' && !finds) return;
      event.preventDefault();
      if (finds) finder.open(key === 'h');
      else if (!core.state.blank) void actions.save();
    };
    document.addEventListener('keydown', first, true);
    document.addEventListener('keydown', act);
    return () => {
      document.removeEventListener('keydown', first, true);
      document.removeEventListener('keydown', act);
    };
  }, [app]);
}

/** How to give up the field that was asked for and does not have the focus yet; `null` where there is none. */
function awaited(app: PageModel): (() => void) | null {
  if (app.state.overlay === 'palette') return isIn('[data-palette]') ? null : () => app.show(null);
  // The tree's own field is there at once.
  const asking = SIDES.map((side) => app.panels[side]).find(({ core: { state } }) => state.goTo !== null);
  if (asking === undefined || isIn('[data-modal]')) return null;
  const { mode, doc } = asking.core.state;
  return mode === 'tree' && doc.tree !== 'none' ? null : asking.actions.closeGoTo;
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (key === 'F1') return !ctrlKey && !metaKey && !shiftKey;
  return key.toLowerCase() === 'p' && (ctrlKey || metaKey) && shiftKey;
}

function isIn(selector: string): boolean {
  return document.activeElement?.closest(selector) != null;
}

/** A dialog waits for an answer: nothing else opens over it. */
function hasDialog(): boolean {
  return document.querySelector('[data-modal]') !== null;
}
