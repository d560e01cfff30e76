// Numbers that a double cannot hold are listed, but marked nowhere; any kind of problem can be switched off.

import { describe, expect, it, vi } from 'vitest';
import type { Panel } from '../../../../src/ui/app-model/app-model.ts';
import { ProblemList } from '../../../../src/ui/problems/problem-list.ts';
import { ProblemSource, type ProblemHost } from '../../../../src/ui/problem-marks/problem-source.ts';
import { countOf } from '../../../../src/ui/problem-marks/severity.ts';
import type { SchemaCheck } from '../../../../src/ui/schema/schema-check.ts';
import { createPreferences } from '../../../../src/ui/settings/preferences.ts';
import { PROBLEM_KINDS, type ProblemKind, type ProblemReport } from '../../../../src/shared/protocol/problems.ts';
import type { Revision } from '../../../../src/shared/units.ts';

const group = (kind: ProblemKind, start: number) => {
  const place = { start, end: start + 1, line: 0, column: start, path: [], message: kind };
  return { kind, count: 1, first: [{ kind, ...place }] };
};
const REPORT: ProblemReport = {
  revision: 1 as Revision,
  groups: PROBLEM_KINDS.map((kind, index) => group(kind, index)),
  isComplete: true,
  lineEnds: 'none',
};

describe('[NEW-11] a number that a double cannot hold', () => {
  it('is a note, and marked nowhere', () => {
    const host = { client: { state: { revision: 1 } }, state: { problems: REPORT } } as unknown as ProblemHost;
    const marked = new ProblemSource(host).get().map(({ kind }) => kind);
    expect(marked).toEqual(PROBLEM_KINDS.filter((kind) => kind !== 'number'));
    expect([countOf(REPORT, 'error'), countOf(REPORT, 'warning'), countOf(REPORT, 'info')]).toEqual([4, 2, 1]);
  });
});

describe('[NEW-11] a kind of problem', () => {
  it.each(PROBLEM_KINDS)('%s is not reported while it is switched off', async (kind) => {
    vi.useFakeTimers();
    const preferences = createPreferences({
      read: (_key, _read, fallback) => fallback,
      write: () => ({ success: true }),
    });
    const state = { problems: null as ProblemReport | null };
    const client = {
      state: { revision: 1, validity: 'valid', phase: 'ready', change: null },
      subscribe: () => () => undefined,
      readProblems: async () => REPORT,
    };
    const core = { state, client, document: { csvFile: null }, report: (error: unknown) => expect.fail(String(error)) };
    const schema = { start: () => () => undefined, findOfferedSchema: async () => null, isOn: false };
    const list = new ProblemList({ core } as unknown as Panel, schema as unknown as SchemaCheck, preferences);
    const end = list.start();
    await vi.runAllTimersAsync();
    const kinds = (): (ProblemKind | undefined)[] => state.problems?.groups.map((one) => one.kind) ?? [];
    expect(kinds()).toEqual([...PROBLEM_KINDS]);
    preferences.set('hiddenProblems', kind);
    await vi.runAllTimersAsync();
    expect(kinds()).toEqual(PROBLEM_KINDS.filter((one) => one !== kind));
    preferences.set('hiddenProblems', '');
    await vi.runAllTimersAsync();
    expect(kinds()).toEqual([...PROBLEM_KINDS]);
    end();
    vi.useRealTimers();
  });
});
