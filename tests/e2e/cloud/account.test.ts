// Accounts with the real server and its embedded OpenID provider: from signing up to signing out, and what happens to tokens
// that expire, are lost or are stolen.

import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { createProduct } from '../../../src/server/product.ts';
import { readSettings } from '../../../src/server/settings.ts';
import { startPGlite, type Shared } from '../../unit/server/databases.ts';
import { chooseMore, dropOpen, panel, setStage, shownLines, waitValid } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { hash, heading, notice, type } from '../support/cloud-stage.ts';
import { makeFolder } from '../support/files.ts';

const PASSWORD = 'correct horse battery';
const files = makeFolder();
let shared: Shared | null = null;
const stage = setStage({
  async serve(clientFolder) {
    shared = await startPGlite();
    const settings = readSettings({ LOG_LEVEL: 'silent', SIGN_INS_PER_MINUTE: '1000', SIGN_UPS_PER_HOUR: '1000' });
    return createProduct({ settings, clientFolder, database: await shared.open() });
  },
});
afterAll(() => shared?.stop());

const account = (page: Page): Locator => page.locator('#account');
const auth = (page: Page): Promise<Record<string, string> | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? 'null') as Record<string, string> | null);
const choose = async (page: Page, entry: string): Promise<void> => {
  await account(page).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const ready = async (page: Page): Promise<void> => {
  await panel(page, 'Left').locator('.view-line').first().waitFor();
  await waitValid(page, 'Left');
};

let people = 0;

/** Opens the page, signs a new user up with its buttons, and signs them in. */
async function signUp(
  name: string,
  begin: (page: Page) => Promise<void> = (page) => account(page).click(),
): Promise<{ readonly page: Page; readonly email: string }> {
  people += 1;
  const email = `${name.toLowerCase()}.${people}@example.org`;
  const page = await stage.open('#left=json.[1]');
  await begin(page);
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign up for free' }).click();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  // The form is the same for everyone: check it once.
  if (people === 1) expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign up for free' }).click();
  await account(page).getByText(name).waitFor();
  return { page, email };
}

/** Saves the left panel's document to the cloud; returns its id. */
async function saveToCloud(page: Page): Promise<string> {
  await chooseMore(page, 'Left', 'Save to cloud');
  await page.getByRole('button', { name: 'Save as public' }).click();
  await expect.poll(() => hash(page)).toMatch(/left=cloud\./);
  return /left=cloud\.([\w-]+)/.exec(await hash(page))?.[1] ?? '';
}

const expire = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('auth') ?? '{}') as object;
    localStorage.setItem('auth', JSON.stringify({ ...stored, expiresAt: new Date(0).toISOString() }));
  });

/** Counts the token refreshes of all pages of a context. */
function countRefreshes(context: BrowserContext): { count: number } {
  const counted = { count: 0 };
  context.on('request', (request) => {
    if (request.url().includes('/v2/auth/token')) counted.count += 1;
  });
  return counted;
}

describe('an account', () => {
  it('[OPS-2] [AUT-9] shows its sessions, gives its data as a file, and signs out everywhere', async () => {
    const { page, email } = await signUp('Zoe');
    await choose(page, 'Account');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sessions and data' }).click();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Sign out: Chrome/ }).waitFor();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download your data' }).click();
    const file = await (await started).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ user: { email }, documents: [] });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await account(page).getByText('Sign in').waitFor();
    await expect.poll(() => auth(page)).toBeNull();
    await account(page).click();
    await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`If there is an account with the address ${email}`).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it('[AUT-1] [AUT-2] [AUT-5] [AUT-6] [AUT-8] [AUT-9] [API-2] [DOC-11] [MOD-1] [MOD-2] [DOC-8] [ERR-1] [PAN-6] goes from signing up to signing out', async () => {
    const { page: bob, email: bobsEmail } = await signUp('Bob');
    const { page, email } = await signUp('Ada');
    // The documents known in this browser are synchronized with the server.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cloudSyncDate'))).not.toBeNull();
    // For addresses that the server may not reach, the message is the server's own.
    await page.evaluate(() => (location.hash = '#left=json.[1]&right=url.http://localhost:9/a.json'));
    await panel(page, 'Right')
      .getByText('Failed to load url "http://localhost:9/a.json". The url has to be of port 80 or 443.')
      .waitFor();
    await page.evaluate(() => (location.hash = '#left=json.[1]'));
    await expect.poll(() => hash(page)).toMatch(/^#left=json/);
    await expect.poll(() => account(page).getAttribute('data-hint')).toBe(email);
    await expect
      .poll(async () => Object.keys((await auth(page)) ?? {}).toSorted())
      .toEqual(['accessToken', 'expiresAt', 'refreshToken', 'tokenType']);
    await page.getByRole('complementary', { name: 'Subscription' }).getByText('No ads, private documents').waitFor();
    await account(page).click();
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Account', 'Subscribe', 'Sign Out']);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // A free account has only public documents.
    await ready(page);
    const id = await saveToCloud(page);
    const openAccess = async (): Promise<Locator> => {
      await chooseMore(page, 'Left', 'Access…');
      const dialog = page.getByRole('dialog', { name: 'Access', exact: true });
      await dialog.getByRole('radio', { name: /^Public/ }).waitFor();
      return dialog;
    };
    let access = await openAccess();
    await access.getByRole('radio', { name: /^Private/ }).click();
    const refused = `Failed to update access of document with id "${id}". There is no active subscription`;
    await expect.poll(() => access.getByRole('radio', { name: /^Public/ }).isChecked()).toBe(true);
    const alert = access.getByRole('alert').filter({ hasText: refused });
    await alert.getByRole('button', { name: 'Subscribe again' }).click();
    await access.waitFor({ state: 'detached' });

    // Subscribe.
    await page
      .getByRole('dialog', { name: 'Pricing plans' })
      .getByRole('button', { name: 'Subscribe: Quarterly developer' })
      .click();
    await page.getByText(`$18 per quarter, for ${email}.`).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const activated = page.getByRole('dialog', { name: 'Subscription activated' });
    await activated.getByRole('button', { name: 'Sign in again' }).waitFor();
    await activated.getByRole('button', { name: 'Later' }).click();
    await heading(page, 'Inline document').waitFor();
    await expect.poll(() => page.getByRole('complementary', { name: 'Subscription' }).count()).toBe(0);
    await account(page).click();
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Account', 'Sign Out']);
    await page.keyboard.press('Escape');

    // A private document, shared with another user by e-mail address.
    await ready(page);
    access = await openAccess();
    await access.getByRole('radio', { name: /^Private/ }).click();
    await access.getByRole('textbox', { name: 'E-mail or user id' }).fill(bobsEmail.toUpperCase());
    await access.getByRole('button', { name: 'Add' }).click();
    await access.getByRole('combobox', { name: `Role of ${bobsEmail}` }).waitFor();
    await expect.poll(() => access.getByRole('radio', { name: /^Private/ }).isChecked()).toBe(true);
    await access.getByRole('textbox', { name: 'E-mail or user id' }).fill('nobody@example.org');
    await page.keyboard.press('Enter');
    await access
      .getByRole('alert')
      .filter({ hasText: /Nobody who has signed in here has the e-mail address or id nobody@example\.org\./ })
      .waitFor();
    // What was typed stays, and nobody was added.
    const typed = access.getByRole('textbox', { name: 'E-mail or user id' });
    await expect.poll(() => typed.inputValue()).toBe('nobody@example.org');
    await expect.poll(() => access.getByRole('combobox', { name: 'Role of nobody@example.org' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await bob.evaluate((key) => (location.hash = `#left=cloud.${key}`), id);
    await heading(bob, 'Inline document').waitFor();
    await expect.poll(() => shownLines(bob, 'Left')).toEqual(['[1]']);
    await type(bob, '!');
    await notice(
      bob,
      `Failed to save document with id "${id}". You have no access to this document as its writer.`,
    ).waitFor();
    const stranger = await stage.open(`#left=cloud.${id}`);
    await notice(stranger, `Failed to load document with id "${id}". You are not signed in.`)
      .getByText('Do you have to sign in again?')
      .waitFor();

    // After cancelling, the document can be read but not edited.
    await choose(page, 'Account');
    await page.getByText('You have the Quarterly developer plan.').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel the subscription' }).click();
    await page.getByText('The subscription is cancelled.').waitFor();
    await page.getByRole('link', { name: 'Back to the editor' }).click();
    await heading(page, 'Inline document').waitFor();
    await ready(page);
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[1]']);
    await type(page, ' ');
    await notice(page, `Failed to save document with id "${id}". There is no active subscription`)
      .getByRole('button', { name: 'Subscribe again' })
      .waitFor();
    await page.keyboard.press('Control+z');

    // Signs out, here and at the provider.
    page.on('dialog', (dialog) => void dialog.accept());
    await choose(page, 'Sign Out');
    await account(page).getByText('Sign in').waitFor();
    await expect.poll(() => auth(page)).toBeNull();
    await account(page).click();
    await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('wrong password');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('E-mail and password don’t match. 4 tries left for now.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await account(page).getByText('Ada').waitFor();
  }, 180_000);
});

describe('saving to the cloud', () => {
  it('[DOC-4] [API-2] finishes once the user has signed up for it, and says first that it makes the document public', async () => {
    const { page } = await signUp('Dora', async (opened) => {
      await ready(opened);
      await chooseMore(opened, 'Left', 'Save to cloud');
    });
    const question = page.getByRole('dialog', { name: 'Save as a public document?' });
    await question.getByText(/everyone who has the link can read them/).waitFor();
    await question.getByRole('button', { name: 'Save as public' }).click();
    await expect.poll(() => hash(page)).toMatch(/left=cloud\./);
    await panel(page, 'Left').getByText('Cloud, everybody with the link', { exact: true }).waitFor();

    // Asked once. A document of the disk has to be in the cloud before it can be shared with people.
    await dropOpen(page, 'Left', files.write('orders.json', '[7]'));
    await chooseMore(page, 'Left', 'Access…');
    await notice(page, 'Cannot update access: no cloud document')
      .getByRole('button', { name: 'Save to cloud' })
      .click();
    await panel(page, 'Left').getByText('Cloud, everybody with the link', { exact: true }).waitFor();
    await expect.poll(() => shownLines(page, 'Left')).toEqual(['[7]']);
  }, 120_000);

  it('[DOC-4] forgets a save for which the user does not sign in', async () => {
    const page = await stage.open('#left=json.[1]');
    await ready(page);
    await chooseMore(page, 'Left', 'Save to cloud');
    await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('saveToCloud'))).toBeNull();
  });
});

describe('tokens', () => {
  it('[AUT-3] [AUT-4] are refreshed in the middle of work, also when the answer is lost; four tabs ask once', async () => {
    const { page } = await signUp('Cara');
    await ready(page);
    const id = await saveToCloud(page);
    const read = async (): Promise<string> =>
      page.evaluate(async (key) => (await fetch(`/v2/docs/${key}/data`)).text(), id);
    const before = await auth(page);
    await expire(page);
    await type(page, ' ');
    await expect.poll(read).toBe('[1] ');
    const after = await auth(page);
    expect(after?.['refreshToken']).not.toBe(before?.['refreshToken']);
    expect(Date.parse(after?.['expiresAt'] ?? '')).toBeGreaterThan(Date.now() + 500_000);

    // The server responds, but the response is lost.
    let lost = 0;
    await page.route('**/v2/auth/token**', async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await expire(page);
    await type(page, ' ');
    await expect.poll(read).toBe('[1]  ');
    expect(lost).toBe(2);
    await page.unroute('**/v2/auth/token**');

    const context = page.context();
    const tabs = await Promise.all(Array.from({ length: 3 }, () => context.newPage()));
    for (const tab of tabs) {
      await tab.goto(`${stage.address()}#right=json.[1]`);
      await account(tab).getByText('Cara').waitFor();
    }
    const refreshes = countRefreshes(context);
    await expire(page);
    await Promise.all([page, ...tabs].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
    await expect.poll(() => refreshes.count).toBe(1);
    // Each tab then loads the account with the new tokens.
    for (const tab of tabs) await account(tab).getByText('Cara').waitFor();
    await type(page, ' ');
    await expect.poll(read).toBe('[1]   ');
    expect(refreshes.count).toBe(1);
  }, 180_000);

  it('[AUT-4] [ERR-1] a stolen refresh token that is used later ends the session of both', async () => {
    const { page } = await signUp('Dan');
    await ready(page);
    const id = await saveToCloud(page);
    const stolen = (await auth(page))?.['refreshToken'] ?? '';
    const refreshed = async (): Promise<void> => {
      const token = (await auth(page))?.['refreshToken'];
      await expire(page);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect.poll(async () => (await auth(page))?.['refreshToken']).not.toBe(token);
    };
    await refreshed();
    await refreshed();
    const thief = await fetch(`${stage.address()}v2/auth/token?refresh_token=${stolen}`);
    expect(thief.status).toBe(401);
    await type(page, ' ');
    await notice(page, `Failed to save document with id "${id}". Your session has expired. Sign in again.`)
      .getByRole('button', { name: 'Sign in again' })
      .waitFor();
    // The refused token could not be renewed.
    await account(page).getByText('Sign in').waitFor();
    await expect.poll(() => auth(page)).toBeNull();
    // What was typed is kept, and saved after the user signs in again.
    page.on('dialog', (dialog) => void dialog.accept());
    await account(page).click();
    await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click();
    await account(page).getByText('Dan').waitFor();
  }, 120_000);

  it('[AUT-2] a return that this tab has not asked for, or that is incomplete, stores nothing, and is in no history', async () => {
    const { page, email } = await signUp('Eve');
    const stored = await auth(page);
    const tokens = new URLSearchParams({
      sign_in: 'true',
      access_token: stored?.['accessToken'] ?? '',
      refresh_token: stored?.['refreshToken'] ?? '',
      expires_in: '600',
      token_type: 'Bearer',
    });
    const victim = await stage.prepare({ allow: /return from signing in/ });
    const logged: string[] = [];
    victim.on('console', (message) => logged.push(message.text()));
    for (const [parameters, said] of [
      [tokens, 'This tab has not asked for the return from signing in: nothing is stored.'],
      [new URLSearchParams({ ...Object.fromEntries(tokens), nonce: 'guessed-nonce' }), 'This tab has not asked for'],
      [new URLSearchParams({ sign_in: 'true', access_token: 'a.b.c' }), 'The return from signing in is incomplete'],
    ] as const) {
      logged.length = 0;
      await victim.goto('about:blank');
      await victim.goto(`${stage.address()}#/callback?${parameters.toString()}&left=json.[1]`);
      await ready(victim);
      await expect.poll(() => logged.join('\n')).toContain(said);
      await expect.poll(() => auth(victim)).toBeNull();
      expect(victim.url()).not.toMatch(/token|callback/);
      await account(victim).getByText('Sign in').waitFor();
    }

    // A return that the tab did request counts, also where the page is open under another name of this computer.
    await victim.goto(stage.address().replace('localhost', '127.0.0.1'));
    await account(victim).getByText('Sign in').click();
    await victim.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in', exact: true }).click();
    await victim.getByLabel('E-mail').fill(email);
    await victim.getByLabel('Password').fill(PASSWORD);
    await victim.getByRole('button', { name: 'Sign in' }).click();
    await account(victim).getByText('Eve').waitFor();
    expect(new URL(victim.url()).hostname).toBe('127.0.0.1');
  }, 120_000);
});
