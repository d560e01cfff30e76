// What can be shown only, besides the hits of the find bar: problems, what a path selects, and what has changed since the document
// was opened.

import { cancelled, CodedError } from '../../shared/errors.ts';
import { CHANGE, MARK_WORDS } from '../../shared/protocol/compare.ts';
import type { ProblemReport } from '../../shared/protocol/problems.ts';
import { Comparer } from '../client/comparer.ts';
import type { DocumentClient } from '../client/document.ts';
import type { Querier } from '../client/querier.ts';
import { readCompareOptions } from '../compare/compare-options.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import { showOnlyOf, type OnlySource } from '../show-only/show-only.ts';
import { SHOW_ONLY } from '../strings/editors/show-only.ts';

/** Shows only the values with problems. */
export function showProblems(core: PanelCore): Promise<void> {
  return core.run(SHOW_ONLY.working, (task) => showOnlyOf(core.client, core.report).show(problemsOf(core), task));
}

/** The problems of a panel's document, as they are listed. */
export function problemsOf(core: PanelCore): OnlySource {
  return {
    about: () => ({ kind: 'problems', detail: '' }),
    async find({ signal }) {
      const { groups, revision } = await completeReport(core, signal);
      const bytes: number[] = [];
      const nodes: Uint32Array[] = [];
      for (const { first, nodes: all } of groups) {
        if (all === undefined) for (const { start, end } of first) bytes.push(start, Math.max(start + 1, end));
        else nodes.push(all);
      }
      if (bytes.length === 0 && nodes.length === 0) throw new CodedError('refused', SHOW_ONLY.noProblems);
      return { revision, found: { nodes: joined(nodes), bytes: sortedPairs(bytes) }, whole: false };
    },
  };
}

/** The values that a JSONPath selects. */
export function pathOf(client: DocumentClient, path: string, querier: () => Promise<Querier>): OnlySource {
  return {
    about: () => ({ kind: 'path', detail: path }),
    async find(task) {
      const { nodes, revision } = await (await querier()).nodes(client, path, task);
      if (nodes.length === 0) throw new CodedError('refused', SHOW_ONLY.noPath);
      return { revision, found: { nodes }, whole: true };
    },
  };
}

/** What differs from the content that the panel has opened; compared as Compare does. */
export function changesOf(core: PanelCore, spawn: () => DocumentClient, preferences: PreferenceStore): OnlySource {
  return {
    about: () => ({ kind: 'changes', detail: '' }),
    async find(task) {
      const {
        client,
        document: { opened },
      } = core;
      const before = spawn();
      const comparer = new Comparer({ left: before, right: client });
      try {
        if (opened !== null) await before.open(opened.content, { ...task, dialect: opened.dialect });
        else await before.open(new Blob(['null']), task);
        // Everything counts, also what Compare was told to leave out.
        const options = { ...readCompareOptions(preferences.state), ignorePaths: [], tolerance: 0 };
        const { marks, revisions, count } = await comparer.compare(options, task);
        if (count === 0) throw new CodedError('refused', SHOW_ONLY.noChanges);
        const [nodes, around]: [number[], number[]] = [[], []];
        for (let at = 0; at < marks.right.length; at += MARK_WORDS)
          (marks.right[at + 2] === CHANGE.inside ? around : nodes).push(marks.right[at] ?? 0);
        const found = { nodes: Uint32Array.from(nodes) };
        return { revision: revisions.right, found, around: Uint32Array.from(around), whole: true };
      } finally {
        comparer.close();
        before.close();
      }
    },
  };
}

/** Waits for the problems of the document's current revision, with the places of all of them. */
function completeReport(core: PanelCore, signal: AbortSignal | undefined): Promise<ProblemReport> {
  const { client, state } = core;
  const known = (): ProblemReport | null => {
    const { problems } = state;
    if (problems?.revision !== client.state.revision) return null;
    const isComplete = problems.groups.every(
      ({ kind, count, first, nodes }) =>
        kind === 'utf8' || kind === 'csv' || nodes !== undefined || count <= first.length,
    );
    return isComplete ? problems : null;
  };
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const report = known();
      if (report !== null) resolve(report);
      return report !== null;
    };
    if (look()) return;
    const timer = setInterval(() => look() && clearInterval(timer), LOOK_MS);
    signal?.addEventListener('abort', () => {
      clearInterval(timer);
      reject(cancelled());
    });
  });
}

const LOOK_MS = 50;

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all.toSorted();
}

/** Pairs of a start and an end, sorted by start. */
function sortedPairs(pairs: readonly number[]): Uint32Array {
  const order = Array.from({ length: pairs.length / 2 }, (_, pair) => pair).toSorted(
    (a, b) => (pairs[a * 2] ?? 0) - (pairs[b * 2] ?? 0),
  );
  return Uint32Array.from(order.flatMap((pair) => [pairs[pair * 2] ?? 0, pairs[pair * 2 + 1] ?? 0]));
}
