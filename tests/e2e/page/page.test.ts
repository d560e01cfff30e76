// The page around the editor: notices, the account's dialogs, the sections below, the column for ads.

import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { frameOrigins } from '../../../src/server/frame-origins.ts';
import { dropOpen, panel, setStage, waitValid } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { findings } from '../support/axe.ts';

const stage = setStage();
const files = makeFolder();

const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

async function failToOpen(page: Page, side: 'Left' | 'Right', address: string): Promise<void> {
  await panel(page, side).getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: /web address/ }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.keyboard.press('Enter');
}

/** Serves the page as a server with this configuration does. */
async function configure(page: Page, configuration: object): Promise<void> {
  await page.route(stage.address(), async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(id="configuration">)[^<]*/,
      (_, start: string) => start + JSON.stringify(configuration),
    );
    const sent = response.headers();
    const frames = `frame-src 'self' ${frameOrigins(body).join(' ')}`;
    // A second directive of the same name is ignored, so replace it.
    const policy = (sent['content-security-policy'] ?? '').replace(/frame-src [^;]*/, frames);
    await route.fulfill({ response, body, headers: { ...sent, 'content-security-policy': policy } });
  });
}

describe('notices', () => {
  it('[ERR-2] wait while somebody points at them, and are kept in a list', async () => {
    const page = await stage.prepare();
    await page.clock.install();
    await page.goto(stage.address());
    await panel(page, 'Left').waitFor();
    await page.clock.runFor(1000);
    await waitValid(page, 'Left');
    await failToOpen(page, 'Left', `${stage.address()}none.json`);
    const failed = page.getByText(/The server answered 404/).first();
    await failed.waitFor();
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 new');
    await failed.hover();
    await page.clock.runFor(65_000);
    await expect.poll(() => failed.isVisible()).toBe(true);
    await page.mouse.move(10, 10);
    await page.clock.runFor(61_000);
    await failed.waitFor({ state: 'detached' });

    await bell.click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await list.getByText(/The server answered 404/).waitFor();
    await list.getByRole('img', { name: 'Error' }).waitFor();
    await expect.poll(() => list.locator('time').count()).toBe(1);
    await page.clock.runFor(1000);
    expect(await findings(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications');
    // The list gives the focus back as it closes, which would close a menu that is already open.
    await expect.poll(() => bell.evaluate((element) => element === document.activeElement)).toBe(true);

    // The next time the field contains the address that failed.
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: /web address/ }).click();
    const field = page.getByRole('textbox', { name: 'Address' });
    await expect.poll(() => field.inputValue()).toBe(`${stage.address()}none.json`);
    await page.clock.runFor(1000);
    await page.keyboard.press('Escape');
  });

  it('[ERR-4] say that the page came over http, and lead to https', async () => {
    const page = await stage.prepare({ allow: /./ });
    await page.route('http://diptych.test/**', async (route) => {
      const url = route.request().url().replace('http://diptych.test/', stage.address());
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const gone: string[] = [];
    await page.route('https://diptych.test/**', (route) => {
      gone.push(route.request().url());
      return route.fulfill({ body: 'secure' });
    });
    await page.goto('http://diptych.test/#left=json.[1]');
    await page
      .getByText(/unsecured connection/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Switch to https' }).click();
    await expect.poll(() => page.url()).toBe('https://diptych.test/#left=json.[1]');
    expect(gone).toEqual(['https://diptych.test/']);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('the dialogs of the account', () => {
  it('[MOD-1] [MOD-2] [AUT-6] show plans and sign-in, say what is not set up, and close', async () => {
    const page = await stage.blank();
    const choose = async (name: string): Promise<void> => {
      await page.locator('#account').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await choose('Pricing plans');
    const plans = page.getByRole('dialog', { name: 'Pricing plans' });
    await plans.waitFor();
    await expect
      .poll(() => plans.getByRole('heading', { level: 3 }).allInnerTexts())
      .toEqual(['Free', 'Quarterly developer', 'Yearly developer']);
    const said = await plans.innerText();
    for (const fact of ['$0', '$6', '$18 per quarter', '$5', '$60 per year', '1 GB', 'No ads', 'Loyalty'])
      expect(said).toContain(fact);
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await plans.getByRole('button', { name: 'Close' }).click();
    await plans.waitFor({ state: 'detached' });

    await choose('Sign in');
    const signIn = page.getByRole('dialog', { name: 'Sign in' });
    await signIn.getByText('Sign-in is not set up on this server.').waitFor();
    for (const name of ['Sign in', 'Sign up for free'])
      await expect
        .poll(() => signIn.getByRole('button', { name, exact: true }).getAttribute('aria-disabled'))
        .toBe('true');
    expect(await findings(page, '[data-modal]')).toEqual([]);
    await signIn.getByRole('button', { name: 'Cancel' }).click();
    await signIn.waitFor({ state: 'detached' });
    await choose('Sign in');
    await signIn.waitFor();
    await page.mouse.click(15, 600);
    await signIn.waitFor({ state: 'detached' });
    await choose('Pricing plans');
    await page.keyboard.press('Escape');
    await plans.waitFor({ state: 'detached' });
  });

  it.each([
    ['sign_up=true', 'Sign up successful'],
    ['subscription_activated=true', 'Subscription activated'],
  ])('[MOD-1] [AUT-2] on the way back with %s: %s, and the hash keeps the document', async (parameter, title) => {
    const page = await stage.prepare();
    await configure(page, { account: { signIn: '/v2/auth/sign_in' } });
    const gone: string[] = [];
    await page.route('**/v2/auth/sign_in**', (route) => {
      gone.push(route.request().url());
      return route.fulfill({ body: 'provider' });
    });
    await page.goto(`${stage.address()}#/callback?${parameter}&left=json.[1]`);
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await expect.poll(() => hashOf(page)).toBe('#left=json.%5B1%5D');
    // The dialog hides the panels from screen readers.
    await page.locator('#LEFT_PANEL .view-line', { hasText: '[1]' }).waitFor();
    await dialog.getByRole('button', { name: 'Later' }).waitFor();
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => gone.length).toBe(1);
    expect(new URL(gone[0] ?? '').searchParams.get('redirect_url')).toBe(`${stage.address()}#/callback`);
  });
});

describe('the page below the editor', () => {
  it('[PAN-10] [RTE-3] is scrolled to by the hash, which back at the top keeps the documents only', async () => {
    const page = await stage.blank();
    await page.evaluate(() => (location.hash = '#/plans?left=json.[1]'));
    const plans = page.getByRole('region', { name: 'Plans' });
    await expect.poll(() => scrolled(page)).toBeGreaterThan(500);
    await expect.poll(async () => Math.abs((await plans.boundingBox())?.y ?? 1e6)).toBeLessThan(200);
    await panel(page, 'Left').locator('.view-line', { hasText: '[1]' }).waitFor();
    for (const name of ['Features', 'Help', 'Shortcuts'])
      await page.getByRole('region', { name, exact: true }).getByRole('heading', { name, exact: true }).waitFor();
    await expect.poll(() => page.getByText(/Survey|users say/).count()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await page.evaluate(() => (location.hash = '#/help?left=json.[1]'));
    // The page may be too short to scroll the section to the top.
    const help = page.getByRole('region', { name: 'Help' }).getByRole('heading');
    await expect.poll(async () => (await help.boundingBox())?.y ?? 1e6).toBeLessThan(600);
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await expect.poll(() => hashOf(page)).toBe(`#left=${encodeURIComponent('json.[1]')}`);
    await expect.poll(() => scrolled(page)).toBe(0);
    // Opening another document does not bring the section back.
    await page.evaluate(() => (location.hash = '#left=json.[2]'));
    await panel(page, 'Left').locator('.view-line', { hasText: '[2]' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Features' }).click();
    await expect.poll(() => hashOf(page)).toBe(`#/features?left=${encodeURIComponent('json.[2]')}`);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(500);
  });

  it('[PAN-10] leaves the first screen to the editor, which no wheel over it scrolls away; over the sections it scrolls', async () => {
    const page = await stage.blank();
    await page.getByRole('region', { name: 'Features' }).waitFor();
    const main = await page.getByRole('main').boundingBox();
    expect((main?.y ?? 0) + (main?.height ?? 0)).toBe(900);
    await expect.poll(async () => (await page.getByRole('navigation').boundingBox())?.y).toBeGreaterThanOrEqual(900);
    const points: [number, number][] = [];
    for (const side of ['Left', 'Right'] as const) {
      const box = await panel(page, side).boundingBox();
      if (box === null) throw new Error('no panel');
      for (const y of [box.y + 15, box.y + 50, box.y + 300, box.y + box.height - 10]) points.push([box.x + 100, y]);
    }
    // The header, and the column between the panels.
    const centre = await page.getByRole('separator').boundingBox();
    points.push([300, 20], [(centre?.x ?? 0) + 5, 500], [(centre?.x ?? 0) + 5, 80]);
    // Whether each wheel was kept from scrolling the page.
    const kept = () => page.evaluate(() => JSON.parse(document.body.dataset['kept'] ?? '[]') as boolean[]);
    await page.evaluate(() => {
      const log: boolean[] = [];
      addEventListener('wheel', (event) => {
        log.push(event.defaultPrevented);
        document.body.dataset['kept'] = JSON.stringify(log);
      });
    });
    for (const [x, y] of points) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 400);
    }
    // The text editor lets no wheel go on to the window.
    await expect.poll(kept).toEqual(points.slice(1).map(() => true));
    await expect.poll(() => scrolled(page)).toBe(0);
    // Once the page is scrolled, the wheel scrolls it over the editor too.
    await page.evaluate(() => scrollTo(0, 500));
    await page.mouse.move(300, 700);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => scrolled(page)).toBe(600);
    await page.mouse.move((centre?.x ?? 0) + 5, 100);
    await page.mouse.wheel(0, -2000);
    await expect.poll(() => scrolled(page)).toBe(0);
  });
});

describe('the column for ads', () => {
  it('[PAN-6] reserves nothing up to 980 px, 210 px up to 1580, 350 px above; the promo changes its colour', async () => {
    const page = await stage.prepare();
    await page.clock.install();
    await configure(page, { ads: { isOn: true } });
    await page.goto(stage.address());
    // What is still loading when the clock goes on by minutes counts as missing.
    await panel(page, 'Left').locator('.monaco-editor .view-line').first().waitFor();
    await panel(page, 'Right').getByRole('row').first().waitFor();
    const column = page.getByRole('complementary', { name: 'Subscription' });
    const reserved = async (width: number): Promise<number> => {
      await page.setViewportSize({ width, height: 700 });
      const box = await page.getByRole('main').boundingBox();
      return page.evaluate((right) => document.documentElement.clientWidth - right, (box?.x ?? 0) + (box?.width ?? 0));
    };
    const widths = [980, 981, 1580, 1581];
    const found: number[] = [];
    for (const width of widths) found.push(await reserved(width));
    expect(found).toEqual([0, 210, 210, 350]);
    const promo = column.locator('[data-colour]');
    const colours: (string | null)[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      colours.push(await promo.getAttribute('data-colour'));
      await page.clock.runFor(300_000);
    }
    expect(colours).toEqual(['red', 'orange', 'purple', 'pink', 'theme', 'blue', 'gray', 'red']);
    await column.getByRole('button', { name: 'See the plans' }).click();
    await page.getByRole('dialog', { name: 'Pricing plans' }).waitFor();
  });

  it('[OFF-2] shows ads after a delay, in a frame of another origin, where there is room; visits are counted so too', async () => {
    const page = await stage.prepare();
    await page.clock.install();
    const asked: string[] = [];
    for (const host of ['ads', 'count']) {
      await page.route(`https://${host}.example/**`, (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: `<p>${host}</p>` });
      });
    }
    const ads = { isOn: true, frame: 'https://ads.example/column.html' };
    await configure(page, { ads, analytics: { frame: 'https://count.example/visit' } });
    await page.setViewportSize({ width: 980, height: 700 });
    await page.goto(stage.address());
    await panel(page, 'Left').waitFor();
    await page.clock.runFor(4000);
    expect(asked).toEqual([]);
    await page.clock.runFor(2000);
    // In a narrow window there is no column, so no ads are loaded.
    await expect.poll(() => asked).toEqual(['https://count.example/visit']);
    await page.setViewportSize({ width: 1300, height: 700 });
    await page.clock.runFor(6000);
    await page.frameLocator('iframe[title=Advertisement]').getByText('ads').waitFor();
    expect(asked).toEqual(['https://count.example/visit', 'https://ads.example/column.html']);
    const [counter, column] = ['Visit counter', 'Advertisement'].map((title) =>
      page.locator(`iframe[title="${title}"]`),
    );
    await expect.poll(() => counter?.isVisible()).toBe(false);
    await expect.poll(async () => (await column?.boundingBox())?.width).toBeGreaterThan(190);
    await expect.poll(() => column?.getAttribute('sandbox')).not.toContain('top-navigation');

    // A frame of the page's own origin could read the documents, so none is created.
    await configure(page, { ads: { isOn: true, frame: '/ads.html' }, analytics: { frame: '/count.html' } });
    await page.reload();
    await page.getByRole('complementary', { name: 'Subscription' }).waitFor();
    await page.clock.runFor(6000);
    // The sandbox frame has an opaque origin of its own.
    await expect.poll(() => page.locator('iframe:not([sandbox="allow-scripts"])').count()).toBe(0);
  });

  it('[PAN-6] is not there where no ads are set up', async () => {
    const page = await stage.blank();
    await page.setViewportSize({ width: 1700, height: 700 });
    const unused = async (): Promise<number> => {
      const box = await page.getByRole('main').boundingBox();
      return page.evaluate((right) => document.documentElement.clientWidth - right, (box?.x ?? 0) + (box?.width ?? 0));
    };
    await expect.poll(unused).toBe(0);
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a copy over another document', () => {
  it('[PAN-3] [ERR-2] says so, and is taken back by the notice, or by Ctrl+Z wherever the focus is', async () => {
    const page = await stage.show('#left=json.{"left":1}&right=json.{"right":2}');
    await waitValid(page, 'Left');
    await waitValid(page, 'Right');
    const copy = page.getByRole('button', { name: 'Copy left to right' });
    const rows = (): Promise<string> => panel(page, 'Right').getByRole('treegrid').innerText();
    for (const takeBack of [
      () =>
        page
          .locator('[data-severity]')
          .filter({ hasText: 'was replaced by a copy of' })
          .getByRole('button', { name: 'Undo' })
          .click(),
      () => page.keyboard.press('Control+z'),
    ]) {
      await panel(page, 'Right').getByRole('row').nth(1).click();
      await copy.click();
      await expect.poll(rows).toContain('left');
      await takeBack();
      await expect.poll(rows).toContain('right');
    }
    // With a later edit, the offer to undo goes.
    await copy.click();
    await expect.poll(rows).toContain('left');
    await panel(page, 'Right').getByRole('row').nth(1).click();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toContain('7');
    await expect.poll(() => page.locator('[data-severity]').getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});

describe('printing', () => {
  it('[PAN-6] gives the document, text as text and a tree as it is expanded, and says where that is too much', async () => {
    const items = Array.from({ length: 400 }, (_, id) => ({ id, name: `record ${id}` }));
    const page = await stage.show(`#left=json.${JSON.stringify(items)}&right=json.{"a":[1,{"b":2}],"c":"x"}`);
    // The browser's own print dialog would wait for the user.
    await page.evaluate(() => {
      Object.assign(globalThis, { dialogOfTheBrowser: print });
      globalThis.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    const printed = async (side: 'Left' | 'Right'): Promise<string> => {
      await panel(page, side).getByRole('button', { name: 'Open', exact: true }).focus();
      await page.keyboard.press('Control+p');
      await page.locator('html[data-printed]').waitFor();
      await page.emulateMedia({ media: 'print' });
      const text = await page.locator('body').innerText();
      const pages = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(() => {
        document.documentElement.removeAttribute('data-printed');
        dispatchEvent(new Event('afterprint'));
      });
      return `${pages} pages\n${text}`;
    };
    await waitValid(page, 'Left');
    await waitValid(page, 'Right');
    const text = await printed('Left');
    expect(text).toContain(JSON.stringify(items));
    expect(text).not.toContain('Settings');
    expect(Number.parseInt(text, 10)).toBeGreaterThan(2);
    await panel(page, 'Right').getByRole('row').nth(1).click();
    await page.keyboard.press('ArrowRight');
    await panel(page, 'Right').getByRole('row').nth(4).waitFor();
    await expect
      .poll(() => printed('Right'))
      .toMatch(/^1 pages\nInline document\s+▾ \{2\}\n {2}▾ a: \[2\]\n {6}0: 1\n {4}▸ 1: \{b: 2\}\n {4}c: "x"$/);
    await expect.poll(() => page.locator('article').count()).toBe(0);

    await dropOpen(page, 'Left', files.write('long.json', JSON.stringify('x'.repeat(2_300_000))));
    await panel(page, 'Left').getByText('2.2 MB').waitFor();
    await panel(page, 'Left').getByRole('button', { name: 'Open', exact: true }).focus();
    await page.keyboard.press('Control+p');
    await page
      .getByText(/^The text has 2.2 MB, which is too much to be printed/)
      .first()
      .waitFor();
    await page.evaluate(() => {
      globalThis.print = Reflect.get(globalThis, 'dialogOfTheBrowser') as () => void;
    });
  });
});
