// A file that another program changes while it is open.

import { subscribe } from 'valtio';
import { expect, it, onTestFinished } from 'vitest';
import { mergeQuestionOf } from '../../../src/ui/merge/merge-state.ts';
import { mergeWithDisk } from '../../../src/ui/merge/start-merge.ts';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { sharedVersion } from '../../../src/ui/documents/versions/shared-version.ts';
import type { Confirm } from '../../../src/ui/model/question.ts';
import { isUnsaved, type PanelView } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, overwrite, textIn } from '../support/disk.ts';
import { makeDatabase, openTab, pause, readDraft, type Tab } from '../support/tab.ts';

async function openFrom(
  name: string,
  text: string,
  options: Parameters<typeof openTab>[0] = {},
): Promise<{ tab: Tab; handle: FileSystemFileHandle }> {
  const handle = await makeFile(null, name, text);
  const tab = openTab(options);
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  return { tab, handle };
}

const changeIn = ({ core }: Tab): string | null => fileWatchOf(core).state.change?.kind ?? null;

it('[NEW-2] is shown as it is on the disk, as one undo step, when nothing was changed here', async () => {
  const { tab, handle } = await openFrom('watched.json', '{"a": 1, "b": 2}');
  await overwrite(handle, '{"a": 1, "b": 3, "c": 4}');
  await expect.poll(() => tab.text()).toBe('{"a": 1, "b": 3, "c": 4}');
  expect(isUnsaved(tab.core.state)).toBe(false);
  expect(tab.told.join()).toContain('"watched.json" was changed by another program');
  await tab.undo();
  expect(await tab.text()).toBe('{"a": 1, "b": 2}');
  // A save writes what the user has chosen to go back to, and is not taken for the change of another program.
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('{"a": 1, "b": 2}');
  await tab.type(' ', 1);
  expect(await tab.saving.save()).toBe(true);
  expect(changeIn(tab)).toBeNull();
});

it('[NEW-2] is restored as it was shown last when the worker dies', async () => {
  const { tab, handle } = await openFrom('restored.json', '["before"]');
  await overwrite(handle, '["after"]');
  await expect.poll(() => tab.text()).toBe('["after"]');
  tab.killWorker();
  expect(await tab.text()).toBe('["after"]');
  await tab.type(' ', 1);
  tab.killWorker();
  expect(await tab.text()).toBe('[ "after"]');
  await expect.poll(() => tab.recoverable()).toBe('[ "after"]');
});

it('[NEW-2] is left alone, and the user is asked, when something was changed here', async () => {
  const { tab, handle } = await openFrom('both.json', '["before"]');
  await tab.type(' ', 1);
  await overwrite(handle, '["theirs"]');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  expect(await tab.text()).toBe('[ "before"]');
  expect(await textIn(handle)).toBe('["theirs"]');
  await fileWatchOf(tab.core).reload();
  expect(await tab.text()).toBe('["theirs"]');
  expect(isUnsaved(tab.core.state)).toBe(false);
  await tab.undo();
  expect(await tab.text()).toBe('[ "before"]');
  await overwrite(handle, '["theirs again"]');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await fileWatchOf(tab.core).keep();
  expect(changeIn(tab)).toBeNull();
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('[ "before"]');
});

it('[NEW-2] [NEW-12] is merged with what was changed here, and the next save writes both', async () => {
  const { tab, handle } = await openFrom('merged.json', '{"a": 1,  "b": 2, "c": 3}');
  // What was opened is copied soon: the browser no longer reads it once another program has written the file.
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await tab.type(' ', 1);
  await overwrite(handle, '{"a": 1,  "b": 20, "c": 3}');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await mergeWithDisk(tab.core);
  await expect.poll(() => tab.text()).toBe('{ "a": 1,  "b": 20, "c": 3}');
  expect(changeIn(tab)).toBeNull();
  expect(await textIn(handle)).toBe('{"a": 1,  "b": 20, "c": 3}');
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('{ "a": 1,  "b": 20, "c": 3}');
  await tab.undo();
  expect(await tab.text()).toBe('{ "a": 1,  "b": 2, "c": 3}');
});

it('[NEW-2] [NEW-12] is merged above 32 MB, too', async () => {
  const text = (a: number, b: number): string =>
    `{"a": ${a}, "b": ${b}, "c": [${'"0123456789",\n'.repeat(2_500_000)}"end"]}`;
  const { tab, handle } = await openFrom('merged-large.json', text(1, 1));
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await tab.type('7', 6);
  await overwrite(handle, text(1, 3));
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await mergeWithDisk(tab.core);
  expect((await tab.text()).slice(0, 18)).toBe('{"a": 71, "b": 3, ');
});

it('[NEW-2] [NEW-12] is told of again, and not overwritten, when it changes while its merge is decided', async () => {
  const asked: string[] = [];
  const confirm: Confirm = ({ title }) => Promise.resolve(asked.push(title) < 0);
  const { tab, handle } = await openFrom('decided.json', '{"a": 1, "b": 2}', { confirm });
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await tab.replace('{"a": 5, "b": 2}');
  await overwrite(handle, '{"a": 7, "b": 2}');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  const merging = mergeWithDisk(tab.core);
  await expect.poll(() => mergeQuestionOf(tab.core)?.conflicts.length).toBe(1);
  const first = fileWatchOf(tab.core).state.change;
  await overwrite(handle, '{"a": 7, "b": 2, "second": true}');
  await expect.poll(() => fileWatchOf(tab.core).state.change !== first).toBe(true);
  mergeQuestionOf(tab.core)?.answer(new Map());
  await merging;
  expect(await tab.text()).toBe('{"a": 5, "b": 2}');
  // The second change was not decided about.
  await expect.poll(() => changeIn(tab)).toBe('changed');
  expect(await tab.saving.save()).toBe(false);
  expect(asked).toHaveLength(1);
  expect(await textIn(handle)).toBe('{"a": 7, "b": 2, "second": true}');
  await mergeWithDisk(tab.core);
  await expect.poll(() => tab.text()).toBe('{"a": 5, "b": 2, "second": true}');
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('{"a": 5, "b": 2, "second": true}');
});

it('[NEW-2] [NEW-12] is merged over what was saved or reloaded last, not over what was opened', async () => {
  const { tab, handle } = await openFrom('saved.json', '{"a": 1}');
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await tab.replace('{"a": 2}');
  expect(await tab.saving.save()).toBe(true);
  await tab.replace('{"a": 1}');
  await overwrite(handle, '{"a": 2, "x": 9}');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await mergeWithDisk(tab.core);
  await expect.poll(() => tab.text()).toBe('{"a": 1, "x": 9}');
  expect(await tab.saving.save()).toBe(true);
  await overwrite(handle, '{"a": 3, "x": 9}');
  await expect.poll(() => tab.text()).toBe('{"a": 3, "x": 9}');
  await tab.replace('{"a": 1, "x": 9}');
  await overwrite(handle, '{"a": 3, "x": 9, "y": 1}');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await mergeWithDisk(tab.core);
  await expect.poll(() => tab.text()).toBe('{"a": 1, "x": 9, "y": 1}');
});

it('[NEW-12] is merged over what was in common, whatever the base of the draft is', async () => {
  const database = makeDatabase();
  const { tab } = await openFrom('renewed.json', '{"a": 1}', { database });
  await tab.replace('{"a": 2}');
  const shared = async (): Promise<string | undefined> => {
    const draft = await readDraft(tab.documents, await database.open());
    return draft?.shared instanceof Blob ? draft.shared.text() : draft?.shared === null ? 'unknown' : draft?.shared;
  };
  await expect.poll(shared).toBe('base');
  await tab.core.client.journal.sink?.renewBase();
  await expect.poll(shared).toBe('{"a": 1}');
  tab.core.document.opened = { content: new Blob(['{"a": 2}']), dialect: 'json', draft: { isSaved: false } };
  expect(sharedVersion(tab.core)).toBeNull();
});

it('[NEW-2] keeps the text, and says so, when the file is truncated or deleted', async () => {
  const { tab, handle } = await openFrom('truncated.json', '["all of it"]');
  await overwrite(handle, '["all');
  await expect.poll(() => changeIn(tab)).toBe('truncated');
  expect(await tab.text()).toBe('["all of it"]');
  // It is in a draft, because the file does not hold it any more.
  await expect.poll(() => tab.recoverable()).toBe('["all of it"]');
  await overwrite(handle, '["all of it"]');
  await expect.poll(() => changeIn(tab)).toBeNull();
  expect(isUnsaved(tab.core.state)).toBe(false);
  await (await navigator.storage.getDirectory()).removeEntry('truncated.json');
  await expect.poll(() => changeIn(tab)).toBe('deleted');
  expect(await tab.text()).toBe('["all of it"]');
  await expect.poll(() => tab.recoverable()).toBe('["all of it"]');
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('["all of it"]');
});

it('[NEW-2] is read again as CSV, and saved as such, when it is CSV', async () => {
  const { tab, handle } = await openFrom('watched.csv', 'id,name\n1,one\n2,two\n');
  await overwrite(handle, 'id,name\n1,one\n2,two\n3,three\n');
  await expect.poll(async () => JSON.parse(await tab.text()) as unknown).toHaveLength(3);
  expect(isUnsaved(tab.core.state)).toBe(false);
  await tab.type(' ', 1);
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('id,name\n1,one\n2,two\n3,three\n');
  expect(tab.told.join()).toContain('changed by another program');
});

it.each([
  ['empty', 400],
  ['empty', 2500],
  ['gone', 400],
  ['gone', 2500],
] as const)('[NEW-2] is reloaded after it was %s for %i ms, when nothing was changed here', async (how, ms) => {
  const { tab, handle } = await openFrom(`moment-${how}-${ms}.json`, '{"a": 1}');
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  const folder = await navigator.storage.getDirectory();
  const kinds = new Set<string | null>();
  const { state } = fileWatchOf(tab.core);
  onTestFinished(subscribe(state, () => kinds.add(state.change?.kind ?? null)));
  if (how === 'empty') await overwrite(handle, '');
  else await folder.removeEntry(handle.name);
  await pause(ms);
  // A long moment is told of.
  if (ms > 2000) await expect.poll(() => changeIn(tab)).toBe(how === 'empty' ? 'truncated' : 'deleted');
  await overwrite(await folder.getFileHandle(handle.name, { create: true }), '{"a": 1, "b": 2}');
  await expect.poll(() => tab.text()).toBe('{"a": 1, "b": 2}');
  await expect.poll(() => changeIn(tab)).toBeNull();
  expect(isUnsaved(tab.core.state)).toBe(false);
  expect(kinds.has('changed')).toBe(false);
  if (ms < 1000) expect([...kinds]).toEqual([]);
});

it('[NEW-2] is told of after it was empty, when something was changed here meanwhile', async () => {
  const { tab, handle } = await openFrom('emptied.json', '{"a": 1}');
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await overwrite(handle, '');
  await expect.poll(() => changeIn(tab)).toBe('truncated');
  await tab.replace('{"a": 2}');
  await overwrite(handle, '{"a": 1, "b": 2}');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  expect(await tab.text()).toBe('{"a": 2}');
});

/** A handle of a file whose time of change stands still, as some programs and network shares leave it; and one that can be denied. */
function atOneTime(handle: FileSystemFileHandle): { handle: FileSystemFileHandle; refuse: (name: string) => void } {
  let refusal: string | null = null;
  const proxied = new Proxy(handle, {
    get(target, name) {
      if (name === 'getFile')
        return async () => {
          if (refusal !== null) throw new DOMException('refused', refusal);
          const file = await target.getFile();
          return new File([await file.arrayBuffer()], file.name, { lastModified: 1_000_000 });
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { handle: proxied, refuse: (name) => (refusal = name) };
}

it.each([
  ['small', 20],
  ['large', 3_000_000],
])('[NEW-2] is not overwritten where a change kept its time and its size: %s', async (name, size) => {
  const text = (value: number): string => `{"a": ${value}, "b": "${'x'.repeat(size)}"}`;
  const file = await makeFile(null, `kept-time-${name}.json`, text(1));
  const { handle } = atOneTime(file);
  const asked: string[] = [];
  const tab = openTab({ confirm: ({ title }) => Promise.resolve(asked.push(title) < 0) });
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  await tab.replace(text(1).replace('"b"', '"c"'));
  await overwrite(file, text(7));
  expect(await tab.saving.save()).toBe(false);
  expect(asked).toHaveLength(1);
  expect(await textIn(file)).toBe(text(7));
  // Now that it is known, it can be merged.
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await mergeWithDisk(tab.core);
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(file)).toBe(text(7).replace('"b"', '"c"'));
});

it('[NEW-2] is saved without a question where it only has another time', async () => {
  const asked: string[] = [];
  const confirm: Confirm = ({ title }) => Promise.resolve(asked.push(title) < 0);
  const { tab, handle } = await openFrom('touched.json', '{"a": 1}', { confirm });
  await tab.replace('{"a": 2}');
  await overwrite(handle, '{"a": 1}');
  expect(await tab.saving.save()).toBe(true);
  expect(asked).toEqual([]);
  expect(await textIn(handle)).toBe('{"a": 2}');
});

it.each([
  ['NotAllowedError', 'not allowed'],
  ['NotReadableError', 'is replacing the file'],
  ['TypeMismatchError', 'no file'],
])('[NEW-2] [ERR-1] is not overwritten where it can no longer be looked at: %s', async (error, said) => {
  const file = await makeFile(null, `looked-${error}.json`, '{"a": 1}');
  const { handle, refuse } = atOneTime(file);
  const tab = openTab();
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  await tab.replace('{"a": 2}');
  refuse(error);
  expect(await tab.saving.save()).toBe(false);
  expect(tab.told.at(-1)).toContain(said);
  expect(await textIn(file)).toBe('{"a": 1}');
});

it('[NEW-2] is told of, and not reloaded, when it changes while "Keep mine" is pressed', async () => {
  const { tab, handle } = await openFrom('kept.json', '{"a": 1}');
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await overwrite(handle, '');
  await expect.poll(() => changeIn(tab)).toBe('truncated');
  const watch = fileWatchOf(tab.core);
  const { change } = watch.state;
  await overwrite(handle, '{"a": 2}');
  await watch.keep(change);
  await expect.poll(() => changeIn(tab)).toBe('changed');
  expect(await tab.text()).toBe('{"a": 1}');
});

it('[NEW-2] is reloaded where a field is open, whose text is one step before', async () => {
  const { tab, handle } = await openFrom('field.json', '{"a": 1}');
  let isOpen = true;
  const complete = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await tab.replace('{"a": "typed"}');
  };
  const view: Partial<PanelView> = { isEditing: () => isOpen, complete, reveal: () => undefined };
  tab.core.view = view as PanelView;
  await overwrite(handle, '{"a": 2}');
  await expect.poll(() => changeIn(tab)).toBe('changed');
  await fileWatchOf(tab.core).reload();
  expect(await tab.text()).toBe('{"a": 2}');
  expect(changeIn(tab)).toBeNull();
  await tab.undo();
  expect(await tab.text()).toBe('{"a": "typed"}');
});

it('[NEW-2] is asked about when what was merged is gone again, and the file holds what was opened', async () => {
  let asked = 0;
  const confirm: Confirm = () => {
    asked += 1;
    return Promise.resolve(false);
  };
  const { tab, handle } = await openFrom('back.json', '{"a": 1, "b": 1}', { confirm });
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await tab.replace('{"a": 2, "b": 1}');
  await overwrite(handle, '{"a": 3, "b": 2}');
  await expect.poll(() => changeIn(tab), { timeout: 5000 }).toBe('changed');
  const merging = mergeWithDisk(tab.core);
  await expect.poll(() => mergeQuestionOf(tab.core)).not.toBeNull();
  await overwrite(handle, '{"a": 1, "b": 1}');
  mergeQuestionOf(tab.core)?.answer(new Map([['/a', 'left']]));
  await merging;
  expect(await tab.text()).toBe('{"a": 2, "b": 2}');
  expect(await tab.saving.save()).toBe(false);
  expect(asked).toBe(1);
  expect(await textIn(handle)).toBe('{"a": 1, "b": 1}');
});
