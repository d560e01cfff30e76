// Undo reverts typing in the same steps as a plain Monaco. The seed is printed on failure; VITE_SEED and VITE_ACTIONS as in the
// differential test.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { Pair } from '../support/editor-pair.ts';
import { keys, paste, spell } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const ACTIONS = Number(import.meta.env['VITE_ACTIONS'] ?? 40);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 4117);
/** Each by its key, and by its command in a plain editor. */
const COMMANDS = [
  ['{Backspace}', 'deleteLeft'],
  ['{Backspace}', 'deleteLeft'],
  ['{Delete}', 'deleteRight'],
  ['{Delete}', 'deleteRight'],
  ['{ArrowLeft}', 'cursorLeft'],
  ['{ArrowRight}', 'cursorRight'],
  ['{ArrowDown}', 'cursorDown'],
  ['{Shift>}{ArrowRight}{/Shift}', 'cursorRightSelect'],
  ['{Control>}{Backspace}{/Control}', 'deleteWordLeft'],
] as const;
const TYPED = ['a', 'bc', ' ', ' ', 'd e', '7', ',', '\n', 'été'];

let pair: Pair | null = null;
afterEach(() => {
  pair?.close();
  pair = null;
});

describe('undo', () => {
  it('[TXT-1] [TXT-2] takes back in one step what was typed while the window changed', async () => {
    const text = '{\n  "x": 10,\n  "a": [\n    1,\n    2\n  ]\n}\n';
    pair = new Pair(text);
    await pair.openText();
    const { client } = pair;
    await keys('{ArrowDown}{End}{ArrowLeft}3');
    await pair.settled();
    // Folding changes the lines on the screen.
    const shown = pair.session.screen.model.getLineCount();
    await client.fold({ type: 'fold', offsets: [asByte(text.indexOf('"a"'))] });
    await vi.waitUntil(() => pair?.session.screen.model.getLineCount() !== shown);
    await keys('5');
    await pair.settled();
    expect(await (await client.read()).text()).toBe(text.replace('10', '1035'));
    expect(await pair.undo()).toBe(true);
    expect(await (await client.read()).text()).toBe(text);
  });

  it(
    `[TXT-1] takes back what a plain Monaco takes back, step by step, seed ${SEED}`,
    { timeout: 1_200_000 },
    async () => {
      pair = new Pair(
        JSON.stringify(
          Array.from({ length: 12 }, (_, id) => ({ id, name: `record ${id}` })),
          null,
          2,
        ),
      );
      await pair.openText();
      const { plain, client } = pair;
      const random = integersFrom(SEED);
      const done: string[] = [];
      const first = plain.text;
      try {
        for (let action = 0; action < ACTIONS; action += 1) {
          const command = COMMANDS[random(COMMANDS.length * 2)];
          const text = TYPED[random(TYPED.length)] ?? '';
          if (command !== undefined) {
            done.push(command[1]);
            await keys(command[0]);
            plain.run(command[1]);
          } else if (random(12) === 0) {
            done.push('paste');
            paste('pasted');
            plain.run('paste', { text: 'pasted', pasteOnNewLine: false, multicursorText: null });
          } else {
            done.push(`type ${text}`);
            await keys(text === '\n' ? '{Enter}' : spell(text));
            for (const character of text) plain.run('type', { text: character });
          }
        }
        await pair.compare(true);
        const texts: string[] = [];
        while (client.state.canUndo) {
          plain.undo();
          done.push('undo');
          texts.push(plain.text);
          expect(await pair.undo()).toBe(true);
          expect(await (await client.read()).text()).toBe(plain.text);
        }
        expect(plain.text).toBe(first);
        for (const wanted of texts.slice(0, -1).toReversed()) {
          await client.redo();
          expect(await (await client.read()).text()).toBe(wanted);
        }
      } catch (error) {
        throw new Error(`seed ${SEED}, step ${done.length}, after: ${done.slice(-12).join(' | ')}`, { cause: error });
      }
    },
  );
});
