// The reference of the differential test: a Monaco with the whole text, which gets commands where the tested editor gets keys.

import { EDITOR_OPTIONS, fontOptions, monaco } from '../../../src/ui/text/editor/editor.ts';

/** Above this number of simultaneous changes Monaco merges them into one, and loses the positions of the selections in it. */
export const MAX_CHANGES = 990;

/** A selection in lines and columns of the text, from 0. */
export interface Selected {
  readonly anchor: readonly [line: number, column: number];
  readonly active: readonly [line: number, column: number];
}

/** Tokenizes a model up to a line, which Monaco otherwise does when idle. */
export function colourTo(model: monaco.editor.ITextModel, line: number): void {
  tokenizationOf(model).forceTokenization(line);
}

/** Whether all lines of a model have accurate colours; false without a model. */
export function isColoured(model: monaco.editor.ITextModel | null): boolean {
  return model !== null && tokenizationOf(model).hasAccurateTokensForLine(model.getLineCount());
}

/** Monaco's internal interface, which has no public types. */
interface Tokenization {
  forceTokenization(line: number): void;
  hasAccurateTokensForLine(line: number): boolean;
}

const tokenizationOf = (model: monaco.editor.ITextModel): Tokenization =>
  (model as unknown as { tokenization: Tokenization }).tokenization;

/** A Monaco that holds the whole text. */
export class PlainEditor {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  private readonly model: monaco.editor.ITextModel;

  constructor(container: HTMLElement, text: string, languageId: string) {
    this.model = monaco.editor.createModel(text, languageId);
    this.model.setEOL(monaco.editor.EndOfLineSequence.LF);
    this.editor = monaco.editor.create(container, {
      ...EDITOR_OPTIONS,
      ...fontOptions(14),
      model: this.model,
      wordWrap: 'off',
      stopRenderingLineAfter: 10_000,
    });
  }

  get text(): string {
    return this.model.getValue();
  }

  get size(): number {
    return this.model.getValueLength();
  }

  get lineCount(): number {
    return this.model.getLineCount();
  }

  /** The primary selection first, as in the session. */
  get selected(): Selected[] {
    return (this.editor.getSelections() ?? []).map((one) => {
      const [from, to] = [one.getSelectionStart(), one.getPosition()];
      return { anchor: [from.lineNumber - 1, from.column - 1], active: [to.lineNumber - 1, to.column - 1] };
    });
  }

  /** Tokenizes the lines up to the carets: Monaco closes no brackets in a line without tokens. */
  colour(): void {
    for (const one of this.editor.getSelections() ?? []) colourTo(this.model, one.positionLineNumber);
  }

  /** Copies the indentation of another model: Monaco may detect another one in a window than in the whole text. */
  indentAs(other: monaco.editor.ITextModel): void {
    const { insertSpaces, indentSize, tabSize } = other.getOptions();
    this.model.updateOptions({ insertSpaces, indentSize, tabSize });
  }

  run(command: string, payload: unknown = null): void {
    this.editor.trigger('keyboard', command, payload);
  }

  select(selected: readonly Selected[]): void {
    this.editor.setSelections(
      selected.map(
        ({ anchor, active }) => new monaco.Selection(anchor[0] + 1, anchor[1] + 1, active[0] + 1, active[1] + 1),
      ),
    );
  }

  /** Ends the current undo step. Returns the version. */
  stop(): number {
    this.model.pushStackElement();
    return this.model.getAlternativeVersionId();
  }

  undoTo(version: number): void {
    for (let step = 0; step < 10_000 && this.model.getAlternativeVersionId() !== version; step += 1) this.undo();
  }

  replaceAll(pattern: string, replacement: string): number {
    const found = this.model.findMatches(pattern, false, false, false, null, false, Number.MAX_SAFE_INTEGER);
    this.model.pushStackElement();
    this.model.pushEditOperations(
      [],
      found.map(({ range }) => ({ range, text: replacement })),
      () => null,
    );
    this.model.pushStackElement();
    return found.length;
  }

  dispose(): void {
    this.editor.dispose();
    this.model.dispose();
  }

  /** Undoes the latest step. */
  undo(): void {
    (this.model as unknown as { undo(): void }).undo();
  }
}
