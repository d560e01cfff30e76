// The reference of the differential test: a whole-model Monaco, told by commands what the other gets as keys.

import { EDITOR_OPTIONS, fontOptions, monaco } from '../../../src/ui/text/editor.ts';

/** Above so many changes at once Monaco makes one of them, and no longer knows where in it a selection was. */
export const MOST_CHANGES = 990;

/** A selection in lines and columns of the text, from 0. */
export interface Selected {
  readonly anchor: readonly [line: number, column: number];
  readonly active: readonly [line: number, column: number];
}

/** Colours the lines of a model up to this one, as it does by itself in idle moments. */
export function colourTo(model: monaco.editor.ITextModel, line: number): void {
  tokenizationOf(model).forceTokenization(line);
}

/** Whether the colours of all lines of a model are those of its text; of no model, no. */
export function isColoured(model: monaco.editor.ITextModel | null): boolean {
  return model !== null && tokenizationOf(model).hasAccurateTokensForLine(model.getLineCount());
}

/** Monaco's own, without types. */
interface Tokenization {
  forceTokenization(line: number): void;
  hasAccurateTokensForLine(line: number): boolean;
}

const tokenizationOf = (model: monaco.editor.ITextModel): Tokenization =>
  (model as unknown as { tokenization: Tokenization }).tokenization;

/** A plain editor that holds the whole text. */
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

  /** The primary first, as the session has them. */
  get selected(): Selected[] {
    return (this.editor.getSelections() ?? []).map((one) => {
      const [from, to] = [one.getSelectionStart(), one.getPosition()];
      return { anchor: [from.lineNumber - 1, from.column - 1], active: [to.lineNumber - 1, to.column - 1] };
    });
  }

  /** Colours all lines up to the carets: in a line whose colours it does not know Monaco closes no brackets. */
  colour(): void {
    for (const one of this.editor.getSelections() ?? []) colourTo(this.model, one.positionLineNumber);
  }

  /** Indents as another text does: what a window shows of a text may look otherwise than all of it. */
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

  /** Ends the step that undo takes back. */
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

  /** Takes the latest step back. */
  undo(): void {
    (this.model as unknown as { undo(): void }).undo();
  }
}
