// The tree's helpers for values: switches, colours, times, links, values inside strings; by mouse and by keyboard.

import { describe, expect, it } from 'vitest';
import { panel, setStage, waitValid } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { makeInvalid, openTree, popover, row, select, text, tree } from '../support/tree-values.ts';

const stage = setStage({
  extend: async (server) => {
    server.get('/there', () => 'there');
  },
});
const files = makeFolder();
/** Folder for screenshots; without it none are taken. */
const shots = process.env['SHOTS'];

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';
const base64 = (value: string): string => Buffer.from(value).toString('base64');
const base64Url = (value: string): string => Buffer.from(value).toString('base64url');
const TOKEN = [
  base64Url('{"alg":"HS256","typ":"JWT"}'),
  base64Url('{"sub":"1234","name":"Ada","exp":1700000000,"big":12345678901234567890}'),
  'c2lnbmF0dXJl',
].join('.');
const VALUES = {
  on: true,
  colour: '#ff8800',
  faint: 'rgba(10, 20, 30, 0.50)',
  created: 1700000000,
  millis: 1700000000123,
  iso: '2023-11-14T22:13:20.5+02:00',
  day: '2024-02-29',
  id: 1700000000,
  link: 'https://example.com/a?b=1',
  inside: '{"a":1.0,"b":[true,null]}',
  token: TOKEN,
  encoded: base64('Hello, wörld! Only a text.'),
  picture: PNG,
  plain: 'just words',
};
const DOCUMENT = JSON.stringify(VALUES, null, 2);
const values = (): string => files.write('values.json', DOCUMENT);

describe('a switch', () => {
  it('[TRE-4] writes the other word, as one step, and leaves the keys with the tree', async () => {
    const page = await openTree(stage, values());
    const box = row(page, 'on').getByRole('checkbox', { name: 'true' });
    await expect.poll(() => box.isChecked()).toBe(true);
    await box.click();
    await row(page, 'on').getByRole('checkbox', { name: 'false' }).waitFor();
    expect(await text(page)).toBe(DOCUMENT.replace('"on": true', '"on": false'));
    await select(page, 'on');
    await page.keyboard.press('Space');
    await row(page, 'on').getByRole('checkbox', { name: 'true' }).waitFor();
    expect(await text(page)).toBe(DOCUMENT);
    await select(page, 'on');
    await page.keyboard.press('Control+z');
    await row(page, 'on').getByRole('checkbox', { name: 'false' }).waitFor();
    await page.keyboard.press('Control+z');
    await row(page, 'on').getByRole('checkbox', { name: 'true' }).waitFor();
    expect(await text(page)).toBe(DOCUMENT);
  });
});

describe('a colour', () => {
  it('[TRE-4] is chosen in a field and written in its notation, its alpha kept', async () => {
    const page = await openTree(stage, values());
    await row(page, 'faint').getByRole('button', { name: 'Colour rgba(10, 20, 30, 0.50)' }).click();
    const box = popover(page, 'Colour');
    await box.getByLabel('Colour', { exact: true }).fill('#0a141f');
    await box.getByRole('button', { name: 'Apply' }).click();
    await row(page, 'faint').getByText('rgba(10, 20, 31, 0.50)').waitFor();
    expect(await text(page)).toBe(DOCUMENT.replace('20, 30', '20, 31'));
    await select(page, 'colour');
    await page.keyboard.press('Alt+Enter');
    await box.getByLabel('Opacity').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await row(page, 'colour').getByText('#ff8800fc').waitFor();
    // The tree has the focus again.
    await page.keyboard.press('Control+z');
    await row(page, 'colour').getByText('#ff8800', { exact: true }).waitFor();
  });

  it('[TRE-4] is not seen in words, but for those that a key calls a colour', async () => {
    const page = await openTree(stage, files.write('words.json', '{"word": "red", "color": "red", "kind": "inherit"}'));
    await row(page, 'color').getByRole('button', { name: 'Colour red' }).click();
    await expect.poll(() => popover(page, 'Colour').getByLabel('Colour', { exact: true }).inputValue()).toBe('#ff0000');
    await expect.poll(() => tree(page).getByRole('button').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => tree(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('a time', () => {
  it('[TRE-4] in seconds, milliseconds and ISO is shown, and edited in its own unit and notation', async () => {
    const page = await openTree(stage, values());
    const box = popover(page, 'Time');
    for (const [key, field, typed, written] of [
      ['created', 'Your time', '2024-01-02T03:04:05', '1704164645'],
      ['millis', 'Your time', '2024-01-02T03:04:05.678', '1704164645678'],
      ['iso', 'Your time', '2024-01-02T03:04:05.700', '"2024-01-02T05:04:05.7+02:00"'],
      ['day', 'Day', '2024-03-01', '"2024-03-01"'],
    ] as const) {
      await row(page, key).getByRole('button', { name: 'Time' }).click();
      if (key === 'created') await box.getByText('2023-11-14T22:13:20Z').waitFor();
      // The popover is beside its row, and within the window.
      const [floating, beside] = [await box.boundingBox(), await row(page, key).boundingBox()];
      if (floating === null || beside === null) throw new Error('the popover or its row is not on the screen');
      const above = floating.y + floating.height - beside.y;
      const below = floating.y - beside.y - beside.height;
      expect(Math.min(Math.abs(above), Math.abs(below))).toBeLessThan(30);
      expect(floating.y).toBeGreaterThanOrEqual(0);
      await box.getByLabel(field).fill(typed);
      await page.keyboard.press('Enter');
      await box.waitFor({ state: 'detached' });
      await row(page, key).getByText(written.replaceAll('"', ''), { exact: true }).waitFor();
      expect(await text(page)).toContain(`"${key}": ${written}`);
      await select(page, key);
      await page.keyboard.press('Control+z');
      await row(page, key).getByText(String(VALUES[key]), { exact: true }).waitFor();
    }
    expect(await text(page)).toBe(DOCUMENT);
    // Ten digits alone are not a time.
    await expect.poll(() => row(page, 'id').getByRole('button').count()).toBe(0);
  });
});

describe('a link', () => {
  it('[TRE-4] opens with Ctrl and a click, a plain click selects, and keys open it too', async () => {
    // On the page's own origin: Debian's headless shell crashes when a new tab has to switch processes under Playwright.
    const address = `${stage.address()}there`;
    const page = await openTree(stage, files.write('link.json', JSON.stringify({ link: address, other: 1 })));
    const link = row(page, 'link').getByRole('link');
    const pages = page.context().pages().length;
    await link.click();
    await expect.poll(() => row(page, 'link').getAttribute('aria-selected')).toBe('true');
    expect(page.context().pages()).toHaveLength(pages);
    const opening = page.context().waitForEvent('page');
    await link.click({ modifiers: ['Control'] });
    const opened = await opening;
    await opened.waitForURL(address);
    await expect.poll(() => opened.evaluate(() => globalThis.opener)).toBeNull();
    await opened.close();
    await page.keyboard.press('Alt+Enter');
    await popover(page, 'Link').getByText(address).waitFor();
    const byKeys = page.context().waitForEvent('page');
    await popover(page, 'Link').getByRole('link', { name: 'Open in a new tab' }).focus();
    await page.keyboard.press('Enter');
    await (await byKeys).close();
  });
});

describe('what is inside a string', () => {
  it('[TRE-4] JSON is laid out, edited and put back as it was spelt', async () => {
    const source = String.raw`{"s": "{\"a\":1.0,\"u\":\"\u00e9\/\",\"b\":[true,null]}"}`;
    const page = await openTree(stage, files.write('inside.json', source));
    await select(page, 's');
    await page.keyboard.press('Alt+Enter');
    const box = popover(page, 'Value');
    const area = box.getByRole('textbox', { name: 'JSON inside this string' });
    await expect
      .poll(() => area.inputValue())
      .toBe('{\n  "a": 1.0,\n  "u": "é/",\n  "b": [\n    true,\n    null\n  ]\n}');
    await area.fill('{\n  "a": 1.0,\n  "u": "é/",\n  "b": [true, nul]\n}');
    await box.getByText(/^Line 4, column \d+: /).waitFor();
    await page.keyboard.press('Control+Enter');
    await area.fill('{\n  "a": 1.50,\n  "u": "é/",\n  "b": [true, null]\n}');
    await page.keyboard.press('Control+Enter');
    await box.waitFor({ state: 'detached' });
    expect(await text(page)).toBe(source.replace('1.0', '1.50'));
    await select(page, 's');
    await page.keyboard.press('Control+z');
    await expect.poll(() => text(page)).toBe(source);
  });

  it('[TRE-4] a token, base64 and a picture are decoded, and nothing is claimed of them', async () => {
    const page = await openTree(stage, values());
    const box = popover(page, 'Value');
    await row(page, 'token').getByRole('button', { name: 'Token inside this string' }).click();
    await box.getByText('"big": 12345678901234567890').waitFor();
    await box.getByText('"alg": "HS256"').waitFor();
    await box.getByText(/^Nov 14, 2023, 10:13:20 PM/).waitFor();
    await box.getByText('the signature is not verified').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'encoded').getByRole('button').click();
    await box.getByText('Hello, wörld! Only a text.').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'picture').getByRole('button').click();
    await box.getByText(/^image\/png, \d+ B$/).waitFor();
    await expect.poll(() => box.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(10);
  });

  it('[TRE-4] is text, whatever it looks like', async () => {
    const markup = '<img src=x onerror="window.hit = 1">';
    const hostile = {
      '__proto__ json': JSON.stringify({ ['__proto__']: markup, '\u202ertl': '\u202e' }),
      base: base64(`${markup} and more of it`),
      script: 'javascript:alert(1)',
      'link <b>': `https://example.com/${markup.replaceAll(' ', '')}`,
    };
    const page = await openTree(stage, files.write('hostile.json', JSON.stringify(hostile)));
    const box = popover(page, 'Value');
    await select(page, '__proto__ json');
    await page.keyboard.press('Alt+Enter');
    await box.getByRole('textbox', { name: 'JSON inside this string' }).waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'base').getByRole('button').click();
    await box.getByText(markup).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => row(page, 'script').getByRole('link').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => 'hit' in window)).toBe(false);
    expect(await text(page)).toBe(JSON.stringify(hostile));
  });
});

describe('a tree that is read-only', () => {
  it('[TRE-4] shows what values mean and changes none', async () => {
    const page = await openTree(stage, values());
    await makeInvalid(page);
    await expect.poll(() => row(page, 'on').getByRole('checkbox').isDisabled()).toBe(true);
    await select(page, 'on');
    await page.keyboard.press('Space');
    await row(page, 'created').getByRole('button', { name: 'Time' }).click();
    await popover(page, 'Time').getByText('2023-11-14T22:13:20Z').waitFor();
    await expect.poll(() => popover(page, 'Time').getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await row(page, 'inside').getByRole('button').click();
    await popover(page, 'Value').getByText('"a": 1.0').waitFor();
    await expect.poll(() => popover(page, 'Value').getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await text(page)).toBe(`{{${DOCUMENT}`);
    await panel(page, 'Right').getByRole('button', { name: 'Show as text' }).click();
    await panel(page, 'Right').getByRole('button', { name: /^Undo/ }).click();
    await waitValid(page, 'Right');
  });
});

describe('the look', () => {
  it('[TRE-4] [PAN-11] axe finds nothing, in the light and in the dark', async () => {
    const page = await openTree(stage, values());
    const look = async (name: string, within: string): Promise<void> => {
      if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
      expect(await findingsInBoth(page, within)).toEqual([]);
    };
    await look('values', '#RIGHT_PANEL');
    for (const [key, title] of [
      ['colour', 'Colour'],
      ['iso', 'Time'],
      ['link', 'Link'],
      ['inside', 'Value'],
      ['token', 'Value'],
      ['picture', 'Value'],
    ] as const) {
      await select(page, key);
      await page.keyboard.press('Alt+Enter');
      await popover(page, title).waitFor();
      await look(key, '[role=dialog]');
      await page.keyboard.press('Escape');
      await popover(page, title).waitFor({ state: 'detached' });
    }
  });
});
