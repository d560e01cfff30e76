// Shared by the tests of schemas: validation, from texts to errors.

import type { Parser } from '../../../../src/shared/document/parser.ts';
import type { Work } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { compileSchema } from '../../../../src/engine/schema/compile.ts';
import { describeFailure } from '../../../../src/engine/schema/describe.ts';
import type { DraftRules } from '../../../../src/engine/schema/drafts.ts';
import type { Patterns, SchemaGraph } from '../../../../src/engine/schema/graph.ts';
import { validate } from '../../../../src/engine/schema/validate.ts';
import { ValueReader } from '../../../../src/engine/schema/value-reader.ts';
import { FORMATS } from '../../../../src/engine/schema/library/formats.ts';
import { makePatterns } from '../../../../src/engine/schema/library/browser-regexps.ts';
import { makeDocument } from '../support/documents.ts';

interface Options {
  readonly draft?: DraftRules;
  /** Other schema files, by URI. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly assertsFormats?: boolean;
  readonly parser?: Parser;
  readonly patterns?: Patterns;
}

/** The result of a validation, in readable form. */
export interface Found {
  readonly isValid: boolean;
  readonly count: number;
  /** The first errors, each as `path: message`. */
  readonly errors: readonly string[];
  readonly notes: readonly string[];
  readonly missing: readonly string[];
}

/** Compiles the text of a schema to a graph. */
export function* compileText(schema: string, options: Options = {}): Work<SchemaGraph> {
  const {
    draft = 2020,
    texts = new Map(),
    assertsFormats = true,
    parser = 'lossless',
    patterns = makePatterns(),
  } = options;
  const known = new Map<string, JsonDocument>();
  return yield* compileSchema(
    makeDocument(schema),
    'test:///schema.json',
    (uri) => {
      const other = texts.get(uri);
      if (other === undefined) return null;
      const document = known.get(uri) ?? makeDocument(other);
      known.set(uri, document);
      return document;
    },
    { parser, assertsFormats, patterns, formats: FORMATS, draft },
  );
}

/** Validates a text against the text of a schema. */
export function* validateText(schema: string, text: string, options: Options = {}): Work<Found> {
  const { parser = 'lossless' } = options;
  const graph = yield* compileText(schema, options);
  const { places } = makeDocument(text);
  const { isValid, failures, notes } = yield* validate(graph, places, parser);
  const reader = new ValueReader(places, parser);
  const errors = failures.first.map((failure) => {
    const path = places.path(failure.value < 0 ? ~failure.value : failure.value);
    return `${path.map((segment) => `/${segment}`).join('')}: ${describeFailure(failure, reader)}`;
  });
  return { isValid, count: failures.count, errors, notes, missing: graph.missing };
}
