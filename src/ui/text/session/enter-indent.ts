// Enter in a line whose start is outside the window. Monaco copies the indentation at the start of the line, but what it sees
// as the start is the middle of the document's line. So the lines that Enter begins are indented here, in one step with it:
//
//   onWillType ─▶ Monaco's change, held ─▶ onDidType ─▶ the indentation, held too ─▶ both sent as one

import { composeSplices } from '../../../shared/document/splice-lists.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asRevision, type Revision } from '../../../shared/units.ts';
import type { EditorChange } from '../window/text-change.ts';
import { monaco, type CodeEditor } from '../editor/editor.ts';
import { linesBegun, type BegunLine } from '../window/indent.ts';
import type { Screen } from '../window/screen.ts';

/** Untyped events of Monaco's, before and after it types a text. */
interface TypingEvents {
  onWillType(listener: (text: string) => void): monaco.IDisposable;
  onDidType(listener: (text: string) => void): monaco.IDisposable;
}

/** The changes that Enter has made so far. */
interface Held {
  readonly base: Revision;
  readonly splices: readonly Splice[];
  readonly changes: readonly EditorChange[];
}

/** Indents the lines that Enter begins in a cut line, until `dispose`. */
export class EnterIndent {
  /** Whether Enter is in progress. Until its change is sent, the caret stays where it was before. */
  isHolding = false;
  private held: Held | null = null;
  private readonly disposables: readonly monaco.IDisposable[];

  /** `send` receives all changes of one Enter. */
  constructor(
    private readonly editor: CodeEditor,
    private readonly screen: Screen,
    private readonly send: (base: Revision, splices: readonly Splice[]) => void,
  ) {
    const typing = editor as unknown as TypingEvents;
    this.disposables = [
      typing.onWillType((text) => text === '\n' && this.begin()),
      typing.onDidType((text) => text === '\n' && this.indent()),
    ];
  }

  dispose(): void {
    this.end();
    for (const one of this.disposables) one.dispose();
  }

  /** Holds a change back until Enter is complete. Returns false if the change does not belong to Enter. */
  hold(base: Revision, splices: readonly Splice[], changes: readonly EditorChange[]): boolean {
    if (!this.isHolding) return false;
    const { held } = this;
    this.held =
      held === null ? { base, splices, changes } : { ...held, splices: composeSplices(held.splices, splices) };
    return true;
  }

  private begin(): void {
    this.end();
    const { slice } = this.screen;
    if (slice === null || slice.firstColumn === 0 || slice.firstIndent === '') return;
    this.isHolding = true;
    // If Monaco stops halfway, its changes so far are sent anyway.
    queueMicrotask(() => this.end());
  }

  private indent(): void {
    const { slice, indent } = this.screen;
    if (this.held !== null && slice !== null) {
      const begun = linesBegun(this.held.changes, slice.firstIndent, indent);
      const wrong = begun.filter(({ is, wanted }) => is !== wanted);
      if (wrong.length > 0) this.write(wrong);
    }
    this.end();
  }

  /** Indents lines. Carets stay after the indentation. */
  private write(lines: readonly BegunLine[]): void {
    const widths = new Map(lines.map(({ line, is, wanted }) => [line, wanted.length - is.length]));
    const carets = (this.editor.getSelections() ?? []).map(({ positionLineNumber: line, positionColumn }) => {
      const column = positionColumn + (widths.get(line) ?? 0);
      return new monaco.Selection(line, column, line, column);
    });
    this.editor.executeEdits(
      'breaking',
      lines.map(({ line, is, wanted }) => ({
        range: new monaco.Range(line, 1, line, is.length + 1),
        text: wanted,
        forceMoveMarkers: true,
      })),
      carets,
    );
  }

  private end(): void {
    const { held } = this;
    this.isHolding = false;
    this.held = null;
    if (held === null) return;
    // However many changes there were, the document makes one revision of them.
    if (this.screen.slice !== null) this.screen.slice.revision = asRevision(held.base + 1);
    if (held.splices.length > 0) this.send(held.base, held.splices);
  }
}
