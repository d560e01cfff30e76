// Selecting by the structure of the document, and going to the other bracket. The document worker knows both,
// for values of any size; where the text is invalid, Monaco's own guess at words and brackets has to do.

import type { Span } from '../../../shared/protocol/selection.ts';
import { asByte } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import { rangeOf, type Caret } from '../window/caret.ts';
import type { Travel } from '../window/navigation.ts';

/** The structural commands of one view. */
export class Structure {
  /** What was selected before each step outwards, while nobody selects anything else. */
  private steps: (readonly Span[])[] = [];
  private latest: readonly Span[] = [];

  constructor(
    private readonly client: DocumentClient,
    private readonly caret: Caret,
    private readonly travel: Travel,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Selects the next larger part around each selection; false where the structure is not known. */
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

  /** Takes the latest `expand` back; false where there is none. */
  shrink(): boolean {
    if (!isSame(this.latest, this.caret.spans)) this.steps = [];
    const before = this.steps.pop();
    if (before === undefined) return false;
    this.select(before);
    return true;
  }

  /** Goes to the other bracket, or selects up to it; false where the structure is not known. */
  jumpToBracket(select: boolean): boolean {
    if (this.client.state.validity !== 'valid') return false;
    const { active } = this.caret.primary;
    this.travel
      .goAfter(async () => {
        const bracket = await this.client.otherBracket(asByte(active));
        if (bracket === null) return null;
        if (!select) return bracket;
        // Both brackets are selected.
        const isBack = bracket < active;
        const other = isBack ? await this.client.otherBracket(bracket) : active;
        const from = other ?? active;
        this.travel.select([{ anchor: isBack ? from + 1 : from, active: isBack ? bracket : bracket + 1 }]);
        return null;
      })
      .catch(this.onError);
    return true;
  }

  /** Selects the line of the caret, however long, without its line end. */
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
    // What grows beyond the screen must not scroll it away from where it began.
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
