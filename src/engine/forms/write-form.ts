// Writes the value of a document in one of the forms in which values are copied.

import type { FormLoss, ValueForm } from '../../shared/protocol/forms.ts';
import { isPlainNumber, plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import { writeTable } from '../csv/write.ts';
import type { JsonDocument } from '../document/document.ts';
import { CodeWriter, JAVASCRIPT, PYTHON } from './code-form.ts';
import type { FormWriter } from './form-writer.ts';
import { PathWriter } from './path-form.ts';
import { writeCompact, writeContents, writeEscaped } from './plain-form.ts';
import { HTML_TABLE, MARKDOWN_TABLE, writeStyledTable } from './table-form.ts';
import { ToonWriter } from './toon-form.ts';
import { YamlWriter } from './yaml-form.ts';

const SLICE_ENTRIES = 1 << 16;
/** Digits that a double keeps at least. */
const DOUBLE_DIGITS = 15;

/** Forms whose rows need an array. */
export function isTableForm(form: ValueForm): boolean {
  return form === 'tsv' || form === 'csv' || form === 'html' || form === 'markdown';
}

/** A text in pieces, and what it does not show of the values. */
export interface WrittenForm {
  readonly pieces: Uint8Array[];
  readonly loss: FormLoss;
}

/**
 * Writes the value of a document, which is valid; an array for the form of a table. `isList`: the document is a list of several
 * values, whose brackets are nobody's.
 * @throws CodedError `too-large`
 */
export function* writeForm(document: JsonDocument, form: ValueForm, isList: boolean): Work<WrittenForm> {
  const out = new TextBuffer();
  let nested = 0;
  switch (form) {
    case 'contents':
      yield* writeContents(document, isList, out);
      break;
    case 'json': {
      const { start, end } = document.places.range(0);
      out.add(document.places.text.slice(start, end).slice());
      break;
    }
    case 'compact':
      writeCompact(document, out);
      break;
    case 'escaped':
      yield* writeEscaped(document, out);
      break;
    case 'tsv':
    case 'csv': {
      const table = yield* writeTable(document, 0, { separator: form === 'csv' ? ',' : '\t' });
      for (const piece of table.content) out.add(piece);
      nested = table.nested;
      break;
    }
    case 'html':
      nested = yield* writeStyledTable(document, HTML_TABLE, out);
      break;
    case 'markdown':
      nested = yield* writeStyledTable(document, MARKDOWN_TABLE, out);
      break;
    default: {
      const writer = writerOf(document, form, out);
      yield* writer.write(0);
      if (form === 'yaml') out.addText('\n');
    }
  }
  const hidesKinds = isTableForm(form) || form === 'contents';
  const loss = { nested, ambiguous: 0, numbers: 0 };
  if (hidesKinds) loss.ambiguous = yield* countScalars(document, 'string', isAmbiguous);
  if (form === 'javascript' || form === 'python')
    loss.numbers = yield* countScalars(document, 'number', form === 'python' ? isOutOfRange : isRounded);
  return { pieces: out.finish(), loss };
}

function writerOf(document: JsonDocument, form: ValueForm, out: TextBuffer): FormWriter {
  if (form === 'javascript') return new CodeWriter(document, out, JAVASCRIPT);
  if (form === 'python') return new CodeWriter(document, out, PYTHON);
  if (form === 'yaml') return new YamlWriter(document, out);
  return form === 'toon' ? new ToonWriter(document, out) : new PathWriter(document, out);
}

function* countScalars(
  { tape, places, size }: JsonDocument,
  kind: 'string' | 'number',
  isLost: (spelt: string) => boolean,
): Work<number> {
  let count = 0;
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (tape.isOpening(entry) || tape.isClosing(entry) || places.kind(entry) !== kind) continue;
    const { start, end } = places.range(entry);
    if (end - start < 64 && isLost(decodeUtf8(places.text.slice(start, end)))) count += 1;
    if (entry % SLICE_ENTRIES === 0) yield { done: tape.start(entry), total: size };
  }
  return count;
}

/** Whether a text looks like another kind of value, or like none. */
function isAmbiguous(spelt: string): boolean {
  return /^(?:|true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(unquote(spelt));
}

/** Whether a double has not all the digits; whole numbers are written as BigInt. */
function isRounded(spelt: string): boolean {
  const plain = plainNumber(spelt);
  if (!isPlainNumber(plain) || /^-?\d+$/.test(plain)) return false;
  const digits = plain
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '');
  return isOutOfRange(plain) || digits.length > DOUBLE_DIGITS;
}

function isOutOfRange(spelt: string): boolean {
  const plain = plainNumber(spelt);
  return /[.eE]/.test(plain) && isPlainNumber(plain) && !Number.isFinite(Number(plain));
}
