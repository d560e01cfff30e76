// Keys that wait until the caret has arrived: what was typed for a field that a key opens is not for the text.

import { afterEach, expect, it } from 'vitest';
import { keys, View } from './view.tsx';

let view: View | null = null;
afterEach(() => {
  view?.close();
  view = null;
});

it('[TXT-1] [TXT-2] typed behind Ctrl+F while the document is being written, they do not go into it', async () => {
  view = new View('0');
  await view.open(new Blob(['[1, 2]']));
  await keys('{Control>}{End}{/Control}');
  view.session.travel.hold();
  await keys('x{Control>}f{/Control}abc');
  expect(view.finder.getState().open).toBe(false);
  view.session.travel.release();
  await view.settled();
  expect(view.finder.getState().open).toBe(true);
  expect(await (await view.client.read()).text()).toBe('[1, 2]x');
});

it('[TXT-1] Ctrl+F itself waits for nothing but keys before it', async () => {
  view = new View('0');
  await view.open(new Blob(['[1, 2]']));
  view.session.travel.hold();
  await keys('{Control>}f{/Control}');
  expect(view.finder.getState().open).toBe(true);
  view.session.travel.release();
});
