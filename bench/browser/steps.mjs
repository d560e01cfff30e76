// The most frequent operations on a large file, as steps.
import { openWatched, stepsOn, dropFile, rendererMemory, validIn } from './page.mjs';

const NAMED_MONACO = 'Monaco evaluated and created';

/** Runs all steps on one file, in a new page. */
export async function runSteps(browser, address, file) {
  const page = await openWatched(browser, address);
  const { steps, add, timed } = stepsOn(page);
  const left = page.getByRole('region', { name: 'Left', exact: true });
  const right = page.getByRole('region', { name: 'Right', exact: true });
  const valid = (panel) => validIn(panel).waitFor({ timeout: 60_000 });

  await add('first visit', () => timed(() => left.locator('.view-line').first().waitFor()), NAMED_MONACO);
  await page.waitForTimeout(1000);
  const dropped = async (panel, shown) => {
    const from = await dropFile(page, panel, file.path);
    await shown.first().waitFor({ timeout: 60_000 });
    return performance.now() - from;
  };
  await add('drop on the left: first text', () => dropped(left, left.locator('.view-line', { hasText: 'guid' })));
  await add('drop on the left: checked', () => timed(() => valid(left)));
  await add('drop on the right: first rows of the tree', () =>
    dropped(right, right.getByRole('row').filter({ hasText: 'guid' })),
  );
  await add('drop on the right: checked', () => timed(() => valid(right)));

  await page.waitForTimeout(3000);
  const memory = rendererMemory();
  steps.push({
    name: 'renderer memory, both panels, idle',
    value: memory === null ? '' : `${(memory / file.size).toFixed(1)}× the file`,
    longest: 0,
    memory,
  });

  await add('text: wheel', () => wheel(page, left.locator('.monaco-editor').first()));
  await add('text: to the end and back (Ctrl+End, Ctrl+Home)', () =>
    timed(async () => {
      await left.locator('.monaco-editor').first().click();
      await page.keyboard.press('Control+End');
      await page.waitForTimeout(700);
      await page.keyboard.press('Control+Home');
      await page.waitForTimeout(700);
    }),
  );
  await add('text: drag the scrollbar from end to end', () => drag(page, left));
  await add('tree: wheel', () => wheel(page, right.getByRole('treegrid')));
  await add('tree: expand all', () =>
    timed(async () => {
      await right.getByRole('button', { name: 'Expand' }).click();
      await page.getByRole('menuitem', { name: 'Expand all' }).click();
      await page.waitForTimeout(1000);
    }),
  );
  await add('tree: drag the scrollbar from end to end', () => drag(page, right));
  await add('tree: End and Home', () =>
    timed(async () => {
      await right.getByRole('treegrid').click({ position: { x: 200, y: 40 } });
      await page.keyboard.press('End');
      await page.waitForTimeout(500);
      await page.keyboard.press('Home');
      await page.waitForTimeout(500);
    }),
  );
  await add('tree: edit a value, undo', async () => {
    const row = right.getByRole('row').filter({ hasText: 'guid' }).first();
    await row.dblclick({ position: { x: 200, y: 10 } });
    await page.keyboard.press('Control+A');
    await page.keyboard.type('changed');
    const edited = await timed(async () => {
      await page.keyboard.press('Enter');
      await right.getByRole('row').filter({ hasText: 'changed' }).first().waitFor();
    });
    await right.getByRole('button', { name: /^Undo/ }).click();
    await right.getByRole('row').filter({ hasText: 'changed' }).first().waitFor({ state: 'detached' });
    return edited;
  });
  await add('text: type a word, undo', async () => {
    await left.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+Home');
    const typed = await timed(async () => {
      await page.keyboard.type('  ');
    });
    await page.waitForTimeout(500);
    await page.keyboard.press('Control+Z');
    await page.waitForTimeout(500);
    return typed;
  });
  await add('format', () => formatAs(page, left, /^(?!Smart).*Format/, valid, timed));
  await add('undo the format', () =>
    timed(async () => {
      await left.getByRole('button', { name: /^Undo/ }).click();
      await valid(left);
      await page.waitForTimeout(300);
    }),
  );
  await add('save to disk', () =>
    timed(async () => {
      const download = page.waitForEvent('download', { timeout: 60_000 });
      await left.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Save to disk' }).click();
      await (await download).path();
    }),
  );
  await page.context().close();
  return steps;
}

async function formatAs(page, panel, name, valid, timed) {
  return timed(async () => {
    await panel.getByRole('button', { name: 'Format' }).first().click();
    await page.getByRole('menuitem', { name }).first().click();
    await page.waitForTimeout(200);
    await panel
      .getByRole('progressbar')
      .waitFor({ state: 'detached', timeout: 60_000 })
      .catch(() => undefined);
    await valid(panel);
  });
}

/** Turns the wheel for three seconds. Returns the 95th percentile of the frame times. */
export async function wheel(page, target) {
  const box = await target.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return framesDuring(page, async () => {
    for (let turn = 0; turn < 90; turn += 1) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(33);
    }
  });
}

/** Scrolls as dragging the panel's scrollbar from top to bottom does. Returns the 95th percentile of the frame times. */
export async function drag(page, panel) {
  const bar = panel.getByRole('scrollbar').first();
  return framesDuring(page, async () => {
    // The thumb of a native scrollbar can't be located everywhere: sets the positions that dragging it would set.
    for (let part = 1; part <= 40; part += 1) {
      await bar.evaluate(
        (element, share) => element.scrollTo({ top: (element.scrollHeight - element.clientHeight) * share }),
        part / 40,
      );
      await page.waitForTimeout(33);
    }
    await page.waitForTimeout(500);
  });
}

async function framesDuring(page, body) {
  await page.evaluate(() => {
    globalThis.frames95 = [];
    globalThis.watchFrames = true;
    let last = performance.now();
    const next = (now) => {
      globalThis.frames95.push(now - last);
      last = now;
      if (globalThis.watchFrames) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await body();
  return page.evaluate(() => {
    globalThis.watchFrames = false;
    const sorted = globalThis.frames95.toSorted((a, b) => a - b);
    return `frames p95 ${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms`;
  });
}
