// What another tab does to the document that a panel shows, at any moment of a reload; and changes of a name that are on
// their way.

import { expect, it, vi } from 'vitest';
import { subscribe } from 'valtio';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { makeDatabase, openTab, type Tab } from '../support/tab.ts';

/** Two tabs with the same document of this browser, `[1]`. */
async function twoTabs(): Promise<readonly [Tab, Tab, id: string]> {
  const database = makeDatabase();
  const [here, there] = [openTab({ database }), openTab({ database })];
  await there.opening.openText('[1]');
  await there.keeping.saveToShelf();
  const { origin } = there.core.state.document;
  if (origin.kind !== 'local') throw new Error('it was not saved');
  await here.opening.openShelved(origin.key);
  expect(await here.text()).toBe('[1]');
  return [here, there, origin.key.id];
}

/** Calls back at the first moment at which a reload has replaced the text, but has not ended. */
function atReplacement({ core }: Tab, act: () => void): void {
  const end = subscribe(
    core.state,
    () => {
      if (!isUnsaved(core.state)) return;
      end();
      act();
    },
    true,
  );
}

it('[DOC-16] a document that is deleted elsewhere while a save is being shown leaves the panel', async () => {
  const [here, there, id] = await twoTabs();
  let wasBetween = false;
  atReplacement(here, () => {
    wasBetween = true;
    there.documents.local.channel.publish({ type: 'deleted', id });
  });
  await there.type(' ');
  await there.keeping.saveToShelf();
  await expect.poll(() => here.core.state.document.blank).toBe(true);
  expect([wasBetween, here.core.state.document.conflict]).toEqual([true, null]);
});

it('[DOC-16] a document that is saved elsewhere again while a save is being shown is no conflict', async () => {
  const [here, there, id] = await twoTabs();
  const { state } = here.core;
  let wasAsked = false;
  subscribe(state, () => (wasAsked ||= state.document.conflict !== null), true);
  let wasBetween = false;
  atReplacement(here, () => {
    wasBetween = true;
    here.documents.local.channel.publish({ type: 'saved', id, rev: 9, by: 'another' });
  });
  await there.type(' ');
  await there.keeping.saveToShelf();
  await expect.poll(async () => [await here.text(), isUnsaved(state)]).toEqual(['[1] ', false]);
  expect([wasBetween, wasAsked]).toEqual([true, false]);
});

it('[DOC-8] a name is shown as being stored until it is', async () => {
  const [here] = await twoTabs();
  const rename = vi.spyOn(here.documents.local, 'rename');
  const done = here.keeping.rename('prices');
  await expect.poll(() => here.core.state.document.name).toBe('prices');
  expect(here.core.state.pendingMetadata).toBe(1);
  await done;
  expect(rename).toHaveBeenCalledOnce();
  expect(here.core.state.pendingMetadata).toBe(0);
});

it('[DOC-16] an edit that makes the text invalid is unsaved work from its first moment', async () => {
  const [here, there] = await twoTabs();
  const { client, state } = here.core;
  await client.replace(new Blob(['{"mine": 1']), { base: client.state.revision, dialect: 'json' });
  expect(isUnsaved(state)).toBe(true);
  await there.type(' ');
  await there.keeping.saveToShelf();
  await expect.poll(() => state.document.conflict !== null).toBe(true);
  await expect.poll(() => here.text()).toBe('{"mine": 1');
});
