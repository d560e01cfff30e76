// The input of a view whose values are edited in fields, one after the other. Input waits while what it depends on is written or read
// anew, and while a field is being opened; all later input waits with it. What waits goes to the field that is open by then, as if it
// were pressed there, or else to the view.
//
//   key, paste ──▶ enqueue ─┬─ at rest ─────────▶ act
//                           └─ wait ─▶ waiting ─┬─ a field is open ─▶ giveInput
//                                               └─ at rest ─────────▶ act

import type { KeyPress } from '../model/key-press.ts';
import { giveInput, type FieldInput } from './field-keys.ts';

/** What input may depend on: `rows` for input that only moves the focus, `cells` for all that reads or writes values. */
export type InputNeed = 'nothing' | 'rows' | 'cells';

/** Input of a view. */
export interface QueuedInput {
  /** What an open field does with it; `null` if it is not for a field. */
  readonly forField: FieldInput | null;
  readonly needs: InputNeed;
  /**
   * Carries it out in a view without an open field. Resolves when a field that it opens is open; if it rejects, what waits is
   * dropped: it was meant for that field.
   */
  act(): Promise<unknown> | undefined;
}

/** The view that input is for. */
export interface InputView {
  /** Identifies the open field; `null` if there is none. */
  readonly openField: object | null;
  isReady(needs: InputNeed): boolean;
  /** Waits for a moment at which it may be ready. */
  untilReady(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** The queue of one view. */
export class InputQueue {
  private readonly waiting: QueuedInput[] = [];
  private isDraining = false;
  private gives = false;
  /** The element of a field that is on the screen. */
  private shown: { readonly element: HTMLTextAreaElement; readonly of: object | null } | null = null;
  private ended: (() => void)[] = [];

  constructor(private readonly view: InputView) {
    view.subscribe(() => void this.drain());
  }

  /** Whether input is waiting: what comes next has to be queued too. */
  get isWaiting(): boolean {
    return this.isDraining || this.waiting.length > 0;
  }

  /** Carries out input now, or after that which waits. */
  enqueue(input: QueuedInput): void {
    this.waiting.push(input);
    void this.drain();
  }

  /**
   * Runs work that may open a field, after what waits or, with `next`, before it. What comes meanwhile is for that field, or for the
   * view if none was opened. @throws CodedError what the work throws
   */
  open(work: () => Promise<unknown>, next = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const act = (): Promise<unknown> => {
        const opening = work();
        opening.then(() => resolve(), reject);
        return opening;
      };
      this.waiting.splice(next ? 0 : this.waiting.length, 0, { forField: null, needs: 'nothing', act });
      void this.drain();
    });
  }

  /** Takes a key that is pressed in the open field while earlier ones wait. Returns false if none do. */
  takeKey(press: KeyPress): boolean {
    if (!this.isWaiting || this.gives) return false;
    this.enqueue({ forField: { type: 'key', press }, needs: 'nothing', act: () => undefined });
    return true;
  }

  /** Called when the open field is on the screen and has the focus, and with `null` when it is gone. */
  attach(element: HTMLTextAreaElement | null): void {
    this.shown = element && { element, of: this.view.openField };
    this.feedField();
    void this.drain();
  }

  /** Shows a text that is being composed in the field; with `isDone` the field gets the focus. */
  showComposed(text: string, isDone: boolean): void {
    const { field } = this;
    if (field === null) return;
    field.setSelectionRange(0, field.value.length);
    giveInput(field, { type: 'text', text });
    if (isDone) field.focus({ preventScroll: true });
  }

  /** Waits until no input is left and all that it did has arrived. */
  async settled(): Promise<void> {
    while (this.isWaiting) await this.end();
  }

  /**
   * Waits until no input is left, as `settled` does, where a field may be open that does not come to the screen: what waits for it goes
   * to `take` instead, one after the other.
   */
  async settledUnseen(take: (input: FieldInput) => Promise<unknown>): Promise<void> {
    while (this.isWaiting) {
      const next = this.isDraining ? undefined : this.waiting.shift();
      const forField = next?.forField ?? null;
      if (next === undefined) await this.end();
      if (forField === null) continue;
      const taken = this.give(() => take(forField));
      void this.drain();
      await taken;
    }
  }

  /** The element of the open field. One that has been closed may still be on the screen. */
  private get field(): HTMLTextAreaElement | null {
    return this.shown?.of === this.view.openField ? (this.shown?.element ?? null) : null;
  }

  private end(): Promise<void> {
    return new Promise((resolve) => this.ended.push(resolve));
  }

  private feedField(): void {
    while (this.field !== null && this.view.openField !== null) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.forField === null) continue;
      const { field } = this;
      const { forField } = next;
      this.give(() => giveInput(field, forField));
    }
  }

  /** Gives input to the open field: if that closes it, what waits is carried out only after what that has begun. */
  private give<T>(work: () => T): T {
    this.gives = true;
    try {
      return work();
    } finally {
      this.gives = false;
    }
  }

  private async drain(): Promise<void> {
    if (this.isDraining || this.gives) return;
    this.isDraining = true;
    // Synchronous as long as nothing has to be waited for, so that a key acts before the next one is pressed.
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.view.openField !== null) {
        if (this.field === null) break;
        this.feedField();
        continue;
      }
      while (!this.view.isReady(next.needs) && this.view.openField === null) await this.view.untilReady();
      if (this.view.openField !== null || this.waiting[0] !== next) continue;
      this.waiting.shift();
      const done = next.act();
      if (done !== undefined) await done.catch(() => this.waiting.splice(0));
    }
    this.isDraining = false;
    for (const resolve of this.ended.splice(0)) resolve();
  }
}
