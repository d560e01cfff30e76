// Takes screenshots of the production build: docs/pictures/light.png and dark.png for the README, and every main state at each
// width into tests/screenshots/ (not committed), for review before a release.
//   node scripts/build.mjs && node scripts/screenshots.mjs [--readme | --text]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveDiptych } from '../bench/browser/serve.mjs';
import { launch, loadGenerator } from '../bench/harness.mjs';
import { root } from './setup.mjs';

const README = join(root, 'docs/pictures');
const STATES = join(root, 'tests/screenshots');
const WIDTHS = [
  { width: 1440, height: 860 },
  { width: 1000, height: 760 },
  { width: 390, height: 780 },
];
const THEMES = ['light', 'dark'];
const OPEN_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'diptych-pictures-'));
const write = (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
mkdirSync(README, { recursive: true });
mkdirSync(STATES, { recursive: true });

const server = await serveDiptych();
// Playwright hides scrollbars by default; users see them.
const browser = await launch([], { ignoreDefaultArgs: ['--hide-scrollbars'] });
try {
  const only = process.argv.find((argument) => argument.startsWith('--'));
  if (only !== '--text') await takeReadmes();
  if (only !== '--readme') await takeAll(only === '--text');
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** Takes the README's pictures. */
async function takeReadmes() {
  const november = write('orders-2026-11.json', orders(211_408, 0));
  const december = write('orders-2026-12.json', orders(218_312, 1));
  for (const theme of THEMES) await takeReadme(theme, november, december);
}

/** Takes every state at each width; only those of text mode if `textOnly`. */
async function takeAll(textOnly) {
  const large = textOnly
    ? null
    : write('records-100-mb.json', (await loadGenerator()).generate('records', 'pretty', 100e6));
  const broken = write(
    'quarterly-export-of-all-warehouses-and-their-suppliers-2026-final.json',
    '{\n  "a": [1, 2,\n  "b": tru\n}\n',
  );
  const text = {
    pretty: write('orders.json', orders(40, 0)),
    line: write('orders-on-one-line.json', JSON.stringify(JSON.parse(orders(40, 0)))),
    // Its errors are on lines with long numbers.
    broken: write(
      'orders-with-errors.json',
      orders(4000, 0)
        .replace(/"paid": t(?!.*"paid": t)/s, '"paid": T')
        .slice(0, -2),
    ),
  };
  for (const theme of THEMES) {
    for (const size of WIDTHS) {
      if (large !== null) await takeStates(theme, size, large, broken);
      await takeText(theme, size, text);
    }
  }
}

/** Takes a picture for the README: two files of 100 MB, one being edited. */
async function takeReadme(theme, left, right) {
  const page = await openPage(theme, { width: 1440, height: 860 });
  await openFile(page, 'Left', left);
  await openFile(page, 'Right', right);
  const tree = region(page, 'Right').getByRole('treegrid');
  for (const row of ['0', 'ship_to', '2']) {
    await tree
      .getByRole('row')
      .filter({ has: page.getByText(row, { exact: true }) })
      .first()
      .locator('[data-open]')
      .first()
      .click();
  }
  await tree.getByText('ship_to', { exact: true }).first().click();
  await tree.locator('[aria-selected=true]').waitFor();
  await region(page, 'Left').locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < 5; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('5');
  await region(page, 'Left').getByText('$[0].total', { exact: true }).waitFor();
  await take(page, join(README, `${theme}.png`));
}

/** Takes the main states, which are reviewed before a release. */
async function takeStates(theme, size, large, broken) {
  const name = (state) => join(STATES, `${size.width}-${theme}-${state}.png`);
  const side = async (page, which) => {
    if (size.width >= 700) return;
    await page.getByRole('radio', { name: which, exact: true }).click();
  };

  const first = await openPage(theme, size, false);
  await region(first, 'Left').locator('.view-line').first().waitFor();
  await take(first, name('first'), false);
  await side(first, 'Right');
  await first.locator('[role=row]').nth(3).waitFor();
  if (size.width < 700) await take(first, name('first-right'), false);
  await region(first, 'Right').getByRole('button', { name: 'Open' }).click();
  await take(first, name('menu'), false);
  await first.getByRole('menuitem', { name: /url/ }).click();
  await first.getByRole('dialog').getByRole('textbox').fill('example');
  await first.keyboard.press('Enter');
  await take(first, name('dialog'));

  const blank = await openPage(theme, size, false, '#left=nowhere.1&right=url.http://localhost:1/orders.json');
  await blank.waitForTimeout(500);
  await take(blank, name('problem'));

  const full = await openPage(theme, size);
  await side(full, 'Left');
  await openFile(full, 'Left', large);
  await side(full, 'Right');
  await openFile(full, 'Right', large);
  await region(full, 'Right').getByRole('treegrid').getByRole('row').nth(1).locator('[data-open]').click();
  await full.waitForTimeout(300);
  if (size.width < 700) {
    await take(full, name('large-right'), false);
    await side(full, 'Left');
  }
  await take(full, name('large'));

  const wrong = await openPage(theme, size);
  await side(wrong, 'Left');
  await openFile(wrong, 'Left', broken, /^Invalid/);
  await side(wrong, 'Right');
  const edited = region(wrong, 'Right');
  await edited.getByRole('row').nth(3).click();
  await edited.getByRole('radio', { name: 'text' }).click();
  await edited.locator('.view-line').first().waitFor();
  await edited.locator('.monaco-editor').first().click();
  await wrong.keyboard.press('Control+End');
  await wrong.keyboard.type(']');
  await edited.getByRole('radio', { name: 'tree' }).click();
  await edited.getByText('this is the last valid state').waitFor();
  if (size.width < 700) {
    await take(wrong, name('error-right'), false);
    await side(wrong, 'Left');
  }
  await take(wrong, name('error'));
}

/** Takes the states of text mode: layout, folds, Go to, Find, Replace, an error and the repair. */
async function takeText(theme, size, files) {
  const name = (state) => join(STATES, `${size.width}-${theme}-text-${state}.png`);
  const page = await openPage(theme, size);
  if (size.width < 700) await page.getByRole('radio', { name: 'Left', exact: true }).click();
  const left = region(page, 'Left');
  const focus = async () => {
    await left.locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await left.getByText(/^Ln 1, Col 1$/).waitFor();
  };
  await openFile(page, 'Left', files.line);
  await focus();
  await take(page, name('line'), false);
  await openFile(page, 'Left', files.pretty);
  await focus();
  await take(page, name('pretty'), false);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+2');
  await left.locator('.fold-count').first().waitFor();
  await take(page, name('folded'), false);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+J');
  await page.keyboard.press('Control+G');
  const field = page.getByRole('textbox', { name: 'Line, byte or path' });
  await field.fill('$[3].ship_to.geo[1]');
  await page
    .getByRole('dialog')
    .getByText(/Goes to/)
    .waitFor();
  await take(page, name('goto'), false);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+F');
  const bar = left.getByRole('search');
  await bar.getByRole('textbox', { name: 'Find' }).fill('theodolite');
  await bar.getByRole('status').getByText(/ of /).waitFor();
  await take(page, name('find'), false);
  await page.keyboard.press('Control+H');
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('Sextant');
  await take(page, name('replace'), false);
  await page.keyboard.press('Escape');
  await openFile(page, 'Left', files.broken, /^Invalid/);
  await focus();
  await page.keyboard.press('Control+End');
  await left.getByText(/^Ln 6\d,/).waitFor();
  await take(page, name('error'), false);
  await left.getByRole('button', { name: 'Auto repair' }).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await take(page, name('repair'));
}

async function openPage(theme, viewport, quiet = true, hash = '') {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: 'en-US',
    hasTouch: viewport.width < 700,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const name of ['showOpenFilePicker', 'showSaveFilePicker']) Reflect.deleteProperty(globalThis, name);
  });
  await page.goto(`${server.address}/${hash}`);
  if (quiet) await page.locator('.view-line').first().waitFor();
  return page;
}

function region(page, name) {
  return page.getByRole('region', { name, exact: true });
}

async function openFile(page, side, path, state = /^Valid$/) {
  const choosing = page.waitForEvent('filechooser');
  await region(page, side).getByRole('button', { name: 'Open' }).click();
  await page.getByRole('menuitem', { name: 'Open file…' }).click();
  await (await choosing).setFiles(path);
  const name = path.split('/').at(-1);
  await region(page, side).getByRole('heading', { name, exact: true }).waitFor({ timeout: OPEN_MS });
  await region(page, side).getByText(state).first().waitFor({ timeout: OPEN_MS });
}

/** Takes one picture; closes the page after its last. */
async function take(page, path, last = true) {
  await page.mouse.move(700, 2);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  await page.screenshot({ path });
  process.stdout.write(`${path}\n`);
  if (last) await page.context().close();
}

/** Returns realistic orders; 211,408 are about 100 MB. The same on every run. */
function orders(count, offset) {
  const customers = [
    'Mercator Instruments',
    'Northwind Optics',
    'Delft Ceramics',
    'Aalto & Sons',
    'Okavango Trading',
    'Librería del Mar',
  ];
  const cities = [
    ['Rotterdam', '51.9244, 4.4777'],
    ['Bergen', '60.3913, 5.3221'],
    ['Porto', '41.1579, -8.6291'],
    ['Gdańsk', '54.3520, 18.6466'],
  ];
  const item = (index) => {
    const pick = (list, step) => list[(index * step + offset) % list.length];
    const [city, geo] = pick(cities, 3);
    const cents = String((index * 7 + offset * 3) % 100).padStart(2, '0');
    return `  {
    "id": ${9_007_199_254_740_993n + BigInt(index)},
    "customer": "${pick(customers, 1)}",
    "ordered": "2026-${11 + offset}-${String((index % 28) + 1).padStart(2, '0')}T08:${String((index * 13) % 60).padStart(2, '0')}:00Z",
    "total": ${1240 + ((index * 37) % 900)}.${cents === '00' ? '50' : cents},
    "paid": ${index % 3 !== 2},
    "coupon": ${index % 4 === 1 ? '"SPRING"' : 'null'},
    "lines": [
      { "sku": "A-${100 + (index % 900)}", "title": "Theodolite, brass, with case", "qty": ${(index % 4) + 1} },
      { "sku": "C-${200 + (index % 700)}", "title": "Field notebook, squared", "qty": 12 }
    ],
    "ship_to": {
      "city": "${city}",
      "geo": [${geo}]
    },
    "note": "Leave with the neighbour on the ground floor, and ring twice."
  }`;
  };
  return `[\n${Array.from({ length: count }, (_, index) => item(index)).join(',\n')}\n]\n`;
}
