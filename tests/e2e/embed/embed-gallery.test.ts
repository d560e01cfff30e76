// What is shipped with the embed page: the SDK and its package, the examples, the gallery.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../../../src/embed/page/parameters.ts';
import { setStage } from '../support/app.ts';
import { findings } from '../support/axe.ts';
import { inside, setHosts } from '../support/embed-host.ts';

const stage = setStage();
const hosts = setHosts();
const ROOT = join(import.meta.dirname, '../../..');
const MAX_BYTES = 3 * 1024;

const readExample = (name: string): string =>
  readFileSync(join(ROOT, 'src/embed/examples', name), 'utf8').replaceAll(
    'https://your-diptych.example/',
    stage.address(),
  );

describe('the SDK', () => {
  it('[EMB-1] has at most 3 KB, packed, and brings no other script', () => {
    for (const name of ['sdk.js', 'sdk.classic.js']) {
      const script = readFileSync(join(ROOT, 'dist/client/embed', name));
      expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
      expect(script.toString()).not.toMatch(/\bimport\s*[('"{*]/);
      expect(readFileSync(join(ROOT, 'dist/embed', name)).equals(script)).toBe(true);
    }
  });

  it('[EMB-1] is a package with types, whose files are all there', () => {
    const folder = join(ROOT, 'dist/embed');
    const { exports: entries, types, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(license).toBe('MIT');
    const named = [types, entries['.'].types, entries['.'].import, entries['./classic']];
    for (const name of named) expect(existsSync(join(folder, name)), name).toBe(true);
    // Type declarations import only each other, by their built names, and no source files of the project.
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts')))
      for (const [, specifier = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/from '([^']+)'/g)) {
        expect(specifier).toMatch(/^\.\/[a-z]+\.js$/);
        expect(existsSync(join(folder, specifier.replace(/\.js$/, '.d.ts'))), specifier).toBe(true);
      }
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const check = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    execFileSync(process.execPath, [tsc, ...check, join(folder, 'index.d.ts')], { stdio: 'inherit' });
  });

  it('[EMB-1] is described: every parameter, request, event and option', () => {
    const text = readFileSync(join(ROOT, 'docs/embed.md'), 'utf8');
    const protocol = readFileSync(join(ROOT, 'src/embed/sdk/protocol.ts'), 'utf8');
    const membersOf = (name: string): string[] => {
      const [, body = ''] = new RegExp(`interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(protocol) ?? [];
      return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, member = '']) => member);
    };
    const names = [...PARAMETERS, ...['EditorOptions', 'Requests', 'Events'].flatMap(membersOf)];
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect(text, name).toContain(`\`${name}\``);
  });
});

describe('the examples', () => {
  it('[EMB-1] work as a page in plain HTML', async () => {
    const page = await stage.prepare();
    await page.goto(hosts.file(readExample('plain.html'), 'text/html; charset=utf-8'));
    const root = inside(page);
    await root.getByRole('row', { name: /draft/ }).getByRole('checkbox').click();
    await page.getByText('Not saved yet').waitFor();
    await root.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('configuration')))
      .toBe('{"title": "My page", "draft": false}');
  });

  it('[EMB-1] work as a component of React', async () => {
    const entry = '\0entry';
    const source = `
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { JsonEditor } from '${join(ROOT, 'src/embed/examples/react.tsx')}';
function Page() {
  const [text, setText] = useState('[1]');
  const [isShown, setShown] = useState(true);
  const onSave = async (saved) => {
    setText(saved);
    if (saved.includes('3')) setShown(false);
  };
  return createElement('div', null,
    createElement('output', null, text),
    createElement('button', { onClick: () => setShown(!isShown) }, 'Toggle'),
    isShown && createElement(JsonEditor, { src: '${stage.address()}embed', text, onSave }));
}
createRoot(document.querySelector('#root')).render(createElement(Page));`;
    const made = await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      resolve: { alias: { 'diptych-embed': join(ROOT, 'dist/embed/sdk.js') } },
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', development: false } },
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry' ? entry : null),
          load: (id) => (id === entry ? source : null),
        },
      ],
      build: { write: false, copyPublicDir: false, rollupOptions: { input: 'entry' } },
    });
    if (!('output' in made)) throw new TypeError('one bundle was expected');
    const script = hosts.file(made.output[0].code, 'text/javascript');
    const page = await stage.prepare();
    await page.goto(hosts.page(`<div id="root"></div><script type="module" src="${script}"></script>`));
    const root = inside(page);
    await root.locator('.view-line').getByText('[1]').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(',2');
    await page.keyboard.press('Control+S');
    await expect.poll(() => page.locator('output').textContent()).toBe('[1,2]');
    // Removed and added again, the editor shows the saved text.
    await page.getByRole('button', { name: 'Toggle' }).click();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: 'Toggle' }).click();
    await inside(page).locator('.view-line').getByText('[1,2]').click();
    // Removed by the host's save handler: the reply to the save cannot be delivered, but nothing is thrown (`setStage` checks
    // for errors).
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(',3');
    // The frame is removed while it handles the key, so the browser may never acknowledge the key.
    page.keyboard.press('Control+S').catch(() => undefined);
    await expect.poll(() => page.locator('output').textContent()).toBe('[1,2,3]');
    await page.locator('iframe').waitFor({ state: 'detached' });
  });
});

/** The titles of the frames in the gallery. */
const USES = ['Release, read-only', 'Configuration', 'Two versions compared', 'Cities', 'Settings', 'Orders'];

describe('the gallery', () => {
  it('[EMB-1] [PAN-9] [PAN-11] shows six uses that work, in the light and in the dark, on a wide page and on a narrow one', async () => {
    const page = await stage.prepare();
    await page.goto(`${stage.address()}embed/gallery`);
    const frameAt = (title: string) => page.locator(`iframe[title="${title}"]`);
    const use = (title: string) => frameAt(title).contentFrame();
    const fits = async (width: number): Promise<void> => {
      // The panels are as wide as their frames, and the page does not scroll sideways.
      for (const title of USES) {
        const box = async () => (await frameAt(title).boundingBox()) ?? { x: 0, width: 0 };
        await expect.poll(async () => (await box()).x + (await box()).width).toBeLessThanOrEqual(width);
        await expect.poll(async () => (await box()).width).toBeGreaterThan(width === 390 ? 350 : 560);
      }
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // The buttons of Compare are inside the frame.
      const next = use('Two versions compared').getByRole('button', { name: 'Next difference' });
      const below = async (): Promise<number> => {
        const [inner, outer] = [await next.boundingBox(), await frameAt('Two versions compared').boundingBox()];
        return (inner?.y ?? 0) + (inner?.height ?? 0) - (outer?.y ?? 0) - (outer?.height ?? 0);
      };
      await expect.poll(below).toBeLessThanOrEqual(0);
    };
    for (const title of USES)
      await use(title).getByText('Valid', { exact: true }).or(use(title).locator('.view-line')).first().waitFor();
    await fits(1440);
    await page.getByRole('button', { name: 'The items of the second order' }).click();
    await use('Orders').getByRole('row', { name: /items/, selected: true }).waitFor();
    await page.getByText('Selected: /orders/1/items').waitFor();
    await page.getByLabel('Cities above').fill('15000000');
    await expect.poll(() => use('Cities').getByRole('grid').getByText('Tokyo').count()).toBe(0);
    await use('Cities').getByRole('grid').getByText('Lagos').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent: {"notify": true, "quota": 25}').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const frame of page.frames()) {
        if (frame !== page.mainFrame()) {
          await frame.locator(`html[data-theme=${colorScheme}]`).waitFor();
          await frame.getByRole('region').first().waitFor();
        }
        expect(await findings(page, undefined, frame)).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 390, height: 900 });
    await fits(390);
  });
});
