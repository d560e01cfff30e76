// What one row shows, as input for the row's component: the same object until something visible changes. So an edit renders
// only the rows that it changed, and a move of the selection renders two.

import { Emitter } from '../../model/emitter.ts';
import type { Where } from '../../../shared/protocol/edit-intent.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import type { Field } from './tree-state.ts';
import { depthAt, rowAbove } from './insertion-point.ts';
import type { Controls } from '../../model/literal.ts';
import type { TreeHost } from './tree-host.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { RowDiffReader, type RowDiff } from './row-differences.ts';
import type { RowHitReader, RowHits } from './row-hits.ts';
import type { ProblemSignProps } from '../../problem-marks/problem-sign.tsx';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import type { AssistHost } from '../../assist/assist-host.ts';
import type { KeyNote } from '../../assist/key-note.ts';
import { RowNotes } from './row-notes.ts';
import { RowProblems } from './row-problems.ts';
import { isSelected } from './selection.ts';

/** Everything that a row's appearance depends on. */
export interface RowView {
  /** `undefined` until it is read. Its node and byte offsets may be out of date: actions read them from the cache. */
  readonly row: Row | undefined;
  /** How its key and its value show control characters. */
  readonly controls: Controls;
  readonly selected: boolean;
  readonly focused: boolean;
  readonly field: Field | null;
  /** Alternates between blinks, so that a second blink of the same row restarts the animation. */
  readonly blink: 'odd' | 'even' | undefined;
  /** Where the dragged values would be dropped, relative to this row. */
  readonly drop: Where | undefined;
  /** Set when the insertion point is directly below this row. */
  readonly caret: Where | undefined;
  /** The depth of that insertion point; 0 when there is none. */
  readonly caretDepth: number;
  /** Hits of the find bar in this row. */
  readonly hits: RowHits | null;
  /** The row's difference from the other document. */
  readonly diff: RowDiff | null;
  /** The row's first problem. */
  readonly problem: ProblemSignProps | null;
  /** What the schema says about its key. */
  readonly note: KeyNote | null;
}

/** When more views are cached, the cache is cleared; the list holds about a hundred rows. */
const MAX_VIEWS = 1000;

/** The views of a tree's rows. */
export class RowViews {
  private readonly known = new Map<number, RowView>();
  /** Reads the hits of rows; `null` until the find bar is attached. */
  hitReader: RowHitReader | null = null;
  private diffReader: RowDiffReader | null = null;
  private problems: RowProblems | null = null;
  private notes: RowNotes | null = null;
  private readonly changed = new Emitter();
  private readonly endings: readonly (() => void)[];

  constructor(private readonly model: TreeHost) {
    this.endings = [model, model.cache, model.dragging].map((one) => one.subscribe(() => this.tell()));
  }

  readonly subscribe = this.changed.subscribe;

  /** Returns the current view of a row. */
  at(index: number): RowView {
    const { selection, field, blink, caret, controls } = this.model.state;
    const { drop } = this.model.dragging;
    const cached = this.model.cache.get(index);
    const isHere = caret !== null && rowAbove(caret) === index;
    const next: RowView = {
      row: cached?.row,
      controls,
      selected: isSelected(selection, index),
      focused: selection.focus === index,
      field: field?.row === index ? field : null,
      blink: blink === null || !isSelected(blink.rows, index) ? undefined : blink.count % 2 === 0 ? 'even' : 'odd',
      drop: drop?.row === index ? drop.where : undefined,
      caret: isHere ? caret.where : undefined,
      caretDepth: isHere ? Math.max(0, depthAt(this.model, caret)) : 0,
      hits: cached === undefined ? null : (this.hitReader?.at(index, cached, controls) ?? null),
      diff: cached === undefined ? null : (this.diffReader?.at(index, cached, controls) ?? null),
      problem: cached === undefined ? null : (this.problems?.at(cached, this.model.client.state.revision) ?? null),
      note: cached === undefined ? null : (this.notes?.at(index, cached.row) ?? null),
    };
    const before = this.known.get(index);
    if (before !== undefined && isSame(before, next)) return before;
    if (this.known.size > MAX_VIEWS) this.known.clear();
    this.known.set(index, next);
    return next;
  }

  /** Shows differences in rows. Returns a function that stops notifying rows of changes. */
  compare(differences: SideDifferences): () => void {
    this.diffReader = new RowDiffReader(differences);
    return differences.subscribe(() => this.tell());
  }

  /** Shows problems in rows. Returns a function that stops notifying rows of changes. */
  showProblems(source: ProblemSource): () => void {
    this.problems = new RowProblems(source);
    return source.subscribe(() => this.tell());
  }

  /** Shows what the schema says about keys. Returns a function that stops the updates. */
  showNotes(host: AssistHost, source: ProblemSource): () => void {
    this.notes = new RowNotes(this.model, host, () => this.tell());
    return this.notes.start(source);
  }

  dispose(): void {
    for (const end of this.endings) end();
  }

  /** Notifies the rows, which then check whether their view has changed. */
  tell(): void {
    this.changed.emit();
  }
}

function isSame(a: RowView, b: RowView): boolean {
  return (
    a.controls === b.controls &&
    a.selected === b.selected &&
    a.focused === b.focused &&
    a.field === b.field &&
    a.blink === b.blink &&
    a.drop === b.drop &&
    a.caret === b.caret &&
    a.caretDepth === b.caretDepth &&
    a.hits === b.hits &&
    a.diff === b.diff &&
    a.problem === b.problem &&
    a.note === b.note &&
    (a.row === b.row || (a.row !== undefined && b.row !== undefined && looksSame(a.row, b.row)))
  );
}

/** Whether two rows look the same, regardless of their position in the document. */
function looksSame(a: Row, b: Row): boolean {
  return (
    a.depth === b.depth &&
    a.kind === b.kind &&
    a.expanded === b.expanded &&
    a.rawKey === b.rawKey &&
    a.key === b.key &&
    a.keyCut === b.keyCut &&
    a.position === b.position &&
    a.setSize === b.setSize &&
    a.childCount === b.childCount &&
    a.isOpen === b.isOpen &&
    a.text === b.text &&
    a.textCut === b.textCut &&
    (!a.textCut || a.byteLength === b.byteLength)
  );
}
