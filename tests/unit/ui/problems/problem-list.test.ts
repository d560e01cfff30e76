// Which problem Ctrl+. is about: the panel reports its place a moment after it has gone to a problem.

import { afterEach, expect, it, vi } from 'vitest';
import { ProblemList } from '../../../../src/ui/problems/problem-list.ts';
import type { Panel } from '../../../../src/ui/app/app-model.ts';
import type { PanelPlace } from '../../../../src/ui/panel/panel-core.ts';
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

it('[SCH-2] is the one that was gone to, until the panel reports another place', async () => {
  vi.stubGlobal('document', { activeElement: null });
  const arrivals: (() => void)[] = [];
  const state = {
    mode: 'text',
    doc: { tree: 'live' },
    place: placeOf('before', 0) as PanelPlace | null,
    problems: {
      revision: 1,
      groups: [{ kind: 'schema', count: 2, first: [problemAt('a', 1), problemAt('b', 2)] }],
      isComplete: true,
    },
  };
  const panel = {
    core: { state, report: (error: unknown) => expect.fail(String(error)) },
    actions: { showOffset: () => new Promise<void>((resolve) => arrivals.push(resolve)) },
  };
  const list = new ProblemList(panel as unknown as Panel, {} as SchemaCheck);
  const asked = (): unknown => {
    list.state.asked = null;
    list.askFix();
    return (list.state.asked as Problem | null)?.message ?? null;
  };
  list.go(1);
  expect(asked()).toBe('wrong: b');
  // A view that has just been opened reports where it is before it is at the problem.
  await vi.waitFor(() => expect(arrivals).toHaveLength(1));
  state.place = placeOf('elsewhere', 7);
  arrivals[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toBe('wrong: b');
  state.place = placeOf('b', 2);
  expect(asked()).toBe('wrong: b');
  // From here on it is where the user is.
  state.place = placeOf('a', 1);
  expect(asked()).toBe('wrong: a');
  state.place = placeOf('elsewhere', 7);
  expect(asked()).toBeNull();
});
