// How the screen gets from one place of the document to another: by jumps, when the caret or the scrollbar
// wants to be elsewhere, and by moves, which keep the window ahead of the screen.

import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { Selection, Span } from '../../../shared/protocol/selection.ts';
import type { TextRequest, TextWindow } from '../../../shared/protocol/textview.ts';
import { asByte } from '../../../shared/units.ts';
import type { WrapSetting } from '../../../shared/settings/wrapping.ts';
import type { DocumentClient } from '../../client/document.ts';
import { clampSpans, type Caret } from './caret.ts';
import type { LineEnd } from './lines.ts';
import { Reader, type Purpose } from './window-reader.ts';
import type { Aim, Screen } from './screen.ts';
import { anchorOf, readScroll, scrollWithin, targetOf } from './scroll-position.ts';
import { Slice } from './slice.ts';
import {
  alignRequest,
  dragRequest,
  firstRequest,
  fullRequest,
  growRequest,
  isWrapped,
  type Limits,
  wantsMove,
  type Shape,
} from './window-request.ts';

/** Still for so long, and the scrollbar counts as let go. */
const DRAG_MS = 150;
/** Around several selections, in bytes. */
const MOST_ROOM = 256 * 1024;

/** What a session is told of its travels. */
export interface TravelEvents {
  /** Whether a window lacks changes that were made. */
  isBehind(window: TextWindow): boolean;
  /** Another window is on the screen, or the caret at another place. */
  onArrived(): void;
  /** Nothing is being read any more. */
  onIdle(): void;
  onError(error: unknown): void;
}

/** Reads the windows of one screen. */
export class Travel {
  /** Whether somebody wants lines wrapped. */
  wrap: WrapSetting = 'auto';
  private readonly reader: Reader;
  private dragTimer: ReturnType<typeof setTimeout> | undefined;
  private holds = 0;
  /** While an input method composes, the window stays. */
  private composing: PromiseWithResolvers<void> | null = null;
  private lineEnd: LineEnd = '\n';
  /** What the last move was for: asking the same again would bring the same. */
  private settledFor = '';

  constructor(
    private readonly client: DocumentClient,
    private readonly screen: Screen,
    private readonly caret: Caret,
    private readonly events: TravelEvents,
    private readonly limits: Limits,
  ) {
    this.reader = new Reader(client, {
      isBehind: (window) => events.isBehind(window),
      untilStill: () => this.composing?.promise ?? null,
      onIdle: () => events.onIdle(),
      onError: (error) => events.onError(error),
    });
  }

  /** Whether keys have to wait: the caret is on its way to another place, or the document is being written elsewhere. */
  get isJumping(): boolean {
    return this.holds > 0 || this.reader.pending === 'jump';
  }

  /** Whether the document is being written elsewhere. */
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

  /** The document, as far as windows go by it, with what was typed or what was written elsewhere. */
  get shape(): Shape {
    const { state } = this.client;
    const { slice, rows, columns } = this.screen;
    const { size, lineCount } = slice === null || state.revision > slice.revision ? state : slice;
    const { wrap, limits } = this;
    const { longestLine, phase } = state;
    // Of letters beyond ASCII a screen holds more bytes.
    const letterBytes = slice === null ? 1 : slice.bytes.length / Math.max(1, this.screen.model.getValueLength());
    const screenBytes = rows * columns * Math.max(1, letterBytes);
    return { size, lineCount, longestLine, phase, wrap, limits, screenBytes };
  }

  get isWrapped(): boolean {
    return isWrapped(this.shape) || this.screen.slice?.overlong === true;
  }

  /** Whether lines are too long not to be wrapped. */
  get mustWrap(): boolean {
    return isWrapped({ ...this.shape, wrap: 'off' }) || this.screen.slice?.overlong === true;
  }

  /** Shows the top of a document that was just opened. */
  open(): void {
    this.stop();
    this.screen.clear();
    // An empty document has no line end that could say which one it uses.
    this.lineEnd = '\n';
    this.caret.set([{ anchor: 0, active: 0 }]);
    void this.reader.read(
      'jump',
      () => firstRequest(this.limits),
      (window) => this.present(this.take(window), 'top'),
    );
  }

  /** Lets no answer through any more. */
  stop(): void {
    clearTimeout(this.dragTimer);
    this.dragTimer = undefined;
    this.reader.stop();
  }

  /** Puts the caret, or the moving end of the selection, at a byte, and shows it. */
  goTo(offset: number, select = false): void {
    // Several selections become one, from the anchor that is furthest away.
    const anchors = this.caret.spans.map(({ anchor }) => anchor).toSorted((a, b) => a - b);
    const furthest = (anchors[0] ?? 0) < offset ? anchors[0] : anchors.at(-1);
    this.select([{ anchor: select ? (furthest ?? offset) : offset, active: offset }]);
  }

  /** Selects spans and shows the first; several of them are all brought into the window. */
  select(spans: readonly Span[]): void {
    this.endDrag();
    const shown =
      spans.length === 1 ? spans.map(({ active }) => active) : spans.flatMap((one) => [one.anchor, one.active]);
    if (shown.every((offset) => this.isHere(offset))) this.land(spans);
    else this.jumpTo(spans);
  }

  /** Says that the caret is at another place, on the same screen. */
  tell(): void {
    this.events.onArrived();
  }

  /** Has keys wait while the document is written elsewhere: they were meant for what that leaves. */
  hold(): void {
    this.holds += 1;
  }

  /** Ends one `hold`. */
  release(): void {
    this.holds -= 1;
    if (this.holds === 0 && this.isIdle) this.events.onIdle();
  }

  /** Shows what an edit from elsewhere changed, with the caret behind it, or what undo has selected again; unless somebody typed since. */
  reveal({ changed, revision, selection }: EditResult): void {
    const { slice } = this.screen;
    const isWhole = changed === null || (changed.start === 0 && changed.end >= this.client.state.size);
    const [first] = selection ?? [];
    // Where everything was selected, that says nothing about what was on the screen.
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

  /** Shows the caret, wherever the scrollbar leads, bringing its window back if it was left behind; false while that takes its time. */
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

  /** Has keys wait until `act` is done and the caret has arrived where it answers; `null` leaves it where it is. */
  goAfter(act: () => Promise<number | null>): Promise<void> {
    return this.selectAfter(async () => {
      const offset = await act();
      return offset === null ? null : [{ anchor: offset, active: offset }];
    });
  }

  /** The same for a selection; with `screen` the screen stays at its lines. */
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

  /** The scrollbar was moved. */
  scrollTo(position: number): void {
    clearTimeout(this.dragTimer);
    this.dragTimer = setTimeout(() => {
      this.dragTimer = undefined;
      this.settle();
    }, DRAG_MS);
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
      (window) => this.present(this.take(window), target.type === 'end' ? 'bottom' : anchorOf(target, window.anchor)),
    );
  }

  /** Lets the scrollbar lead nowhere any more: a key is for the caret. */
  private endDrag(): void {
    clearTimeout(this.dragTimer);
    this.dragTimer = undefined;
    if (this.reader.pending === 'drag') this.reader.giveUp();
  }

  /** Reads the window again around the top row, whatever the document has become. */
  reread(purpose: Purpose = 'move'): void {
    void this.reader.read(purpose, this.requestHere, (window) => this.present(this.take(window), this.screen.top));
  }

  /** Reads the next window, if the screen has come near an end of this one. */
  settle(): void {
    const { slice, room, top } = this.screen;
    if (slice === null || !this.isIdle || this.isComposing || this.dragTimer !== undefined) return;
    const { shape } = this;
    if (!wantsMove(room, shape)) return;
    const { version } = slice.folds;
    const purpose = [top.offset, slice.revision, slice.end, version, shape.size, shape.phase, this.isWrapped].join();
    if (purpose === this.settledFor) return;
    this.settledFor = purpose;
    this.move();
  }

  /** Reads the window that has the screen in its middle, unless one is being read. */
  move(): void {
    if (!this.isIdle) return;
    void this.reader.read('move', this.requestHere, (window) => {
      const { top } = this.screen;
      const next = this.take(window);
      if (!this.isComposing && next.holds(top.offset)) this.present(next, top);
    });
  }

  private readonly requestHere = (): TextRequest => {
    const { slice, top, columns } = this.screen;
    let request = fullRequest(this.anchorAt(top.offset), this.shape);
    if (slice !== null && this.isWrapped) request = alignRequest(request, top.offset, slice.base, columns);
    // What leaves the window takes its caret along: with several carets it only grows.
    return slice === null || this.caret.spans.length === 1
      ? request
      : growRequest(request, top.offset, { start: slice.base, end: slice.end });
  };

  /** Selects spans of a text that was written elsewhere, and shows the lines that were shown. */
  private stay(spans: readonly Span[]): void {
    const { slice, top } = this.screen;
    if (slice === null) return this.select(spans);
    const { lineNumber, column } = slice.positionAt(top.offset);
    // Where a long line is cut, nobody knows its rows: there the byte has to do.
    const isLineStart = column === 1 && (lineNumber > 1 || slice.firstColumn === 0);
    const anchor = isLineStart ? { line: slice.shown.firstLine + lineNumber - 1 } : null;
    void this.reader.read(
      'jump',
      () => fullRequest(anchor ?? this.anchorAt(top.offset), this.shape),
      (window) => {
        this.caret.spans = spans;
        this.present(this.take(window), { ...top, offset: anchor === null ? top.offset : window.anchor });
        this.settle();
      },
    );
  }

  private jumpTo(spans: readonly Span[]): void {
    const offset = spans[0]?.active ?? 0;
    let { size } = this.shape;
    void this.reader.read(
      'jump',
      () => {
        ({ size } = this.shape);
        const request = { ...fullRequest(this.anchorAt(offset), this.shape), reveal: true };
        return spans.length === 1 ? request : growRequest(request, offset, hullOf(spans, this.shape.longestLine));
      },
      (window) => {
        const next = this.take(window);
        const { top } = this.screen;
        this.present(next, next.holds(top.offset) ? top : this.inMiddle(offset));
        // The document had become another one than was known here, and the request was for the wrong place.
        if (!next.holds(offset) && offset <= next.size && size !== next.size) this.jumpTo(spans);
        else this.land(clampSpans(spans, next.size));
      },
    );
  }

  /** Whether the caret can go to a byte without another window. */
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

  private present(next: Slice, aim: Aim): void {
    if (this.screen.slice !== null) this.caret.remember(this.screen.slice);
    this.caret.clamp(next.size);
    this.lineEnd = next.lineEnd;
    this.screen.show(next, aim, isWrapped(this.shape) || next.overlong);
    this.caret.leaveFolds();
    this.caret.paint();
    this.events.onArrived();
  }

  private take(window: TextWindow): Slice {
    return new Slice(window, this.lineEnd);
  }

  private inMiddle(offset: number): Aim {
    return { offset, belowTopPx: this.screen.heightPx / 2 };
  }

  /** A byte to ask for: what lies around the document's end is asked for by its last byte. */
  private anchorAt(offset: number): TextRequest['anchor'] {
    return { byte: asByte(Math.max(0, Math.min(offset, this.shape.size - 1))) };
  }
}

/** What several selections reach over, and a line more on either side: windows end with lines. */
function hullOf(spans: readonly Span[], longestLine: number): { readonly start: number; readonly end: number } {
  const ends = spans.flatMap(({ anchor, active }) => [anchor, active]);
  const room = Math.min(longestLine, MOST_ROOM);
  return { start: Math.min(...ends) - room, end: Math.max(...ends) + room };
}
