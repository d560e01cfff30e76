// Writes values in the forms in which they are copied, and reads them again, in a job worker.

import { CodedError } from '../../shared/errors.ts';
import { type Dialect, valueDialect } from '../../shared/document/dialect.ts';
import type { FormText, ReadForm, ValueForm } from '../../shared/protocol/jobs/forms.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { FORM_TEXTS } from '../../shared/texts/conversions.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadBlob } from '../../engine/document/load-document.ts';
import { readAnyForm, readFormAs } from '../../engine/forms/read-form.ts';
import { TokenCounter } from '../../engine/forms/tokens.ts';
import { isTableForm, writeForm as writePieces } from '../../engine/forms/write-form.ts';
import { JobDriver } from './drive-job.ts';

/** The comma behind a selected line is looked for in this many bytes. */
const TAIL = 1024;
const NOTHING_LOST = { nested: 0, ambiguous: 0, numbers: 0 };

/** The part of a job worker that writes and reads forms. */
export class FormJob {
  private readonly driver = new JobDriver();

  /** @throws CodedError `invalid-document`, `too-large`, `cancelled` */
  async writeForm(
    text: Blob,
    dialect: Dialect,
    form: ValueForm,
    isList: boolean,
    progress: MessagePort,
  ): Promise<FormText> {
    const loaded = await understand(text, dialect, isList);
    if (loaded === null) return await writeText(text, form);
    const needsArray = isTableForm(form) && loaded.document.places.kind(0) !== 'array';
    const document = needsArray
      ? await loadBlob(new Blob(['[', ...loaded.parts, '\n]']), loaded.dialect)
      : loaded.document;
    const { pieces, loss } = await this.driver.report(writePieces(document, form, loaded.isList), progress);
    return withTokens(pieces, loss);
  }

  async readForm(text: string, dialect: Dialect, form: ValueForm | null): Promise<ReadForm | null> {
    if (form !== null) {
      const json = readFormAs(text, form);
      return json === null || form === 'contents' || form === 'json' || form === 'compact' ? null : { json, form };
    }
    const trimmed = text.trim();
    const known = await understand(new Blob([trimmed]), dialect, false);
    if (known === null) return readAnyForm(text);
    // A string that holds an object or an array is one that was escaped.
    const json = known.document.places.kind(0) === 'string' ? readFormAs(trimmed, 'escaped') : null;
    return json !== null && /^\s*[{[]/.test(json) ? { json, form: 'escaped' } : null;
  }
}

/** Values, and how their text was completed. */
interface Understood {
  readonly document: JsonDocument;
  readonly parts: readonly (Blob | string)[];
  readonly dialect: Dialect;
  /** Whether the brackets around them are nobody's. */
  readonly isList: boolean;
}

/** Loads a value, or several with commas between them; `null` for any other text. */
async function understand(text: Blob, dialect: Dialect, isList: boolean): Promise<Understood | null> {
  if (!isList) {
    const document = await loadBlob(text, dialect);
    if (isThere(document)) return { document, parts: [text], dialect, isList };
  }
  const own = valueDialect(dialect);
  for (const [opening, closing] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const parts = [opening, await withoutComma(text), `\n${closing}`];
    const document = await loadBlob(new Blob(parts), own);
    if (isThere(document) && document.tape.closing(0) > 1) return { document, parts, dialect: own, isList: true };
  }
  return null;
}

function isThere(document: JsonDocument): boolean {
  return document.isWhole && document.tape.count > 0;
}

/** A selected line ends with the comma behind it. */
async function withoutComma(text: Blob): Promise<Blob> {
  const end = await text.slice(-TAIL).text();
  const tail = /,\s*$/.exec(end);
  return tail === null ? text : text.slice(0, text.size - tail[0].length);
}

/** A text that is no JSON. @throws CodedError `invalid-document` for a form of values */
async function writeText(text: Blob, form: ValueForm): Promise<FormText> {
  const bytes = new Uint8Array(await text.arrayBuffer());
  if (form === 'contents' || form === 'json') return withTokens([bytes], NOTHING_LOST);
  if (form === 'escaped') return withTokens([encodeUtf8(JSON.stringify(decodeUtf8(bytes)))], NOTHING_LOST);
  throw new CodedError('invalid-document', FORM_TEXTS.noValues);
}

function withTokens(pieces: readonly Uint8Array[], loss: FormText['loss']): FormText {
  const counter = new TokenCounter();
  for (const piece of pieces) counter.add(piece);
  return { content: new Blob([...pieces] as BlobPart[], { type: 'text/plain' }), tokens: counter.count, loss };
}
