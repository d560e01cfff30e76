// One document in one editor. The user's changes are sent to the document as they are made; the document's state and the scroll
// position determine which window is read next. This class connects them:
//
//   editor ── change ──► slice.apply ──► typing ──► client.apply
//   client ── state ───► follow ──┐
//   editor ── scroll ──► settle ──┼──► travel ──► screen, caret
//   scrollbar, keys ───► jumps ───┘

import { Emitter } from '../../model/emitter.ts';
import type { DocumentState, UndoStep } from '../../../shared/protocol/protocol.ts';
import type { FormatPart } from '../../../shared/protocol/format-options.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import type { WrapSetting } from '../../../shared/settings/wrapping.ts';
import { DebouncedState } from '../../client/debounced-state.ts';
import type { DocumentClient, Task } from '../../client/document.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import type { Revision } from '../../../shared/units.ts';
import { Caret, rangeOf } from '../window/caret.ts';
import { Composition } from './composition.ts';
import { EnterIndent } from './enter-indent.ts';
import { closingIndent } from './closing-bracket.ts';
import { monaco, type CodeEditor, type TextModel } from '../editor/editor.ts';
import { FoldView, type FoldHost } from './folding.ts';
import { isCut } from '../window/cut-lines.ts';
import { markError, PlaceReporter, type CaretPlace } from '../window/caret-place.ts';
import { Screen } from '../window/screen.ts';
import { readScroll, type ScrollState } from '../window/scroll-position.ts';
import type { TextSlice } from '../window/slice.ts';
import { Sticky } from './sticky-lines.ts';
import { StructureSelection } from './structure-selection.ts';
import { WindowNavigation } from '../window/navigation.ts';
import { Typing, UndoStops } from './typing.ts';
import { LIMITS, type Limits } from '../window/window-sizing.ts';

/** Events that a view receives. */
export interface SessionEvents {
  onPlace(place: CaretPlace | null): void;
  /** Another window is on the screen. */
  onShown(): void;
  onError(error: unknown): void;
  /** A change by the user of the revision `base` has been sent to the document. */
  onEdit(base: Revision, splices: readonly Splice[]): void;
  /** The document has rejected such a change. */
  onRefused(): void;
  /** Runs work on the whole document, with its progress shown and a way to cancel it. */
  onWork(label: string, work: (task: Task) => Promise<void>): void;
  /** The same for work that leaves the text as it is. */
  onTask<T>(label: string, work: (task: Task) => Promise<T>): Promise<T>;
  /** Something happened that a screen reader should announce. */
  onAnnounce(text: string): void;
}

/** Takes input that arrived where the caret is not, and replays it at the caret. */
export interface InputReplay {
  /** Whether other input is already waiting. */
  readonly isWaiting: boolean;
  type(text: string): void;
  select(spans: Selection): void;
  /** Discards the waiting input. */
  forget(): void;
}

/** Connects a client to an editor, until `dispose`. */
export class TextSession {
  readonly screen: Screen;
  readonly caret: Caret;
  readonly navigation: WindowNavigation;
  readonly sticky: Sticky;
  readonly folds: FoldView;
  readonly structure: StructureSelection;
  private readonly typing: Typing;
  private readonly enterIndent: EnterIndent;
  private readonly place: PlaceReporter;
  private readonly debounced: DebouncedState;
  private readonly endings: (() => void)[] = [];
  private readonly scrolled = new Emitter();
  private readonly idled = new Emitter();
  private readonly sent = new Emitter<[readonly Splice[]]>();
  private scrollState: ScrollState = { total: 0, viewport: 1, position: 0 };
  private phase: DocumentState['phase'] = 'empty';
  private isOver = false;
  private readOnly = false;
  /** Whether a closing bracket is being aligned. */
  private isClosing = false;
  private readonly composition: Composition;
  /** Whether a change is being reverted that cannot be made now. */
  private isTakingBack = false;
  /** Where the document's undo steps end. */
  readonly undoStops: UndoStops;
  private inputReplay: InputReplay | null = null;
  /** Whether the selection contains more than Monaco's model does. */
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
    this.composition = new Composition(editor, this.screen, this.caret);
    this.sticky = new Sticky(client, this.screen);
    this.folds = new FoldView(this, onError, (text) => events.onAnnounce(text));
    this.place = new PlaceReporter(client, this.screen, this.caret, (place) => events.onPlace(place));
    this.typing = new Typing(client, {
      onSent: (base, splices) => {
        this.sent.emit(splices);
        events.onEdit(base, splices);
      },
      onRefused: (error) => {
        events.onRefused();
        // Reported once, as all changes sent after it are rejected too.
        if (this.screen.slice?.isLost !== true) onError(error);
        this.screen.slice?.lose();
        this.navigation.reread();
      },
      onSettled: () => this.onStateChange(),
    });
    this.navigation = new WindowNavigation(
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
    this.enterIndent = new EnterIndent(
      editor,
      this.screen,
      (base, splices) => void this.typing.send(base, splices, 'begins'),
    );
    this.structure = new StructureSelection(client, this.caret, this.navigation, onError);
    const disposables = [
      model.onDidChangeContent((event) => this.onChange(event)),
      editor.onDidChangeCursorSelection(({ source }) => this.onSelect(source)),
      editor.onDidScrollChange((event) => {
        this.screen.measureScrollbar();
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
      client.subscribe(() => this.onStateChange()),
    );
    this.onStateChange();
  }

  dispose(): void {
    this.isOver = true;
    this.navigation.stop();
    this.place.stop();
    this.debounced.stop();
    this.sticky.stop();
    this.folds.dispose();
    this.enterIndent.dispose();
    for (const end of this.endings) end();
  }

  /** Whether the text cannot be changed: by setting, or because the document is still loading. */
  get isReadOnly(): boolean {
    return this.readOnly || this.client.state.phase !== 'ready';
  }

  /** Returns the place of the caret; `null` while the caret is on its way to another place. @throws CodedError */
  async readPlace(): Promise<CaretPlace | null> {
    return this.screen.slice === null || this.navigation.isJumping ? null : this.place.read();
  }

  /** Whether the window shows the document's current state, and nothing is pending. */
  get isSettled(): boolean {
    const { slice } = this.screen;
    const { revision, foldsVersion } = this.client.state;
    const isCurrent = slice !== null && slice.revision === revision && slice.folds.version === foldsVersion;
    const hasInput = this.inputReplay?.isWaiting === true || !this.typing.isSettled;
    return isCurrent && !hasInput && this.navigation.isIdle && !this.mustWait;
  }

  /** Whether the document is newer than the window, or is being recovered. Changes cannot be made then. */
  private get isOutdated(): boolean {
    return this.client.isRecovering || this.navigation.isBehind;
  }

  /** Whether keys have to wait, because the caret or the text around it is not available yet. */
  get mustWait(): boolean {
    return this.navigation.isJumping || this.isOutdated;
  }

  /**
   * Sets the receiver of input that bypasses key events (composed, dropped, chosen from a menu) while keys have to wait.
   * Returns a function that removes it.
   */
  setInputReplay(aside: InputReplay): () => void {
    this.inputReplay = aside;
    return () => {
      this.inputReplay = null;
    };
  }

  /** Calls back with every change by the user that is sent. Returns a function that unsubscribes. */
  readonly onSent = this.sent.subscribe;

  /** The document's size in bytes, including what was typed. */
  get size(): number {
    return this.screen.slice?.size ?? 0;
  }

  /** The selected part of the text, including what was typed; `null` if nothing is selected. */
  get selectedPart(): FormatPart | null {
    const { slice } = this.screen;
    return slice === null || this.caret.isBare ? null : { base: slice.revision, spans: this.caret.spans };
  }

  setReadOnly(readOnly: boolean): void {
    this.readOnly = readOnly;
    this.lock();
  }

  /** Sets whether lines are wrapped; with `auto`, that depends on their length. */
  setWrap(wrap: WrapSetting): void {
    if (this.navigation.wrap === wrap) return;
    this.navigation.wrap = wrap;
    // With wrapped lines, a window is smaller.
    if (this.screen.slice !== null) this.navigation.reread();
  }

  setTabSize(columns: number): void {
    this.screen.setTabSize(columns);
  }

  /** The state of the scrollbar; the same object until it changes. */
  readonly getScroll = (): ScrollState => this.scrollState;

  /** Calls back when `getScroll` returns another object. */
  readonly onScrolled = this.scrolled.subscribe;

  /** Calls back whenever no window is being read any more. */
  readonly onRead = this.idled.subscribe;

  /** Selects the whole document, however much of it the window holds. */
  selectAll(): void {
    this.caret.set([{ anchor: 0, active: this.size }]);
    this.guard();
    this.place.touch();
  }

  /** Replaces every selection with the same bytes, whatever their size, and puts the caret after them. */
  replaceSelections(bytes: Uint8Array | Promise<Uint8Array>, step: UndoStep = 'alone'): Promise<void> {
    return this.navigation.goAfter(async () => {
      const insert = await bytes;
      const { slice } = this.screen;
      if (slice === null) return null;
      const ranges = this.caret.spans.map(rangeOf).toSorted((a, b) => a.start - b.start);
      const splices = ranges.map(({ start, end }) => ({ start, end, insert }));
      const result = await this.typing.send(slice.revision, splices, step);
      return result === null ? null : (result.changed?.end ?? this.caret.primary.active);
    });
  }

  /**
   * Changes the document by the splices that `make` computes for the window at that time, and selects the spans that it
   * returns. Keys wait until then.
   */
  change(
    make: (
      slice: TextSlice,
      client: DocumentClient,
    ) => Promise<{ splices: readonly Splice[]; spans: Selection } | null>,
  ): Promise<void> {
    return this.navigation.selectAfter(async () => {
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

  /** Runs work that may take long. Its progress is shown, and the user can cancel it. */
  work(label: string, work: (task: Task) => Promise<void>): void {
    this.events.onWork(label, work);
  }

  /** The same for work that leaves the text as it is. */
  readonly run: FoldHost['run'] = (label, work) => this.events.onTask(label, work);

  /** Shows an error to the user. */
  report(error: unknown): void {
    this.events.onError(error);
  }

  /** While the text is being validated, the previous error stays marked and moves with the text. */
  private markError(): void {
    if (this.debounced.state.validity !== 'unknown') markError(this.debounced.state, this.screen);
  }

  /** Updates the window after a change of the document's state. */
  private onStateChange(): void {
    const { state } = this.client;
    const { slice } = this.screen;
    const opened = state.phase === 'loading' && this.phase !== 'loading';
    this.phase = state.phase;
    this.lock();
    // Waiting input was meant for another document.
    if (state.phase === 'empty' || opened) this.inputReplay?.forget();
    if (state.phase === 'empty') {
      this.navigation.stop();
      this.screen.clear();
    } else if (opened || (slice === null && this.navigation.isIdle)) {
      this.navigation.open();
    } else if (slice !== null && this.typing.isSettled) {
      // What another program has written is shown where the held text was.
      if (this.navigation.isHeld && state.isSynced) return;
      if (
        state.revision > slice.revision ||
        (state.revision === slice.revision && state.foldsVersion > slice.folds.version)
      ) {
        this.navigation.reread();
      } else if (state.revision === slice.revision && state.size >= slice.size) {
        slice.size = state.size;
        slice.lineCount = state.lineCount;
        this.screen.fit(state.lineCount, this.navigation.isWrapped);
        this.markError();
        this.navigation.settle();
      }
    }
    this.reportScroll();
    this.place.touch();
    this.folds.touch();
    this.sticky.touch();
  }

  private onChange(event: monaco.editor.IModelContentChangedEvent): void {
    const { slice } = this.screen;
    if (this.screen.isChanging || slice === null || this.composition.isDiverted) return;
    const { beyond } = this.caret;
    const isElsewhere = beyond === null && this.caret.isAway;
    if (isElsewhere || this.navigation.isHeld || this.isOutdated) {
      if (!this.composition.divert()) this.revertChange(event);
      return;
    }
    const base = slice.revision;
    const step = this.isClosing ? 'continues' : this.undoStops.take();
    const { splices, exact } = slice.apply(event.changes, beyond, !this.caret.isBare);
    if (splices.length > 0 && !this.enterIndent.hold(base, splices, event.changes))
      void this.typing.send(base, splices, step);
    queueMicrotask(() => {
      if (!exact || slice.lines !== this.screen.model.getLineCount()) this.screen.refresh();
      this.onSelect('keyboard');
      if (!this.isClosing && exact) this.placeBracket(event.changes);
      // Lines outside the window were removed, and only the document knows how many.
      if (beyond !== null) this.navigation.reread();
    });
  }

  /**
   * Reverts a change that bypassed key events while the caret was elsewhere or the window was not current, and replays it.
   */
  private revertChange({ changes }: monaco.editor.IModelContentChangedEvent): void {
    this.isTakingBack = true;
    queueMicrotask(() => {
      this.isTakingBack = false;
      this.screen.refresh();
      this.caret.paint();
      const [change, ...others] = changes;
      if (change !== undefined && others.length === 0 && change.text !== '') this.inputReplay?.type(change.text);
    });
  }

  /** Aligns a typed closing bracket with the line that opens it, in the same undo step. */
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
    // Until Enter is complete, the caret stays where it was before, which is what undo selects again.
    if (this.screen.isChanging || this.enterIndent.isHolding || this.composition.isDiverted || this.isTakingBack)
      return;
    this.caret.readSelections();
    // The jump in progress was requested before this click, so the click applies after it.
    if (source === 'mouse' && this.navigation.isJumping) this.inputReplay?.select(this.caret.spans);
    this.guard();
    this.place.touch();
  }

  private onScroll(): void {
    if (this.screen.isChanging) return;
    this.reportScroll();
    this.sticky.touch();
    this.navigation.settle();
  }

  private onArrived(): void {
    this.events.onShown();
    markError(this.debounced.state, this.screen);
    this.guard();
    this.screen.keepIndent();
    this.reportScroll();
    this.place.touch();
    this.folds.touch();
    this.sticky.touch();
  }

  private onIdle(): void {
    // A hold of the view may end after it.
    if (this.isOver) return;
    this.onStateChange();
    this.idled.emit();
  }

  private compose(isComposing: boolean): void {
    this.navigation.isComposing = isComposing;
    if (isComposing) {
      this.composition.begin(this.mustWait || this.inputReplay?.isWaiting === true || this.caret.isAway);
      return;
    }
    const composed = this.composition.end();
    if (composed === null) return this.navigation.settle();
    // Monaco has not finished handling the event yet.
    queueMicrotask(() => {
      this.composition.stop();
      this.screen.refresh();
      this.caret.paint();
      const { text, sent } = composed;
      if (sent !== null) this.inputReplay?.select([sent]);
      if (text !== '' || sent !== null) this.inputReplay?.type(text);
      this.navigation.settle();
    });
  }

  private reportScroll(): void {
    const next = readScroll(this.screen, this.navigation.isWrapped);
    const { total, viewport, position } = this.scrollState;
    if (next.total === total && next.viewport === viewport && next.position === position) return;
    this.scrollState = next;
    this.scrolled.emit();
  }

  /** A triple click, or a click on a line number, selects the whole line, even if the window cuts it. */
  private onMouse({ event, target }: monaco.editor.IEditorMouseEvent): void {
    const isNumber = target.type === monaco.editor.MouseTargetType.GUTTER_LINE_NUMBERS;
    if (event.leftButton && (isNumber || event.detail === 3))
      setTimeout(() => isCut(this) && this.structure.selectLine());
  }

  /** Disables dragging and surrounding a selection when Monaco sees only a part of it. */
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
