// Which problem Ctrl+. is about and where F8 starts: at the view's current place, which the panel is told only once it rests.

import { createPreferences } from '../../../../src/ui/settings/preferences.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { ProblemList } from '../../../../src/ui/problems/problem-list.ts';
import type { Panel } from '../../../../src/ui/app-model/app-model.ts';
import type { PanelPlace } from '../../../../src/ui/panel-core/panel-document.ts';
import type { SchemaCheck } from '../../../../src/ui/schema/schema-check.ts';
import type { Problem } from '../../../../src/shared/protocol/problems.ts';

afterEach(() => vi.unstubAllGlobals());

const problemAt = (key: string, line: number): Problem => ({
  kind: 'schema',
  start: line,
  end: line + 1,
  line,
  column: 0,
  path: [key],
  message: `wrong: ${key}`,
  fixes: [{ kind: 'remove', label: 'Remove', allLabel: null }],
});
const placeOf = (key: string, line: number): PanelPlace => ({ line, column: 0, path: [key] });

/** A list of two problems in a panel whose view answers where it is. */
function listOver(mode: 'text' | 'tree', readPlace: () => PanelPlace | null) {
  vi.stubGlobal('document', { activeElement: null });
  const state = {
    mode,
    doc: { tree: 'live' },
    document: { place: placeOf('before', 0) as PanelPlace | null },
    problems: {
      revision: 1,
      groups: [{ kind: 'schema', count: 2, first: [problemAt('a', 1), problemAt('b', 2)] }],
      isComplete: true,
    },
  };
  const core = {
    state,
    client: { locate: async () => ({ offset: 0 }), revealAt: async () => null, state: { revision: 1 } },
    view: null,
    slots: new Map(),
    readPlace: async () => readPlace(),
    announce: () => undefined,
    report: (error: unknown) => expect.fail(String(error)),
  };
  const panel = { core, actions: { editing: { showOffset: () => undefined } } };
  const list = new ProblemList(
    panel as unknown as Panel,
    {} as SchemaCheck,
    createPreferences({ read: (_key, _read, fallback) => fallback, write: () => ({ success: true }) }),
  );
  const ask = async (): Promise<string | null> => {
    list.state.asked = null;
    await list.askFix();
    return (list.state.asked as Problem | null)?.message ?? null;
  };
  return { state, list, ask };
}

it.each(['text', 'tree'] as const)(
  '[SCH-2] is the one gone to while the %s is on its way, then that where it is',
  async (mode) => {
    let here: PanelPlace | null = null;
    const { state, list, ask } = listOver(mode, () => here);
    list.go(1);
    expect(await ask()).toBe('wrong: b');
    // A view that has just been opened reports its first place on the way.
    state.document.place = placeOf('elsewhere', 7);
    expect(await ask()).toBe('wrong: b');
    here = placeOf('b', 2);
    expect(await ask()).toBe('wrong: b');
    here = placeOf('a', 1);
    expect(await ask()).toBe('wrong: a');
    here = placeOf('elsewhere', 7);
    expect(await ask()).toBeNull();
  },
);

it('[SCH-2] is the one gone to last, of several at one place', async () => {
  const { state, list, ask } = listOver('tree', () => placeOf('a', 1));
  const second = { ...problemAt('a', 1), start: 3, message: 'also wrong: a' };
  state.problems.groups[0]?.first.push(second);
  expect(await ask()).toBe('wrong: a');
  list.go(2);
  expect(await ask()).toBe('also wrong: a');
});

it('[NEW-11] steps from where the view is, and quick steps go on from one another', async () => {
  const { list } = listOver('text', () => placeOf('a', 1));
  list.step(1);
  await vi.waitFor(() => expect(list.state.current).toBe(1));

  const quick = listOver('text', () => placeOf('a', 1));
  quick.list.step(1);
  quick.list.step(1);
  await vi.waitFor(() => expect(quick.list.state.current).toBe(0));

  const back = listOver('tree', () => placeOf('b', 2));
  back.list.step(-1);
  await vi.waitFor(() => expect(back.list.state.current).toBe(0));

  // A view that is on its way to a place says nothing: the place last reported counts.
  const away = listOver('text', () => null);
  away.list.step(1);
  await vi.waitFor(() => expect(away.list.state.current).toBe(0));
});
