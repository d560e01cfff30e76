// Moves the screen from one place of the document to another: by jumps of the caret, by drags of the scrollbar, and by moves,
// which keep the window ahead of the screen.

import { largest, smallest } from '../../../shared/append.ts';
import { ChangeMap } from '../../../shared/document/changes.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Selection, Span } from '../../../shared/protocol/selection.ts';
import type { Visit } from '../../../shared/protocol/search.ts';
import type { TextRequest, TextWindow } from '../../../shared/protocol/textview.ts';
import { asByte } from '../../../shared/units.ts';
import type { WrapSetting } from '../../../shared/settings/wrapping.ts';
import { Debounced } from '../../async/debounced.ts';
import type { DocumentClient } from '../../client/document.ts';
import { clampSpans, type Caret } from './caret.ts';
import type { TextLineEnd } from './lines.ts';
import { ReadWindow, type ReadPurpose } from './window-reader.ts';
import type { Aim, Anchor, Screen } from './screen.ts';
import { anchorOf, readScroll, scrollWithin, targetOf } from './scroll-position.ts';
import { TextSlice } from './slice.ts';
import {
  alignRequest,
  dragRequest,
  firstRequest,
  fullRequest,
  growRequest,
  isWrapped,
  type Limits,
  needsMove,
  type WindowShape,
} from './window-sizing.ts';

/** The scrollbar counts as released after being still for this long, in milliseconds. */
const DRAG_MS = 150;
/** Largest margin around several selections, in bytes. */
const MAX_MARGIN_BYTES = 256 * 1024;

/** Events that a session receives. */
export interface NavigationEvents {
  /** Whether a window lacks changes that were already made. */
  isBehind(window: TextWindow): boolean;
  /** Another window is on the screen, or the caret has moved. */
  onArrived(): void;
  /** No window is being read any more. */
  onIdle(): void;
  onError(error: unknown): void;
}

/** Reads the windows of one screen. */
export class WindowNavigation {
  /** The user's setting for wrapping lines. */
  wrap: WrapSetting = 'auto';
  private readonly reader: ReadWindow;
  private readonly dragEnd = new Debounced(() => this.settle(), DRAG_MS);
  private holds = 0;
  /** Whether the last visit has opened folds. */
  private hasOpened = false;
  /** Whether the end is to be shown as soon as it is read: a text that goes on growing is read again and again until then. */
  private isGoingToEnd = false;
  /** What was on the screen at the first `hold`. */
  private held: { readonly slice: TextSlice; readonly top: Anchor } | null = null;
  /** Set while an input method composes. The window does not change until it resolves. */
  private composing: PromiseWithResolvers<void> | null = null;
  private lineEnd: TextLineEnd = '\n';
  /** The callers of `whenCurrent`. */
  private readonly waiters: (() => void)[] = [];
  /** What the last move was requested for. The same request would return the same window. */
  private settledFor = '';

  constructor(
    private readonly client: DocumentClient,
    private readonly screen: Screen,
    private readonly caret: Caret,
    private readonly events: NavigationEvents,
    private readonly limits: Limits,
  ) {
    this.reader = new ReadWindow(client, {
      isBehind: (window) => events.isBehind(window),
      untilStill: () => this.composing?.promise ?? null,
      onIdle: () => this.reportIdle(),
      onError: (error) => events.onError(error),
    });
  }

  /**
   * Whether keys have to wait, because the caret is moving to another place or the document is being written from elsewhere.
   */
  get isJumping(): boolean {
    return this.holds > 0 || this.reader.pending === 'jump';
  }

  /** Whether the document is being written from elsewhere. */
  get isHeld(): boolean {
    return this.holds > 0;
  }

  get isComposing(): boolean {
    return this.composing !== null;
  }

  set isComposing(isComposing: boolean) {
    this.composing?.resolve();
    this.composing = isComposing ? Promise.withResolvers() : null;
  }

  get isIdle(): boolean {
    return this.reader.pending === null;
  }

  /** Whether the document is newer than the window, which is read again then. */
  get isBehind(): boolean {
    const { slice } = this.screen;
    return slice !== null && slice.revision < this.client.state.revision;
  }

  /** Resolves once the window shows the current revision and is not being read again, or the reads are discarded. */
  whenCurrent(): Promise<void> {
    if (this.isIdle && !this.isBehind) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  /** What the requests depend on, including what was typed or was written from elsewhere. */
  get shape(): WindowShape {
    const { state } = this.client;
    const { slice, rows, columns } = this.screen;
    const { size, lineCount } = slice === null || state.revision > slice.revision ? state : slice;
    const { wrap, limits } = this;
    const { longestLine, phase } = state;
    // With characters beyond ASCII, a screen holds more bytes.
    const letterBytes = slice === null ? 1 : slice.bytes.length / Math.max(1, this.screen.model.getValueLength());
    const screenBytes = rows * columns * Math.max(1, letterBytes);
    return { size, lineCount, longestLine, phase, wrap, limits, screenBytes };
  }

  get isWrapped(): boolean {
    return isWrapped(this.shape) || this.screen.slice?.overlong === true;
  }

  /** Whether lines are so long that they are wrapped regardless of the setting. */
  get mustWrap(): boolean {
    return isWrapped({ ...this.shape, wrap: 'off' }) || this.screen.slice?.overlong === true;
  }

  /** Shows the beginning of a document that was just opened. */
  open(): void {
    this.stop();
    this.isGoingToEnd = false;
    this.screen.clear();
    // An empty document has no line end from which to detect the kind.
    this.lineEnd = '\n';
    this.caret.set([{ anchor: 0, active: 0 }]);
    void this.reader.read(
      'jump',
      () => firstRequest(this.limits),
      (window) => this.present(this.adopt(window), 'top'),
    );
  }

  /** Whether the end of the document is on the screen; `null` while a window is being read. */
  get isAtEnd(): boolean | null {
    return this.isIdle && !this.isBehind ? this.screen.isAtEnd : null;
  }

  /** Scrolls to the end of the document; the caret stays. Resolves when it is shown, or something else is. */
  showEnd(): Promise<void> {
    this.isGoingToEnd = true;
    return this.reader.read(
      'move',
      () => fullRequest(this.anchorAt(this.client.state.size), this.shape),
      (window) => {
        this.isGoingToEnd = false;
        this.present(this.adopt(window), 'bottom');
      },
    );
  }

  /** Discards pending reads. */
  stop(): void {
    this.dragEnd.cancel();
    this.reader.stop();
    this.endWaits();
  }

  /** Puts the caret, or with `select` the active end of the selection, at a byte, and reveals it. */
  goTo(offset: number, select = false): void {
    // Several selections become one, from the anchor that is furthest away.
    const anchors = this.caret.spans.map(({ anchor }) => anchor).toSorted((a, b) => a - b);
    const furthest = (anchors[0] ?? 0) < offset ? anchors[0] : anchors.at(-1);
    this.select([{ anchor: select ? (furthest ?? offset) : offset, active: offset }]);
  }

  /** Selects spans and reveals the first one. If there are several, all are brought into the window. */
  select(spans: readonly Span[]): void {
    this.endDrag();
    const shown =
      spans.length === 1 ? spans.map(({ active }) => active) : spans.flatMap((one) => [one.anchor, one.active]);
    if (shown.every((offset) => this.isHere(offset))) this.land(spans);
    else this.jumpTo(spans);
  }

  /** Selects one of many places that are visited one after the other: folds opened for the one before close again. */
  visit(span: Span, visit: Visit): void {
    this.endDrag();
    const mustClose = this.hasOpened && visit === 'next';
    if (!mustClose && this.isHere(span.active)) this.land([span]);
    else this.jumpTo([span], visit);
  }

  /** Reports that the caret has moved within the window. */
  tell(): void {
    this.events.onArrived();
  }

  /** Makes keys wait while the document is being written from elsewhere: they are meant for the result. */
  hold(): void {
    const { slice, top } = this.screen;
    if (this.holds === 0) this.held = slice && { slice, top };
    this.holds += 1;
  }

  /** Ends one `hold`. */
  release(): void {
    this.holds -= 1;
    if (this.holds === 0 && this.isIdle) this.reportIdle();
  }

  private reportIdle(): void {
    this.events.onIdle();
    if (this.isIdle && !this.isBehind) this.endWaits();
  }

  private endWaits(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  /**
   * Reveals an edit made elsewhere: puts the caret after what it changed, or restores the selection that undo returns. Does
   * nothing if the user has typed since.
   */
  reveal(result: EditResult): void {
    if (result.isInPlace === true) return this.keepPlace(result);
    const { changed, revision, selection } = result;
    const { slice } = this.screen;
    const isWhole = changed === null || (changed.start === 0 && changed.end >= this.client.state.size);
    const [first] = selection ?? [];
    // A selection of the whole document has no place to go back to.
    const isAll = first?.anchor === 0 && first.active >= this.client.state.size;
    if (selection !== null && first !== undefined && !isAll && (slice === null || revision >= slice.revision)) {
      const { active } = first;
      if (slice?.revision === revision && this.isHere(active)) this.land(selection);
      else this.jumpTo(selection);
    } else if (slice === null || revision > slice.revision) {
      if (isWhole) this.reread('jump');
      else this.jumpTo([{ anchor: changed.end, active: changed.end }]);
    } else if (revision === slice.revision && !isWhole) {
      this.goTo(changed.end);
    }
  }

  /** Shows a text that was written from elsewhere while this one was held: the same lines stay on the screen. */
  private keepPlace({ changed, selection }: EditResult): void {
    const { held } = this;
    const spans = selection ?? this.caret.spans;
    if (held === null || changed === null) return this.reread();
    const { top, slice } = held;
    const { size } = this.client.state;
    const length = changed.end - changed.start;
    const map = ChangeMap.ofRange({ start: changed.start, end: changed.end + slice.size - size, length });
    const offset = map.mapOffset(top.offset, 'before', 'drop-inside');
    if (offset === null) return this.stay(spans, held);
    void this.reader.read(
      'jump',
      () => fullRequest(this.anchorAt(offset), this.shape),
      (window) => {
        this.caret.spans = clampSpans(spans, size);
        this.present(this.adopt(window), { ...top, offset });
        this.settle();
      },
    );
  }

  /** Brings the caret back into the window, and ends a drag of the scrollbar. Returns false while the window has to be read. */
  bringBack(): boolean {
    this.endDrag();
    if (!this.caret.isAway) return true;
    const { surroundings, spans } = this.caret;
    if (surroundings === null) {
      this.jumpTo(spans);
      return false;
    }
    this.present(surroundings, this.inMiddle(this.caret.primary.active));
    this.settle();
    return true;
  }

  /**
   * Makes keys wait until `act` has finished and the caret has arrived at the byte that it returns; `null` leaves the caret
   * where it is.
   */
  goAfter(act: () => Promise<number | null>): Promise<void> {
    return this.selectAfter(async () => {
      const offset = await act();
      return offset === null ? null : [{ anchor: offset, active: offset }];
    });
  }

  /** Like `goAfter`, for a selection. With `screen`, the screen stays at its lines. */
  async selectAfter(act: () => Promise<Selection | null>, shown: 'caret' | 'screen' = 'caret'): Promise<void> {
    const ticket = this.reader.hold('jump');
    let spans: Selection | null = null;
    try {
      spans = await act();
    } finally {
      if (spans === null) this.reader.free(ticket);
    }
    if (spans === null) return;
    if (shown === 'caret') this.select(spans);
    else this.stay(spans);
  }

  /** Called when the user moves the scrollbar. */
  scrollTo(position: number): void {
    this.isGoingToEnd = false;
    this.dragEnd.restart();
    const { screen, isWrapped: wrapped } = this;
    const target = targetOf(position, readScroll(screen, wrapped), wrapped, screen.rowHeightPx);
    if (scrollWithin(screen, target)) {
      this.reader.giveUp();
      return;
    }
    const anchor =
      target.type === 'line'
        ? { line: target.line }
        : target.type === 'end'
          ? this.anchorAt(this.shape.size)
          : { shown: target.byte };
    void this.reader.read(
      'drag',
      () => dragRequest(anchor, this.shape, screen.rows),
      (window) => this.present(this.adopt(window), target.type === 'end' ? 'bottom' : anchorOf(target, window.anchor)),
    );
  }

  /**
   * Scrolls a byte to a distance from the top of the screen, in pixels. Resolves to its resulting distance, which differs where the
   * text can't be scrolled that far; `null` if another place was requested meanwhile.
   */
  async scrollToByte(offset: number, belowTopPx: number): Promise<number | null> {
    const { screen } = this;
    const place = (): number | null => {
      const { slice } = screen;
      if (slice === null || !slice.holds(offset)) return null;
      screen.scroll({ offset, belowTopPx });
      const { lineNumber, column } = slice.positionAt(offset);
      return screen.editor.getTopForPosition(lineNumber, column) - screen.editor.getScrollTop();
    };
    if (screen.slice?.holds(offset) === true) return place();
    await this.reader.read(
      'drag',
      () => dragRequest(this.anchorAt(offset), this.shape, screen.rows),
      (window) => this.present(this.adopt(window), { offset, belowTopPx }),
    );
    return place();
  }

  /** Abandons a drag of the scrollbar, because a key is meant for the caret. */
  private endDrag(): void {
    this.dragEnd.cancel();
    if (this.reader.pending === 'drag') this.reader.giveUp();
  }

  /** Reads the window around the top row again, at the document's current revision. */
  reread(purpose: ReadPurpose = 'move'): void {
    if (this.isGoingToEnd && purpose === 'move') return void this.showEnd();
    void this.reader.read(purpose, this.requestHere, (window) => this.present(this.adopt(window), this.screen.top));
  }

  /** Reads the next window if the screen has come near an end of the current one. */
  settle(): void {
    const { slice, room, top } = this.screen;
    if (slice === null || !this.isIdle || this.isComposing || this.dragEnd.isPending) return;
    const { shape } = this;
    if (!needsMove(room, shape)) return;
    const { version } = slice.folds;
    const purpose = [top.offset, slice.revision, slice.end, version, shape.size, shape.phase, this.isWrapped].join();
    if (purpose === this.settledFor) return;
    this.settledFor = purpose;
    this.move();
  }

  /** Reads the window that is centred on the screen, unless another is being read. */
  move(): void {
    if (!this.isIdle) return;
    void this.reader.read('move', this.requestHere, (window) => {
      const { top } = this.screen;
      const next = this.adopt(window);
      if (!this.isComposing && next.holds(top.offset)) this.present(next, top);
    });
  }

  private readonly requestHere = (): TextRequest => {
    const { slice, top, columns } = this.screen;
    let request = fullRequest(this.anchorAt(top.offset), this.shape);
    if (slice !== null && this.isWrapped) request = alignRequest(request, top.offset, slice.base, columns);
    // A caret outside the window would be lost, so with several carets the window only grows.
    return slice === null || this.caret.spans.length === 1
      ? request
      : growRequest(request, top.offset, { start: slice.base, end: slice.end });
  };

  /** Selects spans of a text that was written from elsewhere, and keeps the same lines on the screen. */
  private stay(spans: readonly Span[], { slice, top }: Pick<Screen, 'slice' | 'top'> = this.screen): void {
    if (slice === null) return this.select(spans);
    const { lineNumber, column } = slice.positionAt(top.offset);
    // A row inside a long line has no known number, so there the byte is used.
    const isLineStart = column === 1 && (lineNumber > 1 || slice.firstColumn === 0);
    const anchor = isLineStart ? { line: slice.shown.firstLine + lineNumber - 1 } : null;
    void this.reader.read(
      'jump',
      () => fullRequest(anchor ?? this.anchorAt(top.offset), this.shape),
      (window) => {
        this.caret.spans = spans;
        this.present(this.adopt(window), { ...top, offset: anchor === null ? top.offset : window.anchor });
        this.settle();
      },
    );
  }

  private jumpTo(spans: readonly Span[], visit: Visit | null = null): void {
    this.isGoingToEnd = false;
    const offset = spans[0]?.active ?? 0;
    let { size } = this.shape;
    void this.reader.read(
      'jump',
      () => {
        ({ size } = this.shape);
        const request = { ...fullRequest(this.anchorAt(offset), this.shape), reveal: visit ?? true };
        return spans.length === 1 ? request : growRequest(request, offset, hullOf(spans, this.shape.longestLine));
      },
      (window) => {
        const next = this.adopt(window);
        const { top, slice } = this.screen;
        this.hasOpened = visit !== null && (this.hasOpened || slice?.folds.version !== next.folds.version);
        this.present(next, next.holds(top.offset) && !next.hides(top.offset) ? top : this.inMiddle(offset));
        // The document's size was out of date here, and so the request was for the wrong place.
        if (!next.holds(offset) && offset <= next.size && size !== next.size) this.jumpTo(spans, visit);
        else this.land(clampSpans(spans, next.size));
      },
    );
  }

  /** Whether the caret can go to a byte within the current window. */
  private isHere(offset: number): boolean {
    const { slice } = this.screen;
    return slice !== null && slice.holds(offset) && !slice.hides(offset) && !this.isJumping;
  }

  private land(spans: readonly Span[]): void {
    this.caret.set(spans);
    this.screen.reveal(this.caret.primary.active);
    this.events.onArrived();
    this.settle();
  }

  private present(next: TextSlice, aim: Aim): void {
    if (this.screen.slice !== null) this.caret.remember(this.screen.slice);
    this.caret.clamp(next.size);
    this.lineEnd = next.lineEnd;
    this.screen.show(next, aim, isWrapped(this.shape) || next.overlong);
    this.caret.leaveFolds();
    this.caret.paint();
    this.events.onArrived();
  }

  private adopt(window: TextWindow): TextSlice {
    return new TextSlice(window, this.lineEnd);
  }

  private inMiddle(offset: number): Aim {
    return { offset, belowTopPx: this.screen.heightPx / 2 };
  }

  /** A byte to request; at the end of the document, its last byte. */
  private anchorAt(offset: number): TextRequest['anchor'] {
    return { byte: asByte(Math.max(0, Math.min(offset, this.shape.size - 1))) };
  }
}

/** The range that several selections span, and one more line on either side, because windows end with whole lines. */
function hullOf(spans: readonly Span[], longestLine: number): { readonly start: number; readonly end: number } {
  const ends = spans.flatMap(({ anchor, active }) => [anchor, active]);
  const room = Math.min(longestLine, MAX_MARGIN_BYTES);
  return { start: smallest(ends) - room, end: largest(ends) + room };
}
