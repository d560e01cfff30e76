// What is on the screen: a slice in Monaco's model, and the scroll position. Apart from the user's typing, only the screen
// changes the model; while it does, `isChanging` is true for listeners. Invariant: between calls, the model's text is the
// slice's text.

import { asByte, type ByteOffset } from '../../../shared/units.ts';
import { monaco, TAB_SIZE, type CodeEditor, type TextModel } from '../editor/editor.ts';
import { detectIndent, TWO_SPACES } from './indent.ts';
import type { LinePosition } from './lines.ts';
import { numberLetters } from '../editor/measures.ts';
import { changesBetween } from './overlap.ts';
import type { TextSlice } from './slice.ts';
import type { Room } from './window-sizing.ts';

/** A byte, and how far below the top of the screen its row is, in pixels; negative if it is above. */
export interface Anchor {
  readonly offset: number;
  readonly belowTopPx: number;
}

/** Where to scroll to after a change: a row, or an end of the slice. */
export type Aim = Anchor | 'top' | 'bottom';

/** What is between the lines of the text, such as free lines. */
export interface ScreenFillers {
  /** Called when a slice has come on the screen, before it is scrolled. */
  place(slice: TextSlice, isWrapped: boolean): void;
}

const IMMEDIATE = 1;
/** So many rows below the screen still count as its end: a bar that opens takes some of them. */
const END_ROWS = 3;
/** Longest part of a line that is drawn without wrapping, in characters. */
const MAX_RENDERED_LENGTH = 10_000;
const MARK = '\u{feff}';

/**
 * The type of the last edit, in an untyped part of Monaco: consecutive typing continues one undo step. Monaco resets it on
 * every change that the user did not make, such as another window.
 */
interface LastEdit {
  getPrevEditOperationType(): number;
  setPrevEditOperationType(type: number): void;
}

/** One editor that shows one slice at a time. */
export class Screen {
  slice: TextSlice | null = null;
  /** The detected indentation of the slice. */
  indent = TWO_SPACES;
  fillers: ScreenFillers | null = null;
  private tabSize = TAB_SIZE;
  private changing = 0;
  private wrapped = false;
  private hasBar = false;
  private letters = numberLetters(1);

  constructor(
    readonly editor: CodeEditor,
    readonly model: TextModel,
  ) {
    // Setting an option again costs 10 ms, so this is set once to a function that reads the current slice.
    editor.updateOptions({
      lineNumbersMinChars: this.letters,
      lineNumbers: (line) => String((this.slice?.globalPlace({ lineNumber: line, column: 1 }).line ?? line - 1) + 1),
    });
  }

  /** Whether the current change of the editor is made by this class. */
  get isChanging(): boolean {
    return this.changing > 0;
  }

  get rowHeightPx(): number {
    return this.editor.getOption(monaco.editor.EditorOption.lineHeight);
  }

  get heightPx(): number {
    return this.editor.getLayoutInfo().height;
  }

  /** The number of whole rows that fit on the screen. */
  get rows(): number {
    return Math.max(1, Math.floor(this.heightPx / this.rowHeightPx));
  }

  /** The number of characters in a wrapped row. */
  get columns(): number {
    const { wrappingColumn } = this.editor.getOption(monaco.editor.EditorOption.wrappingInfo);
    return wrappingColumn > 0 ? wrappingColumn : 80;
  }

  /** The first completely visible row. */
  get top(): Anchor {
    const slice = this.slice;
    const position = this.firstVisible;
    if (slice === null || position === undefined) return { offset: 0, belowTopPx: 0 };
    return { offset: slice.offsetAt(position), belowTopPx: this.belowTopPx(position) };
  }

  /** Whether long lines are shown in several rows. */
  get isWrapped(): boolean {
    return this.wrapped;
  }

  /** How many lines of the slice are above the top of the screen, without what is between the lines. */
  get linesAbove(): number {
    const scrollTop = this.editor.getScrollTop();
    const first = this.firstVisible?.lineNumber;
    if (this.fillers === null || first === undefined) return scrollTop / this.rowHeightPx;
    // Between two lines, the second one counts as the first.
    return first - 1 + Math.max(0, scrollTop - this.editor.getTopForLineNumber(first)) / this.rowHeightPx;
  }

  /** The byte at which that row begins. */
  get topOffset(): ByteOffset {
    const position = this.firstVisible;
    return this.slice === null || position === undefined ? asByte(0) : this.slice.offsetAt(position);
  }

  /** How much of the slice lies outside the screen. */
  get room(): Room {
    const slice = this.slice;
    const [visible] = this.editor.getVisibleRanges();
    if (slice === null) return { rowsAbove: 0, rowsBelow: 0, bytesAbove: 0, bytesBelow: 0, toStart: true, toEnd: true };
    const above = this.editor.getScrollTop();
    const below = this.editor.getScrollHeight() - above - this.heightPx;
    const first = this.firstVisible ?? { lineNumber: 1, column: 1 };
    const last = visible === undefined ? first : { lineNumber: visible.endLineNumber, column: visible.endColumn };
    return {
      rowsAbove: above / this.rowHeightPx,
      rowsBelow: Math.max(0, below) / this.rowHeightPx,
      bytesAbove: slice.indexAt(first),
      bytesBelow: slice.bytes.length - slice.indexAt(last),
      toStart: slice.base === 0,
      toEnd: slice.end === slice.size,
    };
  }

  /** Whether it shows the end of the document; `null` without a slice. */
  get isAtEnd(): boolean | null {
    const { slice, editor, heightPx, rowHeightPx } = this;
    if (slice === null) return null;
    const rowsBelow = (editor.getScrollHeight() - editor.getScrollTop() - heightPx) / rowHeightPx;
    return slice.end === slice.size && rowsBelow <= END_ROWS;
  }

  /** Whether the screen shows the slice's last row. */
  get atBottom(): boolean {
    return this.editor.getScrollTop() + this.heightPx >= this.editor.getScrollHeight() - 1;
  }

  /** Replaces the slice on the screen. Cost: the bytes in which the two differ. */
  show(next: TextSlice, aim: Aim, wrapped: boolean): void {
    this.quietly(() => {
      const left = this.editor.getScrollLeft();
      this.fit(next.lineCount, wrapped);
      const old = this.slice;
      const changes = old === null ? null : changesBetween(old, next);
      this.slice = next;
      if (changes === null) this.reset(next);
      else if (changes.length > 0) this.model.applyEdits([...changes]);
      this.fillers?.place(next, wrapped);
      this.scroll(aim);
      this.editor.setScrollLeft(left, IMMEDIATE);
      // The lines are the same, but their numbers are not, which Monaco does not notice.
      if (changes !== null && old !== null && isNumberedAnew(old, next)) this.editor.render(true);
    });
  }

  /** Shows an empty text. */
  clear(): void {
    this.quietly(() => {
      this.slice = null;
      this.model.setValue('');
    });
  }

  /** Sets the whole text from the slice again, after a change has joined bytes that the editor shows separately. */
  refresh(): void {
    const slice = this.slice;
    if (slice === null) return;
    const anchor = this.top;
    this.quietly(() => {
      this.reset(slice);
      this.scroll(anchor);
    });
  }

  scroll(aim: Aim): void {
    if (aim === 'top') this.editor.setScrollTop(0, IMMEDIATE);
    else if (aim === 'bottom') this.editor.setScrollTop(this.editor.getScrollHeight(), IMMEDIATE);
    else if (this.slice !== null) {
      const { lineNumber, column } = this.slice.positionAt(aim.offset);
      this.editor.setScrollTop(this.editor.getTopForPosition(lineNumber, column) - aim.belowTopPx, IMMEDIATE);
    }
  }

  /**
   * Redraws the screen in the next frame if the horizontal scrollbar has appeared or disappeared. When that happens while
   * Monaco draws, the end of the document moves by the scrollbar's height, but the line numbers do not.
   */
  measureScrollbar(): void {
    const hasBar = this.editor.getScrollWidth() > this.editor.getLayoutInfo().contentWidth;
    if (hasBar === this.hasBar) return;
    this.hasBar = hasBar;
    requestAnimationFrame(() => this.editor.render(true));
  }

  /** Scrolls a byte of the slice to the middle, if it is not on the screen. */
  reveal(offset: number): void {
    if (this.slice !== null)
      this.editor.revealPositionInCenterIfOutsideViewport(this.slice.positionAt(offset), IMMEDIATE);
  }

  /** Sets whether lines are wrapped, and makes the line numbers wide enough for the document's last one. */
  fit(lineCount: number, wrapped: boolean): void {
    const letters = numberLetters(lineCount);
    if (letters === this.letters && wrapped === this.wrapped) return;
    this.letters = letters;
    this.wrapped = wrapped;
    this.editor.updateOptions({
      lineNumbersMinChars: letters,
      wordWrap: wrapped ? 'on' : 'off',
      stopRenderingLineAfter: wrapped ? -1 : MAX_RENDERED_LENGTH,
    });
  }

  /** Sets the number of columns of a tab. */
  setTabSize(columns: number): void {
    this.tabSize = columns;
    this.keepIndent();
  }

  /** Makes the editor indent as the text does. A model loses this whenever an option of any editor is set. */
  keepIndent(): void {
    if (this.slice === null) return;
    const { tabSize } = this;
    const found = detectIndent(
      this.slice.bytes,
      this.slice.outer.map(({ indent }) => indent),
    );
    // With tabs, one level is one tab.
    this.indent = found.insertSpaces ? found : { insertSpaces: false, size: tabSize };
    const { insertSpaces, size } = this.indent;
    const now = this.model.getOptions();
    if (now.insertSpaces === insertSpaces && now.indentSize === size && now.tabSize === tabSize) return;
    this.model.updateOptions({ insertSpaces, indentSize: size, tabSize });
  }

  /** Runs changes of the editor that are not made by the user. */
  quietly(change: () => void): void {
    const lastEdit = (this.editor as unknown as { _getViewModel(): LastEdit | null })._getViewModel();
    const type = lastEdit?.getPrevEditOperationType() ?? null;
    this.changing += 1;
    try {
      change();
    } finally {
      this.changing -= 1;
      if (type !== null) lastEdit?.setPrevEditOperationType(type);
    }
  }

  private get firstVisible(): LinePosition | undefined {
    const [visible] = this.editor.getVisibleRanges();
    return visible === undefined ? undefined : { lineNumber: visible.startLineNumber, column: visible.startColumn };
  }

  private belowTopPx({ lineNumber, column }: LinePosition): number {
    return this.editor.getTopForPosition(lineNumber, column) - this.editor.getScrollTop();
  }

  private reset(slice: TextSlice): void {
    const text = slice.text();
    // Monaco removes one byte order mark.
    this.model.setValue(text.startsWith(MARK) ? MARK + text : text);
    this.model.setEOL(monaco.editor.EndOfLineSequence.LF);
  }
}

function isNumberedAnew(old: TextSlice, next: TextSlice): boolean {
  if (old.folds.version !== next.folds.version) return true;
  return old.revision !== next.revision && old.firstLine !== next.firstLine;
}
