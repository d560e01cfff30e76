// The law of keys: every key and every paste acts at the caret that the user sees or saw last, whatever is loading. Checked
// against a plain string, with scrolls, jumps, pauses and worker deaths in between. VITE_KEYS sets the number of steps,
// VITE_SEED their seed; the seed is printed on failure.

import { afterEach, describe, expect, it } from 'vitest';
import { keys, paste, View } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const STEPS = Number(import.meta.env['VITE_KEYS'] ?? 60);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 728_445);
const MAX_PAUSE_MS = 60;

let view: View | null = null;
afterEach(() => {
  view?.close();
  view = null;
});

const RECORDS = Array.from({ length: 6000 }, (_, id) => ({ id, name: `item ${id}`, note: 'n'.repeat(20 + (id % 30)) }));
const DOCUMENTS = {
  'one line': JSON.stringify(RECORDS),
  lines: JSON.stringify(RECORDS, null, 2),
} as const;

/** The model: a string and a caret in it. */
class Plain {
  caret = 0;

  constructor(public text: string) {}

  insert(typed: string): void {
    this.text = this.text.slice(0, this.caret) + typed + this.text.slice(this.caret);
    this.caret += typed.length;
  }

  backspace(): void {
    if (this.caret === 0) return;
    this.text = this.text.slice(0, this.caret - 1) + this.text.slice(this.caret);
    this.caret -= 1;
  }

  goTo(offset: number): void {
    this.caret = Math.min(this.text.length, Math.max(0, offset));
  }
}

describe.each(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])('keys in a document of %s', (name) => {
  it('[TXT-1] [TXT-2] go where the caret is', { timeout: 60_000 + STEPS * 500 }, async () => {
    const random = integersFrom(SEED);
    const shown = new View('0');
    view = shown;
    const plain = new Plain(DOCUMENTS[name]);
    await shown.open(new Blob([plain.text]));
    await keys('{Control>}{Home}{/Control}');
    const trace: string[] = [];
    const check = async (): Promise<void> => {
      await shown.settled(30_000);
      const where = `seed ${SEED}: ${trace.join(' ')}`;
      const text = await (await shown.client.read()).text();
      expect(text.length, where).toBe(plain.text.length);
      // Only the text around the caret is compared first: a failure message should not hold a megabyte.
      const around = (whole: string): string => whole.slice(Math.max(0, plain.caret - 40), plain.caret + 40);
      expect(around(text), where).toBe(around(plain.text));
      expect(text === plain.text, where).toBe(true);
      expect(shown.session.caret.primary.active, where).toBe(plain.caret);
      expect(shown.problems, where).toEqual([]);
    };
    for (let step = 0; step < STEPS; step += 1) {
      const kind = random(12);
      if (kind <= 3) {
        const typed = 'abcxyz0123'.slice(random(8)).slice(0, 1 + random(3));
        trace.push(typed);
        await keys(typed);
        plain.insert(typed);
      } else if (kind === 4) {
        trace.push('paste');
        paste('pasted');
        plain.insert('pasted');
      } else if (kind === 5) {
        trace.push('backspace');
        await keys('{Backspace}');
        plain.backspace();
      } else if (kind === 6) {
        const isLeft = random(2) === 0;
        trace.push(isLeft ? 'left' : 'right');
        await keys(isLeft ? '{ArrowLeft}' : '{ArrowRight}');
        plain.goTo(plain.caret + (isLeft ? -1 : 1));
      } else if (kind === 7) {
        const isStart = random(2) === 0;
        trace.push(isStart ? 'start' : 'end');
        await keys(isStart ? '{Control>}{Home}{/Control}' : '{Control>}{End}{/Control}');
        plain.goTo(isStart ? 0 : plain.text.length);
      } else if (kind === 8) {
        const offset = random(plain.text.length);
        // Unlike keys, a scripted jump is not queued, so wait here.
        await shown.settled(30_000);
        trace.push(`go ${offset}`);
        shown.session.navigation.goTo(offset);
        plain.goTo(offset);
      } else if (kind === 9) {
        const { total } = shown.session.getScroll();
        trace.push('scroll');
        shown.session.navigation.scrollTo(random(Math.ceil(total)));
      } else if (kind === 10) {
        trace.push('pause');
        await new Promise((resolve) => setTimeout(resolve, random(MAX_PAUSE_MS)));
      } else if (random(3) === 0) {
        trace.push('death');
        shown.killWorker();
      } else {
        trace.push('check');
        await check();
      }
    }
    await check();
  });
});
