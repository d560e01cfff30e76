// Keys pressed while fields open, close and are shown late, in any order. A plain interpreter of the keys says what each of them is for.
// VITE_INPUT_SEEDS sets how often it is tried, VITE_SEED the first seed.

import { expect, it } from 'vitest';
import { giveInput } from '../../../src/ui/field/field-keys.ts';
import { InputQueue, type InputNeed, type InputView } from '../../../src/ui/field/input-queue.ts';
import { Emitter } from '../../../src/ui/model/emitter.ts';
import type { KeyPress } from '../../../src/ui/model/key-press.ts';
import { randomFrom } from '../../random.ts';

const SEEDS = Number(import.meta.env['VITE_INPUT_SEEDS'] ?? 40);
const FIRST_SEED = Number(import.meta.env['VITE_SEED'] ?? 1);
const KEYS = 24;

const plain = (key: string): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
});

/** A view in which `o` opens a field, Enter writes it, Tab writes it and opens the next one, and each comes when it likes. */
class SlowView implements InputView {
  openField: object | null = null;
  readonly done: string[] = [];
  readonly queue: InputQueue;
  private element: HTMLTextAreaElement | null = null;
  private readonly changed = new Emitter();
  private busy = 0;
  /** Whether the element has the focus, which a field that closes gives back at once. */
  private hasFocus = false;

  constructor(private readonly random: () => number) {
    this.queue = new InputQueue(this);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.changed.subscribe(listener);

  isReady(needs: InputNeed): boolean {
    return needs === 'nothing' || this.busy === 0;
  }

  async untilReady(): Promise<void> {
    await this.pause();
  }

  /** A moment, from none to some milliseconds. */
  async pause(): Promise<void> {
    const ms = Math.floor(this.random() * 6) - 2;
    if (ms >= 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** As a person presses it: in the field if that has the focus, or else in the view. */
  press(key: string): void {
    if (this.element !== null && this.hasFocus) giveInput(this.element, { type: 'key', press: plain(key) });
    else
      this.queue.enqueue({
        forField: { type: 'key', press: plain(key) },
        needs: 'cells',
        act: () => this.act(key),
      });
  }

  private act(key: string): Promise<void> | undefined {
    if (key === 'o') return this.open();
    this.done.push(`view ${key}`);
    return undefined;
  }

  private async open(): Promise<void> {
    if (this.random() < 0.7) await this.pause();
    this.openField = {};
    this.changed.emit();
    void this.pause().then(() => this.show());
  }

  private show(): void {
    this.hide();
    const element = document.createElement('textarea');
    this.element = element;
    this.hasFocus = true;
    element.addEventListener('keydown', (event) => {
      if (this.queue.takeKey(event)) return event.preventDefault();
      if (event.key !== 'Enter' && event.key !== 'Tab') return;
      event.preventDefault();
      void this.close(element.value, event.key === 'Tab');
    });
    document.body.append(element);
    this.queue.attach(element);
  }

  /** Closes a field that never came to the screen. */
  leave(): void {
    this.openField = null;
    this.changed.emit();
  }

  private async close(text: string, isFollowed: boolean): Promise<void> {
    this.done.push(`field ${text}`);
    this.busy += 1;
    this.hasFocus = false;
    this.openField = null;
    this.changed.emit();
    if (isFollowed) void this.queue.open(() => this.open(), true);
    // The element is still there for a moment.
    else await this.pause();
    if (!isFollowed && this.openField === null) this.hide();
    await this.pause();
    this.busy -= 1;
    this.changed.emit();
  }

  private hide(): void {
    if (this.element === null) return;
    this.queue.attach(null);
    this.element.remove();
    this.element = null;
  }

  async end(): Promise<string> {
    await this.queue.settled();
    await expect.poll(() => this.openField === null || this.hasFocus).toBe(true);
    const text = this.openField === null ? '' : (this.element?.value ?? '');
    this.hide();
    return text;
  }
}

function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** What the keys mean, by themselves. */
function interpret(keys: readonly string[]): { readonly done: string[]; readonly text: string } {
  const done: string[] = [];
  let text: string | null = null;
  for (const key of keys) {
    if (text === null) {
      if (key === 'o') text = '';
      else done.push(`view ${key}`);
    } else if (key === 'Enter' || key === 'Tab') {
      done.push(`field ${text}`);
      text = key === 'Tab' ? '' : null;
    } else if (key === 'Backspace') text = text.slice(0, -1);
    else text += key;
  }
  return { done, text: text ?? '' };
}

it('go to the field that is open by their turn, or else to the view', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const random = randomFrom(seed);
    const view = new SlowView(random);
    const names = ['o', 'o', 'x', 'y', 'z', 'Enter', 'Tab', 'Backspace'];
    const keys = Array.from({ length: KEYS }, () => names[Math.floor(random() * names.length)] ?? 'x');
    for (const key of keys) {
      // Each key is a task of its own: what an earlier one has done may have settled, or not.
      await nextTask();
      view.press(key);
      if (random() < 0.3) await view.pause();
    }
    const text = await view.end();
    expect({ done: view.done, text }, `seed ${seed}: ${keys.join(' ')}`).toEqual(interpret(keys));
  }
});

it('are dropped where the field that they were meant for could not be opened', async () => {
  const view = new SlowView(() => 0);
  const opening = view.queue.open(() => view.pause().then(() => Promise.reject(new Error('refused'))));
  for (const key of ['x', 'y']) view.press(key);
  await expect(opening).rejects.toThrow('refused');
  await view.queue.settled();
  view.press('z');
  expect(view.done).toEqual(['view z']);
});

it('are given to who waits for all of them, where the field never comes to the screen, until that has closed it', async () => {
  const view = new SlowView(() => 0);
  await view.queue.open(async () => {
    view.openField = {};
  });
  for (const key of ['x', 'Enter', 'y']) view.press(key);
  const taken: string[] = [];
  await view.queue.settledUnseen(async (input) => {
    taken.push(input.type === 'key' ? input.press.key : input.text);
    if (taken.at(-1) === 'Enter') view.leave();
  });
  expect(taken).toEqual(['x', 'Enter']);
  expect(view.done).toEqual(['view y']);
  expect(view.queue.isWaiting).toBe(false);
});
