// What the tests of unsaved work share: a panel with all that keeps its document, as a tab has it, over a real document worker
// and the browser's real database; and what a person finds after the tab was killed.

import { onTestFinished } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/connect.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { JobPool } from '../../../src/ui/client/jobs.ts';
import { lazyDatabase, type Database } from '../../../src/ui/documents/storage/database.ts';
import type { Draft } from '../../../src/ui/documents/storage/drafts.ts';
import { createDocuments, type Documents } from '../../../src/ui/documents/documents.ts';
import { createAutosave } from '../../../src/ui/documents/autosave.ts';
import { createOpening } from '../../../src/ui/documents/opening.ts';
import { createPanelCore } from '../../../src/ui/panel/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';

const jobs = new JobPool();
let count = 0;

export const unpack = (blob: Blob | null): Promise<string> =>
  blob === null ? Promise.resolve('') : new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();

/** A database of its own for one test, that can be made to refuse. */
export function makeDatabase() {
  count += 1;
  const name = `drafts-${count}`;
  const open = lazyDatabase(name);
  const database = {
    /** Whether it has no room. */
    isFull: false,
    open: Object.assign(
      (): Promise<Database> =>
        database.isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : open(),
      { onGone: open.onGone },
    ),
    /** As "Erase everything" of another tab does. */
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

/** How a tab is opened. */
export interface TabOptions {
  readonly autosave?: boolean;
  readonly database?: ReturnType<typeof makeDatabase>;
}

/** A panel with all that keeps its document. */
export function openTab({ autosave = false, database = makeDatabase() }: TabOptions = {}) {
  const workers: Worker[] = [];
  const client = connectDocument(() => {
    const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
    const worker = new Worker(url, { type: 'module' });
    workers.push(worker);
    return worker;
  });
  const documents: Documents = createDocuments(
    {
      compress: (content) => jobs.run('compress', [content]),
      archive: (entries) => jobs.run('archive', [entries]),
      unpackedSize: (content, most, signal) => jobs.run('unpackedSize', [content, most], { signal }),
    },
    null,
    database.open,
  );
  const told: string[] = [];
  const core = createPanelCore(
    'left',
    client,
    ({ message }) => told.push(message),
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
    confirm: () => Promise.resolve(true),
    documents,
    flush: keeping.flush,
    onKey: () => undefined,
    onFile: () => undefined,
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
    /** What a person was told. */
    told,
    /** Types at a byte, as keys do; without a byte at the end. */
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
    async format(): Promise<void> {
      const { revision } = await client.format({ style: 'format', indent: '  ', maxLineLength: 80 });
      await reached(client, revision);
    },
    text: async (): Promise<string> => (await client.read()).text(),
    /** Ends the document worker, as the browser does where memory is short. */
    killWorker: (): void => workers.at(-1)?.terminate(),
    /** What a person who kills the tab now and recovers gets; `null` where nothing is offered. */
    async recoverable(): Promise<string | null> {
      const draft = await readDraft(documents, await database.open());
      return draft === null ? null : textOf(draft);
    },
  };
}

export type Tab = ReturnType<typeof openTab>;

/** The state comes another way than the answer. */
async function reached(client: DocumentClient, revision: number): Promise<void> {
  while (client.state.revision < revision) await pause(1);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The one draft as it lies in the database, whoever holds it; `null` where there is none. */
export async function readDraft(documents: Documents, database: Database): Promise<Draft | null> {
  for (;;) {
    // The newest: one before it may be there still where it can't be deleted.
    const [newest] = (await database.getAll('drafts')).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
    if (newest === undefined) return null;
    const { id } = newest;
    try {
      const draft = await (await documents.drafts()).read(id);
      return (
        draft && { ...draft, base: { ...draft.base, content: new Blob([await draft.base.content.arrayBuffer()]) } }
      );
    } catch (error) {
      // Its base file was exchanged between the two steps of reading. Where it is the same draft still, it is damaged.
      const before = JSON.stringify((await database.get('drafts', id))?.base);
      await pause(20);
      if (before === JSON.stringify((await database.get('drafts', id))?.base)) throw error;
    }
  }
}

/** The text that a draft brings back. */
export async function textOf({ base, changes }: Draft): Promise<string> {
  const client = connectDocument();
  try {
    await client.recover(base, changes);
    return await (await client.read()).text();
  } finally {
    client.close();
  }
}
