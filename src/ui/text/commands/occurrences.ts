// Multiple selections: adds the next occurrence of the selected text, or selects all of them. They are searched for in the
// whole document. As nothing may leave the window while there are several carets, it grows to hold them all, up to a limit that
// is reported to the user.

import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { Span } from '../../../shared/protocol/selection.ts';
import type { SearchQuery } from '../../../shared/protocol/search.ts';
import { formatSize } from '../../../shared/bytes/size.ts';
import type { ByteRange, Revision } from '../../../shared/units.ts';
import type { Finder } from '../../find/finder.ts';
import { HitList } from '../../find/hit-list.ts';
import type { FindDirection } from '../../find/find-state.ts';
import { rangeOf } from '../window/caret.ts';
import type { TextSession } from '../session/session.ts';

/** The most carets, and the longest range of bytes that they may span: with as many, a keystroke in Monaco takes 50 ms. */
const MAX_CARETS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** A longer selection is not searched for. In bytes. */
const MAX_SELECTED_BYTES = 10_000;

/** Selects the occurrences of the selected text in one session. */
export class Occurrences {
  /** The query whose occurrences are being added one by one, and the selections made so far. */
  private series: { readonly query: SearchQuery; readonly spans: readonly Span[] } | null = null;
  private found: { readonly query: SearchQuery; readonly revision: Revision; readonly hits: HitList } | null = null;

  constructor(
    private readonly session: TextSession,
    private readonly finder: Finder,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Selects the word at the caret if nothing is selected. Returns whether it did. */
  selectWord(): boolean {
    const { caret, screen, navigation: travel } = this.session;
    const { slice, model } = screen;
    if (slice === null || !caret.isBare || !slice.holds(caret.primary.active)) return false;
    const { lineNumber, column } = slice.positionAt(caret.primary.active);
    const word = model.getWordAtPosition({ lineNumber, column });
    if (word === null) return false;
    const anchor = slice.offsetAt({ lineNumber, column: word.startColumn });
    travel.select([{ anchor, active: slice.offsetAt({ lineNumber, column: word.endColumn }) }]);
    return true;
  }

  /**
   * Adds the next or the previous occurrence to the selections, wrapping around. With `move`, the latest selection is dropped
   * for it.
   */
  async add(direction: FindDirection, move: boolean): Promise<void> {
    const { caret, navigation: travel } = this.session;
    const started = this.series === null || this.series.spans !== caret.spans;
    const query = started ? this.begin() : (this.series?.query ?? null);
    if (query === null) return;
    // The first key press only selects the word.
    if (started && this.series !== null) return;
    await this.hold(async () => {
      const hits = await this.search(query);
      const ranges = caret.spans.map(rangeOf);
      const [latest] = ranges;
      if (hits === null || latest === undefined) return;
      const hit = nextOf(hits, latest, direction, ranges);
      if (hit === null) return;
      const spans = [spanOf(hit), ...(move ? caret.spans.slice(1) : caret.spans)];
      if (!this.isWithinReach(spans.length, hullOf(spans.map(rangeOf)))) return;
      travel.select(spans);
      this.series = { query, spans };
    });
  }

  /** Selects every occurrence of the word at the caret or of the selected text. */
  async selectAll(): Promise<void> {
    const query = this.begin();
    if (query === null) return;
    await this.hold(async () => {
      const hits = await this.search(query);
      if (hits !== null) this.place(hits);
    });
  }

  /** Selects every hit of the find bar. */
  async selectHits(): Promise<void> {
    const { hits } = this.finder;
    if (!this.finder.isFresh || this.finder.getState().running) return;
    if (this.place(hits)) this.session.editor.focus();
  }

  /**
   * The query for the current selection. The word at the caret is matched as a whole word and with its case; a selection is
   * matched by the options of the find bar.
   */
  private begin(): SearchQuery | null {
    this.series = null;
    const { caret, screen } = this.session;
    const isWord = this.selectWord();
    const { start, end } = rangeOf(caret.primary);
    const { slice } = screen;
    if (slice === null || start === end || end - start > MAX_SELECTED_BYTES || !slice.holds(start) || !slice.holds(end))
      return null;
    const { matchCase, wholeWord } = this.finder.getState().options;
    const pattern = decodeUtf8(slice.bytes.subarray(slice.indexOf(start), slice.indexOf(end)));
    const query: SearchQuery = {
      pattern,
      regex: false,
      matchCase: isWord || matchCase,
      wholeWord: isWord || wholeWord,
      scope: 'text',
    };
    if (isWord) this.series = { query, spans: caret.spans };
    return query;
  }

  private place(hits: HitList): boolean {
    if (hits.count === 0) return false;
    const hull = { start: hits.at(0).start, end: hits.at(hits.count - 1).end };
    if (!this.isWithinReach(hits.count, hull)) return false;
    const spans = Array.from({ length: hits.count }, (_, index) => spanOf(hits.at(index)));
    // The occurrence at the caret goes first, because the first selection is revealed.
    const { start } = rangeOf(this.session.caret.primary);
    const at = Math.max(0, Math.min(hits.indexFrom(start), hits.count - 1));
    this.session.navigation.select([...spans.slice(at), ...spans.slice(0, at)]);
    return true;
  }

  private isWithinReach(count: number, { start, end }: ByteRange): boolean {
    if (count <= MAX_CARETS && end - start <= MAX_BYTES) return true;
    const occurrences = `${count.toLocaleString()} occurrences`;
    const message =
      count > MAX_CARETS
        ? `${occurrences} are too many to select at once; ${MAX_CARETS.toLocaleString()} are the most. Use "Replace all" (Ctrl+H) to change them.`
        : `${occurrences} lie ${formatSize(end - start)} apart, too far to select them at once; ${formatSize(MAX_BYTES)} are the most. Use "Replace all" (Ctrl+H) to change them.`;
    this.onError(new CodedError('refused', message));
    return false;
  }

  /** The occurrences in the document's current revision; `null` if it has just changed. */
  private async search(query: SearchQuery): Promise<HitList | null> {
    const revision = this.session.screen.slice?.revision;
    if (this.found?.query === query && this.found.revision === revision) return this.found.hits;
    let hits = new HitList();
    let found: Revision | null = null;
    const done = await this.finder.searcher.search(query, {
      onHits: (words, at) => {
        if (found !== at) hits = new HitList();
        found = at;
        hits.add(words);
      },
    });
    if (done.revision !== this.session.screen.slice?.revision) return null;
    this.found = { query, revision: done.revision, hits };
    return hits;
  }

  /** Runs `act` while keys wait. */
  private async hold(act: () => Promise<void>): Promise<void> {
    const { navigation: travel } = this.session;
    travel.hold();
    try {
      await act();
    } catch (error) {
      this.onError(error);
    } finally {
      travel.release();
    }
  }
}

/** The nearest hit in a direction that is not selected yet, wrapping around. */
function nextOf(hits: HitList, from: ByteRange, direction: FindDirection, taken: readonly ByteRange[]): HitOrNone {
  const step = direction === 'next' ? 1 : -1;
  let index = direction === 'next' ? hits.indexFrom(from.end) : hits.indexFrom(from.start) - 1;
  for (let looked = 0; looked < hits.count; looked += 1, index += step) {
    const hit = hits.at((index + hits.count) % hits.count);
    if (!taken.some(({ start, end }) => start < hit.end && hit.start < end)) return hit;
  }
  return null;
}

type HitOrNone = ByteRange | null;

function spanOf({ start, end }: ByteRange): Span {
  return { anchor: start, active: end };
}

function hullOf(ranges: readonly ByteRange[]): ByteRange {
  return ranges.reduce((hull, { start, end }) => ({
    start: start < hull.start ? start : hull.start,
    end: end > hull.end ? end : hull.end,
  }));
}
