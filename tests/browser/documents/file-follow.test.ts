// A file that grows while it is followed.

import { expect, it, onTestFinished } from 'vitest';
import { fileFollowOf } from '../../../src/ui/documents/disk/file-follow.ts';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, overwrite, textIn } from '../support/disk.ts';
import { openTab, pause, type Tab, type TabOptions } from '../support/tab.ts';

async function followFrom(
  name: string,
  text: string,
  options: TabOptions = {},
): Promise<{ tab: Tab; append: (more: string) => Promise<void>; handle: FileSystemFileHandle }> {
  const handle = await makeFile(null, name, text);
  const tab = openTab(options);
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  await fileFollowOf(tab.core).toggle();
  const append = async (more: string): Promise<void> => {
    const writable = await handle.createWritable({ keepExistingData: true });
    await writable.seek((await handle.getFile()).size);
    await writable.write(more);
    await writable.close();
  };
  return { tab, append, handle };
}

const follow = ({ core }: Tab) => fileFollowOf(core).state;

it('[NEW-2] shows new records once they are complete, as nothing unsaved, and one undo step in all', async () => {
  const { tab, append } = await followFrom('follow.ndjson', '{"a":1}\n{"a":2}\n');
  await append('{"a":3}\n{"a":');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  await expect.poll(() => follow(tab).arriving).toBe(5);
  expect(tab.client.state.validity).toBe('valid');
  await append('4}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n{"a":4}\n');
  expect(follow(tab)).toMatchObject({ isOn: true, count: 2, arriving: 0 });
  expect(isUnsaved(tab.core.state)).toBe(false);
  expect(await tab.recoverable()).toBeNull();
  // A last record without a line end is whole.
  await append('{"a":5}');
  await expect.poll(() => tab.text()).toMatch(/"a":5\}$/);
  await tab.undo();
  expect(await tab.text()).toBe('{"a":1}\n{"a":2}\n');
  await expect.poll(() => follow(tab).isOn).toBe(false);
});

it('[NEW-2] takes half a record at the end of what was opened for one that is arriving', async () => {
  const { tab, append } = await followFrom('half.ndjson', '{"a":1}\n{"a":2}\n{"a"');
  await expect.poll(() => tab.client.state.validity).toBe('valid');
  expect(follow(tab).arriving).toBe(4);
  await append(':3}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
});

it('[NEW-2] keeps the text when the file is started anew, and says so, also after a reload of the page', async () => {
  const { tab, append, handle } = await followFrom('rotated.log', 'one\ntwo\n');
  await append('three\n');
  await expect.poll(() => tab.text()).toBe('one\ntwo\nthree\n');
  await overwrite(handle, 'another one\n');
  const watch = fileWatchOf(tab.core);
  await expect.poll(() => watch.state.change?.message).toContain('no longer followed');
  expect(watch.state.change?.kind).toBe('rotated');
  await append('a second one\n');
  await expect.poll(() => tab.recoverable()).toBe('one\ntwo\nthree\n');
  expect(await tab.text()).toBe('one\ntwo\nthree\n');
  expect(watch.state.change?.kind).toBe('rotated');
  await watch.reload();
  expect(await tab.text()).toBe('another one\na second one\n');
  expect(watch.state.change).toBeNull();
  await tab.undo();
  expect(await tab.text()).toBe('one\ntwo\nthree\n');
});

it('[NEW-2] keeps the text when the file is gone for a while, and comes back as another one', async () => {
  const { tab, append, handle } = await followFrom('gone.log', 'one\n');
  await append('two\n');
  await expect.poll(() => tab.text()).toBe('one\ntwo\n');
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry('gone.log');
  const watch = fileWatchOf(tab.core);
  await expect.poll(() => watch.state.change?.kind, { timeout: 10_000 }).toBe('deleted');
  await overwrite(await folder.getFileHandle('gone.log', { create: true }), 'three\n');
  await expect.poll(() => watch.state.change?.kind, { timeout: 10_000 }).toBe('rotated');
  expect(await tab.text()).toBe('one\ntwo\n');
  expect(await textIn(handle)).toBe('three\n');
});

it('[NEW-2] goes on with a file that is started anew, where the settings say so', async () => {
  const { tab, append, handle } = await followFrom('anew.log', 'one\n', { showsRotated: () => true });
  await append('two\n');
  await expect.poll(() => tab.text()).toBe('one\ntwo\n');
  await overwrite(handle, 'a new one\n');
  await expect.poll(() => tab.text()).toBe('a new one\n');
  await expect.poll(() => follow(tab).isOn).toBe(true);
  await append('and more\n');
  await expect.poll(() => tab.text()).toBe('a new one\nand more\n');
});

it('[NEW-2] ends with a sentence when the text is changed here', async () => {
  const other = await followFrom('typed.log', 'one\ntwo\n');
  await other.tab.type('!', 0);
  await expect.poll(() => follow(other.tab).isOn).toBe(false);
  expect(other.tab.told.join()).toContain('changed here');
  await other.append('three\n');
  expect(await other.tab.text()).toBe('!one\ntwo\n');
});

it('[NEW-2] is refused with a sentence where it makes no sense', async () => {
  const handle = await makeFile(null, 'one.json', '{"a": 1}');
  const tab = openTab();
  await tab.opening.openFile(await handle.getFile(), handle);
  await expect(fileFollowOf(tab.core).toggle()).rejects.toThrow('Only NDJSON and logs can be followed');
  await tab.opening.openText('{"a":1}\n{"a":2}', 'ndjson');
  await expect(fileFollowOf(tab.core).toggle()).rejects.toThrow('opened from the disk');
});

it('[NEW-2] reads nothing while the page is hidden, and catches up when it is shown', async () => {
  const { tab, append } = await followFrom('hidden.ndjson', '{"a":1}\n');
  let state: DocumentVisibilityState = 'hidden';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  document.dispatchEvent(new Event('visibilitychange'));
  // What was under way is done.
  await pause(300);
  let looks = 0;
  const { file } = tab.core.document;
  if (file === null) throw new Error('there is no file');
  tab.core.document.file = {
    ...file,
    handle: new Proxy(file.handle, {
      get(target, name) {
        if (name === 'getFile') looks += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  };
  for (let record = 2; record < 20; record += 1) await append(`{"a":${record}}\n`);
  await pause(500);
  expect(looks).toBe(0);
  expect(await tab.text()).toBe('{"a":1}\n');
  state = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => tab.text()).toMatch(/^\{"a":1\}\n.*\{"a":19\}\n$/s);
});

it('[NEW-2] asks before a save overwrites half a record that is arriving, and goes on after it', async () => {
  let answer = false;
  let asked = 0;
  const confirm = (): Promise<boolean> => {
    asked += 1;
    return Promise.resolve(answer);
  };
  const { tab, append, handle } = await followFrom('saved-half.ndjson', '{"a":1}\n', { confirm });
  await append('{"a":2}\n{"a":');
  await expect.poll(() => follow(tab).arriving).toBe(5);
  expect(await tab.text()).toBe('{"a":1}\n{"a":2}\n');
  expect(await tab.saving.save()).toBe(false);
  expect(asked).toBe(1);
  expect(await textIn(handle)).toBe('{"a":1}\n{"a":2}\n{"a":');
  answer = true;
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('{"a":1}\n{"a":2}\n');
  await append('{"a":3}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  expect(follow(tab)).toMatchObject({ isOn: true, arriving: 0 });
  expect(fileWatchOf(tab.core).state.change).toBeNull();
});

it('[NEW-2] takes no record for shown when the worker dies while it is added', async () => {
  const { tab, append, handle } = await followFrom('died.ndjson', '{"a":1}\n');
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  const { client } = tab;
  const { extend } = client;
  client.extend = (...added) => {
    client.extend = extend;
    const done = extend(...added);
    tab.killWorker();
    return done;
  };
  await append('{"a":2}\n{"a":');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n');
  await append('3}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  expect(await tab.saving.save()).toBe(true);
  expect(await textIn(handle)).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
});

it('[NEW-2] opens the file again when the worker dies, and what it was opened from has changed since', async () => {
  const { tab, append } = await followFrom('grown.ndjson', '{"a":1}\n');
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  await append('{"a":2}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n');
  // A browser tells only whole seconds apart.
  await pause(1100);
  const { client } = tab;
  const { extend } = client;
  client.extend = (...added) => {
    client.extend = extend;
    const done = extend(...added);
    tab.killWorker();
    return done;
  };
  await append('{"a":3}\n');
  await expect.poll(() => tab.text().catch(() => ''), { timeout: 5000 }).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  await append('{"a":4}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n{"a":4}\n');
  expect(follow(tab).isOn).toBe(true);
});

it('[NEW-2] restores the text without the half record that is arriving when the worker dies', async () => {
  const { tab, append } = await followFrom('half-died.ndjson', '{"a":1}\n');
  await append('{"a":2}\n{"a":');
  await expect.poll(() => follow(tab).arriving).toBe(5);
  tab.killWorker();
  expect(await tab.text()).toBe('{"a":1}\n{"a":2}\n');
  await append('3}\n');
  await expect.poll(() => tab.text()).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
});

it('[NEW-2] follows a file that begins with a byte order mark', async () => {
  const { tab, append } = await followFrom('marked.ndjson', '\uFEFF{"a":1}\n');
  await append('{"a":2}\n');
  await expect.poll(() => tab.text()).toMatch(/\{"a":1\}\n\{"a":2\}\n$/);
  expect(follow(tab).isOn).toBe(true);
});
