// Shared by the tests of unsaved work: a panel with its autosave, like that of a tab, over a real document worker and the
// browser's real database; and the state that is recovered after the tab was killed.

import { onTestFinished } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { JobPool } from '../../../src/ui/client/jobs.ts';
import { lazyDatabase, type LocalDatabase } from '../../../src/ui/documents/storage/database.ts';
import type { Draft } from '../../../src/ui/documents/drafts/drafts.ts';
import { createDocuments, type Documents } from '../../../src/ui/documents/documents.ts';
import { createAutosave } from '../../../src/ui/documents/save/autosave.ts';
import { createOpening } from '../../../src/ui/documents/open/opening.ts';
import type { Cloud } from '../../../src/ui/documents/cloud/cloud.ts';
import { createSaving } from '../../../src/ui/documents/save/saving.ts';
import type { Confirm } from '../../../src/ui/model/question.ts';
import type { Notice } from '../../../src/ui/notices/notices.ts';
import type { Side } from '../../../src/ui/model/side.ts';
import { createEditing } from '../../../src/ui/panel-core/editing.ts';
import { createPreferences } from '../../../src/ui/settings/preferences.ts';
import { createPanelCore } from '../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';

const jobs = new JobPool();
let count = 0;

export const unpack = (blob: Blob | null): Promise<string> =>
  blob === null ? Promise.resolve('') : new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();

/** Creates a database for one test, which can be made to fail. */
export function makeDatabase() {
  count += 1;
  const name = `drafts-${count}`;
  const open = lazyDatabase(name);
  const database = {
    /** Whether its quota is exceeded. */
    isFull: false,
    /** Whether it never answers. */
    isSilent: false,
    open: Object.assign(
      (): Promise<LocalDatabase> =>
        database.isSilent
          ? new Promise(() => undefined)
          : database.isFull
            ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
            : open(),
      { onGone: open.onGone },
    ),
    /** Deletes the database, like "Erase everything" in another tab. */
    erase: (): Promise<void> =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(new Error('the database was not deleted')));
      }),
  };
  onTestFinished(() => void indexedDB.deleteDatabase(name));
  return database;
}

/** Options of a tab. */
export interface TabOptions {
  readonly autosave?: boolean;
  readonly database?: ReturnType<typeof makeDatabase>;
  readonly side?: Side;
  readonly cloud?: Cloud | null;
  /** Starts a document worker at an address; a plain one by default. */
  readonly startWorker?: (address: URL) => Worker;
  /** Answers the questions that the panel asks; yes by default. */
  readonly confirm?: Confirm;
  /** Whether a followed file that is started anew is shown; not by default. */
  readonly showsRotated?: () => boolean;
}

/** Opens a panel with its autosave. */
export function openTab({
  autosave = false,
  database = makeDatabase(),
  side = 'left',
  cloud = null,
  startWorker = (address) => new Worker(address, { type: 'module' }),
  confirm = () => Promise.resolve(true),
  showsRotated = () => false,
}: TabOptions = {}) {
  const workers: Worker[] = [];
  const client = connectDocument(() => {
    const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
    const worker = startWorker(url);
    workers.push(worker);
    return worker;
  });
  const documents: Documents = createDocuments(
    {
      compress: (content) => jobs.run('compress', [content]),
      archive: (entries) => jobs.run('archive', [entries]),
      unpackedSize: (content, most, signal) => jobs.run('unpackedSize', [content, most], { signal }),
    },
    cloud,
    database.open,
  );
  const told: string[] = [];
  const notices: Notice[] = [];
  const succeeded: string[] = [];
  const core = createPanelCore(
    side,
    client,
    Object.assign(
      (notice: Notice) => {
        notices.push(notice);
        told.push(notice.message);
      },
      { succeeded: (about: string) => void succeeded.push(about) },
    ),
    createSettings(() => sessionStorage),
  );
  const keeping = createAutosave(core, {
    documents,
    isOn: () => autosave,
    onKey: () => undefined,
    onDeleted: () => undefined,
    reload: (key) => opening.reload(key),
    close: () => opening.clear(null),
  });
  const opening = createOpening(core, {
    confirm,
    documents,
    flush: keeping.flush,
    onKey: () => undefined,
    onFile: () => undefined,
  });
  const editing = createEditing(
    core,
    () => Promise.reject(new Error('no repairs here')),
    createPreferences(createSettings(() => sessionStorage)),
  );
  const saving = createSaving(core, {
    confirm,
    documents,
    autosave: keeping,
    editing,
    formatOnSave: () => 'keep',
    showsRotated,
    openFile: (file, handle, dialect) => opening.openFile(file, handle, dialect),
    onFile: () => undefined,
    spawn: connectDocument,
  });
  onTestFinished(() => {
    keeping.stop();
    client.close();
  });
  return {
    client,
    documents,
    database,
    core,
    keeping,
    opening,
    editing,
    saving,
    /** Messages of the notices that were shown. */
    told,
    /** The notices themselves. */
    notices,
    /** What was told to have succeeded, for errors about it to leave. */
    succeeded,
    /** Inserts text at a byte, like keystrokes; at the end by default. */
    async type(text: string, at: number = client.state.size): Promise<void> {
      const { revision: base } = client.state;
      const splice = { start: asByte(at), end: asByte(at), insert: new TextEncoder().encode(text) };
      const { revision } = await client.apply(base, [splice], 'begins');
      await reached(client, revision);
    },
    async undo(): Promise<void> {
      const done = await client.undo();
      if (done !== null) await reached(client, done.revision);
    },
    /** Gives the document another text. */
    async replace(text: string): Promise<void> {
      const { revision: base, dialect } = client.state;
      await reached(client, (await client.replace(new Blob([text]), { base, dialect })).revision);
    },
    async format(): Promise<void> {
      const { revision } = await client.format({ style: 'format', indent: '  ', maxLineLength: 80 });
      await reached(client, revision);
    },
    text: async (): Promise<string> => (await client.read()).text(),
    /** Terminates the document worker, like a browser that is short of memory. */
    killWorker: (): void => workers.at(-1)?.terminate(),
    /** Returns the text that could be recovered if the tab were killed now; `null` when nothing is offered. */
    async recoverable(): Promise<string | null> {
      const draft = await readDraft(documents, await database.open());
      return draft === null ? null : textOf(draft);
    },
  };
}

export type Tab = ReturnType<typeof openTab>;

/** Waits for a revision, because the state arrives separately from the reply. */
async function reached(client: DocumentClient, revision: number): Promise<void> {
  while (client.state.revision < revision) await pause(1);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the stored draft, regardless of the tab that holds it; `null` when there is none. */
export async function readDraft(documents: Documents, database: LocalDatabase): Promise<Draft | null> {
  for (;;) {
    // The newest: an older one may remain if it could not be deleted.
    const [newest] = (await database.getAll('drafts')).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
    if (newest === undefined) return null;
    const { id } = newest;
    try {
      const draft = await (await documents.drafts()).read(id);
      return (
        draft && { ...draft, base: { ...draft.base, content: new Blob([await draft.base.content.arrayBuffer()]) } }
      );
    } catch (error) {
      // Its base file may have been replaced between the two steps of reading. If the draft is still the same, it is damaged.
      const before = JSON.stringify((await database.get('drafts', id))?.base);
      await pause(20);
      if (before === JSON.stringify((await database.get('drafts', id))?.base)) throw error;
    }
  }
}

/** Returns the text that a draft restores. */
export async function textOf({ base, steps }: Draft): Promise<string> {
  const client = connectDocument();
  try {
    await client.recover(base, steps);
    return await (await client.read()).text();
  } finally {
    client.close();
  }
}
