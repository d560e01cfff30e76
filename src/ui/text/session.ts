// One document in one editor. A person's changes go to the document as they are made; the document's
// state and the scroll position decide which window is read next. All of it meets here:
//
//   editor ── change ──► slice.apply ──► typing ──► client.apply
//   client ── state ───► follow ──┐
//   editor ── scroll ──► settle ──┼──► reader ──► present ──► screen, caret
//   scrollbar, keys ───► jumps ───┘

import type { EditResult, TextRequest, TextWindow } from '../../shared/protocol.ts';
import { asByte } from '../../shared/units.ts';
import type { DocumentClient } from '../client/document.ts';
import { Caret, rangeOf, type Span } from './caret.ts';
import { monaco, type CodeEditor, type TextModel } from './editor.ts';
import type { LineEnd } from './lines.ts';
import { markError, PlaceReporter, type CaretPlace } from './place.ts';
import { Reader } from './reader.ts';
import { Screen, type Aim } from './screen.ts';
import { anchorOf, readScroll, scrollWithin, targetOf, type ScrollState } from './scroller.ts';
import { Slice } from './slice.ts';
import { isTyping, Typing } from './typing.ts';
import { dragRequest, firstRequest, fullRequest, growRequest, isWrapped, wantsMove, type Shape } from './window.ts';

/** Still for so long, and the scrollbar counts as let go. */
const DRAG_MS = 150;

/** What a view is told. */
export interface SessionEvents {
  onPlace(place: CaretPlace | null): void;
  onError(error: unknown): void;
}

/** Ties a client to an editor, until `dispose`. */
export class TextSession {
  readonly screen: Screen;
  readonly caret: Caret;
  private readonly typing: Typing;
  private readonly reader: Reader;
  private readonly place: PlaceReporter;
  private readonly endings: (() => void)[] = [];
  private readonly scrollListeners = new Set<() => void>();
  private readonly idleListeners = new Set<() => void>();
  private scrollState: ScrollState = { total: 0, viewport: 1, position: 0 };
  private phase: string = 'empty';
  private composing = false;
  private dragTimer: ReturnType<typeof setTimeout> | undefined;
  private lineEnd: LineEnd = '\n';
  /** What the last move was for: asking the same again would bring the same. */
  private settledFor = '';
  private readOnly = false;

  constructor(
    readonly client: DocumentClient,
    readonly editor: CodeEditor,
    model: TextModel,
    events: SessionEvents,
  ) {
    this.screen = new Screen(editor, model);
    this.caret = new Caret(this.screen);
    this.place = new PlaceReporter(client, this.screen, this.caret, (place) => events.onPlace(place));
    this.typing = new Typing(client, { onRefused: () => this.reread(), onSettled: () => this.follow(), onError: (error) => events.onError(error) });
    this.reader = new Reader(client, {
      isBehind: (window) => window.revision < (this.screen.slice?.revision ?? 0) && !this.typing.isSettled,
      onIdle: () => this.onIdle(),
      onError: (error) => events.onError(error),
    });
    const disposables = [
      model.onDidChangeContent((event) => this.onChange(event)),
      editor.onDidChangeCursorSelection(() => this.onSelect()),
      editor.onDidScrollChange((event) => (event.scrollTopChanged || event.scrollHeightChanged ? this.onScroll() : undefined)),
      editor.onDidLayoutChange(() => this.onScroll()),
      editor.onDidCompositionStart(() => {
        this.composing = true;
      }),
      editor.onDidCompositionEnd(() => {
        this.composing = false;
        this.settle();
      }),
    ];
    this.endings.push(...disposables.map((one) => () => one.dispose()), client.subscribe(() => this.follow()));
    this.follow();
  }

  dispose(): void {
    this.reader.stop();
    this.place.stop();
    clearTimeout(this.dragTimer);
    for (const end of this.endings) end();
  }

  /** Whether keys have to wait, because the caret is on its way to another window. */
  get isJumping(): boolean {
    return this.reader.pending === 'jump';
  }

  /** The document can be changed once all of it is there. */
  get isReadOnly(): boolean {
    return this.readOnly || this.client.state.phase !== 'ready';
  }

  /** Bytes in the document, with what was typed. */
  get size(): number {
    return this.screen.slice?.size ?? 0;
  }

  get isWrapped(): boolean {
    return isWrapped(this.shape) || this.screen.slice?.overlong === true;
  }

  /** For the scrollbar; the same object until something moved. */
  readonly getScroll = (): ScrollState => this.scrollState;

  /** Calls back when `getScroll` answers something else. */
  readonly onScrolled = (listener: () => void): (() => void) => {
    this.scrollListeners.add(listener);
    return () => this.scrollListeners.delete(listener);
  };

  /** Calls back whenever nothing is being read any more. */
  onRead(listener: () => void): void {
    this.idleListeners.add(listener);
  }

  setReadOnly(readOnly: boolean): void {
    this.readOnly = readOnly;
    this.lock();
  }

  /** Selects the document. */
  selectAll(): void {
    this.caret.set([{ anchor: 0, active: this.size }]);
    this.place.touch();
  }

  /** Puts the caret, or the moving end of the selection, at a byte, and shows it. */
  goTo(offset: number, select = false): void {
    const anchor = select ? this.caret.primary.anchor : offset;
    if (this.screen.slice?.holds(offset) === true && !this.isJumping) this.land({ anchor, active: offset });
    else this.jumpTo({ anchor, active: offset });
  }

  /** Shows the caret, bringing its window back if it was left behind; false while that takes its time. */
  bringBack(): boolean {
    if (!this.caret.isAway) return true;
    const { surroundings } = this.caret;
    const { active } = this.caret.primary;
    if (surroundings === null) {
      const { spans } = this.caret;
      void this.jump(this.anchorAt(active), (next) => {
        this.present(next, { offset: active, belowTopPx: this.screen.heightPx / 2 });
        this.caret.set(spans);
      });
      return false;
    }
    this.present(surroundings, { offset: active, belowTopPx: this.screen.heightPx / 2 });
    this.settle();
    return true;
  }

  /** Shows what an edit from elsewhere changed. */
  reveal({ changed, revision }: EditResult): void {
    const { slice } = this.screen;
    if (changed === null || (changed.start === 0 && changed.end >= this.client.state.size)) return;
    if (slice !== null && slice.revision === revision) this.goTo(changed.end);
    else this.jumpTo({ anchor: changed.end, active: changed.end });
  }

  /** Replaces every selection by the same bytes, whatever their size, and goes behind them. Keys wait until it is done. */
  async replaceSelections(bytes: Uint8Array | Promise<Uint8Array>): Promise<void> {
    const { slice } = this.screen;
    if (slice === null) return;
    const ticket = this.reader.hold('jump');
    const insert = await bytes;
    const ranges = this.caret.spans.map(rangeOf).toSorted((a, b) => a.start - b.start);
    const result = await this.typing.send(slice.revision, ranges.map((range) => ({ ...range, insert })), false);
    // The jump takes over the turn: keys wait until it has arrived.
    if (result === null) this.reader.free(ticket);
    else this.goTo(result.changed?.end ?? this.caret.primary.active);
  }

  /** The scrollbar was moved. */
  scrollTo(position: number): void {
    clearTimeout(this.dragTimer);
    this.dragTimer = setTimeout(() => {
      this.dragTimer = undefined;
      this.settle();
    }, DRAG_MS);
    const target = targetOf(position, this.scrollState, this.isWrapped, this.screen.rowHeightPx);
    if (scrollWithin(this.screen, target)) {
      this.reader.stop();
      return;
    }
    const anchor = target.type === 'line' ? { line: target.line } : this.anchorAt(target.type === 'end' ? this.shape.size : target.byte);
    void this.reader.read(
      'jump',
      () => dragRequest(anchor, this.shape, this.screen.rows),
      (window) => this.present(this.take(window), target.type === 'end' ? 'bottom' : anchorOf(target, window.anchor)),
    );
  }

  /** Reads the window again around the top row. */
  reread(): void {
    void this.reader.read(
      'move',
      () => this.requestHere(),
      (window) => {
        this.caret.clamp(window.size);
        this.present(this.take(window), this.screen.top);
      },
    );
  }

  private get shape(): Shape {
    const { size, lineCount, longestLine, phase } = this.client.state;
    const { slice } = this.screen;
    return { size: slice?.size ?? size, lineCount: slice?.lineCount ?? lineCount, longestLine, phase };
  }

  /** A byte to ask for: what lies around the document's end is asked for by its last byte. */
  private anchorAt(offset: number): TextRequest['anchor'] {
    return { byte: asByte(Math.max(0, Math.min(offset, this.shape.size - 1))) };
  }

  private jumpTo(span: Span): void {
    void this.jump(this.anchorAt(span.active), (next) => {
      const { top } = this.screen;
      this.present(next, next.holds(top.offset) ? top : { offset: span.active, belowTopPx: this.screen.heightPx / 2 });
      this.land(span);
    });
  }

  private land(span: Span): void {
    this.caret.set([span]);
    this.revealCaret();
    this.place.touch();
    this.settle();
  }

  private jump(anchor: TextRequest['anchor'], show: (next: Slice) => void): Promise<void> {
    return this.reader.read(
      'jump',
      () => fullRequest(anchor, this.shape),
      (window) => show(this.take(window)),
    );
  }

  private take(window: TextWindow): Slice {
    return new Slice(window, this.lineEnd);
  }

  private present(next: Slice, aim: Aim): void {
    const old = this.screen.slice;
    if (old !== null) this.caret.remember(old);
    this.lineEnd = next.lineEnd;
    this.screen.show(next, aim, isWrapped(this.shape) || next.overlong);
    this.caret.paint();
    markError(this.client, this.screen);
    this.tellScroll();
  }

  private requestHere(): TextRequest {
    const { slice, top } = this.screen;
    const request = fullRequest(this.anchorAt(top.offset), this.shape);
    // What leaves the window takes its caret along: with several carets it only grows.
    return slice === null || this.caret.spans.length === 1 ? request : growRequest(request, top.offset, { start: slice.base, end: slice.end });
  }

  /** Reads the next window, if the screen has come near the end of this one. */
  private settle(): void {
    const { slice } = this.screen;
    if (slice === null || this.reader.pending !== null || this.composing || this.dragTimer !== undefined) return;
    const { shape } = this;
    const purpose = [this.screen.top.offset, slice.revision, slice.end, shape.size, shape.phase, this.isWrapped].join();
    if (!wantsMove(this.screen.room, shape) || purpose === this.settledFor) return;
    this.settledFor = purpose;
    this.move();
  }

  /** Reads the window that has the screen in its middle. */
  move(): void {
    if (this.reader.pending !== null) return;
    void this.reader.read(
      'move',
      () => this.requestHere(),
      (window) => {
        const { top } = this.screen;
        const next = this.take(window);
        if (!this.composing && next.holds(top.offset)) this.present(next, top);
      },
    );
  }

  private onIdle(): void {
    this.follow();
    for (const listener of this.idleListeners) listener();
  }

  /** Looks whether the document is still what the window shows. */
  private follow(): void {
    const { state } = this.client;
    const { slice } = this.screen;
    const opened = state.phase === 'loading' && this.phase !== 'loading';
    this.phase = state.phase;
    this.lock();
    if (state.phase === 'empty') {
      this.reader.stop();
      this.screen.clear();
    } else if (opened || (slice === null && this.reader.pending === null)) {
      this.open();
    } else if (slice !== null && this.typing.isSettled) {
      if (state.revision > slice.revision) this.reread();
      else if (state.revision === slice.revision && state.size >= slice.size) {
        slice.size = state.size;
        slice.lineCount = state.lineCount;
        this.screen.fit(state.lineCount, this.isWrapped);
        markError(this.client, this.screen);
        this.settle();
      }
    }
    this.tellScroll();
    this.place.touch();
  }

  /** Shows the top of a document that was just opened. */
  private open(): void {
    this.reader.stop();
    this.screen.clear();
    this.caret.set([{ anchor: 0, active: 0 }]);
    void this.reader.read('jump', firstRequest, (window) => this.present(this.take(window), 'top'));
  }

  private onChange(event: monaco.editor.IModelContentChangedEvent): void {
    const { slice } = this.screen;
    if (this.screen.isChanging || slice === null) return;
    const base = slice.revision;
    const { beyond } = this.caret;
    const { splices, exact } = slice.apply(event.changes, beyond);
    if (splices.length > 0) void this.typing.send(base, splices, isTyping(event.changes));
    queueMicrotask(() => {
      if (!exact || slice.lines !== this.screen.model.getLineCount()) this.screen.refresh();
      this.onSelect();
      // Lines went that were never seen: only the document knows how many.
      if (beyond !== null) this.reread();
    });
  }

  private onSelect(): void {
    if (this.screen.isChanging) return;
    this.caret.follow();
    this.place.touch();
  }

  private onScroll(): void {
    if (this.screen.isChanging) return;
    this.tellScroll();
    this.settle();
  }

  private tellScroll(): void {
    const next = readScroll(this.screen, this.isWrapped);
    const { total, viewport, position } = this.scrollState;
    if (next.total === total && next.viewport === viewport && next.position === position) return;
    this.scrollState = next;
    for (const listener of this.scrollListeners) listener();
  }

  private lock(): void {
    const { isReadOnly } = this;
    if (this.editor.getOption(monaco.editor.EditorOption.readOnly) !== isReadOnly) this.editor.updateOptions({ readOnly: isReadOnly });
  }

  private revealCaret(): void {
    const { slice } = this.screen;
    if (slice !== null) this.editor.revealPositionInCenterIfOutsideViewport(slice.positionAt(this.caret.primary.active), 1);
  }
}
