// What the tests of assistance share: a question about a marked place, from the texts to the answer.

import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { AssistAnswer, AssistRequest, CaretSurroundings } from '../../../../src/shared/protocol/assist.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { PlaceSchemas } from '../../../../src/workers/engine/assist/applied.ts';
import { assist } from '../../../../src/workers/engine/assist/assist.ts';
import { surroundCaret, surroundEntry } from '../../../../src/workers/engine/assist/outline.ts';
import { finish } from '../../../../src/workers/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/workers/engine/document/document.ts';
import { compileSchema } from '../../../../src/workers/engine/schema/compile.ts';
import { FORMATS } from '../../../../src/workers/schema/formats.ts';
import { makePatterns } from '../../../../src/workers/schema/browser-regexps.ts';
import { encode, makeDocument } from '../support/documents.ts';

/** A guide for the text of a schema. */
export function guideOf(schema: unknown): PlaceSchemas {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const options = { parser: 'lossless', assertsFormats: true, patterns: makePatterns(), formats: FORMATS } as const;
  return new PlaceSchemas(
    finish(compileSchema(makeDocument(text), 'test:///schema.json', () => null, options)),
    'lossless',
  );
}

/** What stands around the mark `▮` of a text, whose piece between two `¦` is typed after the rest was read. */
export function caretIn(text: string, dialect: Dialect = 'json'): CaretSurroundings | null {
  const [before = '', typed = '', after = ''] = text.includes('¦') ? text.split('¦') : [text.replace('▮', ''), '', ''];
  const document = makeDocument(before + after, undefined, dialect);
  if (typed !== '') {
    const at = asByte(encode(before).length);
    document.apply([{ start: at, end: at, insert: encode(typed.replace('▮', '')) }]);
    finish(document.settle());
  }
  return surroundCaret(document, encode(text.replaceAll('¦', '').split('▮')[0] ?? '').length);
}

/** Answers a question about surroundings. */
export function ask(guide: PlaceSchemas, request: AssistRequest): AssistAnswer {
  return finish(assist(guide, request, makeDocument(request.at.outline, undefined, request.at.dialect)));
}

/** What may come at a caret: keys as they are, values as they are spelt; `null` for no place. */
export function namesAt(schema: unknown, text: string, dialect: Dialect = 'json'): readonly string[] | null {
  const caret = caretIn(text, dialect);
  if (caret === null) return null;
  const guide = schema instanceof PlaceSchemas ? schema : guideOf(schema);
  const answer = ask(guide, { type: caret.at === 'key' ? 'keys' : 'values', at: caret, typed: caret.typed });
  if (answer.type === 'keys') return answer.keys.items.map(({ key }) => key);
  return answer.type === 'values' ? answer.values.items.map(({ json }) => json) : null;
}

/** What a schema says of a value of a document that is valid. */
export function describeEntry(guide: PlaceSchemas, document: JsonDocument, entry: number) {
  const at = surroundEntry(document, entry);
  if (at === null) return null;
  const answer = ask(guide, { type: 'describe', at });
  return answer.type === 'describe' ? answer : null;
}
