// A text that was written in Windows-1252: nothing says so in the file, and its letters are no UTF-8.

import { expect, it } from 'vitest';
import { JobPool } from '../../../src/ui/client/jobs.ts';
import { readAsWindows1252 } from '../../../src/ui/problems/read-as.ts';
import { makeFile, textIn } from '../support/disk.ts';
import { openTab } from '../support/tab.ts';

const BYTES = Uint8Array.of(...'["caf'.split('').map((char) => char.charCodeAt(0)), 0xe9, 0x80, 0x22, 0x5d);

it('[DOC-11] can be read as such, instead of a repair that loses its letters', async () => {
  const tab = openTab();
  const handle = await makeFile(null, 'windows.json', BYTES);
  await tab.opening.openFile(await handle.getFile(), handle);
  const plan = await new JobPool().run('repair', [await tab.client.read(), 'json']);
  expect(plan.strays).toBe(2);
  // The preview tells the bytes from what they would become.
  expect(plan.hunks[0]?.before.map(({ text }) => text).join('')).not.toBe(
    plan.hunks[0]?.after.map(({ text }) => text).join(''),
  );
  await readAsWindows1252(tab.core);
  expect(await tab.text()).toBe('["café€"]');
  await expect.poll(() => tab.client.state.validity).toBe('valid');
  await tab.saving.saveToDisk();
  expect(await textIn(handle)).toBe('["café€"]');
  await tab.undo();
  expect(new Uint8Array(await (await tab.client.read()).arrayBuffer())).toEqual(BYTES);
});
