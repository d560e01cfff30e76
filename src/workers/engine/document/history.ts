// What undo and redo go back and forth through, under a budget of bytes. A step is a list of splices that
// takes the text back, or, where everything changed (format, paste over all), the document as it was:
// its memory is kept, so that undo is an exchange and needs no scan. Where typing ends a step is for the
// editor to say.

import { composeSplices, type Splice } from '../../../shared/document/splice.ts';
import type { UndoStep } from '../../../shared/protocol/protocol.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import { arrangementOf, sizeOf } from './arrangement.ts';
import type { JsonDocument } from './document.ts';

/** How to get from one content to the one before (or, on the redo side, behind). */
export type Change =
  | { readonly type: 'splices'; readonly splices: readonly Splice[] }
  | { readonly type: 'document'; readonly document: JsonDocument };

/** How an edit is recorded: as typed, or as a part of the step before it, whatever that is. */
export type Recording = UndoStep | 'joined';

/** Carries a change out, and answers what changes it back. */
export type Exchange = (change: Change) => Change;

/** What a content looked like. `expanded`: where containers start that are to be expanded again. */
export interface Look {
  readonly selection: Selection | null;
  readonly expanded: Uint32Array;
}

interface Step {
  readonly change: Change;
  /** The content that the step leads to. */
  readonly content: number;
  /** What was selected before the edit that the step takes back, or makes again. */
  readonly selection: Selection | null;
  /** Where containers start in it that were expanded, and that the edit took away. */
  readonly expanded: Uint32Array;
  readonly bytes: number;
  /** Whether what is typed next may join this step. */
  readonly isTyped: boolean;
}

/** Steps above this are forgotten, the oldest first; the latest one is always kept. */
export const HISTORY_BYTES = 512 * 1024 * 1024;

/** The undo and redo steps of one document. */
export class History {
  private past: Step[] = [];
  private future: Step[] = [];
  private lastContent: number;

  /** `content`: the number of the content that it begins with. */
  constructor(
    private readonly budgetBytes = HISTORY_BYTES,
    public content = 1,
  ) {
    this.lastContent = content;
  }

  /** The empty history of another document: its contents have numbers of their own. */
  successor(): History {
    return new History(this.budgetBytes, this.lastContent + 1);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Bytes that the steps hold on to. */
  get bytes(): number {
    return [...this.past, ...this.future].reduce((sum, step) => sum + step.bytes, 0);
  }

  /** Adds what takes the latest edit back. `selection`: what was selected before the edit. */
  record(back: Change, how: Recording, selection: Selection | null = null): void {
    const last = this.past.at(-1);
    this.future = [];
    const content = this.content;
    this.lastContent += 1;
    this.content = this.lastContent;
    const joins = how === 'joined' || (how === 'continues' && last?.isTyped === true);
    if (joins && back.type === 'splices' && last?.change.type === 'splices') {
      this.past[this.past.length - 1] = joinStep(last, back.splices, last.change.splices);
      return;
    }
    this.push(this.past, { ...makeStep(back, content, selection), isTyped: how === 'begins' || how === 'continues' });
  }

  /** Adds to the step that leads to a content where containers start in it that were expanded. */
  keepExpanded(content: number, expanded: Uint32Array): void {
    if (expanded.length === 0) return;
    for (const steps of [this.past, this.future]) {
      const index = steps.findLastIndex((step) => step.content === content);
      const step = steps[index];
      if (step === undefined) continue;
      steps[index] = { ...step, expanded, bytes: step.bytes - step.expanded.byteLength + expanded.byteLength };
      return;
    }
  }

  /**
   * Takes the latest step; `exchange` carries it out and answers what takes it back again. Answers how it
   * looked before the edit; `undefined` where there is no step.
   */
  undo(exchange: Exchange): Look | undefined {
    return this.move(this.past, this.future, exchange);
  }

  /** The inverse of `undo`. What was selected behind the edit nobody knows: it is where the change is. */
  redo(exchange: Exchange): Look | undefined {
    const look = this.move(this.future, this.past, exchange);
    return look && { ...look, selection: null };
  }

  private move(from: Step[], to: Step[], exchange: Exchange): Look | undefined {
    const latest = from.at(-1);
    if (latest === undefined) return undefined;
    const inverse = exchange(latest.change);
    from.pop();
    const before = this.past.at(-1);
    if (before !== undefined) this.past[this.past.length - 1] = { ...before, isTyped: false };
    this.push(to, makeStep(inverse, this.content, latest.selection));
    this.content = latest.content;
    return latest;
  }

  private push(steps: Step[], made: Step): void {
    steps.push(made);
    let excess = this.bytes - this.budgetBytes;
    for (const list of [this.past, this.future]) {
      while (excess > 0 && list.length > 1) excess -= list.shift()?.bytes ?? 0;
    }
  }
}

/** A step that takes back one more edit. */
function joinStep(step: Step, back: readonly Splice[], before: readonly Splice[]): Step {
  const splices = composeSplices(back, before);
  return { ...step, change: { type: 'splices', splices }, bytes: bytesOf(splices) };
}

function makeStep(change: Change, content: number, selection: Selection | null): Step {
  const bytes =
    change.type === 'splices' ? bytesOf(change.splices) : change.document.size + change.document.tape.byteLength;
  return { change, content, selection, expanded: new Uint32Array(), bytes, isTyped: false };
}

function bytesOf(splices: readonly Splice[]): number {
  const arrangement = arrangementOf(splices);
  const moved = arrangement === null ? 0 : sizeOf(arrangement);
  return splices.reduce((sum, { insert }) => sum + insert.length + 64, moved);
}
