// The selections, as bytes of the document: they stay when the window moves on, and may be longer than any window. Monaco shows
// the parts that lie in the slice. Before the window moves away from the caret, its slice is remembered, so that the next key
// finds the text around the caret immediately: an input method does not wait.

import type { Span } from '../../../shared/protocol/selection.ts';
import { asByte, type ByteRange } from '../../../shared/units.ts';
import { monaco } from '../editor/editor.ts';
import type { Screen } from './screen.ts';
import type { TextSlice } from './slice.ts';

/** The selections of one screen. */
export class Caret {
  spans: readonly Span[] = [{ anchor: 0, active: 0 }];
  private painted: readonly monaco.Selection[] = [];
  /**
   * Which ends were outside the window when they were painted. Recorded, because a change may have made the window smaller
   * since.
   */
  private outside: readonly { readonly anchor: boolean; readonly active: boolean }[] = [];
  private memory: TextSlice | null = null;

  constructor(private readonly screen: Screen) {}

  get primary(): Span {
    return this.spans[0] ?? { anchor: 0, active: 0 };
  }

  /** Whether nothing is selected. */
  get isBare(): boolean {
    return this.spans.every(({ anchor, active }) => anchor === active);
  }

  /** Whether the caret is in a part of the document that the window does not hold. */
  get isAway(): boolean {
    return this.screen.slice !== null && !this.screen.slice.holds(this.primary.active);
  }

  /** The selection that reaches beyond the window, if it is the only one. */
  get beyond(): ByteRange | null {
    const slice = this.screen.slice;
    const range = rangeOf(this.primary);
    if (slice === null || this.spans.length > 1 || range.start === range.end) return null;
    return slice.holds(range.start) && slice.holds(range.end) ? null : range;
  }

  /** Whether any part of the primary selection is in the window. */
  get isInSight(): boolean {
    const { slice } = this.screen;
    const range = rangeOf(this.primary);
    return slice !== null && range.start < slice.end && range.end > slice.base;
  }

  /** Whether moving up or down by `rows` from the caret reaches an end of the window that is not an end of the document. */
  isNearEnd(direction: 'up' | 'down', rows: number): boolean {
    const { slice, editor, rowHeightPx } = this.screen;
    if (slice === null || (direction === 'up' ? slice.base === 0 : slice.end === slice.size)) return false;
    const { lineNumber, column } = slice.positionAt(this.primary.active);
    const above = editor.getTopForPosition(lineNumber, column);
    return (direction === 'up' ? above : editor.getContentHeight() - above - rowHeightPx) < rows * rowHeightPx;
  }

  /** Sets the selections and shows them. Subsequent typing starts a new undo step. */
  set(spans: readonly Span[]): void {
    this.screen.model.pushStackElement();
    this.spans = spans;
    this.paint();
  }

  /** Shows the selections in Monaco, as far as the slice holds them. */
  paint(): void {
    const { slice, editor } = this.screen;
    if (slice === null) return;
    this.painted = this.spans.map(({ anchor, active }) => {
      const from = slice.positionAt(anchor);
      const to = slice.positionAt(active);
      return new monaco.Selection(from.lineNumber, from.column, to.lineNumber, to.column);
    });
    this.screen.quietly(() => editor.setSelections([...this.painted], 'window'));
    this.noteEnds(slice);
  }

  /**
   * Adopts the user's selections in Monaco. An end outside the window was painted at the nearest place; if it is still there,
   * its real place is kept.
   */
  readSelections(): void {
    const { slice, editor } = this.screen;
    const selections = editor.getSelections();
    if (slice === null || selections === null) return;
    const kept = selections.length === this.spans.length ? this.spans : [];
    this.spans = selections.map((selection, index) => {
      const span = kept[index];
      const painted = this.painted[index];
      const from = selection.getSelectionStart();
      const to = selection.getPosition();
      const outside = this.outside[index];
      const anchorStays =
        span !== undefined && (outside?.anchor ?? false) && (painted?.getSelectionStart().equals(from) ?? false);
      const activeStays = anchorStays && (outside?.active ?? false) && (painted?.getPosition().equals(to) ?? false);
      return {
        anchor: anchorStays && !selection.isEmpty() ? span.anchor : slice.offsetAt(from),
        active: activeStays ? span.active : slice.offsetAt(to),
      };
    });
    this.painted = selections;
    this.noteEnds(slice);
  }

  private noteEnds(slice: TextSlice): void {
    this.outside = this.spans.map(({ anchor, active }) => ({
      anchor: !slice.holds(anchor),
      active: !slice.holds(active),
    }));
    this.screen.editor.getContainerDomNode().toggleAttribute('data-caret-away', this.isAway);
  }

  /** Whether any selection contains folded text of the window. */
  get coversFold(): boolean {
    const { slice } = this.screen;
    return this.spans.some((span) => {
      const { start, end } = rangeOf(span);
      return slice?.hidesBetween(start, end) === true;
    });
  }

  /** Moves ends of selections out of folded text, to the line that shows the fold. */
  leaveFolds(): void {
    const { slice } = this.screen;
    if (slice === null || slice.gaps.list.length === 0) return;
    const out = (offset: number): number => (slice.hides(offset) ? slice.offsetAt(slice.positionAt(offset)) : offset);
    this.spans = this.spans.map(({ anchor, active }) => ({ anchor: out(anchor), active: out(active) }));
  }

  /** Clips the selections to a text of `size` bytes. */
  clamp(size: number): void {
    this.spans = clampSpans(this.spans, size);
  }

  /** Called with a slice that is about to be replaced. */
  remember(slice: TextSlice): void {
    if (slice.holds(this.primary.active)) this.memory = slice;
  }

  /** The remembered slice around the caret, if it is still of the current revision and folds. */
  get surroundings(): TextSlice | null {
    const { slice } = this.screen;
    const memory = this.memory;
    if (slice === null || memory === null || memory.revision !== slice.revision) return null;
    return memory.folds.version === slice.folds.version && memory.holds(this.primary.active) ? memory : null;
  }
}

/**
 * Clips spans to a text of `size` bytes. Returns the same list if all of them fit, because its identity shows that the
 * selection has not changed.
 */
export function clampSpans(spans: readonly Span[], size: number): readonly Span[] {
  if (spans.every(({ anchor, active }) => anchor <= size && active <= size)) return spans;
  return spans.map(({ anchor, active }) => ({ anchor: Math.min(anchor, size), active: Math.min(active, size) }));
}

/** A selection as a range. */
export function rangeOf({ anchor, active }: Span): ByteRange {
  return { start: asByte(Math.min(anchor, active)), end: asByte(Math.max(anchor, active)) };
}
