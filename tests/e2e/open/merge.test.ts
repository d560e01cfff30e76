// `git mergetool` with `diptych open --merge`: a conflict is resolved by what was decided, and by nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { panel, setMode, setStage } from '../support/app.ts';
import { programFile, setOpenFolder, type OpenCall } from '../support/open-program.ts';

const stage = setStage();
const { folder, call: callProgram } = setOpenFolder();

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: folder(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Makes a conflict in a file, and calls the merge tool. `base`: `null` if both sides have added the file. */
async function conflict(name: string, base: string | null, ours: string, theirs: string) {
  const path = join(folder(), name);
  const commit = (content: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    git('add', '.');
    git('commit', '-qm', 'change');
  };
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder(), '.gitignore'), '.state\n');
  git('add', '.');
  git('commit', '-qm', 'begin');
  if (base !== null) commit(base);
  git('checkout', '-qb', 'other');
  commit(theirs);
  git('checkout', '-q', 'main');
  commit(ours);
  execFileSync(process.execPath, [programFile(), 'git', 'install'], { cwd: folder() });
  expect(() => git('merge', 'other')).toThrow();
  const call = callProgram('git', ['mergetool', '-y', '-t', 'diptych']);
  const page = await stage.prepare({ context: {} });
  await page.goto(await call.address());
  const merging = page.getByRole('dialog', { name: 'Merge both versions' });
  return { path, read: () => readFileSync(path, 'utf8'), call, page, merging };
}

async function takeTheirs(merging: Locator): Promise<void> {
  await merging
    .getByRole('radio', { name: /^Theirs/ })
    .first()
    .click();
  await merging.getByRole('button', { name: 'Merge', exact: true }).click();
  await merging.waitFor({ state: 'detached' });
}

/** Closes the page. Resolves to whether git takes the conflict as resolved. */
async function isResolved(page: Page, call: OpenCall): Promise<boolean> {
  await page.goto('about:blank');
  const code = await call.ended;
  const isUnmerged = git('diff', '--name-only', '--diff-filter=U').trim() !== '';
  expect(code === 0).toBe(!isUnmerged);
  return !isUnmerged;
}

it('[NEW-14] keeps both sides where the merge was put off, or can’t be done, and saved all the same', async () => {
  const { page, merging, call, read } = await conflict(
    'a.json',
    '{"name":"a","port":80}\n',
    '{"name":"ours","port":80}\n',
    '{"name":"theirs","port":81}\n',
  );
  const marked = read();
  await merging.waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Nothing was merged').first().waitFor();
  await setMode(page, 'Left', 'text');
  await panel(page, 'Left').locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('Control+s');
  await panel(page, 'Left')
    .getByText(/Saved \d/)
    .first()
    .waitFor();
  expect(read()).toBe(marked);
  await expect(isResolved(page, call)).resolves.toBe(false);
});

it('[NEW-14] shows what is no JSON with the marks of git', async () => {
  const { page, call, read } = await conflict('a.txt', 'base\n', 'ours\n', 'theirs\n');
  await page.getByText('Nothing was merged').first().waitFor();
  await panel(page, 'Left').getByText('<<<<<<< HEAD').first().waitFor();
  expect(read()).toContain('theirs');
  await expect(isResolved(page, call)).resolves.toBe(false);
});

it('[NEW-14] asks about what both have added, and begins no merge again that was saved', async () => {
  const { page, merging, call, read } = await conflict(
    "a b/it's new #%.json",
    null,
    '{"name":"ours","only":1}\n',
    '{"name":"theirs","other":2}\n',
  );
  await merging.waitFor();
  await takeTheirs(merging);
  await page.keyboard.press('Control+s');
  await expect.poll(() => JSON.parse(read()) as unknown).toEqual({ name: 'theirs', only: 1, other: 2 });
  const merged = read();
  // The page knows of it.
  await panel(page, 'Left')
    .getByText(/Saved \d/)
    .first()
    .waitFor();
  await page.reload();
  await panel(page, 'Left').getByText("it's new #%.json", { exact: true }).first().waitFor();
  await panel(page, 'Left').getByText('other').first().waitFor();
  await expect.poll(() => merging.count()).toBe(0);
  await expect(isResolved(page, call)).resolves.toBe(true);
  expect(read()).toBe(merged);
});
