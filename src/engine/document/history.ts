// The undo and redo steps of a document, within a budget of bytes. A step is a list of splices that reverts the text or, if
// everything changed (format, replacing the whole text), the previous document: its memory is retained, so undo swaps documents
// without a scan. The editor decides where typing ends a step.

import { composeSplices } from '../../shared/document/splice-lists.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { HistoryStep, StepSummary } from '../../shared/protocol/history.ts';
import type { UndoStep } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { arrangementOf, sizeOf } from './arrangement.ts';
import type { JsonDocument } from './document.ts';
import { StepList } from './step-list.ts';

/** How to get from one content to the previous one, or, for redo, to the next. */
export type HistoryChange =
  | { readonly type: 'splices'; readonly splices: readonly Splice[] }
  | { readonly type: 'document'; readonly document: JsonDocument };

/** How an edit is recorded: as an undo step of the protocol, or joined to the step before it, whatever that is. */
export type Recording = UndoStep | 'joined';

/** Carries out changes, one after the other, and returns the inverse of each. */
export type Exchange = (changes: readonly HistoryChange[]) => readonly HistoryChange[];

/** The view state of a content. `expanded`: the starts of containers to be expanded again. */
export interface ViewState {
  readonly selection: Selection | null;
  readonly expanded: Uint32Array;
}

interface Step {
  readonly change: HistoryChange;
  /** The number of the content that the step leads to. */
  readonly content: number;
  /** The selection before the edit that the step undoes or redoes. */
  readonly selection: Selection | null;
  /** The starts, in that content, of expanded containers that the edit removed. */
  readonly expanded: Uint32Array;
  readonly bytes: number;
  /** Whether text that is typed next may join this step. */
  readonly isTyped: boolean;
  /** What the edit was; its time, in milliseconds since 1970. */
  readonly name: string;
  readonly time: number;
  /** What it changed; `null` where the whole text was replaced. */
  readonly summary: StepSummary | null;
}

/** Memory budget of the steps. Beyond it the oldest are dropped; the latest one is always retained. */
export const HISTORY_BYTES = 512 * 1024 * 1024;

/** The undo and redo steps of one document. */
export class History {
  private readonly past = new StepList<Step>();
  private readonly future = new StepList<Step>();
  private lastContent: number;
  private dropped = 0;

  /** `content`: the number of the initial content. */
  constructor(
    private readonly budgetBytes = HISTORY_BYTES,
    public content = 1,
  ) {
    this.lastContent = content;
  }

  /** Returns an empty history for another document, whose content numbers continue after these. */
  successor(): History {
    return new History(this.budgetBytes, this.lastContent + 1);
  }

  /** The number that the next edit will give to its content. */
  get nextContent(): number {
    return this.lastContent + 1;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** What undo and redo would take back and do again; `null` where there is nothing. */
  get names(): { readonly undo: string | null; readonly redo: string | null } {
    return { undo: this.past.last?.name ?? null, redo: this.future.last?.name ?? null };
  }

  /** All steps in the order of their edits; those that were undone come last. */
  get steps(): HistoryStep[] {
    const viewOf = ({ content, name, time, bytes, summary }: Step, made: number, isUndone: boolean): HistoryStep => ({
      content,
      made,
      name,
      time,
      bytes,
      isUndone,
      summary,
    });
    const past = [...this.past];
    return [
      ...past.map((step, at) => viewOf(step, past[at + 1]?.content ?? this.content, false)),
      ...[...this.future].toReversed().map((step) => viewOf(step, step.content, true)),
    ];
  }

  /** Gives the steps that made some contents another time. */
  date(times: ReadonlyMap<number, number>): void {
    const dated = (step: Step, made: number): Step => ({ ...step, time: times.get(made) ?? step.time });
    this.past.replaceAll((step, next) => dated(step, next?.content ?? this.content));
    // A step that was undone leads to what it made.
    this.future.replaceAll((step) => dated(step, step.content));
  }

  /** Whether older steps were dropped, because they were too large together. */
  get isCut(): boolean {
    return this.dropped > 0;
  }

  /** Memory held by the steps, in bytes. */
  get bytes(): number {
    return this.past.bytes + this.future.bytes;
  }

  /**
   * Records the inverse of the latest edit. `selection`: the selection before the edit. `summarise` tells what splices that revert
   * to an earlier content changed since, by the text as it is now.
   */
  record(
    back: HistoryChange,
    how: Recording,
    selection: Selection | null = null,
    name = '',
    summarise: (back: readonly Splice[]) => StepSummary | null = () => null,
  ): void {
    const { last } = this.past;
    this.future.clear();
    const content = this.content;
    this.lastContent += 1;
    this.content = this.lastContent;
    const joins = how === 'joined' || (how === 'continues' && last?.isTyped === true);
    if (joins && back.type === 'splices' && last?.change.type === 'splices') {
      const joined = joinStep(last, back.splices, last.change.splices, summarise);
      this.past.replaceLast(() => joined);
      return;
    }
    const isTyped = how === 'begins' || how === 'continues';
    const summary = back.type === 'splices' ? summarise(back.splices) : null;
    this.push(this.past, { ...makeStep(back, content, selection), isTyped, name, time: Date.now(), summary });
  }

  /** Adds the starts of expanded containers to the step that leads to the given content. */
  keepExpanded(content: number, expanded: Uint32Array): void {
    if (expanded.length === 0) return;
    const keep = (step: Step): Step => ({
      ...step,
      expanded,
      bytes: step.bytes - step.expanded.byteLength + expanded.byteLength,
    });
    for (const steps of [this.past, this.future])
      if (steps.replaceLatest((step) => step.content === content, keep)) return;
  }

  /**
   * Undoes the latest `count` steps, or as many as there are; `exchange` carries them out. Returns the view state before the
   * earliest of these edits; `undefined` if there is no step.
   */
  undo(exchange: Exchange, count = 1): ViewState | undefined {
    return this.move(this.past, this.future, count, exchange);
  }

  /**
   * The inverse of `undo`. The selection after the edit was not recorded, so `selection` is `null`: the caller selects the
   * change.
   */
  redo(exchange: Exchange, count = 1): ViewState | undefined {
    const look = this.move(this.future, this.past, count, exchange);
    return look && { ...look, selection: null };
  }

  private move(from: StepList<Step>, to: StepList<Step>, count: number, exchange: Exchange): ViewState | undefined {
    const moved = from.latest(count);
    const inverses = moved.length === 0 ? [] : exchange(moved.map(({ change }) => change));
    from.removeLast(moved.length);
    if (moved.length > 0) this.past.replaceLast((before) => ({ ...before, isTyped: false }));
    for (const [index, { selection, content, name, time, summary }] of moved.entries()) {
      const inverse = inverses[index];
      if (inverse === undefined) throw new RangeError(`${inverses.length} inverses of ${moved.length} steps`);
      this.push(to, { ...makeStep(inverse, this.content, selection), name, time, summary });
      this.content = content;
    }
    return moved.at(-1);
  }

  /** Takes constant time on average: a host may apply 100,000 edits. */
  private push(steps: StepList<Step>, made: Step): void {
    steps.push(made);
    let excess = this.bytes - this.budgetBytes;
    for (const list of [this.past, this.future]) {
      while (excess > 0 && list.length > 1) {
        excess -= list.dropOldest();
        this.dropped += 1;
      }
    }
  }
}

/** Extends a step so that it reverts one more edit. */
function joinStep(
  step: Step,
  back: readonly Splice[],
  before: readonly Splice[],
  summarise: (back: readonly Splice[]) => StepSummary | null,
): Step {
  const splices = composeSplices(back, before);
  return { ...step, change: { type: 'splices', splices }, bytes: bytesOf(splices), summary: summarise(splices) };
}

function makeStep(
  change: HistoryChange,
  content: number,
  selection: Selection | null,
): Omit<Step, 'name' | 'time' | 'summary'> {
  const bytes =
    change.type === 'splices' ? bytesOf(change.splices) : change.document.size + change.document.tape.byteLength;
  return { change, content, selection, expanded: new Uint32Array(), bytes, isTyped: false };
}

function bytesOf(splices: readonly Splice[]): number {
  const arrangement = arrangementOf(splices);
  const moved = arrangement === null ? 0 : sizeOf(arrangement);
  return splices.reduce((sum, { insert }) => sum + insert.length + 64, moved);
}
