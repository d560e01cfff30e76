// The embed page's store: the same panels as on the product's page, over documents that exist in memory only. It neither reads
// nor writes the browser's storage: settings last as long as the page.

import { proxy, useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../../ui/app-model/app-model.ts';
import { createNotices } from '../../ui/notices/notices.ts';
import { createPage } from '../../ui/app-model/page-store.ts';
import { ChangeReportingClient } from '../../ui/client/change-reporting-client.ts';
import type { DocumentClient } from '../../ui/client/document.ts';
import { JobPool } from '../../ui/client/jobs.ts';
import type { Querier } from '../../ui/client/querier.ts';
import type { Autosave } from '../../ui/documents/save/autosave.ts';
import { createOpening } from '../../ui/documents/open/opening.ts';
import { createReopenFile } from '../../ui/documents/open/reopen-file.ts';
import { createSaving } from '../../ui/documents/save/saving.ts';
import { Finder } from '../../ui/find/finder.ts';
import type { Confirm } from '../../ui/model/question.ts';
import { SIDES, type Side } from '../../ui/model/side.ts';
import { createEditing } from '../../ui/panel-core/editing.ts';
import { createGoToPlace } from '../../ui/panel-core/go-to-place.ts';
import { dockTab } from '../../ui/panel-core/dock-state.ts';
import { createPanelCore, type PanelCore } from '../../ui/panel-core/panel-core.ts';
import { createSettings } from '../../ui/settings/browser-settings.ts';
import { createPreferences } from '../../ui/settings/preferences.ts';
import type { EditorOptions } from '../sdk/protocol.ts';
import { guardWrites } from './guarded-client.ts';
import { memoryDocuments } from './memory-documents.ts';
import { BARS, type Bar } from './parameters.ts';

/** Options that the host has set. */
export interface EmbedState {
  panels: 1 | 2;
  readonly: boolean;
  bars: readonly Bar[];
  saveButton: boolean;
  exitButton: boolean;
  /** Whether the user is asked before a document with secrets is handed to the host. */
  checkSecrets: boolean;
  /** Whether a host is connected, which documents are sent to. */
  hasHost: boolean;
}

/** Called when the user presses the save or the exit button. */
export interface HostEvents {
  save(panel: Panel): void;
  exit(): void;
}

/** The model of the embed page. */
export interface EmbedApp extends PageModel {
  readonly embed: EmbedState;
  /** The document clients without the write guard of those that the views use. */
  readonly clients: Readonly<Record<Side, ChangeReportingClient>>;
  /** Handlers of the buttons; set once there is a host. */
  host: HostEvents | null;
  /** Applies options. Those that are missing stay as they are. */
  setOptions(options: EditorOptions): void;
  /** Fetches a document from an address, without credentials. @throws CodedError `http` */
  fetch(url: string): Promise<Blob>;
  /** Runs work of the host, which replaces unsaved documents without confirmation. */
  asHost<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates the store of the page. */
export function createEmbedApp(loadQuerier: () => Promise<Querier>, spawn: () => DocumentClient): EmbedApp {
  const jobs = new JobPool();
  const clients = { left: new ChangeReportingClient(), right: new ChangeReportingClient() };
  const embed = proxy<EmbedState>({
    panels: 1,
    readonly: false,
    bars: BARS,
    saveButton: false,
    exitButton: false,
    checkSecrets: false,
    hasHost: false,
  });
  const settings = createSettings(() => {
    throw new DOMException('nothing is stored', 'SecurityError');
  });
  const preferences = createPreferences(settings);
  const notices = createNotices({ signIn: () => undefined, subscribe: () => undefined });
  const documents = memoryDocuments({
    unpackedSize: (content, most, signal) => jobs.run('unpackedSize', [content, most], { signal }),
  });
  let asking = 0;

  const createPanel = (side: Side, confirm: Confirm): Panel => {
    const core = createPanelCore(
      side,
      guardWrites(clients[side], () => embed.readonly),
      notices.notify,
      settings,
    );
    const opening = createOpening(core, {
      confirm: (question) => (asking > 0 ? Promise.resolve(true) : confirm(question)),
      documents,
      flush: () => Promise.resolve(false),
      onKey: () => undefined,
      onFile: () => undefined,
    });
    const editing = createEditing(
      core,
      (source, dialect, task) => jobs.run('repair', [source, dialect], task),
      preferences,
    );
    const keeping = createHostSaving(core, {
      hand: () => {
        if (app.host === null) return void saving.saveToDisk();
        app.host.save(panel);
      },
    });
    const saving = createSaving(core, {
      confirm,
      documents: { compress: (content) => jobs.run('compress', [content]) },
      autosave: keeping,
      editing,
      formatOnSave: () => 'keep',
      showsRotated: () => false,
      openFile: (file, handle, dialect) => opening.openFile(file, handle, dialect),
      onFile: () => undefined,
      spawn,
    });
    const going = createGoToPlace(core, editing.showOffset);
    const panel: Panel = {
      id: side,
      core,
      actions: {
        opening,
        reopening: createReopenFile(core, opening),
        saving,
        autosave: keeping,
        editing,
        going,
        linking: {},
      },
      finder: new Finder(core, dockTab(core, 'results')),
    };
    return panel;
  };

  const page = createPage({ settings, preferences, notices, spawn, loadQuerier, createPanel, onSwap: () => undefined });
  const app: EmbedApp = {
    ...page,
    embed,
    clients,
    host: null,
    setOptions({ mode, panels, readonly, theme, color, tools, compare, saveButton, exitButton, checkSecrets }) {
      for (const side of SIDES) {
        const own = typeof mode === 'string' ? mode : mode?.[side];
        if (own !== undefined) page.panels[side].actions.editing.setMode(own);
      }
      if (theme !== undefined) preferences.set('theme', theme);
      if (color !== undefined) preferences.set('themeColor', color);
      if (panels !== undefined) embed.panels = panels;
      if (panels === 1) page.setActive('left');
      if (readonly !== undefined) embed.readonly = readonly;
      if (tools !== undefined) embed.bars = tools === 'all' ? BARS : tools === 'none' ? [] : tools;
      if (saveButton !== undefined) embed.saveButton = saveButton;
      if (exitButton !== undefined) embed.exitButton = exitButton;
      if (checkSecrets !== undefined) embed.checkSecrets = checkSecrets;
      if (compare !== undefined && compare !== page.comparing.state.on) page.comparing.toggle();
    },
    fetch: (url) => documents.fetch(url, new AbortController().signal),
    async asHost(work) {
      asking += 1;
      try {
        return await work();
      } finally {
        asking -= 1;
      }
    },
  };
  return app;
}

/** Returns the host's options; re-renders when one that was read changes. */
export function useEmbedState(app: EmbedApp): EmbedState {
  return useSnapshot(app.embed) as EmbedState;
}

/** The autosave of a page whose documents only the host stores. */
function createHostSaving({ state }: PanelCore, { hand }: { hand(): void }): Autosave {
  return {
    flush: () => Promise.resolve(false),
    saveToShelf() {
      hand();
      // The host reports when it has saved the document.
      return Promise.resolve(false);
    },
    resolveConflict: () => Promise.resolve(),
    drafted: () => Promise.resolve(false),
    flushDraft: () => undefined,
    noteSaved: () => undefined,
    setSchema(schema) {
      state.document.schema = schema;
      return Promise.resolve();
    },
    describeDraft: () => undefined,
    stop: () => undefined,
    rename(name) {
      state.document.name = name;
      return Promise.resolve();
    },
    setAccess: () => Promise.resolve(null),
    mayShare: () => false,
    readAccess: () => Promise.resolve(null),
  };
}
