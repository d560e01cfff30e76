// Actions of a panel on its document as a whole: undo, format, repair, copy. Each write returns where it changed the document,
// and the current view shows that place.

import { ref } from 'valtio';
import { CodedError } from '../../shared/errors.ts';
import { loadWithRetry, onceLoaded } from '../browser/load-with-retry.ts';
import type { Revision } from '../../shared/units.ts';
import { STALE } from '../../shared/texts/documents.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import type { EditResult, ExpandRequest } from '../../shared/protocol/protocol.ts';
import type { FormatOptions } from '../../shared/protocol/format-options.ts';
import type { FoldRequest } from '../../shared/protocol/textview.ts';
import { asByte } from '../../shared/units.ts';
import type { Task } from '../client/document.ts';
import { layoutOptions } from '../settings/layout-options.ts';
import type { Repair } from './repair-actions.ts';
import { stepThrough } from './undo-steps.ts';
import { whileHeld, type PanelCore, type TabKey, type PanelView } from './panel-core.ts';
import type { PanelPlace } from './panel-document.ts';
import { sameDocument } from './shown-document.ts';
import { loadNames } from './stored-name.ts';
import type { Mode } from '../model/side.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import { NOTHING_SELECTED, SMART_FORMAT_TOO_LARGE, WORKING } from '../strings/panel/editing.ts';

/** Layout commands that the user can choose. */
export type FormatCommand = Exclude<FormatOptions['style'], 'sort'> | 'sort' | 'sort-descending';
/** `selection` requires a selection and formats only that. */
export type FormatScope = 'auto' | 'document' | 'selection';

export interface Editing {
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Formats the selection in the text, or else the document; always the document if `scope` is `document`. */
  format(command: FormatCommand, scope?: FormatScope): Promise<void>;
  /** Formats the document without reporting errors. Resolves to whether it succeeded. */
  formatAll(style: 'format' | 'smart' | 'compact'): Promise<boolean>;
  /** Returns the worker's options for a command, with the user's settings. */
  formatOptions(command: FormatCommand): FormatOptions;
  /** Computes a repair that makes the text valid, and shows it for confirmation. */
  repair(): Promise<void>;
  /** Whether there is a repair of a revision, without showing it. @throws CodedError `stale` */
  canRepair(base: Revision, signal: AbortSignal): Promise<boolean>;
  /** Applies the repair that is shown, or discards it. */
  answerRepair(yes: boolean): Promise<void>;
  /** Replaces another panel's text with this one's, as one step that can be undone there. */
  copyTo(target: PanelCore): Promise<void>;
  /** Expands or collapses rows of the tree. */
  expand(request: ExpandRequest): Promise<void>;
  /** Folds or unfolds ranges of the text. */
  fold(request: FoldRequest): Promise<void>;
  /** Shows the document in a mode. `takesFocus`: the view has the focus as soon as it is there. */
  setMode(mode: Mode, takesFocus?: boolean): void;
  /** Shows the array at a path as a table. */
  showTable(path: Path): void;
  setPlace(place: PanelPlace | null): void;
  setTabKey(what: TabKey): void;
  /** Shows the first error of an invalid text, in text mode. */
  goToError(): void;
  /** Puts the caret at a byte, in text mode. */
  showOffset(offset: number, takesFocus?: boolean): void;
  /** Sets the panel's current view; `null` when it unmounts. */
  attachView(view: PanelView | null): void;
}

const loadRepairs = loadWithRetry(() => import('./repair-actions.ts'));

/** @see requirements FMT-2 */
const SMART_FORMAT_MAX_BYTES = 104_857_600;

/** Creates the editing actions of a panel. */
export function createEditing(core: PanelCore, repair: Repair, preferences: PreferenceStore): Editing {
  const { client, state } = core;
  let viewTakesFocus = false;
  const repairs = onceLoaded(async () => (await loadRepairs()).createRepairActions(core, repair));

  const write = async (label: string, work: (task: Required<Task>) => Promise<EditResult | null>): Promise<boolean> => {
    try {
      await core.write(label, work);
      return true;
    } catch (error) {
      core.report(error);
      return false;
    }
  };

  /** Shows a value in a view that has just mounted: its row in the tree, or the caret before it in the text. */
  const showPath = async (view: PanelView, path: Path): Promise<void> => {
    try {
      if (state.mode === 'text') {
        const { range } = await client.locate({ type: 'path', path });
        if (range !== null) view.revealOffset?.(range.start);
      } else if (state.mode === 'table') {
        await view.goTo?.(await client.locate({ type: 'path', path }));
      } else {
        const found = await client.reveal(path);
        const rows = found === null ? [] : [{ first: found.row, last: found.row }];
        if (found !== null) view.reveal({ revision: client.state.revision, changed: null, rows, selection: null });
      }
    } catch {
      // The text is not valid now: the view opens at its default place.
    }
  };

  /** The last request of a switch of mode to show a path, and whether a view has carried it out. */
  let following: { path: Path; show: (view: PanelView) => void; isDone: boolean } | null = null;

  /** Requests that the next view shows a path. */
  const follow = (path: Path): void => {
    const next = {
      path,
      isDone: false,
      show(view: PanelView): void {
        next.isDone = false;
        void whileHeld(view, () => showPath(view, path)).then(() => {
          next.isDone = true;
        });
      },
    };
    following = next;
    core.pendingViewAction = next.show;
  };

  /** The last call of `correctPath`; `null` once it has ended. */
  let correction: Promise<void> | null = null;

  /**
   * Called just before the switch to `mode`, whose view is to show `path`. The view that is left may not have reported its last
   * place yet: if that is elsewhere, the new view shows that place.
   */
  const correctPath = async (path: Path, mode: Mode): Promise<void> => {
    const { view: before, pendingViewAction: pending } = core;
    const isSame = sameDocument(core);
    const place = await core.readPlace();
    if (place === null || toJsonPath(place.path) === toJsonPath(path)) return;
    if (state.mode !== mode || !isSame()) return;
    // Another place has been requested since.
    if (core.pendingViewAction !== null && core.pendingViewAction !== pending) return;
    follow(place.path);
    if (core.view !== null && core.view !== before) core.pendingViewAction?.(core.view);
  };

  const editing: Editing = {
    undo: () => stepThrough(core, 'undo').catch(core.report),
    redo: () => stepThrough(core, 'redo').catch(core.report),
    async format(command, scope = 'auto') {
      const part = scope === 'document' ? null : (core.view?.selectedPart?.() ?? null);
      if (scope === 'selection' && part === null) {
        core.notify({ severity: 'warning', message: NOTHING_SELECTED });
        return;
      }
      if (command === 'smart' && part === null && client.state.size > SMART_FORMAT_MAX_BYTES) {
        core.notify({ severity: 'error', message: SMART_FORMAT_TOO_LARGE });
        return;
      }
      const label = command.startsWith('sort') ? WORKING.sort : WORKING.format;
      // Focus returns from the menu's button to the view, so that the next key, such as the one for undo, goes there.
      if (await write(label, (task) => client.format(optionsOf(command, preferences), task, part))) core.view?.focus();
    },
    async formatAll(style) {
      if (style === 'smart' && client.state.size > SMART_FORMAT_MAX_BYTES) return false;
      try {
        await core.write(WORKING.format, (task) => client.format(optionsOf(style, preferences), task));
        return true;
      } catch {
        return false;
      }
    },
    formatOptions: (command) => optionsOf(command, preferences),
    repair: async () => (await repairs()).repair(),
    canRepair: async (base, signal) => (await repairs()).canRepair(base, signal),
    async answerRepair(yes) {
      const offer = state.repair;
      state.repair = null;
      if (yes && offer?.plan != null) await (await repairs()).apply(offer);
    },
    async copyTo(target) {
      if (state.document.blank) return;
      try {
        const name = state.document.name;
        const checks = [sameDocument(core), sameDocument(target)];
        const { nameCopy } = await loadNames();
        const check = (): void => {
          if (!checks.every((isSame) => isSame())) throw new CodedError('stale', STALE.document);
        };
        await target.write(WORKING.copy(name), async (task) => {
          const { text, dialect } = await client.readVersion(task);
          // The text of another document, or one that another document would get.
          check();
          return target.client.replace(text, { ...task, dialect });
        });
        check();
        nameCopy(target, name);
      } catch (error) {
        target.report(error);
      }
    },
    async expand(request) {
      try {
        await (core.view?.expand ?? client.expand.bind(client))(request);
      } catch (error) {
        core.report(error);
      }
    },
    async fold(request) {
      await core.view?.fold?.(request);
      core.view?.focus();
    },
    setMode(mode, takesFocus = false) {
      viewTakesFocus = takesFocus;
      if (state.mode === mode) {
        if (takesFocus) core.view?.focus();
        return;
      }
      const { pendingViewAction: pending } = core;
      // After a switch, the view may show its place already but not have reported it.
      const shown = following?.show === pending && following.isDone ? following : null;
      // A new view shows the root by default. A request for another place has priority.
      if (pending === null || shown !== null) {
        const path = shown?.path ?? state.document.place?.path ?? [];
        if (shown === null && path.length > 0) follow(path);
        const corrected = correctPath(path, mode).finally(() => {
          if (correction === corrected) correction = null;
        });
        correction = corrected;
      }
      state.mode = mode;
      preferences.set(`${core.side}Mode`, mode);
    },
    showTable(path) {
      if (state.mode === 'table') return core.view?.openArray?.(path);
      core.pendingViewAction = (view) => {
        core.pendingViewAction = null;
        view.openArray?.(path);
        view.focus();
      };
      editing.setMode('table');
    },
    setTabKey(what) {
      state.tabKey = what;
    },
    setPlace(place) {
      // Not proxied: its path is posted to the worker.
      state.document.place = place && ref(place);
      core.pendingViewAction = null;
    },
    goToError() {
      const place = client.state.error?.place;
      if (place) editing.showOffset(place.offset);
    },
    showOffset(offset, takesFocus = true) {
      const show = (view: PanelView): void => {
        view.revealOffset?.(asByte(offset));
        if (takesFocus) view.focus();
      };
      if (state.mode === 'text' && core.view !== null) return show(core.view);
      core.pendingViewAction = show;
      editing.setMode('text');
    },
    attachView(view) {
      core.view = view;
      const pending = correction;
      if (view !== null && pending !== null) void whileHeld(view, () => pending);
      // A view attaches again when its editor is ready; before that it may ignore calls.
      if (view !== null) core.pendingViewAction?.(view);
      // Unless the focus has gone elsewhere meanwhile, in this page or to the one around it.
      if (view !== null && viewTakesFocus) {
        if (document.hasFocus() && document.activeElement?.matches('body, [type=radio]') === true) view.focus();
        else viewTakesFocus = false;
      }
      for (const watcher of core.watchers) watcher();
    },
  };
  return editing;
}

function optionsOf(command: FormatCommand, preferences: PreferenceStore): FormatOptions {
  switch (command) {
    case 'sort':
    case 'sort-descending':
      return { style: 'sort', direction: command === 'sort' ? 'ascending' : 'descending' };
    case 'escape':
    case 'unescape':
      return { style: command };
    default:
      return layoutOptions(command, preferences.state);
  }
}
