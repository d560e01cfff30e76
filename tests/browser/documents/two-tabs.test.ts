// Two tabs working on the same two documents, in the browser's real database or in a cloud, interleaved at random: neither
// overwrites what the other has saved unless the user chooses so, and nothing that was typed is lost. VITE_INTERLEAVINGS sets
// their number, VITE_SEED their seed; the seed is printed on failure.

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { JobPool } from '../../../src/ui/client/jobs.ts';
import type { DocumentMeta } from '../../../src/ui/model/document-meta.ts';
import type { Shelf } from '../../../src/ui/documents/storage/shelf.ts';
import { SHELVES, type ShelfName } from '../../../src/ui/model/document-key.ts';
import { createDocuments } from '../../../src/ui/documents/documents.ts';
import { createAutosave } from '../../../src/ui/documents/save/autosave.ts';
import { createOpening } from '../../../src/ui/documents/open/opening.ts';
import { createPanelCore, isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';
import { MemoryCloud } from '../support/memory-cloud.ts';
import { randomFrom } from '../../random.ts';

const INTERLEAVINGS = Number(import.meta.env['VITE_INTERLEAVINGS'] ?? 10);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 728_445);
const STEPS = 12;
const BATCH = 10;
/** Longest wait until both tabs are idle, in milliseconds. */
const MAX_IDLE_MS = 1000;

const jobs = new JobPool();
const unpack = async (blob: Blob | null): Promise<string> =>
  blob === null ? '' : new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
const tokensOf = (text: string): string[] => text.match(/[tu]\d+/g) ?? [];

/** A saved content, with the revision that it became. */
interface Written {
  readonly id: string;
  readonly rev: number;
  readonly tokens: readonly string[];
  /** Whether the user chose to overwrite. */
  readonly over: boolean;
}

/** One tab: a panel with everything that saves its document. */
function openTab(written: Written[], shelf: ShelfName, server: MemoryCloud) {
  const client = connectDocument();
  const cloud = server.tab();
  const documents = createDocuments(
    {
      compress: (content) => jobs.run('compress', [content]),
      archive: (entries) => jobs.run('archive', [entries]),
      unpackedSize: (content, most, signal) => jobs.run('unpackedSize', [content, most], { signal }),
    },
    cloud,
  );
  const { local } = documents;
  const kept: Shelf = shelf === 'local' ? local : cloud.documents;
  const save = kept.save.bind(kept);
  kept.save = async (id, base, content, by) => {
    const tokens = tokensOf(shelf === 'local' ? await unpack(content.blob) : await content.blob.text());
    const meta = await save(id, base, content, by);
    written.push({ id, rev: meta._rev, tokens, over: base === null });
    return meta;
  };
  const problems: string[] = [];
  const core = createPanelCore(
    'left',
    client,
    ({ severity, message }) => severity === 'error' && problems.push(message),
    createSettings(() => sessionStorage),
  );
  const keeping = createAutosave(core, {
    documents,
    isOn: () => true,
    onKey: () => undefined,
    reload: (key) => opening.reload(key),
    close: () => opening.clear(null),
    onDeleted: () => undefined,
  });
  const opening = createOpening(core, {
    // Unsaved work is never discarded.
    confirm: () => Promise.resolve(false),
    documents,
    flush: keeping.flush,
    onKey: () => undefined,
    onFile: () => undefined,
  });
  return {
    core,
    keeping,
    opening,
    problems,
    shelf,
    /** Lists the documents of the shelf. */
    list: async (): Promise<readonly DocumentMeta[]> => (shelf === 'local' ? local.list() : [...server.metas.values()]),
    textOf: async (id: string): Promise<string> =>
      shelf === 'local' ? unpack(await local.content(id)) : (server.contents.get(id)?.text() ?? ''),
    create: async (text: string): Promise<string> => {
      const blob = await documents.pack(shelf, new Blob([text]));
      const by = { panel: 'test', person: null };
      return (await kept.create(null, { blob, size: text.length, dialect: 'json' }, by))._id;
    },
    async delete(id: string): Promise<void> {
      await (shelf === 'local' ? local : cloud.documents).delete(id);
    },
    /** Types a token at the end of the text; resolves to whether it was accepted. */
    async type(token: string): Promise<boolean> {
      const { revision, size } = client.state;
      const at = asByte(size);
      const insert = new TextEncoder().encode(` ${token}`);
      return client.apply(revision, [{ start: at, end: at, insert }], 'continues').then(
        async ({ revision: made }) => {
          // The state arrives in a separate message, not with the reply.
          while (client.state.revision < made) await pause(1);
          return true;
        },
        () => false,
      );
    },
    text: async () => (await client.read()).text(),
    close(): void {
      keeping.stop();
      client.close();
    },
  };
}

type Tab = ReturnType<typeof openTab>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until both tabs are idle: each has unsaved work, shows a conflict, or shows the revision in the database. One
 * exception: a tab that opened a document just when the other tab saved it is not notified, and keeps showing the older
 * revision. Hence the time limit.
 */
async function settle(tabs: readonly Tab[]): Promise<void> {
  const isSettled = async ({ core, list, shelf }: Tab): Promise<boolean> => {
    const {
      task,
      document: { shelfSaveState, conflict, origin },
    } = core.state;
    if (task !== null || shelfSaveState === 'saving') return false;
    if (conflict !== null || isUnsaved(core.state) || origin.kind !== shelf) return true;
    const kept = (await list()).find(({ _id }) => _id === origin.key.id);
    return kept === undefined || kept._rev === origin.rev;
  };
  const started = performance.now();
  for (let quiet = 0; quiet < 2 && performance.now() - started < MAX_IDLE_MS; quiet += 1) {
    await pause(4);
    for (const tab of tabs) if (!(await isSettled(tab))) quiet = -1;
  }
}

describe.each(SHELVES)('two tabs on the same documents, %s', (shelf) => {
  const written: Written[] = [];
  const server = new MemoryCloud();
  const tabs = [openTab(written, shelf, server), openTab(written, shelf, server)] as const;
  /** Documents of the previous interleaving. */
  const deleted: string[] = [];
  let count = 0;
  beforeEach(() => void written.splice(0));
  afterAll(() => {
    for (const tab of tabs) tab.close();
  });

  async function interleave(seed: number): Promise<void> {
    const random = randomFrom(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const ids: string[] = [];
    // Ids are short: a new document may reuse the id of a deleted one.
    written.splice(0);
    for (const text of ['t0', 'u0']) {
      const id = await tabs[0].create(text);
      ids.push(id);
      written.push({ id, rev: 1, tokens: tokensOf(text), over: false });
    }
    for (const tab of tabs) await tab.opening.openShelved({ source: shelf, id: ids[0] ?? '' });
    const typed: string[] = [];
    const said: string[] = [];
    const begun: Promise<unknown>[] = [];
    const coming: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
    for (let step = 0; step < STEPS; step += 1) {
      const at = below(2);
      const tab = tabs[at === 0 ? 0 : 1];
      const act = below(8);
      if (act < 3) {
        const token = `t${(count += 1)}`;
        said.push(`${at} types ${token}`);
        // No typing into a document that is being replaced.
        await coming[at === 0 ? 0 : 1];
        const taking = tab.type(token).then((taken) => taken && typed.push(token));
        if (random() < 0.7) await taking;
        else begun.push(taking);
      } else if (act < 6) {
        said.push(`${at} saves`);
        begun.push(tab.keeping.flush());
      } else if (act === 6) {
        said.push(`${at} renames`);
        begun.push(tab.keeping.rename(`name ${(count += 1)}`));
      } else if (tab.core.state.document.conflict !== null) {
        const how = (['overwrite', 'copy', 'later'] as const)[below(3)] ?? 'later';
        said.push(`${at} resolves: ${how}`);
        begun.push(tab.keeping.resolveConflict(how));
      } else {
        const other = below(2);
        said.push(`${at} opens ${other}`);
        const side = at === 0 ? 0 : 1;
        coming[side] = Promise.all([coming[side], tab.opening.openShelved({ source: shelf, id: ids[other] ?? '' })]);
      }
      if (random() < 0.5) await pause(below(6));
    }
    await Promise.all([...begun, ...coming]);
    await settle(tabs);
    const where = `seed ${seed}: ${said.join(', ')}`;

    // Each revision was written by a tab that had seen the previous one, or by the user's choice to overwrite.
    const dropped = new Set<string>();
    for (const id of ids) {
      const revisions = written.filter((one) => one.id === id).toSorted((one, other) => one.rev - other.rev);
      for (const [index, after] of revisions.entries()) {
        const before = revisions[index - 1];
        const missing = (before?.tokens ?? []).filter((token) => !after.tokens.includes(token));
        if (after.over) for (const token of missing) dropped.add(token);
        else expect(missing, `written over silently, ${where}`).toEqual([]);
      }
    }
    // Everything that was typed is somewhere: in the database, or unsaved in a tab.
    const screens: { readonly shown: string[]; readonly unsaved: boolean }[] = [];
    for (const { core, text } of tabs) screens.push({ shown: tokensOf(await text()), unsaved: isUnsaved(core.state) });
    // Read after the tabs, not before: their unsaved work may be saved in between.
    const there = new Set<string>();
    for (const { _id } of await tabs[0].list())
      for (const token of tokensOf(await tabs[0].textOf(_id))) there.add(token);
    for (const { shown, unsaved } of screens) {
      if (unsaved) for (const token of shown) there.add(token);
      else expect([...there, ...dropped], `shown as saved, ${where}`).toEqual(expect.arrayContaining(shown));
    }
    const lost = typed.filter((token) => !there.has(token) && !dropped.has(token));
    expect(lost, `lost, ${where}`).toEqual([]);
    // Two errors are expected. Renaming a revision that the other tab has overwritten is refused and reported. And a tab may
    // still be loading or saving a changed document when it is deleted below.
    const isRefusal = (problem: string): boolean =>
      (shelf === 'cloud' && problem.startsWith('Failed to update name')) ||
      deleted.some((id) =>
        ['load', 'save'].some((act) => problem.startsWith(`Failed to ${act} document with id "${id}"`)),
      );
    const told = tabs.flatMap(({ problems }) => problems.splice(0)).filter((problem) => !isRefusal(problem));
    expect(told.join(' '), where).toBe('');

    deleted.splice(0);
    for (const { _id } of await tabs[0].list()) {
      deleted.push(_id);
      await tabs[0].delete(_id);
    }
    for (const { keeping, core, opening } of tabs) {
      if (core.state.document.conflict !== null) await keeping.resolveConflict('later');
      await opening.clear(null);
    }
    await settle(tabs);
  }

  it.each(Array.from({ length: Math.ceil(INTERLEAVINGS / BATCH) }, (_, batch) => batch))(
    `[DOC-16] lose nothing and write nothing over, ${BATCH} times, batch %d, seed ${SEED}`,
    { timeout: 120_000 },
    async (batch) => {
      for (let index = 0; index < BATCH; index += 1) await interleave(SEED + batch * BATCH + index);
    },
  );
});
