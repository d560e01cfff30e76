// The errors of a document: of its syntax, or by a JSON Schema.

import { toJsonPath } from '../shared/document/path.ts';
import { CodedError } from '../shared/errors.ts';
import { finish } from '../engine/base/work.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { compileSchema } from '../engine/schema/compile.ts';
import { describeFailure } from '../engine/schema/describe.ts';
import { validate } from '../engine/schema/validate.ts';
import { ValueReader } from '../engine/schema/value-reader.ts';
import { makePatterns } from '../engine/schema/library/browser-regexps.ts';
import { FORMATS } from '../engine/schema/library/formats.ts';
import { METASCHEMAS } from '../engine/schema/library/metaschemas.ts';
import { type Loaded } from './documents.ts';
import { loadDocument } from '../engine/document/load-document.ts';

const PARSER = 'lossless';

/** One error. Line and column count from 1. */
export interface DocumentError {
  /** `null` for an error of the syntax. */
  readonly path: string | null;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Lists the first errors of a document, and counts all. @throws CodedError `missing` for a schema that refers elsewhere */
export function listErrors(
  { document }: Loaded,
  schema: JsonDocument | null,
  assertsFormats: boolean,
): { readonly errors: readonly DocumentError[]; readonly count: number } {
  if (!document.isWhole) {
    const { error } = document;
    const { line, column } = error?.place ?? { line: 0, column: 0 };
    const message = error?.message ?? 'A record is not valid.';
    return { errors: [{ path: null, line: line + 1, column: column + 1, message }], count: 1 };
  }
  if (schema === null) return { errors: [], count: 0 };
  const known = new Map<string, JsonDocument>();
  const library = (uri: string): JsonDocument | null => {
    const text = METASCHEMAS.get(uri);
    if (text === undefined) return null;
    const made = known.get(uri) ?? loadDocument(new TextEncoder().encode(text), 'json');
    known.set(uri, made);
    return made;
  };
  const options = { parser: PARSER, assertsFormats, patterns: makePatterns(), formats: FORMATS } as const;
  const graph = finish(compileSchema(schema, 'file:///schema.json', library, options));
  if (graph.missing.length > 0)
    throw new CodedError(
      'missing',
      `The schema refers to what is not here, and no address is asked: ${graph.missing.join(', ')}`,
    );
  const { places, lines } = document;
  const reader = new ValueReader(places, PARSER);
  const { failures } = finish(validate(graph, places, PARSER));
  const errors = failures.first.map((failure) => {
    const entry = failure.value < 0 ? ~failure.value : failure.value;
    const { line, column } = lines.placeOf(places.range(entry).start);
    return {
      path: toJsonPath(places.path(entry)),
      line: line + 1,
      column: column + 1,
      message: describeFailure(failure, reader),
    };
  });
  return { errors, count: failures.count };
}
