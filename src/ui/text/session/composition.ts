// What an input method composes. It may not be disturbed until it ends: where the text can't be written meanwhile, because the
// caret is elsewhere, the document is being written, or its worker has died, what is composed stays in the editor alone, and is
// typed again when the input method is done.

import * as monaco from 'monaco-editor/editor/editor.api';
import type { Span } from '../../../shared/protocol/selection.ts';
import type { CodeEditor } from '../editor/editor.ts';
import type { Caret } from '../window/caret.ts';
import type { Screen } from '../window/screen.ts';

/** The composed text in the editor's text: its first character, and the number of characters after it. */
interface Extent {
  readonly start: number;
  readonly behind: number;
}

/** What is to be typed after a composition. `sent` is what the document already has of it. */
export interface Composed {
  readonly text: string;
  readonly sent: Span | null;
}

export class Composition {
  private extent: Extent | null = null;
  /** The first byte of the composed text, and the number of bytes of the document after it. */
  private bytes: Extent | null = null;
  private diverted: { readonly sent: Span | null } | null = null;

  constructor(
    private readonly editor: CodeEditor,
    private readonly screen: Screen,
    private readonly caret: Caret,
  ) {}

  /** Whether the changes of the editor are not sent to the document. */
  get isDiverted(): boolean {
    return this.diverted !== null;
  }

  /** `isBlocked`: whether the text can't be written now. */
  begin(isBlocked: boolean): void {
    const { model, slice } = this.screen;
    const range = this.editor.getSelection() ?? new monaco.Range(1, 1, 1, 1);
    const [start, end] = [range.getStartPosition(), range.getEndPosition()].map((place) => model.getOffsetAt(place));
    this.extent = { start: start ?? 0, behind: model.getValueLength() - (end ?? 0) };
    const { anchor, active } = this.caret.primary;
    this.bytes = { start: Math.min(anchor, active), behind: (slice?.size ?? 0) - Math.max(anchor, active) };
    this.diverted = isBlocked ? { sent: null } : null;
  }

  /** Diverts a composition that has begun, from before its next change on. Returns false when there is none. */
  divert(): boolean {
    if (this.bytes === null) return false;
    const end = (this.screen.slice?.size ?? 0) - this.bytes.behind;
    this.diverted ??= { sent: { anchor: this.bytes.start, active: end } };
    return true;
  }

  /** Ends the composition. Returns what is to be typed; `null` when the document has it. The editor has to be told `stop` then. */
  end(): Composed | null {
    const { diverted, extent } = this;
    const { model } = this.screen;
    this.extent = this.bytes = null;
    if (diverted === null || extent === null) return null;
    return { ...diverted, text: model.getValue().slice(extent.start, model.getValueLength() - extent.behind) };
  }

  /** Sends the changes of the editor to the document again. */
  stop(): void {
    this.diverted = null;
  }
}
