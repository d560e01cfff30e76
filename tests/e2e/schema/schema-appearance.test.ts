// The appearance of schemas: rectangles of floating elements, the width of a phone, axe. SHOTS names a folder for screenshots.

import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseMore, panel, setMode, setStage, type Side } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { showHash } from '../support/shared-page.ts';
import { choose, closeList, openDialog, openList, says, shows, write } from '../support/schema-pane.ts';

const stage = setStage();
const shots = process.env['SHOTS'];

const shape = (kind: string, key: string, title: string): unknown => ({
  title,
  properties: { kind: { const: kind } },
  required: ['kind', key],
});
const SCHEMA = {
  title: 'Account',
  required: ['role', 'name'],
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      title: 'Full name',
      description: 'As it stands in the passport, with all given names, and without titles or honorifics of any kind.',
    },
    role: {
      enum: ['admin', 'reader', 'guest', 'a role that has a long name, longer than its field is wide'],
      default: 'reader',
      description: 'What the account may do.',
      enumDescriptions: ['May do all', 'May read', 'May look around'],
    },
    age: { type: 'integer', description: 'In full years.' },
    fax: { type: 'string', deprecated: true, description: 'Nobody has one any more.' },
    active: { type: 'boolean' },
    figure: { oneOf: [shape('circle', 'radius', 'Circle'), shape('box', 'width', 'Box')] },
    home: { type: 'object', properties: { city: { type: 'string' }, country: { enum: ['DE', 'FR'] } } },
  },
};
const ACCOUNT = `{
  "name": "Ada",
  "role": "admn",
  "age": "36",
  "fax": "1",
  "figure": {"kind": "circle"},
  "extra": 1
}
`;
/** Fails if a floating element extends beyond the window, or makes the page wider. */
async function isInside(floating: Locator): Promise<void> {
  await floating.waitFor();
  await expect
    .poll(() =>
      floating.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        const isWide = document.documentElement.scrollWidth > innerWidth;
        return isOut || isWide ? [left, top, right, bottom, document.documentElement.scrollWidth].join() : '';
      }),
    )
    .toBe('');
}

const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots === undefined) return;
  const { width = 0 } = page.viewportSize() ?? {};
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${shots}/${name}-${width}-${theme}.png` });
};
const rowOf = (page: Page, key: string): Locator =>
  panel(page, 'Left')
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${key}`) });

describe.each([1440, 390])('[SCH-1] [PAN-9] [PAN-11] schemas at %i px', (width) => {
  const open = async (left: string): Promise<Page> => {
    const page = await stage.blank({ viewport: { width, height: 800 } });
    await showHash(page, shows(left, '[1]'));
    return page;
  };
  /** Runs axe at one width only: these elements are the same at every width. */
  const look = async (page: Page, within: string): Promise<void> =>
    width === 1440 ? expect(await findingsInBoth(page, within)).toEqual([]) : undefined;
  const show = async (page: Page, side: Side): Promise<void> => {
    if (width < 700) await page.getByRole('radio', { name: side }).click();
  };

  it('the dialog, the list of problems, what is offered and inferred', async () => {
    const page = await open(ACCOUNT);
    const dialog = await openDialog(page, 'Left');
    for (const name of ['None', 'At an address', 'A document', 'The other panel', 'Written here']) {
      await dialog.getByRole('radio', { name }).check();
      await isInside(dialog);
      await shoot(page, `dialog-${name}`);
    }
    await dialog.getByRole('button', { name: 'Use schema' }).click();
    await dialog.getByRole('alert').waitFor();
    await isInside(dialog);
    await shoot(page, 'dialog-wrong');
    await look(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await choose(page, 'Left', 'Written here', write(SCHEMA));
    await says(page, 'Left', '4 errors');
    const list = await openList(page, 'Left');
    await isInside(list);
    await shoot(page, 'list');
    await list.getByRole('treeitem', { name: /^Missing property/ }).click();
    await list.getByText('Alternative 2: Box').waitFor();
    await shoot(page, 'alternatives');
    await look(page, '#LEFT_PANEL');
    await list
      .getByRole('button', { name: /^Fixes: / })
      .first()
      .click();
    await isInside(page.getByRole('menu'));
    await shoot(page, 'fixes');
    await look(page, '[role=menu]');
    await page.keyboard.press('Escape');
    await setMode(page, 'Left', 'tree');
    await shoot(page, 'tree-marks');
    await closeList(list);
    await chooseMore(page, 'Left', 'Infer a schema');
    const notice = page.locator('[data-severity]').filter({ hasText: 'A schema was inferred' }).first();
    await notice.waitFor();
    await show(page, 'Right');
    await shoot(page, 'inferred');
    await isInside(notice);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Configure editor…' }).click();
    const settings = page.getByRole('dialog', { name: 'Editor configuration' });
    await settings.getByRole('combobox', { name: 'Default draft' }).scrollIntoViewIfNeeded();
    await isInside(settings);
    await shoot(page, 'settings');
  });

  // Run at one width only: its elements are the same at every width.
  it.runIf(width < 700 || shots !== undefined)('the line that offers a schema', async () => {
    const page = await open('{"$schema": "https://json.schemastore.org/package.json", "name": 1, "name": 2}\n');
    const list = await openList(page, 'Left');
    await isInside(list);
    const offer = list.getByRole('button', { name: 'Use schema…' });
    await offer.waitFor();
    await shoot(page, 'offer-list');
    expect(await findingsInBoth(page, '#LEFT_PANEL')).toEqual([]);
    await offer.click();
    const question = page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Fetch the schema?' }))
      .first();
    await isInside(question);
    await shoot(page, 'question');
    expect(await findingsInBoth(page, '[role=alertdialog], [role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await closeList(list);
  });

  it('completion and hover, lists in tree and table', async () => {
    const page = await open('[\n  {"name": "Ada", "role": "admn", "fax": "1"}\n]\n');
    const left = panel(page, 'Left');
    await choose(page, 'Left', 'Written here', write({ items: SCHEMA }));
    await left.locator('.view-line').nth(1).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(', "');
    await isInside(page.locator('.suggest-widget.visible'));
    await shoot(page, 'completion');
    await page.keyboard.press('Escape');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+Z');
    await says(page, 'Left', '1 error');
    await page.keyboard.press('Home');
    const said = page.locator('.monaco-hover:not(.hidden)').first();
    // Redrawing what is under the pointer hides the tooltip: move the pointer there again.
    const point = async (): Promise<boolean> => {
      await page.mouse.move(1, 1);
      await left.locator('.view-line').nth(1).getByText('name').last().hover();
      return said.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(point).toBe(true);
    await isInside(said);
    await shoot(page, 'hover');
    await setMode(page, 'Left', 'tree');
    await left.getByRole('row').first().click();
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const role = rowOf(page, 'role');
    await role.waitFor();
    await rowOf(page, 'name').locator('[data-hint]').filter({ hasText: /^name/ }).first().hover();
    await isInside(page.getByRole('tooltip', { includeHidden: true }).filter({ hasText: 'Full name' }));
    await shoot(page, 'tree-tooltip');
    await role.locator('[role=gridcell]').nth(1).click();
    await page.keyboard.press('Enter');
    const choices = page.getByRole('listbox', { name: 'Allowed values' });
    await isInside(choices);
    await page.keyboard.press('ArrowDown');
    await shoot(page, 'tree-list');
    await page.keyboard.press('Escape');
    await role.locator('[role=gridcell]').nth(1).click();
    await page.keyboard.press('Insert');
    await isInside(page.getByRole('listbox', { name: 'Keys of the schema' }));
    await shoot(page, 'tree-keys');
    await look(page, '#LEFT_PANEL');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await setMode(page, 'Left', 'table');
    // Column headers show the same about keys as the tree does.
    const head = (name: string): Locator => left.getByRole('columnheader', { name, exact: true });
    await head('name').getByRole('img', { name: 'Required by the schema' }).waitFor();
    await head('fax').getByRole('img', { name: 'Deprecated by the schema' }).waitFor({ state: 'attached' });
    await expect.poll(() => head('role').getAttribute('aria-describedby')).not.toBeNull();
    await head('name').hover();
    const tooltip = page.getByRole('tooltip', { includeHidden: true });
    await tooltip.getByText('As it stands in the passport').waitFor();
    await isInside(tooltip);
    await shoot(page, 'table-head');
    await left.locator('[data-row="0"] [role=gridcell][aria-colindex="3"]').click();
    await page.keyboard.press('Enter');
    await isInside(choices);
    await shoot(page, 'table-list');
    await look(page, '#LEFT_PANEL');
    await page.keyboard.press('Escape');
  });
});
