// A switch of mode goes to where the user was in the view before, also right after a move that this view has not reported yet.

import { expect, it, vi } from 'vitest';
import { createEditing } from '../../../../src/ui/panel-core/editing.ts';
import type { PanelCore, PanelView } from '../../../../src/ui/panel-core/panel-core.ts';
import type { PanelPlace } from '../../../../src/ui/panel-core/panel-document.ts';
import type { PreferenceStore } from '../../../../src/ui/settings/preferences.ts';

const placeOf = (key: string): PanelPlace => ({ line: 0, column: 0, path: [key] });

/** A panel in text mode that was last told the place `reported`, and whose view is at `actual`. */
function panelAt(reported: PanelPlace | null, actual: Promise<PanelPlace | null>) {
  const shown: string[] = [];
  const core = {
    side: 'left',
    state: { mode: 'text', document: { place: reported } },
    document: {},
    client: {
      state: { revision: 1 },
      reveal: async ([key]: readonly string[]) => ({ row: key }),
      locate: async ({ path: [key] }: { path: readonly string[] }) => ({ range: { start: `start of ${key}` } }),
    },
    view: {} as PanelView | null,
    pendingViewAction: null,
    watchers: new Set(),
    readPlace: () => actual,
  };
  const editing = createEditing(core as unknown as PanelCore, vi.fn(), { set: vi.fn() } as unknown as PreferenceStore);
  const tree = { reveal: ({ rows }: { rows: { first: unknown }[] }) => shown.push(String(rows[0]?.first)) };
  const attach = (): void => editing.attachView(tree as unknown as PanelView);
  return { core, editing, shown, attach };
}

it('[PAN-1] shows the place last reported', async () => {
  const { editing, shown, attach } = panelAt(placeOf('a'), Promise.resolve(placeOf('a')));
  editing.setMode('tree');
  attach();
  await vi.waitFor(() => expect(shown).toEqual(['a']));
});

it('[PAN-1] shows the place that the view had not reported yet', async () => {
  for (const reported of [null, placeOf('a')]) {
    // Read before the new view attaches, and after.
    const early = panelAt(reported, Promise.resolve(placeOf('b')));
    early.editing.setMode('tree');
    early.core.view = null;
    await new Promise((resolve) => setTimeout(resolve));
    early.attach();
    await vi.waitFor(() => expect(early.shown).toEqual(['b']));

    let resolve: (place: PanelPlace | null) => void = vi.fn();
    const late = panelAt(reported, new Promise((answer) => (resolve = answer)));
    late.editing.setMode('tree');
    late.core.view = null;
    late.attach();
    resolve(placeOf('b'));
    await vi.waitFor(() => expect(late.shown.at(-1)).toBe('b'));
  }
});

it('[PAN-1] leaves a document that was opened meanwhile where it opens', async () => {
  const { core, editing, shown, attach } = panelAt(null, Promise.resolve(placeOf('b')));
  editing.setMode('tree');
  core.document = {};
  attach();
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toEqual([]);
});

it('[PAN-1] shows where the user went in a view that had not reported any place since the switch before', async () => {
  const { core, editing, shown, attach } = panelAt(placeOf('a'), Promise.resolve(placeOf('a')));
  editing.setMode('tree');
  attach();
  await vi.waitFor(() => expect(shown).toEqual(['a']));
  core.readPlace = () => Promise.resolve(placeOf('b'));
  editing.setMode('text');
  core.view = null;
  const offsets: unknown[] = [];
  editing.attachView({ revealOffset: (offset: unknown) => offsets.push(offset) } as unknown as PanelView);
  await vi.waitFor(() => expect(offsets.at(-1)).toBe('start of b'));
});

it('[PAN-1] shows the place on the way to which the view before was, wherever that is now', async () => {
  const { core, editing, attach } = panelAt(placeOf('a'), Promise.resolve(placeOf('a')));
  core.client.reveal = () => new Promise(() => undefined);
  editing.setMode('tree');
  attach();
  core.readPlace = () => Promise.resolve(placeOf('elsewhere'));
  editing.setMode('text');
  core.view = null;
  const offsets: unknown[] = [];
  const text = { revealOffset: (offset: unknown) => offsets.push(offset) } as unknown as PanelView;
  await new Promise((resolve) => setTimeout(resolve));
  editing.attachView(text);
  await vi.waitFor(() => expect(offsets).toEqual(['start of a']));
});

it('[PAN-1] lets keys wait until the place is shown, also where it was not reported yet', async () => {
  for (const [reported, actual] of [
    ['a', 'a'],
    ['a', 'b'],
    [null, 'b'],
  ] as const) {
    let resolve: (place: PanelPlace | null) => void = vi.fn();
    const place = reported === null ? null : placeOf(reported);
    const { core, editing } = panelAt(place, new Promise((answer) => (resolve = answer)));
    core.state.mode = 'tree';
    editing.setMode('text');
    core.view = null;
    let holds = 0;
    const shownAt: unknown[] = [];
    const text = {
      hold: () => (holds += 1),
      release: () => (holds -= 1),
      revealOffset: (offset: unknown) => shownAt.push([offset, holds > 0]),
    };
    editing.attachView(text as unknown as PanelView);
    // A key that is pressed from now on is meant for the place that is still being asked for.
    expect(holds).toBeGreaterThan(0);
    resolve(placeOf(actual));
    await vi.waitFor(() => expect(holds).toBe(0));
    expect(shownAt.at(-1)).toEqual([`start of ${actual}`, true]);
  }
});
