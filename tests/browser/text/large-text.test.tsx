// Text mode with its normal windows on a large document: after every step of a random script the editor shows the bytes that
// the worker holds, and after undoing everything the document equals the file, byte for byte. The seed is printed on failure.
// VITE_LARGE_MB sets the size, VITE_ACTIONS the number of actions, VITE_SEED their seed.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasCode } from '../../../src/shared/errors.ts';
import { asByte } from '../../../src/shared/units.ts';
import type { TextSlice } from '../../../src/ui/text/window/slice.ts';
import { keys, paste, spell, View } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const MB = 1024 * 1024;
const SIZE = Number(import.meta.env['VITE_LARGE_MB'] ?? 8) * MB;
const ACTIONS = Number(import.meta.env['VITE_ACTIONS'] ?? 40);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 728_445);
/** At 1 GB, reading a window may have to wait for the write before it. */
const SETTLE_MS = 10_000 + (SIZE / MB) * 100;
const WORDS = ['alpha', 'été', '7', '日本', 'x y', '😀', '",'];
const HASHED_BYTES = 64 * MB;

/** About `size` bytes of records, one per line, no two alike. Some lines end with CRLF. */
function makeRecords(size: number): Blob {
  const parts: Blob[] = [];
  let made = 2;
  for (let id = 0; made < size;) {
    const lines: string[] = [id === 0 ? '[' : ','];
    for (let count = 0; count < 10_000; count += 1, id += 1) {
      const end = id % 7 === 0 ? '\r\n' : '\n';
      const name = id % 5000 === 0 ? 'needle' : `récord ${id} 日本 😀`;
      const note = id % 9001 === 9000 ? 'long '.repeat(200) : 'short';
      lines.push(`{${end}  "id": ${id},\n  "name": "${name}",${end}  "tags": [\n    "a",\n    "${note}"\n  ]\n}`);
      if (count < 9999) lines.push(',\n');
    }
    const part = new Blob(lines);
    made += part.size;
    parts.push(part);
  }
  return new Blob([...parts, '\n]\n']);
}

/** A digest of any number of bytes: the digest of the digests of its pieces, as no single buffer could hold them all. */
async function digest(size: number, read: (start: number, end: number) => Promise<BufferSource>): Promise<string> {
  const pieces: ArrayBuffer[] = [];
  for (let at = 0; at < size; at += HASHED_BYTES)
    pieces.push(await crypto.subtle.digest('SHA-256', await read(at, Math.min(size, at + HASHED_BYTES))));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(pieces).arrayBuffer()));
  return `${size}:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const digestBlob = (blob: Blob): Promise<string> =>
  digest(blob.size, (start, end) => blob.slice(start, end).arrayBuffer());

/** The digest of the worker's text. Chromium cannot read a second Blob of 1 GB, so large texts are read in pieces. */
async function digestDocument({ client }: View): Promise<string> {
  const { size } = client.state;
  if (size <= 512 * MB) return digestBlob(await client.read());
  return digest(size, async (start, end) =>
    Uint8Array.from(await client.readRange({ start: asByte(start), end: asByte(end) })),
  );
}

/** The lines of a range of bytes, without what is folded in it. */
function linesOf(bytes: Uint8Array, { gaps }: TextSlice): string[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  let hidden = 0;
  for (const gap of gaps.list) {
    parts.push(bytes.subarray(from, gap.at + hidden));
    hidden += gap.bytes;
    from = gap.at + hidden;
  }
  const all = [...parts, bytes.subarray(from)].map((part) => new Uint8Array(part));
  return new TextDecoder().decode(joined(all)).split(/\r\n?|\n/);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Checks that the editor shows what the worker holds. */
async function compare(view: View): Promise<void> {
  const { session, client, problems } = view;
  const { slice, model } = session.screen;
  // Folding is refused in invalid text, with a message. That is the only expected problem.
  expect(problems.filter((problem) => !hasCode(problem, 'invalid-document'))).toEqual([]);
  if (slice === null) throw new Error('no window');
  expect({ size: slice.size, lineCount: slice.lineCount, revision: slice.revision }).toEqual({
    size: client.state.size,
    lineCount: client.state.lineCount,
    revision: client.state.revision,
  });
  const bytes = await client.readRange({ start: slice.base, end: slice.end });
  if (slice !== session.screen.slice) {
    // The window moved while its bytes were being read.
    await view.settled(SETTLE_MS);
    return compare(view);
  }
  const wanted = linesOf(bytes, slice);
  const shown = model.getLinesContent();
  const wrong = wanted.findIndex((line, index) => line !== shown[index]);
  if (wrong >= 0) expect(`${wrong}: ${shown[wrong]}`).toBe(`${wrong}: ${wanted[wrong]}`);
  expect(shown).toHaveLength(wanted.length);
}

/** An offset near `offset` that is not inside a character. */
async function placeNear(view: View, offset: number): Promise<number> {
  const { size } = view.client.state;
  const start = Math.max(0, Math.min(offset, size) - 8);
  const bytes = await view.client.readRange({ start: asByte(start), end: asByte(Math.min(size, start + 8)) });
  const at = bytes.findIndex((byte, index) => index > 0 && byte < 0x80 && byte !== 10);
  return at < 0 ? start : start + at;
}

async function undoUntil(view: View, isDone: () => boolean): Promise<void> {
  while (!isDone() && (await view.undo())) await view.settled(SETTLE_MS);
}

/** Performs one random action and returns its name for failure messages. */
async function act(view: View, random: (limit: number) => number): Promise<string> {
  const { session, client } = view;
  const { navigation: travel } = session;
  switch (random(12)) {
    case 0:
    case 1:
    case 2: {
      const place = await placeNear(view, random(client.state.size + 1));
      travel.goTo(place);
      return `jump to ${place}`;
    }
    case 3:
    case 4: {
      const word = WORDS[random(WORDS.length)] ?? '';
      await keys(spell(word));
      return `type ${word}`;
    }
    case 5: {
      const key = ['{Enter}', '{Backspace}', '{Delete}', '{Control>}{Backspace}{/Control}'][random(4)] ?? '';
      await keys(key);
      return key;
    }
    case 6: {
      const text = `${'pasted\n'.repeat(random(4000))}ü`;
      paste(text);
      return `paste ${text.length}`;
    }
    case 7: {
      const place = await placeNear(view, session.caret.primary.active + random(8 * MB) - 4 * MB);
      travel.goTo(place, true);
      await view.settled(SETTLE_MS);
      await keys(random(2) === 0 ? '{Delete}' : 'x');
      return `delete up to ${place}`;
    }
    case 8:
    case 9: {
      // Folding needs a valid text.
      if (random(2) === 0) await undoUntil(view, () => client.state.validity === 'valid');
      const fold = ['{Control>}{Shift>}[[{/Shift}{/Control}', ...['0', '2', '3', 'j'].map(chord)][random(5)] ?? '';
      await keys(fold);
      return `${fold} in ${client.state.validity} text`;
    }
    case 10: {
      const moves = ['{Control>}{End}{/Control}', '{Control>}{Home}{/Control}', '{PageDown}', '{PageUp}'];
      const move = moves[random(4)] ?? '';
      await keys(move);
      return move;
    }
    default: {
      const done = await view.undo();
      return done ? 'undo' : 'nothing to undo';
    }
  }
}

const chord = (key: string): string => `{Control>}k{/Control}{Control>}${key}{/Control}`;

async function replaceAll({ finder, session }: View, pattern: string, replacement: string): Promise<void> {
  finder.open(true, pattern);
  finder.setReplacement(replacement);
  await vi.waitFor(() => expect(finder.getState()).toMatchObject({ running: false, pattern }), SETTLE_MS);
  await finder.replaceAll();
  finder.close();
  session.editor.focus();
}

let view: View | null = null;
afterEach(() => {
  view?.close();
  view = null;
});

describe('text mode on a large document', () => {
  it(
    `[TXT-2] [BIG-1] shows the worker's bytes, and undoes to the last of them: ${SIZE / MB} MB, seed ${SEED}`,
    { timeout: 1_200_000 },
    async () => {
      const source = makeRecords(SIZE);
      const sourceDigest = await digestBlob(source);
      view = new View('0');
      await view.open(source);
      const random = integersFrom(SEED);
      const done: string[] = [];
      const kinds = { windows: 0, folded: 0, invalid: 0 };
      const began = performance.now();
      try {
        for (let step = 1; step <= ACTIONS; step += 1) {
          done.push(step % 30 === 0 ? 'replace all' : '');
          if (step % 30 === 0) await replaceAll(view, 'needle', `né${step}edle`);
          else done[done.length - 1] = await act(view, random);
          await view.settled(SETTLE_MS);
          await compare(view);
          const { slice } = view.session.screen;
          if (slice?.isWhole === false) kinds.windows += 1;
          if ((slice?.gaps.list.length ?? 0) > 0) kinds.folded += 1;
          if (view.client.state.validity === 'invalid') kinds.invalid += 1;
        }
        const acted = performance.now();
        await undoUntil(view, () => false);
        await compare(view);
        expect(await digestDocument(view)).toBe(sourceDigest);
        if (import.meta.env['VITE_LARGE_MB'] !== undefined) {
          const seconds = [acted - began, performance.now() - acted].map((ms) => (ms / 1000).toFixed(1));
          console.log(JSON.stringify({ bytes: source.size, ...kinds, acting: seconds[0], undoing: seconds[1] }));
        }
      } catch (error) {
        throw new Error(`seed ${SEED}, step ${done.length}, after: ${done.slice(-12).join(' | ')}`, { cause: error });
      }
      // A script that never folds or moves the window proves nothing.
      if (ACTIONS >= 40) expect(Math.min(kinds.windows, kinds.folded, kinds.invalid)).toBeGreaterThan(0);
    },
  );
});
