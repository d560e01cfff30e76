// Keys that are queued until the caret has arrived: keys typed for a field that a queued key opens do not go into the text.

import { afterEach, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { packSplices } from '../../../src/shared/document/splice-pack.ts';
import { asByte } from '../../../src/shared/units.ts';
import { keys, paste, View } from '../support/text-view.tsx';

let view: View | null = null;
afterEach(() => {
  view?.close();
  view = null;
});

it('[TXT-1] [TXT-2] typed behind Ctrl+F while the document is being written, they do not go into it', async () => {
  view = new View('0');
  await view.open(new Blob(['[1, 2]']));
  await keys('{Control>}{End}{/Control}');
  view.session.navigation.hold();
  await keys('x{Control>}f{/Control}abc');
  expect(view.finder.getState().open).toBe(false);
  view.session.navigation.release();
  await view.settled();
  expect(view.finder.getState().open).toBe(true);
  expect(await (await view.client.read()).text()).toBe('[1, 2]x');
});

it('[TXT-1] several selections that are cut and pasted while they wait are each put where they were', async () => {
  view = new View('0');
  await view.open(new Blob(['[1,\n22,\n\n4\n]']));
  await keys('{Control>}{Home}{/Control}');
  await view.settled();
  view.session.navigation.hold();
  const below = '{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}';
  await keys(`${below}${below}${below}{Shift>}{End}{/Shift}`);
  await keys('{Control>}x{/Control}');
  view.session.navigation.release();
  await view.settled();
  expect(await (await view.client.read()).text()).toBe('\n\n\n\n]');
  view.session.navigation.hold();
  await keys('{Control>}v{/Control}7');
  view.session.navigation.release();
  await view.settled();
  expect(await (await view.client.read()).text()).toBe('[1,7\n22,7\n7\n47\n]');
  expect(view.problems).toEqual([]);
});

it('[TXT-1] Ctrl+F itself waits for nothing but keys before it', async () => {
  view = new View('0');
  await view.open(new Blob(['[1, 2]']));
  view.session.navigation.hold();
  await keys('{Control>}f{/Control}');
  expect(view.finder.getState().open).toBe(true);
  view.session.navigation.release();
});

it('[TXT-1] a view that is released after it has gone reads and reports nothing', async () => {
  view = new View('0');
  await view.open(new Blob(['[1, 2]']));
  const { client, session } = view;
  // Longer than the rest after which a caret is reported.
  const rest = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 200));
  await rest();
  session.navigation.hold();
  view.unmount();
  const calls = [vi.spyOn(client, 'placeAt'), vi.spyOn(client, 'readText')];
  session.navigation.release();
  await rest();
  for (const call of calls) expect(call).not.toHaveBeenCalled();
});

/** All on one line, so that a window holds only part of it. */
const records = (): string =>
  JSON.stringify(
    Array.from({ length: 5000 }, (_, id) => ({ id, name: `item ${id}`, note: 'n'.repeat(20 + (id % 30)) })),
  );

it('[TXT-1] [TXT-2] right after a scroll on a long line, they go to the caret', async () => {
  view = new View('0');
  const text = records();
  await view.open(new Blob([text]));
  await keys('{Control>}{Home}{/Control}{ArrowRight}');
  await view.settled();
  let expected = text;
  for (const share of [0.2, 0.5, 0.9, 0.35]) {
    view.session.navigation.scrollTo(text.length * share);
    await keys('x');
    expected = `[x${expected.slice(1)}`;
    view.session.navigation.scrollTo(text.length * share);
    // Moves the caret back to before the typed letter.
    await keys('{ArrowLeft}');
    view.session.navigation.scrollTo(text.length * (1 - share));
    paste('"pasted",');
    expected = `["pasted",${expected.slice(1)}`;
    await view.settled();
    const read = await (await view.client.read()).text();
    expect(read.slice(0, 40)).toBe(expected.slice(0, 40));
    expect(read).toBe(expected);
    await keys('{Control>}{Home}{/Control}{ArrowRight}');
    await view.settled();
  }
  expect(view.problems).toEqual([]);
});

it('[TXT-1] [BIG-2] after the death of the document worker the caret is where it was, and keys go there', async () => {
  view = new View('0');
  await view.open(new Blob(['{\n  "a": 1,\n  "b": 2\n}']));
  await keys('{Control>}{Home}{/Control}{ArrowDown}{End}');
  await view.settled();
  const { caret } = view.session;
  const { active } = caret.primary;
  view.killWorker();
  await keys('x');
  view.killWorker();
  await keys('yz');
  await view.settled();
  expect(await (await view.client.read()).text()).toBe('{\n  "a": 1,xyz\n  "b": 2\n}');
  expect(caret.primary).toEqual({ anchor: active + 3, active: active + 3 });
  expect(view.problems).toEqual([]);
});

it('[TXT-1] typed while all problems are being fixed, they go where the caret is, not where the last fix was', async () => {
  view = new View('0');
  await view.open(new Blob(['[1, 2, 3, 4]']));
  const { client } = view;
  const insert = new TextEncoder().encode('00');
  // After 1, 3 and 4.
  const splices = [2, 8, 11].map((at) => ({ start: asByte(at), end: asByte(at), insert }));
  // Behind the 2.
  await keys('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  const planned = Promise.withResolvers<void>();
  const writing = view.write(async () => {
    await planned.promise;
    return client.applyPacked(client.state.revision, new Blob([packSplices(splices)]), { keepsSelection: true });
  });
  await keys('xy');
  planned.resolve();
  await writing;
  await view.settled();
  expect(await (await client.read()).text()).toBe('[100, 2xy, 300, 400]');
});

/** Protocol messages of an input method: the text being composed, and the text that it ends with. */
const compose = (text: string): Promise<unknown> =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
const commit = (text: string): Promise<unknown> => cdp().send('Input.insertText', { text });

it('[TXT-1] [BIG-2] what an input method composes is written once, though the document worker dies meanwhile', async () => {
  view = new View('0');
  await view.open(new Blob(['["", "b"]']));
  await keys('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}');
  await view.settled();
  await compose('に');
  await compose('にほ');
  view.killWorker();
  await compose('にほん');
  await compose('日本');
  await commit('日本');
  await keys('!');
  await view.settled();
  expect(await (await view.client.read()).text()).toBe('["日本!", "b"]');
  // A composition that the user gives up leaves nothing.
  await compose('x');
  view.killWorker();
  await compose('xy');
  await compose('');
  await view.settled();
  expect(await (await view.client.read()).text()).toBe('["日本!", "b"]');
  await keys('?');
  await view.settled();
  expect(await (await view.client.read()).text()).toBe('["日本!?", "b"]');
  expect(view.problems).toEqual([]);
});
