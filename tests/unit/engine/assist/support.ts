// Shared by the tests of assistance: from a text with a marked place to the reply.

import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { AssistAnswer, AssistRequest, CaretSurroundings } from '../../../../src/shared/protocol/assist.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { PlaceSchemas } from '../../../../src/engine/assist/applied.ts';
import { assist } from '../../../../src/engine/assist/assist.ts';
import { surroundCaret, surroundEntry } from '../../../../src/engine/assist/outline.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { compileSchema } from '../../../../src/engine/schema/compile.ts';
import { FORMATS } from '../../../../src/engine/schema/library/formats.ts';
import { makePatterns } from '../../../../src/engine/schema/library/browser-regexps.ts';
import { encode, makeDocument } from '../support/documents.ts';

/** Builds the `PlaceSchemas` of a schema. */
export function guideOf(schema: unknown): PlaceSchemas {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const options = { parser: 'lossless', assertsFormats: true, patterns: makePatterns(), formats: FORMATS } as const;
  return new PlaceSchemas(
    finish(compileSchema(makeDocument(text), 'test:///schema.json', () => null, options)),
    'lossless',
  );
}

/**
 * The surroundings of the mark `▮` in a text; `null` when nothing can be suggested there. The part between two `¦` is typed
 * after the rest was read.
 */
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

/** Returns the reply to a request about surroundings. */
export function ask(guide: PlaceSchemas, request: AssistRequest): AssistAnswer {
  return finish(assist(guide, request, makeDocument(request.at.outline, undefined, request.at.dialect)));
}

/** The suggestions at the mark: unquoted keys, or values as spelt; `null` when nothing can be suggested there. */
export function namesAt(schema: unknown, text: string, dialect: Dialect = 'json'): readonly string[] | null {
  const caret = caretIn(text, dialect);
  if (caret === null) return null;
  const guide = schema instanceof PlaceSchemas ? schema : guideOf(schema);
  const answer = ask(guide, { type: caret.at === 'key' ? 'keys' : 'values', at: caret, typed: caret.typed });
  if (answer.type === 'keys') return answer.keys.items.map(({ key }) => key);
  return answer.type === 'values' ? answer.values.items.map(({ json }) => json) : null;
}

/** The schema's description of a value in a valid document; `null` when there is none. */
export function describeEntry(guide: PlaceSchemas, document: JsonDocument, entry: number) {
  const at = surroundEntry(document, entry);
  if (at === null) return null;
  const answer = ask(guide, { type: 'describe', at });
  return answer.type === 'describe' ? answer : null;
}
