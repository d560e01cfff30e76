// Writes values in the forms in which they are copied, and reads them again, in a job worker.

import { CodedError } from '../../shared/errors.ts';
import { type Dialect, valueDialect } from '../../shared/document/dialect.ts';
import type { FormText, ReadForm, ValueForm, ValueText } from '../../shared/protocol/forms.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { FORM_TEXTS } from '../../shared/texts/conversions.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadBlob, wrapInArray } from '../../engine/document/load-document.ts';
import { readAnyForm, readFormAs } from '../../engine/forms/read-form.ts';
import { TokenCounter } from '../../engine/forms/tokens.ts';
import { isTableForm, writeForm as writePieces } from '../../engine/forms/write-form.ts';
import { JobDriver } from './drive-job.ts';
import type { Snapshots } from './snapshots.ts';

/** The comma behind a selected line is looked for in this many bytes. */
const TAIL = 1024;
const NOTHING_LOST = { nested: 0, ambiguous: 0, numbers: 0 };

/** The part of a job worker that writes and reads forms. */
export class FormJob {
  private readonly driver = new JobDriver();

  constructor(private readonly snapshots: Snapshots) {}

  /** @throws CodedError `invalid-document`, `too-large`, `cancelled` */
  async writeForm(values: ValueText | null, form: ValueForm, progress: MessagePort): Promise<FormText> {
    if (values === null) {
      const document = this.snapshots.get();
      return isThere(document)
        ? this.write({ document, isList: false }, form, progress)
        : this.writeForm(textOf(document), form, progress);
    }
    const understood = await understand(values);
    return understood === null ? writeText(values.text, form) : this.write(understood, form, progress);
  }

  private async write({ document, isList }: Understood, form: ValueForm, progress: MessagePort): Promise<FormText> {
    const needsArray = isTableForm(form) && document.places.kind(0) !== 'array';
    const source = needsArray ? wrapInArray(document) : document;
    const { pieces, loss } = await this.driver.report(writePieces(source, form, isList), progress);
    return withTokens(pieces, loss);
  }

  async readForm(text: string, dialect: Dialect, form: ValueForm | null): Promise<ReadForm | null> {
    if (form !== null) {
      const json = readFormAs(text, form);
      return json === null || form === 'contents' || form === 'json' || form === 'compact' ? null : { json, form };
    }
    const trimmed = text.trim();
    const known = await understand({ text: new Blob([trimmed]), dialect, isList: false });
    if (known === null) return readAnyForm(text);
    // A string that holds an object or an array is one that was escaped.
    const json = known.document.places.kind(0) === 'string' ? readFormAs(trimmed, 'escaped') : null;
    return json !== null && /^\s*[{[]/.test(json) ? { json, form: 'escaped' } : null;
  }
}

/** Values, and whether the brackets around them are nobody's. */
interface Understood {
  readonly document: JsonDocument;
  readonly isList: boolean;
}

/** Loads a value, or several with commas between them; `null` for any other text. */
async function understand({ text, dialect, isList }: ValueText): Promise<Understood | null> {
  if (!isList) {
    const document = await loadBlob(text, dialect);
    if (isThere(document)) return { document, isList };
  }
  for (const [opening, closing] of ['{}', '[]']) {
    const parts = [opening ?? '', await withoutComma(text), `\n${closing ?? ''}`];
    const document = await loadBlob(new Blob(parts), valueDialect(dialect));
    if (isThere(document) && document.tape.closing(0) > 1) return { document, isList: true };
  }
  return null;
}

function isThere(document: JsonDocument): boolean {
  return document.isWhole && document.tape.count > 0;
}

/** The text of a document that is no value. Cost: a copy. */
function textOf({ memory, dialect }: JsonDocument): ValueText {
  return { text: new Blob([memory.text() as Uint8Array<ArrayBuffer>]), dialect, isList: true };
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
