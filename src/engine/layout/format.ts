// Formats a whole valid document into a new one: the same tokens, byte for byte, with different white space (FMT-4). The
// formatter (`wasm/format.ts`) writes pieces of text and the starts of the values in them. Links are relative and lengths don't
// change, so the new tape is those starts with the old links, without a scan. The old document stays unchanged until all is
// done, so cancelling loses nothing.

import { CodedError } from '../../shared/errors.ts';
import type { LayoutOptions } from '../../shared/protocol/format-options.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { JsonDocument } from '../document/document.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { LineEnds } from './line-ends.ts';
import { formatRelaxed, type RelaxedOptions } from './relaxed-format.ts';
import { bomLength } from '../document/scan.ts';
import { ENTRY_BYTES } from '../tape/tape.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { FORMAT } from '../../shared/texts/formatting.ts';

const STYLES = { compact: 0, format: 1, smart: 2 } as const;
/** Compact, with a line for each record. */
const LINES = 3;
/** Smart formatting is refused above this. @see requirements FMT-2 */
export const SMART_LIMIT = 104857600;
/** Upper limit of `maxLineLength`: a whole line must fit in a piece. */
export const MAX_LINE_LENGTH = 10000;
/** Bytes of output per piece: less than a millisecond of work, and small enough for the processor's cache. */
const PIECE = 256 * 1024;
/** Estimated bytes that a value on a line of its own adds to the text, and the most that is reserved by that estimate. */
const LINE_BYTES = 8;
const GUESS_LIMIT = 1024 * 1024 * 1024;

const LF_ONLY: LineEnds = { lineEnd: '\n', endsLastLine: false };
const ENDINGS = { '\n': 0, '\r\n': 1, '\r': 2 } as const;

/**
 * Formats `source` into a new document, in pieces of `pieceBytes`, which must hold four times the line length. The expansion of
 * rows is copied. The text has LF line ends and none at its end, unless `lineEnds` says otherwise.
 * @throws CodedError `invalid-document`, `too-large`, `refused` for options out of range
 */
export function* formatDocument(
  source: JsonDocument,
  options: RelaxedOptions,
  lineEnds = LF_ONLY,
  pieceBytes = PIECE,
): Work<JsonDocument> {
  checkFormat(source, options);
  const isLines = source.dialect === 'ndjson' && options.style === 'compact' && options.escapeUnicode !== true;
  if (source.dialect !== 'json' && !isLines) return yield* formatRelaxed(source, options, lineEnds);
  const { memory } = source;
  const { passes } = memory;
  // Unused capacity costs nothing; missing capacity costs a move.
  const guess = source.size + (options.style === 'compact' ? 0 : source.tape.count * LINE_BYTES);
  const target = new JsonDocument(memory.module, Math.max(source.size, Math.min(guess, GUESS_LIMIT)), source.dialect);
  const bom = bomLength(memory.text(0, Math.min(3, memory.size)));
  const out = memory.tapeBase + source.tape.byteLength;
  const tape = out + pieceBytes;
  // At most one entry per byte of output.
  memory.ensure(tape + pieceBytes * ENTRY_BYTES);
  const textEnd = TEXT_BASE + memory.size;
  const indentByte = options.indent.startsWith('\t') ? 0x09 : 0x20;
  const { length: indentWidth } = options.indent;
  passes.beginFormat(
    TEXT_BASE + bom,
    memory.tapeBase + (isLines ? ENTRY_BYTES : 0),
    isLines ? LINES : STYLES[options.style],
    indentByte,
    indentWidth,
    Math.floor(options.maxLineLength),
    ENDINGS[lineEnds.lineEnd],
  );
  // The root of NDJSON has entries, but no bytes in the text.
  target.appendIndexed(memory.text(0, bom), isLines ? Uint32Array.of(bom, source.tape.link(0)) : new Uint32Array());
  while (passes.finished.value === 0) {
    const written = passes.format(textEnd, out, tape, target.size, tape) >>> 0;
    const entries = memory.words.subarray(tape >>> 2, (passes.entriesEnd.value >>> 0) / 4);
    target.appendIndexed(memory.bytes.subarray(out, written), entries);
    yield { done: (passes.readPos.value >>> 0) - TEXT_BASE, total: memory.size };
  }
  const end = encodeUtf8(lineEnds.endsLastLine ? lineEnds.lineEnd : '');
  if (!isLines) {
    if (end.length > 0) target.appendIndexed(end, new Uint32Array());
  } else {
    const closing = source.tape.link(source.tape.count - 1);
    target.appendIndexed(end, Uint32Array.of(target.size + end.length, closing));
  }
  if (target.tape.count !== source.tape.count) {
    throw new RangeError(`formatting made ${target.tape.count} entries of ${source.tape.count}`);
  }
  target.completeIndexed();
  target.rows.adopt(source.rows);
  return target;
}

/** @throws CodedError `invalid-document`, `too-large`, `refused` for options out of range */
function checkFormat(source: JsonDocument, options: LayoutOptions): void {
  if (!source.isWhole) {
    throw new CodedError('invalid-document', NOT_VALID.toFormat, source.error?.place ?? null);
  }
  if (options.style === 'smart' && source.size > SMART_LIMIT)
    throw new CodedError('too-large', FORMAT.tooLargeForSmart);
  if (!/^(?: {0,16}|\t{1,16})$/.test(options.indent)) {
    throw new CodedError('refused', FORMAT.indent);
  }
  if (!(options.maxLineLength >= 0 && options.maxLineLength <= MAX_LINE_LENGTH)) {
    throw new CodedError('refused', FORMAT.lineLength(MAX_LINE_LENGTH));
  }
}
