// Text mode on documents two or three times the size of a window, one of 240,000 lines and one of a single line: the window
// moves, and reading, typing, selecting and pasting work as if it held the whole document.

import { describe, expect, it } from 'vitest';
import { setStage, validIn } from '../support/app.ts';
import { makeFolder, records } from '../support/files.ts';
import { openPane, type ShownRow, type TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const PRETTY = records(20_000);
const LINES = PRETTY.split('\n');
const BASE64 = Array.from({ length: 200_000 }, (_, index) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[(index * 7919) % 26]).join(
  '',
);
const FLAT = `[${Array.from({ length: 20_000 }, (_, id) => `{"id": ${id}, "name": "name of the record ${id}", "on": true, "x": [1.5, null]}`).join(', ')}, "${BASE64}", 7]`;
const pretty = files.write('pretty.json', PRETTY);
const flat = files.write('flat.json', FLAT);

/** Describes the first wrong row on a screen of `PRETTY`, in its number or its text; `null` when all are right. */
function wrongRow(rows: readonly ShownRow[]): string | null {
  if (rows.length < 20) return `only ${rows.length} rows`;
  for (const [index, { number, text }] of rows.entries()) {
    if (Number(number) !== Number(rows[0]?.number) + index) return `${number} is row ${index} below ${rows[0]?.number}`;
    if (LINES[Number(number) - 1] !== text) return `${number}: ${JSON.stringify(text)}`;
  }
  return null;
}

/** The first line number on the screen, a line of the document. */
async function topLine(pane: TextPane): Promise<number> {
  const rows = await pane.rows();
  expect(wrongRow(rows)).toBeNull();
  return Number(rows[0]?.number);
}

/** Waits until a line is on the screen, among correct rows. */
async function seesLine(pane: TextPane, line: number): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await pane.rows();
      return wrongRow(rows) ?? rows.some((row) => row.number === String(line));
    })
    .toBe(true);
}

/** Compares two texts of megabytes without printing them. */
function expectSame(got: Buffer, wanted: string | Buffer): void {
  const bytes = Buffer.from(wanted as string);
  let at = 0;
  while (at < bytes.length && got[at] === bytes[at]) at += 1;
  const around = (text: Buffer): string => text.subarray(Math.max(0, at - 20), at + 40).toString();
  if (!got.equals(bytes))
    expect({ size: got.length, at, around: around(got) }).toEqual({ size: bytes.length, at, around: around(bytes) });
}

const splice = (text: string, at: number, removed: number, inserted: string): string =>
  text.slice(0, at) + inserted + text.slice(at + removed);

describe('a document of many lines', () => {
  it('[TXT-2] is reached from end to end by the scrollbar and by keys', async () => {
    const pane = await openPane(stage, pretty);
    await pane.scrollTo(1);
    await seesLine(pane, LINES.length);
    await expect.poll(async () => (await pane.rows()).at(-1)).toEqual({ number: String(LINES.length), text: ']' });
    await pane.scrollTo(0.5);
    await seesLine(pane, Math.round(LINES.length / 2));
    await pane.scrollTo(0);
    await seesLine(pane, 1);
    await expect.poll(async () => (await pane.rows())[0]?.number).toBe('1');
    // A drag without a pause.
    for (let step = 1; step <= 30; step += 1) await pane.scrollTo(step / 30);
    await seesLine(pane, LINES.length);
    await pane.scrollTo(0);
    await seesLine(pane, 1);

    await pane.press('Control+End');
    await seesLine(pane, LINES.length);
    await pane.at(LINES.length, 2);
    await pane.press('Control+Home');
    await seesLine(pane, 1);
    await pane.at(1, 1);
    await pane.repeat('PageDown', 40);
    await expect.poll(() => topLine(pane)).toBeGreaterThan(800);
    await pane.root.getByText(/^Ln 1,\d\d\d, Col 1$/).waitFor();
    await pane.repeat('PageUp', 42);
    await pane.at(1, 1);
    await seesLine(pane, 1);
    await pane.press('Control+Shift+End');
    await pane.root.getByText(`(${PRETTY.length.toLocaleString('en-US')} selected)`).waitFor();
    await pane.repeat('ArrowDown', 3);
    await pane.at(LINES.length, 2);
  });

  it('[TXT-2] has its line numbers beside its lines where the end brings a horizontal scrollbar', async () => {
    const list = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: `record ${id} ${'long '.repeat(20)}`,
      x: [1, 2],
    }));
    const pane = await openPane(stage, files.write('wide.json', `${JSON.stringify(list, null, 2)} x`), {
      context: { viewport: { width: 1000, height: 760 } },
    });
    await pane.press('Control+End');
    const lastTop = (selector: string): Promise<number> =>
      pane.root
        .locator(selector)
        .evaluateAll((rows) => Math.max(...rows.map((row) => row.getBoundingClientRect().top)));
    await expect.poll(async () => (await pane.rows()).at(-1)?.text).toBe('] x');
    await pane.page.waitForTimeout(200);
    await expect.poll(() => lastTop('.margin-view-overlays > div')).toBe(await lastTop('.view-lines > .view-line'));
  });

  it('[TXT-2] is wheeled through, window after window, each line under its number', async () => {
    const pane = await openPane(stage, pretty);
    let top = 1;
    await pane.wheel(50, 600, async () => {
      const next = await topLine(pane);
      expect(next).toBeGreaterThanOrEqual(top);
      expect(next).toBeLessThan(top + 200);
      top = next;
    });
    await expect.poll(() => topLine(pane)).toBeGreaterThan(500);
    await pane.wheel(10, -600, async () => void (await topLine(pane)));
    await pane.press('Control+Home');
    await seesLine(pane, 1);
  });

  it('[TXT-2] takes keys right behind a jump, at its end', async () => {
    const pane = await openPane(stage, pretty);
    await pane.copy('pasted');
    await pane.press('Control+End');
    await pane.type('x');
    await pane.press('Enter', 'Control+V', 'Control+Home');
    await pane.type('y');
    expectSame(await pane.bytes(), `y${PRETTY}x\npasted`);
    await pane.press('Control+Z');
    await pane.press('Control+Z', 'Control+Z', 'Control+Z');
    expectSame(await pane.bytes(), PRETTY);
  });

  it('[TXT-2] a key goes to the caret that was scrolled away, and the screen follows', async () => {
    const pane = await openPane(stage, pretty);
    await pane.press('ArrowRight');
    await pane.scrollTo(0.7);
    await seesLine(pane, Math.round(LINES.length * 0.7));
    await pane.type('7');
    await pane.at(1, 3);
    await expect.poll(async () => (await pane.rows())[0]).toEqual({ number: '1', text: '[7' });
    await pane.scrollTo(0.3);
    await seesLine(pane, Math.round(LINES.length * 0.3));
    await pane.press('ArrowLeft', 'Backspace');
    await pane.at(1, 1);
    expectSame(await pane.bytes(), `7${PRETTY.slice(1)}`);
  });

  it('[TXT-1] [TXT-2] undo and redo bring the change into view', async () => {
    const pane = await openPane(stage, pretty);
    await pane.press('Control+End', 'ArrowUp', 'End');
    await pane.type(' ');
    await pane.press('Control+Home');
    await seesLine(pane, 1);
    await pane.press('Control+Z');
    await seesLine(pane, LINES.length);
    await pane.at(LINES.length - 1, 4);
    await pane.scrollTo(0.2);
    await seesLine(pane, Math.round(LINES.length * 0.2));
    await pane.press('Control+Y');
    await pane.at(LINES.length - 1, 5);
    await expect.poll(async () => (await pane.rows()).at(-2)?.text).toBe('  } ');
    await pane.press('Control+Home');
    await seesLine(pane, 1);
    await pane.clickUndo();
    await seesLine(pane, LINES.length);
    expectSame(await pane.bytes(), PRETTY);
  });

  it('[TXT-1] [TXT-2] a selection over windows is copied, replaced, cut, and comes back', async () => {
    const pane = await openPane(stage, pretty);
    await pane.repeat('Shift+PageDown', 30);
    const status = pane.root.getByText(/^Ln .* selected\)$/);
    await expect.poll(async () => Number((await status.innerText()).replace(/, Col.*|\D/g, ''))).toBeGreaterThan(600);
    const selected = await pane.copied();
    expect(PRETTY.startsWith(selected)).toBe(true);
    expect(selected.split('\n').length).toBeGreaterThan(600);
    await pane.type('x');
    expectSame(await pane.bytes(), splice(PRETTY, 0, selected.length, 'x'));
    await pane.press('Control+Z');
    expectSame(await pane.bytes(), PRETTY);
    await pane.press('Control+Home');
    await pane.press('Control+Shift+End', 'Control+X');
    await pane.root.getByText('Empty', { exact: true }).waitFor();
    await expect.poll(async () => (await pane.clipboard()).length).toBe(PRETTY.length);
    await pane.press('Control+V');
    expectSame(await pane.bytes(), PRETTY);
  });

  it('[TXT-1] [TXT-2] all is typed over, or deleted, and comes back with every byte', async () => {
    const pane = await openPane(stage, pretty);
    await pane.press('Control+A', 'Delete');
    await pane.shows('');
    expectSame(await pane.bytes(), '');
    await pane.press('Control+Z');
    await seesLine(pane, 1);
    expectSame(await pane.bytes(), PRETTY);
    await pane.scrollTo(0.5);
    await seesLine(pane, Math.round(LINES.length / 2));
    await pane.press('Control+A');
    await pane.type('xyz');
    expectSame(await pane.bytes(), 'xyz');
    await pane.shows('xyz');
    for (let step = 0; step < 3 && (await pane.shown()).length < 100; step += 1) {
      await pane.press('Control+Z');
      await pane.bytes();
    }
    expectSame(await pane.bytes(), PRETTY);
  });

  it('[TXT-1] [TXT-2] 300 KB are pasted in the middle', async () => {
    const pane = await openPane(stage, pretty);
    const pasted = 'line é\r\n'.repeat(40_000);
    await pane.go(2, 3);
    await pane.copy(pasted);
    await pane.press('Control+V');
    await pane.type('Z');
    expectSame(await pane.bytes(), splice(PRETTY, 4, 0, `${pasted.replaceAll('\r', '')}Z`));
    await pane.at(40_002, 2);
    await pane.press('Control+Z', 'Control+Z');
    expectSame(await pane.bytes(), PRETTY);
    await seesLine(pane, 2);
  });

  it('[TXT-1] [TXT-2] several cursors stay when the screen moves on', async () => {
    const pane = await openPane(stage, pretty);
    await pane.go(2, 3);
    await pane.repeat('Shift+Alt+ArrowDown', 3);
    await pane.type('Q');
    await pane.wheel(50, 600);
    await expect.poll(async () => Number((await pane.rows())[0]?.number)).toBeGreaterThan(400);
    await pane.type('W');
    const marked = LINES.map((line, index) =>
      index >= 1 && index <= 4 ? `${line.slice(0, 2)}QW${line.slice(2)}` : line,
    );
    expectSame(await pane.bytes(), marked.join('\n'));
  });

  it('[TXT-1] [TXT-2] an input method composes at a caret that was scrolled away', async () => {
    const pane = await openPane(stage, pretty);
    await pane.go(4, 14);
    await pane.scrollTo(0.6);
    await seesLine(pane, Math.round(LINES.length * 0.6));
    const session = await pane.page.context().newCDPSession(pane.page);
    // An input method's keys arrive as key code 229, before the composition events.
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      windowsVirtualKeyCode: 229,
      key: 'k',
      code: 'KeyK',
    });
    for (const text of ['k', 'か', 'かn', 'かん'])
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await session.send('Input.insertText', { text: '漢' });
    const line = LINES[3] ?? '';
    expectSame(await pane.bytes(), PRETTY.replace(line, `${line.slice(0, 13)}漢${line.slice(13)}`));
    await expect.poll(async () => (await pane.rows()).find((row) => row.number === '4')?.text).toContain('漢');
  });

  it('[PAR-4] an error far away is gone to by a click, and underlined there', async () => {
    const pane = await openPane(stage, pretty);
    await pane.press('Control+End');
    await pane.type('x');
    await pane.press('Control+Home');
    await seesLine(pane, 1);
    await expect.poll(() => pane.root.locator('.squiggly-error').count()).toBe(0);
    await pane.root.getByRole('button', { name: /^Invalid: line/ }).click();
    await pane.at(LINES.length, 2);
    await expect.poll(() => pane.root.locator('.squiggly-error').count()).toBe(1);
    await pane.press('Delete');
    await validIn(pane.root).waitFor();
    await expect.poll(() => pane.root.locator('.squiggly-error').count()).toBe(0);
    expectSame(await pane.bytes(), PRETTY);
  });
});

describe('a document of one line', () => {
  const joined = async (pane: TextPane): Promise<string> => (await pane.rows()).map((row) => row.text).join('');
  const seesPart = async (pane: TextPane, part: string): Promise<void> => {
    await expect.poll(async () => (await joined(pane)).includes(part)).toBe(true);
    await expect.poll(async () => FLAT.includes(await joined(pane))).toBe(true);
  };

  /** The beginning of a record's name at a share of the text, without its last digits. */
  const partAt = (share: number): string => {
    const at = FLAT.indexOf('"name of', Math.round(FLAT.length * share));
    return FLAT.slice(at, at + '"name of the record 12'.length);
  };

  it('[TXT-2] is read from end to end, by scrollbar and by keys', async () => {
    const pane = await openPane(stage, flat);
    await pane.scrollTo(1);
    await seesPart(pane, BASE64.slice(-500) + '", 7]');
    await pane.scrollTo(0.5);
    await seesPart(pane, partAt(0.5));
    await pane.scrollTo(0);
    await seesPart(pane, FLAT.slice(0, 1000));
    await pane.press('Control+End');
    await seesPart(pane, FLAT.slice(-1000));
    await pane.at(1, FLAT.length + 1);
    await pane.repeat('PageUp', 30);
    await expect.poll(async () => FLAT.indexOf(await joined(pane))).toBeGreaterThan(FLAT.length - 300_000);
    await expect.poll(async () => FLAT.indexOf(await joined(pane))).toBeLessThan(FLAT.length - 40_000);
    await pane.repeat('PageDown', 31);
    await seesPart(pane, FLAT.slice(-1000));
    await pane.press('Control+Home');
    await seesPart(pane, FLAT.slice(0, 1000));
  });

  it('[TXT-2] is wheeled through with nothing left out', async () => {
    const pane = await openPane(stage, flat);
    let at = 0;
    await pane.wheel(50, 600, async () => {
      const text = await joined(pane);
      const next = FLAT.indexOf(text);
      expect(next).toBeGreaterThanOrEqual(at);
      expect(next).toBeLessThan(at + text.length * 3);
      at = next;
    });
    await expect.poll(async () => FLAT.indexOf(await joined(pane))).toBeGreaterThan(26_000);
  });

  it('[TXT-1] [TXT-2] is typed into at both ends and in the middle, and undone', async () => {
    const pane = await openPane(stage, flat);
    await pane.press('Control+End', 'ArrowLeft');
    await pane.type('89');
    await pane.press('Control+Home', 'ArrowRight');
    await pane.type('6, ');
    expectSame(await pane.bytes(), `[6, ${FLAT.slice(1, -1)}89]`);
    // A space starts an undo step.
    await pane.press('Control+Z', 'Control+Z', 'Control+Z');
    expectSame(await pane.bytes(), FLAT);
    await pane.scrollTo(0.4);
    await seesPart(pane, partAt(0.4));
    await pane.root.locator('.view-line').nth(5).click();
    await pane.press('Home');
    await pane.type('é');
    await pane.press('Enter');
    const bytes = await pane.bytes();
    const at = bytes.indexOf('é\n');
    expectSame(bytes, splice(FLAT, at, 0, 'é\n'));
    expect(Math.abs(at / FLAT.length - 0.4)).toBeLessThan(0.01);
  });

  it('[TXT-1] a window that starts inside a string is coloured as one', async () => {
    const pane = await openPane(stage, flat);
    const colours = async (): Promise<string[]> =>
      pane.root
        .locator('.view-line span > span')
        .evaluateAll((spans) => [...new Set(spans.map((span) => getComputedStyle(span).color))]);
    await expect.poll(async () => (await colours()).length).toBeGreaterThan(4);
    await pane.scrollTo((FLAT.length - 100_000) / FLAT.length);
    await seesPart(pane, BASE64.slice(90_000, 91_000));
    const [inside, ...others] = await colours();
    expect(others).toEqual([]);
    await pane.press('Control+Home');
    await seesPart(pane, FLAT.slice(0, 100));
    const name = pane.root.locator('.view-line span > span', { hasText: 'name of' }).first();
    await expect.poll(() => name.evaluate((span) => getComputedStyle(span).color)).toBe(inside);
  });

  it('[TXT-1] [TXT-2] all is cut and pasted, and a part of it is selected over windows', async () => {
    const pane = await openPane(stage, flat);
    await pane.repeat('Shift+PageDown', 50);
    const selected = await pane.copied();
    expect(selected.length).toBeGreaterThan(60_000);
    expect(FLAT.startsWith(selected)).toBe(true);
    await pane.press('Delete');
    expectSame(await pane.bytes(), FLAT.slice(selected.length));
    await pane.press('Control+Z');
    expectSame(await pane.bytes(), FLAT);
    await pane.press('Control+A');
    await pane.type('1');
    expectSame(await pane.bytes(), '1');
    await pane.press('Control+Z');
    expectSame(await pane.bytes(), FLAT);
  });
});
