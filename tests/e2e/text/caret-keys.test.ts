// Keys act at the caret that the user sees or saw last, whatever is loading.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CLIPBOARD, panel, setStage, waitValid, type Stage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane } from '../support/pane.ts';
import { keepWorkers, killWorker } from '../support/workers.ts';

const stage = setStage();
const files = makeFolder();

/** A stage whose pages record their workers, so that tests can kill them. */
const killable: Stage = {
  ...stage,
  async prepare(options) {
    const page = await stage.prepare(options);
    await keepWorkers(page);
    return page;
  },
  async blank() {
    const page = await killable.prepare({ context: CLIPBOARD });
    await page.goto(stage.address());
    await waitValid(page, 'Left');
    return page;
  },
};

const lines = Array.from({ length: 3000 }, (_, index) => `"line-${index}": ${index},`).join('\n');

/** 375 KB on one line. */
const oneLine = JSON.stringify(
  Array.from({ length: 5000 }, (_, id) => ({ id, name: `item ${id}`, note: 'n'.repeat(20 + (id % 30)) })),
);

/** Composes and commits a text as an input method does. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let end = 1; end <= text.length; end += 1) {
    const part = text.slice(0, end);
    await session.send('Input.imeSetComposition', { text: part, selectionStart: end, selectionEnd: end });
  }
  await session.send('Input.insertText', { text });
  await session.detach();
}

describe('after the scrollbar was moved', () => {
  it('[TXT-1] [BIG-1] keys, pastes and composed text go to the caret in a long line', async () => {
    const pane = await openPane(stage, files.write('one-line.json', oneLine));
    let typed = '';
    for (const part of [0.2, 0.6, 0.9]) {
      await pane.press('Control+Home', 'ArrowRight');
      await pane.scrollTo(part);
      await pane.press('x');
      typed += 'x';
      await expect.poll(() => pane.text()).toBe(`[${typed}${oneLine.slice(1)}`);
    }
    await pane.copy('pasted');
    await pane.press('Control+Home', 'ArrowRight');
    await pane.scrollTo(0.5);
    await pane.press('Control+V');
    await pane.scrollTo(0.7);
    await compose(pane.page, 'にほん');
    await pane.scrollTo(0.3);
    await pane.page.keyboard.insertText('ü');
    await pane.scrollTo(0.9);
    await pane.press('Shift+Insert');
    await expect.poll(() => pane.text()).toBe(`[pastedにほんüpasted${typed}${oneLine.slice(1)}`);
  });
});

describe('a document worker that dies', () => {
  it('[BIG-2] [TXT-1] leaves the caret, the selection and the screen where they are, and loses no key', async () => {
    const pane = await openPane(killable, files.write('lines.json', lines));
    await pane.press('Control+End');
    const [last = ''] = lines.split('\n').slice(-1);
    await expect.poll(() => pane.shown()).toContain(last);
    let text = lines;
    for (let round = 0; round < 2; round += 1) {
      await pane.type('abc');
      await killWorker(pane.page);
      await pane.type('de');
      await pane.press('Enter', 'ArrowLeft', 'ArrowRight');
      await pane.type('fg');
      text += 'abcde\nfg';
      await expect.poll(() => pane.text()).toBe(text);
    }
    // A selection outside the screen: it and the scroll position must survive.
    await pane.press('Control+Home', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await pane.scrollTo(0.5);
    await expect.poll(() => pane.shown()).toContain('"line-1500"');
    const shown = await pane.shown();
    const places: string[] = [];
    await killWorker(pane.page);
    for (let look = 0; look < 8; look += 1) places.push(await pane.shown());
    expect(new Set(places)).toEqual(new Set([shown]));
    await pane.type('S');
    await expect.poll(() => pane.text()).toBe(`S${text.slice(2)}`);
    await panel(pane.page, 'Left').getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => pane.text()).not.toBe(`S${text.slice(2)}`);
  });
});
