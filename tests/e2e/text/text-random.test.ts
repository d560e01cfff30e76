// Text mode under random keys, compared with a simple model of an editor. RANDOM_KEYS sets the number of actions, SEED their
// seed.

import { describe, expect, it } from 'vitest';
import { setStage } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, type TextPane } from '../support/pane.ts';
import { integersFrom } from '../../random.ts';

const stage = setStage();
const files = makeFolder();
const ACTIONS = Number(process.env['RANDOM_KEYS'] ?? 60);
const SEED = Number(process.env['SEED'] ?? 20_261);
/**
 * Monaco stores no tokens for an empty line. If that line is typed into and joined with the line above before the next frame,
 * Monaco finds its tokens too short, logs this to the console and tokenizes the line again. Harmless.
 */
const MONACO_TOKENS = /Token length and text length do not match/;
const WORDS = ['alpha', 'été', '7', '日本', 'x-y', '%', 'Ω.'];

/**
 * A text, a caret and a selection. Lines end with `\n`. There are no spaces, which Enter and Home would treat as indentation.
 */
class Model {
  anchor = 0;
  active = 0;
  /** Every text so far. */
  readonly texts: string[];

  constructor(public text: string) {
    this.texts = [text];
  }

  get start(): number {
    return Math.min(this.anchor, this.active);
  }

  get end(): number {
    return Math.max(this.anchor, this.active);
  }

  replace(start: number, end: number, inserted: string): void {
    if (start !== end || inserted !== '') {
      this.text = this.text.slice(0, start) + inserted + this.text.slice(end);
      this.texts.push(this.text);
    }
    this.anchor = this.active = start + inserted.length;
  }

  insert(inserted: string): void {
    this.replace(this.start, this.end, inserted);
  }

  remove(step: -1 | 1): void {
    if (this.start !== this.end) this.insert('');
    else if (step < 0) this.replace(Math.max(0, this.start - 1), this.end, '');
    else this.replace(this.start, Math.min(this.text.length, this.end + 1), '');
  }

  move(to: number, select: boolean): void {
    this.active = Math.min(Math.max(to, 0), this.text.length);
    if (!select) this.anchor = this.active;
  }

  lineStart(): number {
    return this.active === 0 ? 0 : this.text.lastIndexOf('\n', this.active - 1) + 1;
  }

  lineEnd(): number {
    const end = this.text.indexOf('\n', this.active);
    return end < 0 ? this.text.length : end;
  }
}

/** Performs one random action on both and returns its name for failure messages. */
async function act(pane: TextPane, model: Model, random: (limit: number) => number): Promise<string> {
  const word = WORDS[random(WORDS.length)] ?? '';
  switch (random(16)) {
    case 0:
    case 1:
    case 2:
      await pane.type(word);
      for (const character of word) model.insert(character);
      return `type ${word}`;
    case 3:
      await pane.press('Backspace');
      model.remove(-1);
      return 'Backspace';
    case 4:
      await pane.press('Delete');
      model.remove(1);
      return 'Delete';
    case 5: {
      await pane.press('Enter');
      model.insert('\n');
      return 'Enter';
    }
    case 6:
    case 7: {
      const count = 1 + random(9);
      const select = random(2) === 0;
      await pane.repeat(select ? 'Shift+ArrowRight' : 'ArrowRight', count);
      for (let step = 0; step < count; step += 1)
        model.move(!select && model.start !== model.end ? model.end : model.active + 1, select);
      return `${select ? 'Shift+' : ''}ArrowRight ${count}`;
    }
    case 8: {
      const count = 1 + random(9);
      const select = random(2) === 0;
      await pane.repeat(select ? 'Shift+ArrowLeft' : 'ArrowLeft', count);
      for (let step = 0; step < count; step += 1)
        model.move(!select && model.start !== model.end ? model.start : model.active - 1, select);
      return `${select ? 'Shift+' : ''}ArrowLeft ${count}`;
    }
    case 9: {
      // Starts at column 1, so that the caret's remembered column does not matter.
      await pane.press('Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
      model.move(model.lineStart(), false);
      for (let step = 0; step < 2; step += 1) {
        const end = model.lineEnd();
        model.move(end === model.text.length ? end : end + 1, true);
      }
      return 'Home, Shift+ArrowDown twice';
    }
    case 10:
      await pane.press('Home', 'ArrowUp');
      model.move(model.lineStart(), false);
      model.move(model.active - 1, false);
      model.move(model.lineStart(), false);
      return 'Home, ArrowUp';
    case 11:
      await pane.press('End');
      model.move(model.lineEnd(), false);
      return 'End';
    case 12: {
      const key = random(2) === 0 ? 'Home' : 'End';
      await pane.press(`Control+${key}`);
      model.move(key === 'Home' ? 0 : model.text.length, false);
      return `Ctrl+${key}`;
    }
    case 13: {
      const pasted = `${word}\r\n${word}!`;
      await pane.copy(pasted);
      await pane.press('Control+V');
      model.insert(pasted.replace('\r', ''));
      return `paste ${word}`;
    }
    default: {
      // The size of an undo step depends on how fast the keys came: the resulting text must be an earlier one.
      const key = random(3) === 0 ? 'Control+Y' : 'Control+Z';
      await pane.press(key, 'Control+End');
      const text = await pane.text();
      expect(model.texts, key).toContain(text);
      model.text = text;
      model.move(text.length, false);
      return key;
    }
  }
}

describe('random keys', () => {
  it(`[TXT-1] leave what a plain editor would, seed ${SEED}`, { timeout: 60_000 + ACTIONS * 1000 }, async () => {
    const lines = Array.from({ length: 160 }, (_, index) => `"value-é-${index}":${index},`);
    const model = new Model(lines.join('\n'));
    const pane = await openPane(stage, files.write('random.json', model.text), { allow: MONACO_TOKENS });
    const random = integersFrom(SEED);
    const done: string[] = [];
    try {
      for (let count = 0; count < ACTIONS; count += 1) {
        done.push(await act(pane, model, random));
        if (count % 20 === 19) await expect.poll(() => pane.text()).toBe(model.text);
      }
      await expect.poll(() => pane.text()).toBe(model.text);
      // Reads Monaco's own text through the clipboard.
      await pane.press('Control+A', 'Control+C');
      await expect.poll(() => pane.clipboard()).toBe(model.text);
      while (await pane.root.getByRole('button', { name: /^Undo/ }).isEnabled()) {
        await pane.press('Control+Z');
        expect(model.texts).toContain(await pane.text());
      }
      await expect.poll(() => pane.text()).toBe(model.texts[0]);
    } catch (error) {
      process.stderr.write(`seed ${SEED}, after: ${done.slice(-20).join(' | ')}\n`);
      throw error;
    }
  });
});
