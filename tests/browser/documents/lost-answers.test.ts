// A cloud that carries out a write whose answer is lost, or replaced by that of a proxy; and people who sign in one after the
// other in tabs of one browser.

import { describe, expect, it } from 'vitest';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { MemoryCloud, TokenStorage } from '../support/memory-cloud.ts';
import { openTab, type Tab } from '../support/tab.ts';

/** Opens a tab with a document of a cloud. */
async function cloudTab(server: MemoryCloud, id: string, storage?: TokenStorage): Promise<Tab> {
  const tab = openTab({ autosave: true, cloud: server.tab(storage) });
  expect(await tab.opening.openShelved({ source: 'cloud', id })).toBe(true);
  tab.told.length = 0;
  return tab;
}

const shows = ({ core }: Tab) => [core.state.document.conflict, isUnsaved(core.state)];

describe.each(['lost', 'replaced'] as const)('an answer that is %s', (becomes) => {
  it('[DOC-16] makes no conflict with oneself when the user types on', async () => {
    const server = new MemoryCloud();
    const id = server.add('orders', '[1]');
    const tab = await cloudTab(server, id);
    server.answers = () => becomes;
    await tab.type(' ');
    await expect.poll(() => tab.core.state.document.shelfSaveState).toBe('failed');
    expect(await server.text(id)).toBe('[1] ');
    // The answer to the next save is lost, too.
    await tab.type(' ');
    await expect.poll(() => server.text(id)).toBe('[1]  ');
    server.answers = () => 'arrives';
    await tab.type(' ');
    await expect.poll(() => server.text(id)).toBe('[1]   ');
    await expect.poll(() => shows(tab)).toEqual([null, false]);
    await tab.type(' ');
    await expect.poll(() => server.text(id)).toBe('[1]    ');
    await expect.poll(() => shows(tab)).toEqual([null, false]);
  });

  it('[DOC-5] is not taken for nothing: an undo is saved over what was sent', async () => {
    const server = new MemoryCloud();
    const id = server.add('orders', '[1]');
    const tab = await cloudTab(server, id);
    server.answers = () => becomes;
    await tab.type(' ');
    await expect.poll(() => tab.core.state.document.shelfSaveState).toBe('failed');
    server.answers = () => 'arrives';
    await tab.undo();
    expect(isUnsaved(tab.core.state)).toBe(true);
    await expect.poll(() => server.text(id)).toBe('[1]');
    await expect.poll(() => shows(tab)).toEqual([null, false]);
  });

  it('[DOC-8] to a new name, or a new schema, makes no conflict either, and the name is shown', async () => {
    const server = new MemoryCloud();
    const id = server.add('orders', '[1]');
    const tab = await cloudTab(server, id);
    server.answers = () => becomes;
    await tab.keeping.rename('prices');
    await tab.keeping.setSchema({ type: 'url', url: 'https://example.org/schema.json' });
    expect(server.metas.get(id)).toMatchObject({ name: 'prices', schema: { type: 'url' } });
    server.answers = () => 'arrives';
    await tab.type(' ');
    await expect.poll(() => server.text(id)).toBe('[1] ');
    await expect.poll(() => shows(tab)).toEqual([null, false]);
    await tab.keeping.rename('costs');
    await expect.poll(() => server.metas.get(id)?.name).toBe('costs');
    expect(tab.core.state.document).toMatchObject({ name: 'costs', conflict: null });
  });

  it('[DOC-16] is no save of somebody else for the user who comes back to the page', async () => {
    const server = new MemoryCloud();
    const id = server.add('orders', '[1]');
    const tab = await cloudTab(server, id);
    server.answers = () => becomes;
    await tab.type(' ');
    await expect.poll(() => tab.core.state.document.shelfSaveState).toBe('failed');
    dispatchEvent(new Event('focus'));
    await expect.poll(() => tab.core.state.document.origin).toMatchObject({ rev: 2 });
    expect(shows(tab)).toEqual([null, true]);
  });

  it('[DOC-16] hides no save of somebody else', async () => {
    const server = new MemoryCloud();
    const id = server.add('orders', '[1]');
    const tab = await cloudTab(server, id);
    server.answers = () => becomes;
    await tab.type(' ');
    await expect.poll(() => tab.core.state.document.shelfSaveState).toBe('failed');
    server.answers = () => 'arrives';
    const other = server.tab();
    const { _rev } = await other.documents.meta(id);
    const foreign = { blob: new Blob(['"foreign"']), size: 9, dialect: 'json' } as const;
    await other.documents.save(id, _rev, foreign, { panel: 'other', person: null });
    await tab.type(' ');
    await expect.poll(() => tab.core.state.document.conflict).not.toBeNull();
    expect(await server.text(id)).toBe('"foreign"');
  });
});

describe('changes of one person', () => {
  it('[AUT-3] are not sent as those of another who has signed in since, and are sent when the first is back', async () => {
    const server = new MemoryCloud();
    const storage = new TokenStorage(null);
    storage.signIn('ada');
    const id = server.add('orders', '[1]');
    const tab = await cloudTab(server, id, storage);
    await tab.type(' ');
    storage.signIn('bob');
    await expect.poll(() => tab.told.join(' ')).toContain('written by another person');
    expect(await tab.saving.save()).toBe(false);
    expect(await tab.keeping.saveToShelf({ to: 'cloud', copy: true })).toBe(false);
    expect(server.carriedOut).toEqual([]);
    expect(await server.text(id)).toBe('[1]');
    expect(isUnsaved(tab.core.state)).toBe(true);
    storage.signIn('ada');
    await expect.poll(() => server.text(id)).toBe('[1] ');
    expect(server.carriedOut).toEqual([{ part: 'data', person: 'ada' }]);
    // From here on it is Bob who changes the document.
    await expect.poll(() => isUnsaved(tab.core.state)).toBe(false);
    storage.signIn('bob');
    await tab.type(' ');
    await expect.poll(() => server.carriedOut.at(-1)).toEqual({ part: 'data', person: 'bob' });
  });

  it('[AUT-3] [DOC-15] are offered as a draft to that person, and stay hers when she is back', async () => {
    const server = new MemoryCloud();
    const storage = new TokenStorage(null);
    storage.signIn('ada');
    const id = server.add('orders', '[1]');
    const tab = openTab({ cloud: server.tab(storage) });
    await tab.opening.openShelved({ source: 'cloud', id });
    await tab.type(' ');
    expect(await tab.keeping.drafted()).toBe(true);
    const drafts = await tab.documents.drafts();
    const [stored] = await (await tab.database.open()).getAll('drafts');
    expect(stored).toMatchObject({ person: 'ada', name: 'orders' });
    // As after the tab was killed.
    const copy = { ...stored, id: 'left' };
    await (await tab.database.open()).put('drafts', copy as never);
    expect(await drafts.abandoned('bob')).toEqual([]);
    expect((await drafts.abandoned('ada')).map(({ name }) => name)).toEqual(['orders']);
    expect((await drafts.abandoned(null)).map(({ name }) => name)).toEqual(['orders']);
    const draft = await drafts.read(stored?.id ?? '');
    const next = openTab({ autosave: true, cloud: server.tab(storage), database: tab.database });
    storage.signIn('bob');
    if (draft !== null) await next.opening.recover(draft);
    await expect.poll(() => next.told.join(' ')).toContain('written by another person');
    expect(server.carriedOut).toEqual([]);
  });
});
