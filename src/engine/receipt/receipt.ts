// Says what a change has left as it was: spans of bytes, or, where the text was laid out anew, of its tokens. It is checked here,
// by comparing; nothing is taken from what an edit says of itself.

import type { Dialect } from '../../shared/document/dialect.ts';
import type { ChangedSpan, ChangedValue, Receipt, TouchedValues } from '../../shared/protocol/receipt.ts';
import { asByte } from '../../shared/units.ts';
import { JsonDocument } from '../document/document.ts';
import { finish, type Work } from '../base/work.ts';
import { countInexact } from './exact-numbers.ts';
import { changedSpans } from './same-spans.ts';
import { pairOfTokens, TextPair } from './text-pair.ts';
import { changedValue, countTouched, TouchedList } from './touched-values.ts';
import { loadDocument } from '../document/load-document.ts';

/** Spans that are listed. */
const MAX_SPANS = 100;
/** The text was laid out anew if so much smaller a part has changed when white space does not count. */
const LAYOUT_SHARE = 0.5;
/** Where more bytes have changed, the text may have been laid out anew. */
const MIN_LAYOUT_BYTES = 64;
/** A text of so many bytes is compared in a moment, however often. */
const SMALL = 1 << 22;
/** Up to so many spans, the old document is made of the new one, which costs less than to scan it. */
const MAX_UNDONE = 2000;

/** The texts to compare. */
export interface ReceiptOrder {
  readonly before: Uint8Array;
  /** How the old text is read. */
  readonly dialect: Dialect;
  readonly after: Uint8Array;
  /** The new text with its tape; `null` if it is not valid, or not in UTF-8. It is as before afterwards. */
  readonly document: JsonDocument | null;
}

/** Compares two texts. @throws CodedError `too-large` */
export function* writeReceipt(module: WebAssembly.Module, order: ReceiptOrder): Work<Receipt> {
  const { before, after, document } = order;
  const bytesAfter = after.length;
  const compared = yield* compare(module, order);
  const { by, spans } = compared;
  const { values, changed } = yield* readValues(order, compared);
  return {
    bytesBefore: before.length,
    bytesAfter,
    by,
    spans: spans.slice(0, MAX_SPANS).map((span, index) => withValue(span, changed[index])),
    spanCount: spans.length,
    sameBytes: compared.length - changedBytes(spans),
    values,
    exactNumbers: document === null ? null : yield* countInexact(document),
  };
}

interface Compared {
  readonly by: Receipt['by'];
  /** The old text as it was compared, if it was parsed. */
  readonly old: JsonDocument | null;
  /** The new text as it was compared, where that is not the document itself. */
  readonly now: Uint8Array | null;
  readonly spans: readonly ChangedSpan[];
  /** Of the new text, as it was compared. */
  readonly length: number;
}

function* compare(module: WebAssembly.Module, { before, dialect, after, document }: ReceiptOrder): Work<Compared> {
  const { length } = after;
  if (document === null) {
    const spans = yield* changedSpans(TextPair.of(module, before, after));
    return { by: 'bytes', old: null, now: null, spans, length };
  }
  const pair = TextPair.beside(document, before);
  const first = yield* changedSpans(pair, true);
  if (first === null || mayBeLaidOut(pair, first)) {
    const isRelaxed = isRelaxedDialect(dialect) || isRelaxedDialect(document.dialect);
    const tokens = pairOfTokens(module, { bytes: before, isRelaxed }, { bytes: pair.after, isRelaxed });
    const spans = yield* changedSpans(tokens);
    const isLaidOut = changedBytes(spans) < (first === null ? tokens.after.length : changedBytes(first)) * LAYOUT_SHARE;
    // Where they differ, what stands inside a string is only known of a text that is valid. Without its white space it is valid
    // if and only if it was before.
    const old = isLaidOut && spans.length > 0 ? loadDocument(tokens.before, dialect) : null;
    if (isLaidOut && (old === null || old.isWhole))
      return { by: 'tokens', old, now: tokens.after, spans, length: tokens.after.length };
  }
  return { by: 'bytes', old: null, now: null, spans: first ?? (yield* changedSpans(pair)), length };
}

/** What is known of the values that spans changed. */
interface ReadValues {
  readonly values: TouchedValues | null;
  /** For the first spans the first value of each. */
  readonly changed: readonly (ChangedValue | null)[];
}

const UNKNOWN: ReadValues = { values: null, changed: [] };

function withValue(span: ChangedSpan, value: ChangedValue | null | undefined): ChangedSpan {
  return value == null ? span : { ...span, value };
}

function pairUp(before: TouchedList, after: TouchedList): ReadValues {
  const changed = before.described.map((values, index) => changedValue(values, after.described[index]));
  return { values: countTouched(before, after), changed };
}

function* readValues({ before, dialect, document }: ReceiptOrder, { old, now, spans }: Compared): Work<ReadValues> {
  if (document === null) return UNKNOWN;
  if (spans.length === 0) return { values: { changed: 0, added: 0, removed: 0, moved: 0 }, changed: [] };
  if (old !== null && now !== null) {
    const parsed = loadDocument(now, document.dialect);
    return parsed.isWhole ? pairUp(yield* listOf(old, spans, 'old'), yield* listOf(parsed, spans, 'new')) : UNKNOWN;
  }
  const after = yield* listOf(document, spans, 'new');
  if (dialect !== document.dialect || spans.length > MAX_UNDONE) {
    const parsed = loadDocument(before, dialect);
    return parsed.isWhole ? pairUp(yield* listOf(parsed, spans, 'old'), after) : UNKNOWN;
  }
  const back = document.apply(
    spans.map(({ start, end, newStart, newEnd }) => ({
      start: asByte(newStart),
      end: asByte(newEnd),
      insert: before.slice(start, end),
    })),
  );
  try {
    finish(document.settle());
    return document.isWhole ? pairUp(yield* listOf(document, spans, 'old'), after) : UNKNOWN;
  } finally {
    document.apply(back);
    finish(document.settle());
  }
}

function* listOf(document: JsonDocument, spans: readonly ChangedSpan[], side: 'old' | 'new'): Work<TouchedList> {
  const list = new TouchedList(document.places);
  for (const [index, { start, end, newStart, newEnd }] of spans.entries()) {
    if (index % 1024 === 1023) yield { done: index, total: spans.length };
    if (side === 'old') list.add(start, end);
    else list.add(newStart, newEnd);
  }
  return list;
}

function isRelaxedDialect(dialect: Dialect): boolean {
  return dialect === 'jsonc' || dialect === 'json5';
}

/** Bytes of the new text that are not in the old one. */
function changedBytes(spans: readonly ChangedSpan[]): number {
  return spans.reduce((sum, span) => sum + span.newEnd - span.newStart, 0);
}

/** Whether the changes may be those of white space. A small text is compared by its tokens, too, to be sure. */
function mayBeLaidOut({ before, after }: TextPair, spans: readonly ChangedSpan[]): boolean {
  const changed = changedBytes(spans);
  if (changed <= MIN_LAYOUT_BYTES) return false;
  if (after.length <= SMALL) return true;
  const alike = spans.filter(
    ({ start, end, newStart, newEnd }) =>
      isSpace(before.subarray(start, end)) && isSpace(after.subarray(newStart, newEnd)),
  );
  return changedBytes(alike) > changed * LAYOUT_SHARE;
}

function isSpace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
