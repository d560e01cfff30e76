// Expands the selection by the structure of the document, and jumps to the matching bracket. The document worker finds both,
// for values of any size. If the text is invalid, Monaco's own heuristics for words and brackets apply.

import type { Span } from '../../../shared/protocol/selection.ts';
import { asByte } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import { rangeOf, type Caret } from '../window/caret.ts';
import type { WindowNavigation } from '../window/navigation.ts';

/** The structural commands of one view. */
export class StructureSelection {
  /** The selections before each expansion. Discarded when the user selects anything else. */
  private steps: (readonly Span[])[] = [];
  private latest: readonly Span[] = [];

  constructor(
    private readonly client: DocumentClient,
    private readonly caret: Caret,
    private readonly travel: WindowNavigation,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Expands each selection to the next larger part. Returns false if the structure is not known. */
  expand(): boolean {
    if (this.client.state.validity !== 'valid') return false;
    const { spans } = this.caret;
    this.travel
      .goAfter(async () => {
        const found = await this.client.enclosing(spans.map(rangeOf));
        if (found.every((range) => range === null)) return null;
        if (!isSame(this.latest, spans)) this.steps = [];
        this.steps.push(spans);
        this.select(
          spans.map((span, index) => {
            const range = found[index] ?? null;
            return range === null ? span : { anchor: range.start, active: range.end };
          }),
        );
        return null;
      })
      .catch(this.onError);
    return true;
  }

  /** Reverts the latest `expand`. Returns false if there is none. */
  shrink(): boolean {
    if (!isSame(this.latest, this.caret.spans)) this.steps = [];
    const before = this.steps.pop();
    if (before === undefined) return false;
    this.select(before);
    return true;
  }

  /** Goes to the matching bracket, or selects up to it. Returns false if the structure is not known. */
  jumpToBracket(select: boolean): boolean {
    if (this.client.state.validity !== 'valid') return false;
    const { active } = this.caret.primary;
    this.travel
      .goAfter(async () => {
        const bracket = await this.client.otherBracket(asByte(active));
        if (bracket === null) return null;
        if (!select) return bracket;
        // The selection includes both brackets.
        const isBack = bracket < active;
        const other = isBack ? await this.client.otherBracket(bracket) : active;
        const from = other ?? active;
        this.travel.select([{ anchor: isBack ? from + 1 : from, active: isBack ? bracket : bracket + 1 }]);
        return null;
      })
      .catch(this.onError);
    return true;
  }

  /** Selects the line of the caret, whatever its length, without its line end. */
  selectLine(): boolean {
    const { active } = this.caret.primary;
    this.client
      .lineAround(asByte(active))
      .then(({ start, end }) => this.travel.select([{ anchor: start, active: end }]))
      .catch(this.onError);
    return true;
  }

  private select(spans: readonly Span[]): void {
    this.latest = spans;
    // A selection that grows beyond the screen must not scroll it away.
    this.caret.set(spans);
    this.travel.tell();
  }
}

function isSame(a: readonly Span[], b: readonly Span[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ anchor, active }, index) => {
      const other = b[index];
      return other !== undefined && anchor === other.anchor && active === other.active;
    })
  );
}
