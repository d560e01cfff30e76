// The input of a table, one after the other. Input that depends on rows or cells waits while these are written or chosen anew,
// and while a field is being opened; all later input waits with it. What waits goes to the field that is open by then, as if it
// were pressed there, or else to the table.
//
//   key, paste ──▶ take ─┬─ at rest ─────────▶ act
//                        └─ wait ─▶ waiting ─┬─ a field is open ─▶ giveInput
//                                            └─ at rest ─────────▶ act

import { giveInput, type FieldInput } from '../../widgets/field-keys.ts';
import type { TableModel } from '../model/table-model.ts';

export interface TableInputItem {
  /** What an open field does with it; `null` if it is not for a field. */
  readonly forField: FieldInput | null;
  /** `rows`: it only moves the focus, and waits while rows may move. `cells`: it waits until all cells are current. */
  readonly needs: 'nothing' | 'rows' | 'cells';
  /** Carries it out in a table without an open field. Resolves when a field that it opens is open. */
  act(): Promise<unknown> | undefined;
}

/** The queue of one table. */
export class WaitingInput {
  private readonly waiting: TableInputItem[] = [];
  private isDraining = false;
  private gives = false;
  /** The field, once it is on the screen. */
  private field: HTMLTextAreaElement | null = null;
  private emptied: (() => void)[] = [];

  constructor(private readonly model: TableModel) {
    model.subscribe(() => void this.drain());
  }

  /** Whether input is waiting: what comes next has to be queued too. */
  get isWaiting(): boolean {
    return this.isDraining || this.waiting.length > 0;
  }

  /** Whether the field is being given input that has waited. */
  get isGiving(): boolean {
    return this.gives;
  }

  /** Carries out input now, or after that which waits. */
  enqueue(item: TableInputItem): void {
    this.waiting.push(item);
    void this.drain();
  }

  /** Called when the field is on the screen and has the focus, and with `null` when it is gone. */
  attach(field: HTMLTextAreaElement | null): void {
    this.field = field;
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
    while (this.isWaiting) await new Promise<void>((resolve) => this.emptied.push(resolve));
  }

  private feedField(): void {
    while (this.field !== null && this.model.state.field !== null) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (next.forField === null) continue;
      this.gives = true;
      try {
        giveInput(this.field, next.forField);
      } finally {
        this.gives = false;
      }
    }
  }

  private async drain(): Promise<void> {
    if (this.isDraining || this.waiting.length === 0) return;
    this.isDraining = true;
    // Synchronous as long as nothing has to be waited for, so that a key acts before the next one is pressed.
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.model.state.field !== null) {
        if (this.field === null) break;
        this.feedField();
        continue;
      }
      if (!this.isReady(next)) await this.ready(next);
      if (this.model.state.field !== null || this.waiting[0] !== next) continue;
      this.waiting.shift();
      const done = next.act();
      if (done !== undefined) await done.catch(() => undefined);
    }
    this.isDraining = false;
    if (this.waiting.length > 0) return;
    for (const resolve of this.emptied.splice(0)) resolve();
  }

  private isReady({ needs }: TableInputItem): boolean {
    const { model } = this;
    if (needs === 'nothing') return true;
    return needs === 'rows' ? !model.rows.movesRows || model.rows.isAtRest : model.rows.isAtRest;
  }

  private async ready(item: TableInputItem): Promise<void> {
    while (!this.isReady(item) && this.model.state.field === null) await this.model.rows.untilRest();
  }
}
