// What the status line and the markers show: the place of the caret, requested when it has been still for a moment, and the
// document's first error, if the window holds it.

import { asByte } from '../../../shared/units.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import type { DocumentClient } from '../../client/document.ts';
import { rangeOf, type Caret } from './caret.ts';
import { monaco } from '../editor/editor.ts';
import type { Screen } from './screen.ts';

/** Delay before the caret is reported, in milliseconds. Longer than the repeat interval of a held key. */
const STILL_MS = 80;
const OWNER = 'document';

/** Where the caret is. Line and column count from 0 in the document; columns are in UTF-16 units. */
export interface CaretPlace {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; in bytes for selections that reach outside the window. */
  readonly selectedCharacters: number;
}

/** Reports the place of the caret; only the latest one. */
export class PlaceReporter {
  private readonly later = new Debounced(() => void this.report(), STILL_MS);
  private readonly reads = new Latest();

  constructor(
    private readonly client: DocumentClient,
    private readonly screen: Screen,
    private readonly caret: Caret,
    private readonly onPlace: (place: CaretPlace | null) => void,
  ) {}

  /** Called when the caret has moved, or the text around it has changed. */
  touch(): void {
    this.later.restart();
  }

  /** Reports nothing any more: what still comes for a view that has gone would be taken for the place in the next one. */
  stop(): void {
    this.later.dispose();
    this.reads.cancel();
  }

  /** Returns the current place of the caret. @throws CodedError if the document was changed or closed meanwhile */
  async read(): Promise<CaretPlace> {
    const place = await this.client.placeAt(asByte(this.caret.primary.active));
    const { slice } = this.screen;
    const { active } = this.caret.primary;
    const here = slice !== null && slice.holds(active) ? slice.globalPlace(slice.positionAt(active)) : place;
    return { path: place.path, line: here.line, column: here.column, selectedCharacters: this.countSelected() };
  }

  private async report(): Promise<void> {
    const known = await this.reads.run(async () => {
      // If the document was changed or closed, the next event reports again.
      const place = this.screen.slice === null ? null : await this.read().catch(() => null);
      return { place };
    });
    if (known !== null) this.onPlace(known.place);
  }

  private countSelected(): number {
    const { slice } = this.screen;
    return this.caret.spans.reduce((sum, span) => {
      const { start, end } = rangeOf(span);
      const inside = slice?.holds(start) === true && slice.holds(end);
      return sum + (inside ? slice.countUtf16(start, end) : end - start);
    }, 0);
  }
}

/** Underlines a document's first error, if the window holds it and shows the same revision. */
export function markError({ error, revision }: DocumentState, { model, slice }: Screen): void {
  const place = error?.place ?? null;
  if (slice === null || error === null || place === null || revision !== slice.revision || !slice.holds(place.offset)) {
    monaco.editor.setModelMarkers(model, OWNER, []);
    return;
  }
  const { lineNumber, column } = slice.positionAt(place.offset);
  const marked = slice.holds(place.end ?? -1) ? slice.positionAt(place.end ?? 0) : null;
  // An error at the end of a line has no character of its own, so the one before it is underlined.
  const behind = marked?.lineNumber === lineNumber ? Math.max(marked.column, column + 1) : column + 1;
  const end = Math.min(behind, model.getLineMaxColumn(lineNumber));
  const startColumn = Math.max(1, Math.min(column, end - 1));
  monaco.editor.setModelMarkers(model, OWNER, [
    {
      severity: monaco.MarkerSeverity.Error,
      message: error.message,
      startLineNumber: lineNumber,
      startColumn,
      endLineNumber: lineNumber,
      endColumn: Math.max(end, startColumn + 1),
    },
  ]);
}
