// Takes screenshots of the account pages and dialogs, light and dark, wide and narrow, into tests/screenshots/ (not committed):
// sign in, sign up, account, checkout, the menu, plans, access and a conflict. For review before a release.
//   node scripts/build.mjs && node scripts/account-pictures.mjs
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveDiptych } from '../bench/browser/serve.mjs';
import { launch } from '../bench/harness.mjs';
import { root } from './setup.mjs';

const STATES = join(root, 'tests/screenshots');
const SIZES = [
  { width: 1440, height: 860 },
  { width: 390, height: 780 },
];

const data = mkdtempSync(join(tmpdir(), 'diptych-accounts-'));
mkdirSync(STATES, { recursive: true });
const server = await serveDiptych({ DATA_FOLDER: data, SIGN_UPS_PER_HOUR: '100' });
const browser = await launch();
let count = 0;
try {
  for (const colorScheme of ['light', 'dark']) for (const viewport of SIZES) await takeAll(colorScheme, viewport);
} finally {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true });
}

async function takeAll(colorScheme, viewport) {
  const context = await browser.newContext({ colorScheme, viewport, serviceWorkers: 'block', locale: 'en-US' });
  const page = await context.newPage();
  const take = async (name) => {
    // Waits until floating elements have appeared.
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(STATES, `account-${name}-${viewport.width}-${colorScheme}.png`) });
  };
  const menu = async () => {
    await page.locator('#account').click();
    await page.getByRole('menuitem').first().waitFor();
  };
  count += 1;
  const email = `ada.${count}@example.org`;
  await page.goto(`${server.address}/#left=json.{"orders":[1,2]}`);
  await page.locator('#account').getByText('Sign in').waitFor();
  await take('signed-out');
  await page.locator('#account').click();
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  await take('sign-in-dialog');
  await page.goto(`${server.address}/v2/provider/sign_in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('not a password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await take('sign-in');
  await page.goto(`${server.address}/v2/provider/sign_up`);
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill('correct horse battery');
  await take('sign-up');
  await page.getByRole('button', { name: 'Sign up for free' }).click();
  await page.getByRole('dialog', { name: 'Sign up successful' }).waitFor();
  await take('signed-up');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#account').getByText('Ada').waitFor();
  await menu();
  await take('menu');
  await page.getByRole('menuitem', { name: 'Subscribe' }).click();
  await page.getByRole('dialog', { name: 'Pricing plans' }).waitFor();
  await take('plans');
  await page.goto(`${server.address}/v2/provider/checkout/yearly`);
  await take('checkout');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('dialog', { name: 'Subscription activated' }).waitFor();
  await take('subscribed');
  await page.goto(`${server.address}/v2/provider/account`);
  await take('account');
  await page.goto(`${server.address}/#left=json.{"orders":[1,2]}`);
  await page.reload();
  await page.locator('#LEFT_PANEL .view-line').first().waitFor();
  await page.locator('#LEFT_PANEL').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save to cloud' }).click();
  await page.waitForURL(/cloud\./);
  await page.locator('#LEFT_PANEL').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Access…' }).click();
  const access = page.getByRole('dialog', { name: 'Access', exact: true });
  await access.getByRole('textbox').fill('ada.1@example.org');
  await access.getByRole('button', { name: 'Add' }).click();
  await access.getByRole('listitem').waitFor();
  await take('access');
  await page.keyboard.press('Escape');
  await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('auth'));
    const id = /cloud\.([\w-]+)/.exec(decodeURIComponent(location.hash))[1];
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    await fetch(`/v2/docs/${id}/data`, { method: 'PUT', body: '[3]', headers });
  });
  await page.locator('#LEFT_PANEL .view-line').first().click();
  await page.keyboard.type(' ');
  await page.getByRole('dialog', { name: 'Saved elsewhere' }).waitFor();
  await take('conflict');
  await context.close();
}
