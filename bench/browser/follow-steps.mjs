// Following a file that grows by thousands of records a second: how far the page is behind, its long tasks, and its memory; in the
// text with the end in view, and in a table with a filter and a sort.
import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFile, openWatched, rendererMemory, stepsOn, validIn } from './page.mjs';
import { traceTasks } from './tasks.mjs';

const PATIENT_MS = 180_000;
const PER_SECOND = 5000;
/** Most that the page may be behind, in milliseconds. */
const MAX_BEHIND_MS = 500;
const PIECE = 4 * 1024 * 1024;

/** Appends records to a file, in equal parts, each with the time when it was written. */
const WRITER = `
  const { appendFileSync } = require('node:fs');
  const [path, perSecond, seconds] = [process.argv[1], Number(process.argv[2]), Number(process.argv[3])];
  const started = Date.now();
  let written = 0;
  const timer = setInterval(() => {
    const now = Date.now();
    const due = Math.min(perSecond * seconds, Math.floor(((now - started) / 1000) * perSecond));
    let text = '';
    for (; written < due; written += 1)
      text += JSON.stringify({ at: now, level: ['info', 'warn', 'error', 'debug'][written % 4], n: (written * 7919) % 100003, message: 'request ' + written + ' served' }) + '\\n';
    if (text !== '') appendFileSync(path, text);
    if (written === perSecond * seconds) clearInterval(timer);
  }, 10);
`;

/** Writes a log of some megabytes. */
export function writeLog(folder, megabytes) {
  const path = join(folder, 'followed.ndjson');
  writeFileSync(path, '');
  const from = Date.now() - 86_400_000;
  let [size, row] = [0, 0];
  while (size < megabytes * 1e6) {
    let text = '';
    for (; text.length < Math.min(PIECE, megabytes * 1e6 - size); row += 1)
      text += `{"at":${from + row},"level":"${['info', 'warn', 'error', 'debug'][row % 4]}","n":${(row * 7919) % 100_003},"message":"request ${row} served"}\n`;
    writeFileSync(path, text, { flag: 'a' });
    size += text.length;
  }
  return { style: `a log of ${megabytes} MB`, path, size: statSync(path).size, rows: row };
}

/** Runs all steps on one log, for some seconds in each mode. */
export async function runFollowSteps(browser, address, file, seconds) {
  const page = await openWatched(browser, address, { hasHandles: true });
  const { steps } = stepsOn(page);
  const left = page.locator('section[aria-label="Left"]');
  const grid = left.locator('[role=grid]');
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await page.waitForTimeout(1000);
  await dropFile(page, left, file.path);
  await left.locator('h1, h2').filter({ hasText: 'followed.ndjson' }).first().waitFor({ timeout: PATIENT_MS });
  await validIn(left).waitFor({ timeout: PATIENT_MS });
  await page.waitForTimeout(3000);

  const follow = async (name) => {
    const [memory, size] = [rendererMemory(), statSync(file.path).size];
    await page.evaluate(() => (globalThis.longTasks.length = 0));
    const writer = spawn(process.execPath, ['-e', WRITER, file.path, String(PER_SECOND), String(seconds)]);
    const { value: behind, cpuMs } = await traceTasks(page, () => page.evaluate(watch, { seconds }));
    await new Promise((resolve) => (writer.exitCode === null ? writer.on('exit', resolve) : resolve(null)));
    await page.waitForTimeout(3000);
    const tasks = await page.evaluate(() => globalThis.longTasks.map(({ ms }) => Math.round(ms)));
    const longest = Math.max(0, ...tasks);
    const [grown, more] = [statSync(file.path).size - size, (rendererMemory() ?? 0) - (memory ?? 0)];
    const sorted = behind.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const value = `behind by ${at(0.5)} ms (median), ${at(0.95)} ms (95 %), ${at(1)} ms (most); ${tasks.length} tasks of 50 ms and more; the file grew by ${(grown / 1e6).toFixed(0)} MB, the renderer by ${(more / 1e6).toFixed(0)} MB`;
    steps.push({ name, value, longest, cpuMs, late: at(1) > MAX_BEHIND_MS, ratio: at(1) / MAX_BEHIND_MS });
    process.stdout.write(`${name}: ${value}; longest task ${longest} ms, at work for ${cpuMs} ms at most\n`);
  };

  await left.locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('Follow the file');
  await page.keyboard.press('Enter');
  await left.getByText('Following followed.ndjson').first().waitFor({ timeout: PATIENT_MS });
  await follow(`${PER_SECOND} records a second for ${seconds} s, in the text`);

  await left.getByRole('radio', { name: 'table' }).click();
  await grid.locator('[data-row] [role=gridcell][data-kind]').first().waitFor({ timeout: PATIENT_MS });
  await left.locator('button[aria-label=Filter]').click();
  const dialog = page.locator('[role=dialog]');
  await dialog.locator('input[aria-label=Value]').fill('info');
  await dialog.locator('button[type=submit]').click();
  await left.locator('button[aria-label^="Remove filter"]').waitFor({ timeout: PATIENT_MS });
  const header = grid.locator('[role=columnheader][aria-label="at"]');
  for (const order of ['ascending', 'descending']) {
    await header.hover();
    await header.locator('button').first().click();
    await grid.locator(`[aria-sort=${order}]`).waitFor({ timeout: PATIENT_MS });
  }
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.waitForTimeout(10_000);
  await follow(`… in a table with a filter and a sort`);
  await page.context().close();
  return steps;
}

/** In the page: how old the newest record on the screen is, every 50 ms while records come. */
function watch({ seconds }) {
  const newest = () => {
    const texts = [
      ...document.querySelectorAll('section[aria-label="Left"] .view-line, section[aria-label="Left"] [role=gridcell]'),
    ];
    return Math.max(
      0,
      ...texts.map(({ textContent }) => Number(/^(?:\{"at":)?(1[78]\d{11})\b/.exec(textContent ?? '')?.[1] ?? 0)),
    );
  };
  return new Promise((resolve) => {
    const behind = [];
    const started = performance.now();
    const timer = setInterval(() => {
      const passed = performance.now() - started;
      // The first records take as long as the writer takes to start.
      if (passed > 2000 && passed < seconds * 1000) behind.push(Math.round(Date.now() - newest()));
      if (passed < seconds * 1000) return;
      clearInterval(timer);
      resolve(behind);
    }, 50);
  });
}
