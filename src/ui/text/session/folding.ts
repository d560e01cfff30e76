// Folding on the screen: a mark beside every line that opens a container, what a folded line hides, and the commands. The
// document stores what is folded (`engine/document/folds.ts`); windows include it.

import type { FoldMark, FoldRequest } from '../../../shared/protocol/textview.ts';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import type { DocumentClient, Task } from '../../client/document.ts';
import { countInside, hiddenLines, FOLD_ACTIONS, FOLDING, sayFolded } from '../../strings/editors/text.ts';
import type { Caret } from '../window/caret.ts';
import { monaco, type CodeEditor } from '../editor/editor.ts';
import type { Screen } from '../window/screen.ts';

const STILL_MS = 60;
/** Group of the context menu, after the commands that modify the text. */
const MENU_GROUP = '2_fold';

/** What a view of folds depends on. */
export interface FoldHost {
  readonly client: DocumentClient;
  readonly editor: CodeEditor;
  readonly screen: Screen;
  readonly caret: Caret;
  /** Runs work that may take long. Its progress is shown, and the user can cancel it. */
  readonly run: <T>(label: string, work: (task: Task) => Promise<T>) => Promise<T>;
}

type CaretFold = Extract<FoldRequest, { readonly offsets: unknown }>['type'];

/** The fold marks and commands of one editor. */
export class FoldView {
  private readonly decorations: monaco.editor.IEditorDecorationsCollection;
  private readonly disposables: monaco.IDisposable[];
  private readonly later = new Debounced(() => void this.read(), STILL_MS);
  private readonly reads = new Latest();
  private marks: readonly FoldMark[] = [];
  /** The window that the marks were read for. */
  private markedFor = '';
  /** For each decoration, whether its line is folded. */
  private painted: readonly boolean[] = [];

  constructor(
    private readonly host: FoldHost,
    private readonly onError: (error: unknown) => void,
    private readonly announce: (text: string) => void,
  ) {
    const { editor } = host;
    this.decorations = editor.createDecorationsCollection();
    this.disposables = [editor.onMouseDown((event) => this.onMouse(event)), ...this.addCommands()];
  }

  /** Called when another window is shown, or the document has been validated. Reads the marks again after a delay. */
  touch(): void {
    if (this.windowName === this.markedFor) return;
    this.paint();
    this.later.restart();
  }

  dispose(): void {
    this.later.dispose();
    this.reads.cancel();
    for (const one of this.disposables) one.dispose();
  }

  /** Folds or unfolds, and reports errors. */
  async fold(request: FoldRequest): Promise<void> {
    try {
      const { client, run } = this.host;
      const lines = await run(FOLDING, (task) => client.fold(request, task));
      if (lines !== null) this.announce(sayFolded(lines));
    } catch (error) {
      this.onError(error);
    }
  }

  private get windowName(): string {
    const { slice } = this.host.screen;
    if (slice === null) return '';
    const { validity } = this.host.client.state;
    return [slice.revision, slice.base, slice.end, slice.folds.version, validity].join();
  }

  private async read(): Promise<void> {
    this.reads.cancel();
    const { slice } = this.host.screen;
    const { revision, validity } = this.host.client.state;
    if (slice === null || revision !== slice.revision || validity === 'unknown') return;
    const name = this.windowName;
    try {
      const marks = await this.reads.run(() => this.host.client.readFolds({ start: slice.base, end: slice.end }));
      if (marks === null || name !== this.windowName) return;
      this.marks = marks;
      this.markedFor = name;
      this.paint();
    } catch (error) {
      // A document whose worker has died is being recovered, and its marks are read afterwards.
      if (!this.host.client.isRecovering) this.onError(error);
    }
  }

  private paint(): void {
    const { slice, model } = this.host.screen;
    if (slice === null) {
      this.decorations.clear();
      return;
    }
    const folded = new Set(slice.foldedLines);
    // While only some lines are shown, a gap is no container.
    const isNarrowed = this.host.client.state.narrowed !== null;
    const sizes = new Map(slice.foldedLines.map((line, index) => [line, slice.gaps.list[index]?.lines ?? 0]));
    const known = this.markedFor === this.windowName;
    // Until the marks of this window have been read, those of the previous one move with the text.
    if (!known && this.decorations.length > 0 && this.paintedFolds().join() === [...folded].join()) return;
    const marks = new Map<number, FoldMark | null>([...folded].map((line) => [line, null]));
    if (known) for (const mark of this.marks) marks.set(slice.positionAt(mark.offset).lineNumber, mark);
    this.painted = [...marks.keys()].map((line) => folded.has(line));
    this.decorations.set(
      [...marks].map(([line, mark]) => {
        const column = model.getLineMaxColumn(line);
        return {
          range: new monaco.Range(line, column, line, column),
          options: folded.has(line)
            ? foldedOptions(isNarrowed ? hiddenLines(sizes.get(line) ?? 0) : mark && countInside(mark.kind, mark.count))
            : OPEN,
        };
      }),
    );
  }

  /** The lines that are marked as folded. */
  private paintedFolds(): number[] {
    return this.decorations
      .getRanges()
      .filter((_, index) => this.painted[index])
      .map(({ startLineNumber }) => startLineNumber);
  }

  private onMouse({ target, event }: monaco.editor.IEditorMouseEvent): void {
    const { slice } = this.host.screen;
    if (slice === null || !event.leftButton || target.position === null) return;
    const { MouseTargetType } = monaco.editor;
    const onMark =
      target.type === MouseTargetType.GUTTER_LINE_DECORATIONS && target.element?.classList.contains('fold-mark');
    const onCount = target.type === MouseTargetType.CONTENT_TEXT && target.element?.classList.contains('fold-count');
    if (onMark !== true && onCount !== true) return;
    const { lineNumber } = target.position;
    const offset = slice.offsetAt({ lineNumber, column: 1 });
    const isFolded = slice.foldedLines.includes(lineNumber);
    const type: CaretFold = isFolded ? 'unfold' : 'fold';
    void this.fold({ type: event.shiftKey || event.altKey ? `${type}-recursively` : type, offsets: [offset] });
  }

  private addCommands(): monaco.IDisposable[] {
    const { KeyMod, KeyCode } = monaco;
    const { CtrlCmd, Shift } = KeyMod;
    const chord = (second: number): number => KeyMod.chord(CtrlCmd | KeyCode.KeyK, CtrlCmd | second);
    const add = (
      id: string,
      label: string,
      key: number,
      request: () => FoldRequest,
      inMenu?: number,
    ): monaco.IDisposable =>
      this.host.editor.addAction({
        id,
        label,
        keybindings: [key],
        ...(inMenu === undefined ? {} : { contextMenuGroupId: MENU_GROUP, contextMenuOrder: inMenu }),
        run: () => this.fold(request()),
      });
    const atCarets = (type: CaretFold) => (): FoldRequest => {
      const { slice } = this.host.screen;
      const selections = this.host.editor.getSelections() ?? [];
      return { type, offsets: slice === null ? [] : selections.map((one) => slice.offsetAt(one.getPosition())) };
    };
    const levels = [KeyCode.Digit1, KeyCode.Digit2, KeyCode.Digit3, KeyCode.Digit4, KeyCode.Digit5, KeyCode.Digit6];
    return [
      add('diptych.fold', FOLD_ACTIONS.fold, CtrlCmd | Shift | KeyCode.BracketLeft, atCarets('fold'), 1),
      add('diptych.unfold', FOLD_ACTIONS.unfold, CtrlCmd | Shift | KeyCode.BracketRight, atCarets('unfold'), 2),
      add('diptych.toggleFold', FOLD_ACTIONS.toggle, chord(KeyCode.KeyL), atCarets('toggle')),
      add('diptych.foldInside', FOLD_ACTIONS.foldInside, chord(KeyCode.BracketLeft), atCarets('fold-recursively')),
      add(
        'diptych.unfoldInside',
        FOLD_ACTIONS.unfoldInside,
        chord(KeyCode.BracketRight),
        atCarets('unfold-recursively'),
      ),
      add('diptych.foldAll', FOLD_ACTIONS.foldAll, chord(KeyCode.Digit0), () => ({ type: 'fold-all' }), 3),
      add('diptych.unfoldAll', FOLD_ACTIONS.unfoldAll, chord(KeyCode.KeyJ), () => ({ type: 'unfold-all' }), 4),
      ...levels.map((key, index) =>
        add(`diptych.foldLevel${index + 1}`, FOLD_ACTIONS.foldLevel(index + 1), chord(key), () => ({
          type: 'fold-level',
          level: index + 1,
        })),
      ),
    ];
  }
}

const OPEN: monaco.editor.IModelDecorationOptions = {
  linesDecorationsClassName: 'fold-mark fold-open codicon codicon-chevron-down',
  stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
};

function foldedOptions(says: string | null): monaco.editor.IModelDecorationOptions {
  const count = says === null ? '' : ` ${says}`;
  return {
    showIfCollapsed: true,
    linesDecorationsClassName: 'fold-mark fold-closed codicon codicon-chevron-right',
    after: {
      content: `⋯${count}`,
      inlineClassName: 'fold-count',
      inlineClassNameAffectsLetterSpacing: true,
      cursorStops: monaco.editor.InjectedTextCursorStops.None,
    },
    stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
  };
}
