// One document in one editor. A person's changes go to the document as they are made; the document's
// state and the scroll position decide which window is read next. All of it meets here:
//
//   editor ── change ──► slice.apply ──► typing ──► client.apply
//   client ── state ───► follow ──┐
//   editor ── scroll ──► settle ──┼──► travel ──► screen, caret
//   scrollbar, keys ───► jumps ───┘

import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { FormatPart } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { WrapSetting } from '../../shared/settings/wrapping.ts';
import { DebouncedState } from '../client/debounced-state.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { Revision } from '../../shared/units.ts';
import { Caret, rangeOf } from './window/caret.ts';
import { Breaking } from './input/enter-indent.ts';
import { closingIndent } from './input/closing-bracket.ts';
import { monaco, type CodeEditor, type TextModel } from './editor.ts';
import { FoldView, type FoldHost } from './rendering/folding.ts';
import { isCut } from './window/cut-lines.ts';
import { markError, PlaceReporter, type CaretPlace } from './window/caret-place.ts';
import { Screen } from './window/screen.ts';
import { readScroll, type ScrollState } from './window/scroll-position.ts';
import type { Slice } from './window/slice.ts';
import { Sticky } from './rendering/sticky-lines.ts';
import { Structure } from './commands/structure-selection.ts';
import { Travel } from './window/navigation.ts';
import { Typing, UndoStops } from './input/typing.ts';
import { LIMITS, type Limits } from './window/window-request.ts';

/** What a view is told. */
export interface SessionEvents {
  onPlace(place: CaretPlace | null): void;
  /** A window is on the screen. */
  onShown(): void;
  onError(error: unknown): void;
  /** A person's change of this revision is on its way to the document. */
  onEdit(base: Revision, splices: readonly Splice[]): void;
  /** It did not get there. */
  onRefused(): void;
  /** Work on the whole document: to be followed, and to be cancelled. */
  onWork(label: string, work: (task: Task) => Promise<void>): void;
  /** The same for what leaves the text as it is. */
  onTask<T>(label: string, work: (task: Task) => Promise<T>): Promise<T>;
  /** Something happened that a screen reader should say. */
  onAnnounce(text: string): void;
}

/** Takes input that has come at a place where the caret is not, to have it come again where it is. */
export interface InputAside {
  /** Whether other input waits already. */
  readonly isWaiting: boolean;
  type(text: string): void;
  select(spans: Selection): void;
  /** Does without what waits. */
  forget(): void;
}

/** Ties a client to an editor, until `dispose`. */
export class TextSession {
  readonly screen: Screen;
  readonly caret: Caret;
  readonly travel: Travel;
  readonly sticky: Sticky;
  readonly folds: FoldView;
  readonly structure: Structure;
  private readonly typing: Typing;
  private readonly breaking: Breaking;
  private readonly place: PlaceReporter;
  private readonly debounced: DebouncedState;
  private readonly endings: (() => void)[] = [];
  private readonly scrollListeners = new Set<() => void>();
  private readonly idleListeners = new Set<() => void>();
  private readonly sentListeners = new Set<(splices: readonly Splice[]) => void>();
  private scrollState: ScrollState = { total: 0, viewport: 1, position: 0 };
  private phase: DocumentState['phase'] = 'empty';
  private readOnly = false;
  /** Whether a bracket is being moved to its level. */
  private isClosing = false;
  /**
   * What an input method composes where the caret is not: from which character of the editor's text on, and how many are
   * behind it. It is taken back at its end, and comes again where the caret is.
   */
  private composedAside: { readonly start: number; readonly behind: number } | null = null;
  /** Whether a change that could not be made there is being taken back. */
  private isTakingBack = false;
  private readonly undoStops: UndoStops;
  private aside: InputAside | null = null;
  /** Whether more is selected than Monaco knows of. */
  private isWide = false;

  constructor(
    readonly client: DocumentClient,
    readonly editor: CodeEditor,
    model: TextModel,
    private readonly events: SessionEvents,
    limits: Limits = LIMITS,
  ) {
    const onError = (error: unknown): void => events.onError(error);
    this.debounced = new DebouncedState(client);
    this.screen = new Screen(editor, model);
    this.undoStops = new UndoStops(model);
    this.caret = new Caret(this.screen);
    this.sticky = new Sticky(client, this.screen);
    this.folds = new FoldView(this, onError, (text) => events.onAnnounce(text));
    this.place = new PlaceReporter(client, this.screen, this.caret, (place) => events.onPlace(place));
    this.typing = new Typing(client, {
      onSent: (base, splices) => {
        for (const listener of this.sentListeners) listener(splices);
        events.onEdit(base, splices);
      },
      onRefused: (error) => {
        events.onRefused();
        // Told once: all that were sent behind it are refused too.
        if (this.screen.slice?.isLost !== true) onError(error);
        this.screen.slice?.lose();
        this.travel.reread();
      },
      onSettled: () => this.follow(),
    });
    this.travel = new Travel(
      client,
      this.screen,
      this.caret,
      {
        isBehind: ({ revision }) =>
          revision < client.state.revision || (revision < (this.screen.slice?.revision ?? 0) && !this.typing.isSettled),
        onArrived: () => this.onArrived(),
        onIdle: () => this.onIdle(),
        onError,
      },
      limits,
    );
    this.breaking = new Breaking(
      editor,
      this.screen,
      (base, splices) => void this.typing.send(base, splices, 'begins'),
    );
    this.structure = new Structure(client, this.caret, this.travel, onError);
    const disposables = [
      model.onDidChangeContent((event) => this.onChange(event)),
      editor.onDidChangeCursorSelection(({ source }) => this.onSelect(source)),
      editor.onDidScrollChange((event) => {
        this.screen.followBar();
        if (event.scrollTopChanged || event.scrollHeightChanged) this.onScroll();
      }),
      editor.onDidLayoutChange(() => this.onScroll()),
      editor.onMouseDown((event) => this.onMouse(event)),
      editor.onDidCompositionStart(() => this.compose(true)),
      editor.onDidCompositionEnd(() => this.compose(false)),
    ];
    this.endings.push(
      ...disposables.map((one) => () => one.dispose()),
      this.debounced.subscribe(() => this.markError()),
      client.subscribe(() => this.follow()),
    );
    this.follow();
  }

  dispose(): void {
    this.travel.stop();
    this.place.stop();
    this.debounced.stop();
    this.sticky.stop();
    this.folds.dispose();
    this.breaking.dispose();
    for (const end of this.endings) end();
  }

  /** The document can be changed once all of it is there. */
  get isReadOnly(): boolean {
    return this.readOnly || this.client.state.phase !== 'ready';
  }

  /** Whether the window shows the document as it is, and nothing is on its way. */
  get isSettled(): boolean {
    const { slice } = this.screen;
    const { revision, foldsVersion } = this.client.state;
    const isCurrent = slice !== null && slice.revision === revision && slice.folds.version === foldsVersion;
    const hasInput = this.aside?.isWaiting === true || !this.typing.isSettled;
    return isCurrent && !hasInput && this.travel.isIdle && !this.mustWait;
  }

  /** Whether the document is another than the window shows, or is being brought back: no change can be made there yet. */
  private get isOutdated(): boolean {
    const { slice } = this.screen;
    return this.client.isRecovering || (slice !== null && slice.revision < this.client.state.revision);
  }

  /** Whether keys have to wait: the caret that they are for, or the text around it, is not there yet. */
  get mustWait(): boolean {
    return this.travel.isJumping || this.isOutdated;
  }

  /** Says who takes what comes past the keys (composed, dropped, chosen from a menu) while keys have to wait. Answers how to stop. */
  putAside(aside: InputAside): () => void {
    this.aside = aside;
    return () => {
      this.aside = null;
    };
  }

  /** Calls back with every change of a person's that is sent. Answers how to stop. */
  onSent(listener: (splices: readonly Splice[]) => void): () => void {
    this.sentListeners.add(listener);
    return () => this.sentListeners.delete(listener);
  }

  /** Bytes in the document, with what was typed. */
  get size(): number {
    return this.screen.slice?.size ?? 0;
  }

  /** What is selected of the text as it is with what was typed; `null` where nothing is. */
  get selectedPart(): FormatPart | null {
    const { slice } = this.screen;
    return slice === null || this.caret.isBare ? null : { base: slice.revision, spans: this.caret.spans };
  }

  setReadOnly(readOnly: boolean): void {
    this.readOnly = readOnly;
    this.lock();
  }

  /** Wraps lines or not; `auto` as they are long. */
  setWrap(wrap: WrapSetting): void {
    if (this.travel.wrap === wrap) return;
    this.travel.wrap = wrap;
    // Of wrapped lines a window holds less.
    if (this.screen.slice !== null) this.travel.reread();
  }

  setTabSize(columns: number): void {
    this.screen.setTabSize(columns);
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

  /** Selects the document, however much of it the window holds. */
  selectAll(): void {
    this.caret.set([{ anchor: 0, active: this.size }]);
    this.guard();
    this.place.touch();
  }

  /** Replaces every selection by the same bytes, whatever their size, and goes behind them. */
  replaceSelections(bytes: Uint8Array | Promise<Uint8Array>): Promise<void> {
    return this.travel.goAfter(async () => {
      const insert = await bytes;
      const { slice } = this.screen;
      if (slice === null) return null;
      const ranges = this.caret.spans.map(rangeOf).toSorted((a, b) => a.start - b.start);
      const splices = ranges.map(({ start, end }) => ({ start, end, insert }));
      const result = await this.typing.send(slice.revision, splices, 'alone');
      return result === null ? null : (result.changed?.end ?? this.caret.primary.active);
    });
  }

  /**
   * Changes the document by what `make` works out for the window as it is then, and selects what it says; keys wait
   * until then.
   */
  change(
    make: (slice: Slice, client: DocumentClient) => Promise<{ splices: readonly Splice[]; spans: Selection } | null>,
  ): Promise<void> {
    return this.travel.selectAfter(async () => {
      const { slice } = this.screen;
      if (slice === null) return null;
      const { revision } = slice;
      try {
        const made = await make(slice, this.client);
        if (made === null) return null;
        return (await this.typing.send(revision, made.splices, 'alone')) === null ? null : made.spans;
      } catch (error) {
        this.report(error);
        return null;
      }
    });
  }

  /** Does work that may take long, where a person sees it and can cancel it. */
  work(label: string, work: (task: Task) => Promise<void>): void {
    this.events.onWork(label, work);
  }

  /** Does what may take long and leaves the text as it is. */
  readonly run: FoldHost['run'] = (label, work) => this.events.onTask(label, work);

  /** Tells a person of an error. */
  report(error: unknown): void {
    this.events.onError(error);
  }

  /** While the text is checked, what was wrong with it stays marked, and goes along with what is typed. */
  private markError(): void {
    if (this.debounced.state.validity !== 'unknown') markError(this.debounced.state, this.screen);
  }

  /** Looks whether the document is still what the window shows. */
  private follow(): void {
    const { state } = this.client;
    const { slice } = this.screen;
    const opened = state.phase === 'loading' && this.phase !== 'loading';
    this.phase = state.phase;
    this.lock();
    // What still waits was for another document.
    if (state.phase === 'empty' || opened) this.aside?.forget();
    if (state.phase === 'empty') {
      this.travel.stop();
      this.screen.clear();
    } else if (opened || (slice === null && this.travel.isIdle)) {
      this.travel.open();
    } else if (slice !== null && this.typing.isSettled) {
      if (
        state.revision > slice.revision ||
        (state.revision === slice.revision && state.foldsVersion > slice.folds.version)
      ) {
        this.travel.reread();
      } else if (state.revision === slice.revision && state.size >= slice.size) {
        slice.size = state.size;
        slice.lineCount = state.lineCount;
        this.screen.fit(state.lineCount, this.travel.isWrapped);
        this.markError();
        this.travel.settle();
      }
    }
    this.tellScroll();
    this.place.touch();
    this.folds.touch();
    this.sticky.touch();
  }

  private onChange(event: monaco.editor.IModelContentChangedEvent): void {
    const { slice } = this.screen;
    if (this.screen.isChanging || slice === null || this.composedAside !== null) return;
    const { beyond } = this.caret;
    const isElsewhere = beyond === null && this.caret.isAway;
    if (isElsewhere || this.travel.isHeld || this.isOutdated) return this.takeBack(event);
    const base = slice.revision;
    const step = this.isClosing ? 'continues' : this.undoStops.take();
    const { splices, exact } = slice.apply(event.changes, beyond, !this.caret.isBare);
    if (splices.length > 0 && !this.breaking.hold(base, splices, event.changes))
      void this.typing.send(base, splices, step);
    queueMicrotask(() => {
      if (!exact || slice.lines !== this.screen.model.getLineCount()) this.screen.refresh();
      this.onSelect('keyboard');
      if (!this.isClosing && exact) this.placeBracket(event.changes);
      // Lines went that were never seen: only the document knows how many.
      if (beyond !== null) this.travel.reread();
    });
  }

  /** Takes a change back that came past the keys, to a text which the document does not have now or where the caret is not, and has it come again later. */
  private takeBack({ changes }: monaco.editor.IModelContentChangedEvent): void {
    this.isTakingBack = true;
    queueMicrotask(() => {
      this.isTakingBack = false;
      this.screen.refresh();
      this.caret.paint();
      const [change, ...others] = changes;
      if (change !== undefined && others.length === 0 && change.text !== '') this.aside?.type(change.text);
    });
  }

  /** Puts a closing bracket that was typed to the level of the line that opens, as one step with it. */
  private placeBracket([change, ...others]: readonly monaco.editor.IModelContentChange[]): void {
    const { slice, model } = this.screen;
    if (slice === null || change === undefined || others.length > 0 || !/^[}\]]$/.test(change.text)) return;
    const { startLineNumber: line, startColumn } = change.range;
    const column = startColumn + 1;
    const before = model.getLineContent(line).slice(0, startColumn);
    if (change.rangeLength > 0 || !this.editor.getPosition()?.equals({ lineNumber: line, column })) return;
    const lines = slice.base === 0 ? [] : model.getLinesContent().slice(0, line - 1);
    const indent = closingIndent(slice, lines, before);
    if (indent === null || indent + change.text === before) return;
    const caret = indent.length + 2;
    this.isClosing = true;
    this.editor.executeEdits(
      'closing',
      [{ range: new monaco.Range(line, 1, line, column), text: indent + change.text }],
      [new monaco.Selection(line, caret, line, caret)],
    );
    this.isClosing = false;
  }

  private onSelect(source: string): void {
    // What undo selects again is where the caret was before Enter.
    if (this.screen.isChanging || this.breaking.isHolding || this.composedAside !== null || this.isTakingBack) return;
    this.caret.follow();
    // The caret is on its way elsewhere, but that was before.
    if (source === 'mouse' && this.travel.isJumping) this.aside?.select(this.caret.spans);
    this.guard();
    this.place.touch();
  }

  private onScroll(): void {
    if (this.screen.isChanging) return;
    this.tellScroll();
    this.sticky.touch();
    this.travel.settle();
  }

  private onArrived(): void {
    this.events.onShown();
    markError(this.debounced.state, this.screen);
    this.guard();
    this.screen.keepIndent();
    this.tellScroll();
    this.place.touch();
    this.folds.touch();
    this.sticky.touch();
  }

  private onIdle(): void {
    this.follow();
    for (const listener of this.idleListeners) listener();
  }

  private compose(isComposing: boolean): void {
    const { model } = this.screen;
    this.travel.isComposing = isComposing;
    if (isComposing) {
      if (!this.mustWait && this.aside?.isWaiting !== true && !this.caret.isAway) return;
      const range = this.editor.getSelection() ?? new monaco.Range(1, 1, 1, 1);
      const [start, end] = [range.getStartPosition(), range.getEndPosition()].map((place) => model.getOffsetAt(place));
      this.composedAside = { start: start ?? 0, behind: model.getValueLength() - (end ?? 0) };
      return;
    }
    const { composedAside } = this;
    if (composedAside === null) return this.travel.settle();
    const text = model.getValue().slice(composedAside.start, model.getValueLength() - composedAside.behind);
    // Monaco is not through with it yet.
    queueMicrotask(() => {
      this.composedAside = null;
      this.screen.refresh();
      this.caret.paint();
      if (text !== '') this.aside?.type(text);
      this.travel.settle();
    });
  }

  private tellScroll(): void {
    const next = readScroll(this.screen, this.travel.isWrapped);
    const { total, viewport, position } = this.scrollState;
    if (next.total === total && next.viewport === viewport && next.position === position) return;
    this.scrollState = next;
    for (const listener of this.scrollListeners) listener();
  }

  /** Three clicks, or one beside the text, select a line: all of it, also where the window cuts it. */
  private onMouse({ event, target }: monaco.editor.IEditorMouseEvent): void {
    const isNumber = target.type === monaco.editor.MouseTargetType.GUTTER_LINE_NUMBERS;
    if (event.leftButton && (isNumber || event.detail === 3))
      setTimeout(() => isCut(this) && this.structure.selectLine());
  }

  /** What Monaco would move, or put quotes around, is only what it knows of a selection. */
  private guard(): void {
    const isWide = this.caret.beyond !== null || this.caret.coversFold;
    if (isWide === this.isWide) return;
    this.isWide = isWide;
    this.editor.updateOptions({ dragAndDrop: !isWide, autoSurround: isWide ? 'never' : 'languageDefined' });
    this.screen.keepIndent();
  }

  private lock(): void {
    const { isReadOnly } = this;
    if (this.editor.getOption(monaco.editor.EditorOption.readOnly) !== isReadOnly)
      this.editor.updateOptions({ readOnly: isReadOnly });
  }
}
