// What one row shows, for the row's component alone: the same object until something that is seen of it changes. So an
// edit renders the rows that it changed, and a move of the selection two.

import type { Where } from '../../../shared/protocol/edit-intent.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import type { Field } from '../tree-state.ts';
import { depthAt, rowAbove } from '../editing/insertion-point.ts';
import type { Controls } from '../../model/literal.ts';
import type { TreeHost } from '../tree-host.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { RowDiffReader, type RowDiff } from '../diff/row-differences.ts';
import type { RowHitReader, RowHits } from '../found/row-hits.ts';
import type { ProblemSignProps } from '../../problems/problem-sign.tsx';
import type { ProblemSource } from '../../problems/problem-source.ts';
import type { AssistHost } from '../../schema/assist-host.ts';
import type { KeyNote } from '../../schema/key-note.ts';
import { RowNotes } from './row-notes.ts';
import { RowProblems } from './row-problems.ts';
import { isSelected } from '../selection.ts';

/** All that a row's looks depend on. */
export interface RowView {
  /** `undefined` while it is not read yet. Its node and bytes may be out of date: actions read the cache. */
  readonly row: Row | undefined;
  /** How its key and its value show control characters. */
  readonly controls: Controls;
  readonly selected: boolean;
  readonly focused: boolean;
  readonly field: Field | null;
  /** Two blinks of one row have different names. */
  readonly blink: 'odd' | 'even' | undefined;
  /** Where in this row what is dragged would go. */
  readonly drop: Where | undefined;
  /** Where something is to be inserted right below it. */
  readonly caret: Where | undefined;
  /** How deep that will be; 0 where nothing is. */
  readonly caretDepth: number;
  /** What the find bar has found in it. */
  readonly hits: RowHits | null;
  /** How it differs from the other document. */
  readonly diff: RowDiff | null;
  /** What is wrong in it. */
  readonly problem: ProblemSignProps | null;
  /** What the schema says of its key. */
  readonly note: KeyNote | null;
}

/** Rows that were drawn are remembered up to here; the list holds about a hundred. */
const MOST_VIEWS = 1000;

/** The views of a tree's rows. */
export class RowViews {
  private readonly known = new Map<number, RowView>();
  /** Who knows the hits of rows; `null` while nobody searches. */
  hitReader: RowHitReader | null = null;
  private diffReader: RowDiffReader | null = null;
  private problems: RowProblems | null = null;
  private notes: RowNotes | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly endings: readonly (() => void)[];

  constructor(private readonly model: TreeHost) {
    this.endings = [model, model.cache, model.dragging].map((one) => one.subscribe(() => this.tell()));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The view of a row as it is now. */
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
    if (this.known.size > MOST_VIEWS) this.known.clear();
    this.known.set(index, next);
    return next;
  }

  /** Has rows show differences. Answers how to stop. */
  compare(differences: SideDifferences): () => void {
    this.diffReader = new RowDiffReader(differences);
    return differences.subscribe(() => this.tell());
  }

  /** Has rows show what is wrong in them. Answers how to stop. */
  showProblems(source: ProblemSource): () => void {
    this.problems = new RowProblems(source);
    return source.subscribe(() => this.tell());
  }

  /** Has rows show what the schema says of their keys. Answers how to stop. */
  showNotes(host: AssistHost, source: ProblemSource): () => void {
    this.notes = new RowNotes(this.model, host, () => this.tell());
    return this.notes.start(source);
  }

  dispose(): void {
    for (const end of this.endings) end();
  }

  /** Tells the rows to look whether they changed. */
  tell(): void {
    for (const listener of this.listeners) listener();
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

/** Whether two rows look alike, wherever in the document they are. */
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
    a.text === b.text &&
    a.textCut === b.textCut &&
    (!a.textCut || a.byteLength === b.byteLength)
  );
}
