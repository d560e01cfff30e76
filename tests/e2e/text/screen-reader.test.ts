// What screen readers get of the text, read from the browser's accessibility tree.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const RECORDS = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `record ${id}` }));

/** The properties of the focused field in the accessibility tree. */
async function heard(page: Page): Promise<{ name: string; description: string; value: string }> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const field = nodes.find(
    ({ role, properties = [] }) =>
      role?.value === 'textbox' && properties.some(({ name, value }) => name === 'focused' && value.value === true),
  );
  const said = (part?: { value?: unknown }): string => (typeof part?.value === 'string' ? part.value : '');
  return { name: said(field?.name), description: said(field?.description), value: said(field?.value) };
}

/** The field's text from the start of the caret's line, where a screen reader would continue reading. */
const fromCaret = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { anchorNode, anchorOffset } = getSelection() ?? {};
    const text = anchorNode?.textContent ?? '';
    return text.slice(text.lastIndexOf('\n', (anchorOffset ?? 0) - 1) + 1);
  });

const support = (pane: TextPane, state: 'on' | 'off') =>
  pane.root.getByText(`Screen reader support is ${state}.`).waitFor({ state: 'attached' });

describe('[TXT-1] [PAN-11] screen reader support', () => {
  it('says how it is turned on, and writes out the text around the caret, wherever it is', async () => {
    const pane = await openPane(stage, files.write('read.json', JSON.stringify(RECORDS, null, 2)));
    const { page } = pane;
    await expect
      .poll(() => heard(page))
      .toEqual({
        name: 'read.json',
        description: 'Shift+Alt+F1 turns screen reader support on.',
        value: '',
      });
    await pane.press('Shift+Alt+F1');
    await support(pane, 'on');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('screenReader'))).toBe('true');
    await expect.poll(async () => (await heard(page)).value).toContain('"name": "record 0"');
    await expect.poll(async () => (await heard(page)).description).toBe('');
    await pane.press('Control+G');
    await pane.type('120003');
    await pane.press('Enter');
    await expect.poll(() => fromCaret(page)).toMatch(/^ {4}"id": 30000,\n {4}"name": "record 30000"\n/);
    await pane.press('ArrowDown');
    await expect.poll(() => fromCaret(page)).toMatch(/^ {4}"name": "record 30000"\n/);
    await pane.press('Home');
    await pane.type('"a": 1, ');
    await expect.poll(() => fromCaret(page)).toMatch(/^ {4}"a": 1, "name": "record 30000"\n/);
    await pane.press('Control+Z', 'Shift+Alt+F1');
    await support(pane, 'off');
    await expect.poll(async () => (await heard(page)).value).toBe('');
  });

  it('writes out one long line too, from the settings, and what is typed goes into the bytes', async () => {
    const content = JSON.stringify(RECORDS);
    const pane = await openPane(stage, files.write('line.json', content));
    const { page } = pane;
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
    await page.getByRole('checkbox', { name: 'Screen reader support' }).click();
    await page.keyboard.press('Escape');
    await pane.focus();
    await pane.press('Control+End');
    await expect.poll(async () => (await heard(page)).value).toContain('"name":"record 59999"}]');
    await pane.press('ArrowLeft');
    await pane.type(',7');
    await expect.poll(async () => (await heard(page)).value).toContain('"name":"record 59999"},7]');
    await expect.poll(async () => (await pane.bytes()).toString()).toBe(`${content.slice(0, -1)},7]`);
  });

  it('says so when the palette turns it on', async () => {
    const pane = await openPane(stage, files.write('palette.json', '[1]'));
    const { page } = pane;
    await pane.press('Control+Shift+P');
    await pane.type('screen reader support on');
    await pane.press('Enter');
    await page.getByRole('dialog', { name: 'Screen reader support is on.' }).waitFor();
    await expect.poll(async () => (await heard(page)).value).toContain('[1]');
  });
});
