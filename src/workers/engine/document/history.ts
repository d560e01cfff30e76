// What undo and redo go back and forth through, under a budget of bytes. A step is a list of splices that
// takes the text back, or, where everything changed (format, paste over all), the document as it was:
// its memory is kept, so that undo is an exchange and needs no scan. Typing in one place, or with several
// cursors at once, is one step.

import { composeSplices, lengthDelta, type Splice } from '../../../shared/document/splice.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import { asByte } from '../../../shared/units.ts';
import { arrangementOf, sizeOf } from './arrangement.ts';
import type { JsonDocument } from './document.ts';

/** How to get from one content to the one before (or, on the redo side, behind). */
export type Change =
  | { readonly type: 'splices'; readonly splices: readonly Splice[] }
  | { readonly type: 'document'; readonly document: JsonDocument };

/** Whether an edit is a step of its own, or one with what is typed around it, or with the edit before it. */
export type Recording = 'alone' | 'typing' | 'joined';

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
  /** While typing goes on: until when, and where, one place a cursor, the next edit joins this step. */
  readonly typing: { readonly until: number; readonly at: readonly number[] } | null;
}

/** How long a pause in typing ends a step. */
const PAUSE_MS = 1000;
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

  /**
   * Adds what takes the latest edit back. `typing` lets it join the step before, `joined` makes it a part of that.
   * `now`: when it was typed, in milliseconds; `selection`: what was selected before the edit.
   */
  record(back: Change, how: Recording, now: number, selection: Selection | null = null): void {
    const last = this.past.at(-1);
    this.future = [];
    const content = this.content;
    this.lastContent += 1;
    this.content = this.lastContent;
    const typing = how === 'typing';
    if (how === 'joined' && back.type === 'splices' && last?.change.type === 'splices') {
      this.past[this.past.length - 1] = joinStep(last, back.splices, last.change.splices);
      return;
    }
    if (typing && back.type === 'splices') {
      const goesOn = { until: now + PAUSE_MS, at: back.splices.map(({ end }) => end) };
      const joins = last?.typing !== null && last !== undefined && now < last.typing.until;
      if (joins && last.change.type === 'splices' && touchAll(last.typing.at, back.splices)) {
        const joined = joinStep(last, back.splices, last.change.splices);
        this.past[this.past.length - 1] = { ...joined, typing: goesOn };
        return;
      }
      this.push(this.past, { ...makeStep(back, content, selection), typing: goesOn });
      return;
    }
    this.push(this.past, makeStep(back, content, selection));
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
  return { change, content, selection, expanded: new Uint32Array(), bytes, typing: null };
}

function bytesOf(splices: readonly Splice[]): number {
  const arrangement = arrangementOf(splices);
  const moved = arrangement === null ? 0 : sizeOf(arrangement);
  return splices.reduce((sum, { insert }) => sum + insert.length + 64, moved);
}

/** Whether an edit goes on at every place where the last one ended. Places are in the text between the two. */
function touchAll(places: readonly number[], back: readonly Splice[]): boolean {
  if (places.length !== back.length) return false;
  // What the splices before have made longer.
  let grown = 0;
  return back.every(({ start, end, insert }, index) => {
    const moved = { start: asByte(start - grown), end: asByte(end - grown), insert };
    grown -= lengthDelta([moved]);
    return touches(places[index] ?? 0, moved);
  });
}

/** Whether an edit goes on where the last one ended: typed behind it, or deleted before it. */
function touches(at: number, back: Splice): boolean {
  return (
    back.start === at ||
    back.end === at ||
    back.end - lengthDelta([back]) === at ||
    back.start + back.insert.length === at
  );
}
