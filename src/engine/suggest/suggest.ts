// Suggests what to type at a caret: keys of similar objects, and values at the same path elsewhere. It works while the text is
// invalid, as it usually is during typing: the last valid tape describes the surroundings (`caret-place.ts`) and provides the
// suggestions.
//
//   [{"id": 1, "on": true}, {"id": 2, ▮}]       path of the object  $[*]      "on"
//   [{"id": 1, "on": true}, {"id": ▮}]          path of the value   $[*].id   1

import { unquote } from '../../shared/bytes/literals.ts';
import type { Suggestion, Suggestions } from '../../shared/protocol/textview.ts';
import { asByte } from '../../shared/units.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { findSimilarValues, SampleBudget } from './similar-values.ts';
import { readCaret, type CaretContext } from './caret-place.ts';
import type { JsonDocument } from '../document/document.ts';

/** Suggestions per list, at most. */
const MAX_ITEMS = 50;
/** Longest suggestion, in bytes. */
const MAX_TOKEN_BYTES = 100;
/** Members of the object at the caret whose keys are read, at most. */
const MAX_OWN_KEYS = 2000;
const LITERALS = ['true', 'false', 'null'];

/**
 * Returns keys or values for a place in the text; `null` when neither fits. They come from a bounded sample of values around
 * the place and of the first ones, so it takes a few milliseconds in a document of any size. Counts are those of the sample,
 * and rare values far away are missing.
 */
export function suggest(document: JsonDocument, offset: number): Suggestions | null {
  const caret = readCaret(document, offset);
  if (caret === null) return null;
  return caret.at === 'key' ? suggestKeys(document, caret) : suggestValues(document, caret);
}

function suggestKeys(document: JsonDocument, caret: CaretContext): Suggestions {
  const { places, tape } = document;
  const own = ownKeys(document, caret);
  const budget = new SampleBudget();
  const found = new Tally();
  let colon = ': ';
  for (const entry of findSimilarValues(places, caret, budget)) {
    if (!tape.isOpening(entry) || places.kind(entry) !== 'object') continue;
    const close = tape.closing(entry);
    for (let child = entry + 1; child < close && budget.spend(); child = tape.next(child)) {
      const { start, end } = places.keyRange(child);
      if (end - start > MAX_TOKEN_BYTES) continue;
      found.add(decodeUtf8(places.text.slice(start, end)), 'key');
      if (found.size === 1 && tape.start(child) - end < 4)
        colon = decodeUtf8(places.text.slice(end, tape.start(child)));
    }
  }
  const items = found.list((label) => !own.has(label));
  const behind = caret.hasColon ? '' : /^ ?: ?$/.test(colon) ? colon : ': ';
  return { at: 'key', range: rangeOf(caret), behind, items };
}

function suggestValues(document: JsonDocument, caret: CaretContext): Suggestions {
  const { places, tape } = document;
  const found = new Tally();
  for (const entry of findSimilarValues(places, caret, new SampleBudget())) {
    if (tape.isOpening(entry)) continue;
    const { start, end } = places.range(entry);
    if (end - start > MAX_TOKEN_BYTES) continue;
    const kind = places.kind(entry);
    if (caret.isQuoted && kind !== 'string') continue;
    found.add(decodeUtf8(places.text.slice(start, end)), kind);
  }
  const items = found.list(() => true);
  if (!caret.isQuoted) {
    for (const literal of LITERALS) {
      if (!items.some(({ spelling }) => spelling === literal))
        items.push({ spelling: literal, label: literal, kind: literal as Suggestion['kind'], count: 0 });
    }
  }
  return { at: 'value', range: rangeOf(caret), behind: '', items };
}

/** The keys of the object at the caret, without the one that the caret is in. */
function ownKeys(document: JsonDocument, { frames, start, typedKeys }: CaretContext): Set<string> {
  const { places, tape } = document;
  const keys = new Set(typedKeys);
  const container = frames.at(-1)?.entry ?? -1;
  if (container < 0) return keys;
  // A key that starts in text typed since is not on the tape, even if it was inserted before one that is.
  const isNew = document.changes.some((change) => change.start <= start && start < change.end);
  const at = isNew ? -1 : document.oldOffset(start);
  const close = tape.closing(container);
  let left = MAX_OWN_KEYS;
  for (let child = container + 1; child < close && left > 0; child = tape.next(child)) {
    left -= 1;
    const range = places.keyRange(child);
    if (at < range.start || at >= range.end) keys.add(places.key(child));
  }
  return keys;
}

function rangeOf({ start, end }: CaretContext): Suggestions['range'] {
  return { start: asByte(start), end: asByte(end) };
}

/** Counts keys or values by their spelling. */
class Tally {
  private readonly bySpelling = new Map<string, { spelling: string; kind: Suggestion['kind']; count: number }>();

  get size(): number {
    return this.bySpelling.size;
  }

  add(spelling: string, kind: Suggestion['kind']): void {
    const known = this.bySpelling.get(spelling);
    if (known === undefined) this.bySpelling.set(spelling, { spelling, kind, count: 1 });
    else known.count += 1;
  }

  /** The most frequent ones first. Several spellings of the same one are merged under the most frequent. */
  list(isWanted: (label: string) => boolean): Suggestion[] {
    const found = new Map<string, Suggestion>();
    for (const { spelling, kind, count } of [...this.bySpelling.values()].toSorted((a, b) => b.count - a.count)) {
      const label = kind === 'key' || kind === 'string' ? unquote(spelling) : spelling;
      const name = `${kind} ${label}`;
      const known = found.get(name);
      if (known !== undefined) found.set(name, { ...known, count: known.count + count });
      else if (found.size < MAX_ITEMS && isWanted(label)) found.set(name, { spelling, label, kind, count });
    }
    return [...found.values()].toSorted((a, b) => b.count - a.count);
  }
}
