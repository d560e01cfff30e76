// The editor in pages of other origins, as their people and their scripts use it.

import { describe, expect, it } from 'vitest';
import { setStage } from './app.ts';
import { bodyWith, frameOf, inside, readText, setHosts, toldOf } from './embedhost.ts';
import { PATIENT } from './pane.ts';

const stage = setStage();
const hosts = setHosts();

describe('an editor in a page of another origin', () => {
  it('[EMB-1] loads, tells of edits, is read, patched, saved and left', async () => {
    const page = await stage.prepare();
    await page.goto(hosts.page(bodyWith(stage.address(), '{ saveButton: true, exitButton: true, theme: "dark" }')));
    const loaded = await page.evaluate(() => editor.load(new Blob(['{"a": 1}']), { name: 'config.json' }));
    expect(loaded).toMatchObject({ panel: 'left', name: 'config.json', size: 8, dialect: 'json' });
    const root = inside(page);
    await root.getByText('Valid', { exact: true }).waitFor();
    expect(await frameOf(page).evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await root.getByRole('heading', { name: 'config.json' }).waitFor();
    // A person writes.
    await root.locator('.view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(', "b": 2');
    await expect.poll(() => readText(page), PATIENT).toBe('{"a": 1, "b": 2}');
    const [change, ...later] = await toldOf(page, 'change');
    expect(change).toMatchObject({ panel: 'left', base: loaded.revision });
    expect(later.length).toBeGreaterThan(0);
    await expect.poll(() => toldOf(page, 'dirty'), PATIENT).toEqual([{ type: 'dirty', panel: 'left', dirty: true }]);
    await expect
      .poll(async () => (await toldOf(page, 'selection')).at(-1), PATIENT)
      .toMatchObject({ path: '/b', line: 0 });
    // The host writes, in each of the three ways.
    await page.evaluate(async () => {
      await editor.apply({ patch: [{ op: 'add', path: '/c', value: [1, 2] }] });
      await editor.apply({ mergePatch: '{"b": null, "d": 1.10}' });
      await editor.apply({ splices: [{ start: 1, end: 1, insert: ' ' }] });
    });
    expect(await readText(page)).toBe('{ "a": 1, "c": [1,2], "d": 1.10}');
    // A person saves.
    await root.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => toldOf(page, 'save'), PATIENT).toHaveLength(1);
    await page.evaluate(async () => {
      const { revision } = told.find(({ type }) => type === 'save') as unknown as { revision: number };
      await editor.markSaved({ revision });
    });
    await expect.poll(async () => (await toldOf(page, 'dirty')).at(-1), PATIENT).toMatchObject({ dirty: false });
    await root.getByRole('button', { name: 'Exit' }).click();
    await expect.poll(() => toldOf(page, 'exit'), PATIENT).toEqual([{ type: 'exit', dirty: false }]);
    expect(await toldOf(page, 'error')).toEqual([]);
  });
});
