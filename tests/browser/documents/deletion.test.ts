// A document that is deleted while it is edited and saved stays deleted, whatever was under way; undoing that brings all of it
// back. VITE_DELETIONS sets the number of deletions at random moments, VITE_SEED their seed; the seed is printed on failure.

import { expect, it, vi } from 'vitest';
import { CodedError } from '../../../src/shared/errors.ts';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { randomFrom } from '../../random.ts';
import { openTab, pause, unpack, type Tab } from '../support/tab.ts';

const DELETIONS = Number(import.meta.env['VITE_DELETIONS'] ?? 6);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 56_014);

/** Opens a tab with a document of this browser. */
async function storedTab(): Promise<{ tab: Tab; id: string }> {
  const tab = openTab({ autosave: true });
  await tab.opening.openText('[1]');
  await tab.keeping.saveToShelf();
  const { origin } = tab.core.state.document;
  return { tab, id: 'key' in origin ? origin.key.id : '' };
}

const deleteIn = ({ documents, core }: Tab, id: string): Promise<void> =>
  documents.delete({ source: 'local', id }, core);

async function idsOf({ documents }: Tab): Promise<string[]> {
  return (await documents.local.list()).map(({ _id }) => _id);
}

/** Nothing of the document is left, and nothing is about to be written. */
async function expectGone(tab: Tab, id: string, why = ''): Promise<void> {
  await tab.keeping.flush();
  await tab.keeping.drafted();
  expect(await idsOf(tab), why).toEqual([]);
  expect(tab.core.state.document, why).toMatchObject({ blank: true, origin: { kind: 'none' } });
  expect(isUnsaved(tab.core.state), why).toBe(false);
  expect(await tab.recoverable(), why).toBe(null);
  expect(JSON.stringify(tab.documents.recent.read()), why).not.toContain(id);
}

async function undo(tab: Tab, id: string): Promise<string> {
  tab.notices.findLast(({ action }) => action !== undefined)?.action?.run();
  await expect.poll(() => idsOf(tab)).toEqual([id]);
  return unpack(await tab.documents.local.content(id));
}

it('[DOC-9] an edit that was not saved yet does not bring a deleted document back', async () => {
  const { tab, id } = await storedTab();
  await tab.type(' ');
  await expect.poll(() => isUnsaved(tab.core.state)).toBe(true);
  await deleteIn(tab, id);
  await expectGone(tab, id);
  expect(await undo(tab, id)).toBe('[1] ');
});

it('[DOC-9] a save that is under way ends before the document is deleted, and none begins meanwhile', async () => {
  const { tab, id } = await storedTab();
  const { compress } = tab.documents;
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const order: string[] = [];
  Object.assign(tab.documents, {
    async compress(content: Blob) {
      order.push('save');
      await gate;
      return compress(content);
    },
  });
  const removal = vi.spyOn(tab.documents.local, 'delete').mockImplementationOnce(async (...args) => {
    order.push('delete');
    // A save that the user asks for now waits, and is dropped.
    void tab.keeping.saveToShelf().then((done) => order.push(`saved ${done}`));
    await pause(5);
    return tab.documents.local.delete(...args);
  });
  await tab.type(' ');
  const saving = tab.keeping.saveToShelf();
  await expect.poll(() => order).toEqual(['save']);
  const deletion = deleteIn(tab, id);
  await tab.text();
  expect(removal).not.toHaveBeenCalled();
  go();
  expect(await saving).toBe(true);
  await deletion;
  await expect.poll(() => order).toEqual(['save', 'delete', 'saved false']);
  await expectGone(tab, id);
  expect(await undo(tab, id)).toBe('[1] ');
});

it('[DOC-9] a document that could not be deleted stays, and its edits are saved', async () => {
  const { tab, id } = await storedTab();
  vi.spyOn(tab.documents.local, 'delete').mockRejectedValueOnce(new CodedError('storage', 'the disk is gone'));
  await tab.type(' ');
  await deleteIn(tab, id);
  expect(tab.told).toContain('the disk is gone');
  await tab.type(' ');
  await expect.poll(async () => unpack(await tab.documents.local.content(id))).toBe('[1]  ');
  expect(await idsOf(tab)).toEqual([id]);
});

it(
  '[DOC-9] a document is deleted for good at any moment around an edit',
  async () => {
    for (let round = 0; round < DELETIONS; round += 1) {
      const seed = SEED + round;
      const random = randomFrom(seed);
      const { tab, id } = await storedTab();
      const edits = 1 + Math.floor(random() * 3);
      let text = '[1]';
      const pending: Promise<unknown>[] = [];
      for (let edit = 0; edit < edits; edit += 1) {
        text += ' ';
        await tab.type(' ');
        const roll = random();
        if (roll < 0.2) pending.push(tab.keeping.saveToShelf());
        else if (roll < 0.3) pending.push(tab.keeping.rename(`name ${edit}`));
        else if (roll < 0.4) pending.push(tab.keeping.flush());
        else if (roll < 0.5) await expect.poll(() => isUnsaved(tab.core.state)).toBe(true);
        // Autosave begins a second after an edit, and takes a few milliseconds.
        else if (roll < 0.7) await pause(950 + random() * 100);
        else await pause(random() * 20);
      }
      const why = `seed ${seed}`;
      await deleteIn(tab, id);
      await Promise.all(pending);
      await expectGone(tab, id, why);
      expect(await undo(tab, id), why).toBe(text);
    }
  },
  60_000 + DELETIONS * 5000,
);
