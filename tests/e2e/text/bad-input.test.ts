// Hostile files in text mode: each is dropped, read at its ends and in its middle, edited, searched, folded, navigated, typed
// over, and saved byte for byte as it was. BAD_MB sets the length of the long string, BAD_LINES the number of empty lines,
// BAD_SEED the bytes of the binary file; BAD_TELL prints the longest tasks.

import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';
import { save } from '../support/saves.ts';

const MB = 1024 * 1024;
const STRING_BYTES = Number(process.env['BAD_MB'] ?? 4) * MB;
const LINES = Number(process.env['BAD_LINES'] ?? 1_200_000);
const SEED = Number(process.env['BAD_SEED'] ?? 728_445);
/** The machine may be slow and busy: only a freeze that a user would call a hang fails. */
const MAX_TASK_MS = 3000;
/** Occurs in none of the files. */
const MARK = 'qzxjkv';

const stage = setStage();
const files = makeFolder();

/** A hostile file. */
interface Bad {
  readonly name: string;
  readonly make: () => Buffer;
  /** The search term, as spelt in the file. */
  readonly find: string;
  /** Whether the screen shows the characters as they are: none is marked, moved or left out by the editor. */
  readonly isPlain?: boolean;
}

const words = (count: number): string =>
  Array.from({ length: Math.ceil(count / 12) }, (_, index) => `word${String(index).padStart(7, '0')} `)
    .join('')
    .slice(0, count);
const solid = (count: number): string => words(count).replaceAll(' ', '_');
const ENDS = ['\n', '\r\n', '\r'];
const BROKEN = Buffer.from([0xed, 0xa0, 0x80]);

const BAD: readonly Bad[] = [
  {
    name: `one string of ${STRING_BYTES / MB} MB`,
    make: () => Buffer.from(`"${words(STRING_BYTES / 2)}${solid(STRING_BYTES / 2)}"`),
    find: 'word0000777',
    isPlain: true,
  },
  { name: `${LINES} line ends and nothing else`, make: () => Buffer.alloc(LINES, '\n'), find: 'a', isPlain: true },
  {
    name: 'lone surrogates, raw and escaped',
    make: () =>
      Buffer.concat([
        Buffer.from('[\n'),
        ...Array.from({ length: 20_000 }, (_, index) =>
          Buffer.concat([
            Buffer.from(`  "${index} \\ud800 `),
            BROKEN,
            BROKEN.subarray(0, index % 4),
            Buffer.from('",\n'),
          ]),
        ),
        Buffer.from('  "\\udc00"\n]\n'),
      ]),
    find: '777 \\ud800',
  },
  {
    name: 'LF, CRLF and CR in turn',
    make: () =>
      Buffer.from(
        `[${Array.from({ length: 60_000 }, (_, index) => `${ENDS[(index * index) % 3]}{"n": ${index}}`).join(',')}\r\r\n]\n\r`,
      ),
    find: '"n": 5999',
    isPlain: true,
  },
  { name: `1 MB of random bytes, seed ${SEED}`, make: () => randomBytes(MB), find: 'a' },
  {
    name: 'a short line, then one of 3 MB',
    make: () => Buffer.from(`{\n"a": "${words(3 * MB)}"}`),
    find: 'word0000777',
    isPlain: true,
  },
  {
    name: 'a line of 3 MB, then a short one',
    make: () => Buffer.from(`{"a": [${solid(3 * MB).replaceAll('_', ',')}\n]}`),
    find: 'word0000777',
    isPlain: true,
  },
  {
    name: '200,000 brackets on one line',
    make: () => Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)),
    find: '[]',
    isPlain: true,
  },
  {
    name: '200,000 brackets on lines of their own',
    make: () => Buffer.from('[\n'.repeat(100_000) + ']\n'.repeat(100_000)),
    find: ']',
    isPlain: true,
  },
  { name: 'an empty file', make: () => Buffer.alloc(0), find: 'a', isPlain: true },
  { name: 'only a BOM', make: () => Buffer.from([0xef, 0xbb, 0xbf]), find: 'a', isPlain: true },
  {
    name: '1 MB of emoji, combining and right-to-left characters on one line',
    make: () => {
      const run = `e${'\u0301'.repeat(40)} \u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u{1f1eb}\u{1f1ee} שלום עולם مرحبا بالعالم \u202e123\u202c `;
      return Buffer.from(`"${run.repeat(Math.ceil(MB / Buffer.byteLength(run)))}"`);
    },
    find: 'שלום',
  },
];

/** Random bytes of all values, reproducible by the seed. */
function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  let state = SEED;
  for (let at = 0; at < count; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** A file and its positions, computed directly from its bytes. */
class Source {
  readonly digest: string;
  /** The first byte of the text, after a byte order mark. */
  readonly first: number;

  constructor(readonly bytes: Buffer) {
    this.digest = sha256(bytes);
    this.first = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  }

  /** Converts a byte offset to a line and column, both from 1. */
  place(offset: number): readonly [line: number, column: number] {
    const { bytes } = this;
    let line = 1;
    let start = this.first;
    for (let at = this.first; at < offset; at += 1) {
      const isEnd = bytes[at] === 10 || (bytes[at] === 13 && (bytes[at + 1] !== 10 || at + 1 >= offset));
      if (!isEnd) continue;
      line += 1;
      start = at + 1;
    }
    return [line, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, offset)).length + 1];
  }

  /** An offset near the middle, between two characters. */
  get middle(): number {
    const { bytes } = this;
    let at = bytes.length >> 1;
    while (at > this.first && (((bytes[at] ?? 0) & 0xc0) === 0x80 || bytes[at] === 10)) at -= 1;
    return Math.max(at, this.first);
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Saves; returns the digest of the saved bytes, computed in the page because they may be many. */
async function savedDigest({ page }: TextPane): Promise<string> {
  await save(page);
  return page.evaluate(async () => {
    const digest = await crypto.subtle.digest('SHA-256', (await saves[0]?.arrayBuffer()) ?? new ArrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
}

/** Undoes until the text equals the source, in fewer than `most` steps. */
async function undoAll(pane: TextPane, source: Source, most: number): Promise<void> {
  let steps = 0;
  while ((await savedDigest(pane)) !== source.digest) {
    expect(steps, 'steps to undo').toBeLessThan(most);
    steps += 1;
    await pane.clickUndo();
  }
}

/** Clicks in the middle of the text area, whatever is there. */
async function clickText({ page, root }: TextPane): Promise<void> {
  const box = await root.locator('.monaco-editor').first().boundingBox();
  if (box === null) throw new Error('no text on the screen');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Drags the scrollbar if there is one. */
async function scrollTo(pane: TextPane, share: number): Promise<void> {
  if ((await pane.root.getByRole('scrollbar').count()) > 0) await pane.scrollTo(share);
}

/** The first row on the screen that is not in the source, apart from typed marks; `null` when there is none. */
async function foreignRow(pane: TextPane, text: string): Promise<string | null> {
  const rows = await pane.rows();
  return rows.length === 0
    ? 'no rows'
    : (rows.map((row) => row.text.replaceAll(MARK, '').trim()).find((row) => !text.includes(row)) ?? null);
}

/** Observes long tasks. The returned function gives the longest since its last call, in milliseconds. */
async function watchTasks(pane: TextPane): Promise<() => Promise<number>> {
  await pane.page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(globalThis, { longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return () =>
    pane.page.evaluate(() => {
      const { longest } = globalThis as unknown as { longest: { ms: number } };
      const { ms } = longest;
      longest.ms = 0;
      return ms;
    });
}

describe('[TXT-2] [BIG-1] bad input in text mode', () => {
  const told: string[] = [];
  afterEach(() => {
    if (process.env['BAD_TELL'] !== undefined) process.stdout.write(told.splice(0).join(''));
  });

  it.each(BAD)('$name', async ({ name, make, find, isPlain }) => {
    const source = new Source(make());
    const { bytes } = source;
    const text = isPlain === true ? bytes.toString() : '';
    const path = files.write('bad.json', bytes);
    let since = performance.now();
    const pane = await openPane(stage, path);
    pane.page.setDefaultTimeout(20_000);
    const longest = await watchTasks(pane);
    const step = async (what: string): Promise<void> => {
      const ms = await longest();
      told.push(`${name}: ${what} ${Math.round(performance.now() - since)} ms, longest task ${Math.round(ms)} ms\n`);
      since = performance.now();
      expect(ms, `the longest task when it was ${what}`).toBeLessThan(MAX_TASK_MS);
    };
    const isShown = (): Promise<void> =>
      isPlain === true
        ? expect.poll(() => foreignRow(pane, text)).toBeNull()
        : expect.poll(async () => (await pane.rows()).length).toBeGreaterThan(0);
    await step('opened');

    await scrollTo(pane, 1);
    await isShown();
    await scrollTo(pane, 0.5);
    await isShown();
    await pane.press('Control+End');
    await pane.at(...source.place(bytes.length));
    await isShown();
    await step('read');

    await pane.type(MARK);
    await scrollTo(pane, 0.5);
    await isShown();
    await clickText(pane);
    await pane.type(MARK);
    await pane.press('Control+Home');
    await pane.type(MARK);
    await pane.at(1, MARK.length + 1);
    await step('edited');
    const edited = await pane.bytes();
    const parts = splitAt(edited, MARK);
    expect(parts).toHaveLength(4);
    expect(parts[0]?.length, 'bytes before the first mark').toBe(source.first);
    expect(parts[3]?.length, 'bytes behind the last mark').toBe(0);
    expect(sha256(Buffer.concat(parts)) === source.digest, 'all but the marks is untouched').toBe(true);
    // Transferring all bytes to the test was a long task of its own: reset the measurement.
    await longest();
    await undoAll(pane, source, 3 * MARK.length);
    await step('undone');

    await clickText(pane);
    await pane.press('Control+F');
    // Text that is inserted without keys does not wait for the bar.
    await expect
      .poll(() => pane.page.evaluate(() => document.activeElement?.closest('[role=search]') != null))
      .toBe(true);
    await pane.page.keyboard.insertText(find);
    const hits = splitAt(bytes, find, true).length - 1;
    const status = pane.root.getByRole('search').getByRole('status');
    await expect
      .poll(() => status.innerText())
      .toMatch(hits === 0 ? /^No results$/ : new RegExp(` of ${hits.toLocaleString('en-US')}$`));
    await pane.press('Enter', 'Escape');
    await step('searched');

    await pane.press('Control+K', 'Control+0');
    await pane.press('Control+Home');
    await pane.at(1, 1);
    await pane.press('Control+K', 'Control+J');
    await pane.press('Control+End');
    await pane.at(...source.place(bytes.length));
    await step('folded');

    await pane.press('Control+G');
    const field = pane.page.getByRole('textbox', { name: 'Line, byte or path' });
    await field.fill(`@${source.middle}`);
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
    await pane.at(...source.place(source.middle));
    await step('gone to');

    await pane.press('Control+A');
    await pane.type('x');
    // A byte order mark cannot be selected.
    await expect.poll(() => pane.bytes()).toEqual(Buffer.concat([bytes.subarray(0, source.first), Buffer.from('x')]));
    await undoAll(pane, source, 2);
    await isShown();
    await step('typed over');
  });
});

/** Splits bytes at each `mark`; `loosely` ignores case. */
function splitAt(bytes: Buffer, mark: string, loosely = false): Buffer[] {
  const text = loosely ? Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1') : bytes;
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, start)) {
    parts.push(bytes.subarray(start, at));
    start = at + Buffer.byteLength(mark);
  }
  parts.push(bytes.subarray(start));
  return parts;
}
