// Conflicts with a save made elsewhere that are ended by a merge: the edits of both versions are in it, and every other byte stays.

import { expect, it } from 'vitest';
import type { MergeAnswer, MergeAnswers, MergeConflict } from '../../../src/shared/protocol/merge.ts';
import { conflictKey } from '../../../src/shared/protocol/merge.ts';
import { mergeSaved } from '../../../src/ui/documents/save/merge-versions.ts';
import { Merger } from '../../../src/ui/client/merger.ts';
import { spawnJobWorker } from '../../../src/ui/client/jobs.ts';
import { watchWorkers } from '../support/watched-workers.ts';
import { makeDatabase, openTab, type Tab } from '../support/tab.ts';

const BASE = '{"a": 1,  "list": [{"id": 1}, {"id": 2}], "c": "x"}';

/** Two tabs with the same document of this browser, each with an edit, of which one is saved. */
async function conflicting(mine: string, theirs: string, base = BASE): Promise<readonly [Tab, Tab]> {
  const database = makeDatabase();
  const [here, there] = [openTab({ database }), openTab({ database })];
  await there.opening.openText(base);
  await there.keeping.saveToShelf();
  const { origin } = there.core.state.document;
  if (origin.kind !== 'local') throw new Error('it was not saved');
  await here.opening.openShelved(origin.key);
  await expect.poll(() => here.text()).toBe(base);
  await replace(here, mine);
  await replace(there, theirs);
  await there.keeping.saveToShelf();
  await expect.poll(() => here.core.state.document.conflict !== null).toBe(true);
  return [here, there];
}

async function replace({ core }: Tab, text: string): Promise<void> {
  const { revision: base, dialect } = core.client.state;
  await core.client.replace(new Blob([text]), { base, dialect });
}

const nobody = (): never => {
  throw new Error('nobody is asked');
};

it('[NEW-12] [DOC-16] edits of two tabs that do not touch each other are merged as one undo step, and saved', async () => {
  const mine = BASE.replace('1,  ', '5,  ').replace('{"id": 2}', '{"id": 2, "n": 0}');
  const theirs = BASE.replace('"x"', '"y"');
  const [here, there] = await conflicting(mine, theirs);
  expect(await mergeSaved(here.core, here.documents, nobody)).toBe(true);
  const merged = '{"a": 5,  "list": [{"id": 1}, {"id": 2, "n": 0}], "c": "y"}';
  await expect.poll(() => here.text()).toBe(merged);
  expect(here.core.state.document.conflict).toBe(null);
  expect(await here.keeping.saveToShelf()).toBe(true);
  await expect.poll(() => there.text()).toBe(merged);
  await here.core.client.undo();
  await expect.poll(() => here.text()).toBe(mine);
});

it('[NEW-12] what both have edited is asked about, each place by itself; nothing is merged without an answer', async () => {
  const mine = BASE.replace('1,  ', '5,  ').replace('"x"', '"mine"');
  const theirs = BASE.replace('1,  ', '7,  ').replace('"x"', '"theirs"').replace('{"id": 2}', '{"id": 2, "t": 1}');
  const [here] = await conflicting(mine, theirs);
  let asked: readonly MergeConflict[] = [];
  const answer = (chosen: MergeAnswers | null) => (conflicts: readonly MergeConflict[]) => {
    asked = conflicts;
    return Promise.resolve(chosen);
  };
  expect(await mergeSaved(here.core, here.documents, answer(null))).toBe(false);
  expect(asked.map(({ path, kind, values }) => [path, kind, values])).toEqual([
    ['/a', 'edit/edit', { base: '1', left: '5', right: '7' }],
    ['/c', 'edit/edit', { base: '"x"', left: '"mine"', right: '"theirs"' }],
  ]);
  await expect.poll(() => here.text()).toBe(mine);
  expect(here.core.state.document.conflict).not.toBe(null);

  const [, second] = asked;
  if (second === undefined) throw new Error('a conflict is missing');
  expect(await mergeSaved(here.core, here.documents, answer(new Map([[conflictKey(second), 'right']])))).toBe(true);
  await expect.poll(() => here.text()).toBe('{"a": 5,  "list": [{"id": 1}, {"id": 2, "t": 1}], "c": "theirs"}');
  expect(await here.keeping.saveToShelf()).toBe(true);
});

it('[NEW-12] what is typed while versions are merged is merged too', async () => {
  const [here] = await conflicting(BASE.replace('1,  ', '5,  '), BASE.replace('1,  ', '7,  ').replace('"x"', '"y"'));
  const done = mergeSaved(here.core, here.documents, async (conflicts) => {
    await replace(here, BASE.replace('1,  ', '6,  '));
    return new Map(
      conflicts
        .map(conflictKey)
        .slice(1)
        .map((key) => [key, 'right'] as const),
    );
  });
  expect(await done).toBe(true);
  await expect.poll(() => here.text()).toBe('{"a": 6,  "list": [{"id": 1}, {"id": 2}], "c": "y"}');
});

it('[NEW-12] a text that is not valid says that it can only be compared, and stays', async () => {
  const [here] = await conflicting('{"a": 5', BASE.replace('"x"', '"y"'));
  expect(await mergeSaved(here.core, here.documents, nobody)).toBe(false);
  expect(here.told.join(' ')).toMatch(/not valid, so it can only be compared/);
  await expect.poll(() => here.text()).toBe('{"a": 5');
  expect(here.core.state.document.conflict).not.toBe(null);
});

it('[NEW-12] both items of a list can stand, or another value; one that is no value is asked about again', async () => {
  const base = '{"a": 1, "list": ["x", "y"]}';
  const [here] = await conflicting('{"a": 2, "list": ["mine", "y"]}', '{"a": 3, "list": ["theirs", "y"]}', base);
  const problems: (string | null)[] = [];
  const done = mergeSaved(here.core, here.documents, (conflicts, { answers, problem }) => {
    problems.push(problem);
    expect(conflicts.map(({ path, takesBoth }) => [path, takesBoth])).toEqual([
      ['/a', false],
      ['/list/0', true],
    ]);
    if (problem !== null) expect([...answers.values()]).toEqual([{ text: '4, 5' }, 'both']);
    const chosen: MergeAnswer[] = [{ text: problem === null ? '4, 5' : '{"n": 4}' }, 'both'];
    return Promise.resolve(new Map(conflicts.map((conflict, at) => [conflictKey(conflict), chosen[at] ?? 'left'])));
  });
  expect(await done).toBe(true);
  expect(problems).toEqual([null, 'What you wrote for $.a is not one valid value.']);
  await expect.poll(() => here.text()).toBe('{"a": {"n": 4}, "list": ["mine", "theirs", "y"]}');
});

it('[NEW-12] the worker of a merge stays while its questions are answered, and ends with it', async () => {
  const [here] = await conflicting(
    BASE.replace('1,  ', '5,  ').replace('"x"', '"mine"'),
    BASE.replace('1,  ', '7,  ').replace('"x"', '"theirs"'),
  );
  const workers = watchWorkers();
  let asked = 0;
  const done = mergeSaved(here.core, here.documents, (conflicts) => {
    asked += 1;
    expect([workers.started, workers.running.size]).toEqual([1, 1]);
    const answer: MergeAnswer = asked < 4 ? { text: '1,' } : { text: `${asked}` };
    return Promise.resolve(new Map(conflicts.map((conflict) => [conflictKey(conflict), answer])));
  });
  expect(await done).toBe(true);
  expect([asked, workers.started, workers.running.size]).toEqual([4, 1, 0]);
  await expect.poll(() => here.text()).toBe('{"a": 4,  "list": [{"id": 1}, {"id": 2}], "c": 4}');
});

it('[NEW-12] the worker of longer texts ends before each answer, and the answers merge the same', async () => {
  const tab = openTab({});
  await tab.opening.openText('{"a": 2, "b": 2}');
  let started = 0;
  const spawn = (): Worker => {
    started += 1;
    return spawnJobWorker();
  };
  const others = { base: new Blob(['{"a": 1, "b": 1}']), right: new Blob(['{"a": 3, "b": 3}']) };
  const merger = new Merger(tab.core.client, others, spawn, 47);
  const merge = async (...answers: [string, MergeAnswer][]) => (await merger.merge(new Map(answers))).content.text();
  expect(await merge()).toBe('{"a": 2, "b": 2}');
  expect(await merge(['edit/edit 1 $.a', 'right'])).toBe('{"a": 3, "b": 2}');
  expect(await merge(['edit/edit 1 $.b', 'right'])).toBe('{"a": 2, "b": 3}');
  expect(started).toBe(3);
  merger.close();
});
