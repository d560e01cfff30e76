// The errors of a document: of its syntax, or by a JSON Schema.

import { toJsonPath, type Path } from '../shared/document/path.ts';
import { CodedError } from '../shared/errors.ts';
import { encodeUtf8 } from '../shared/bytes/utf8.ts';
import { finish } from '../engine/base/work.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { loadDocument } from '../engine/document/load-document.ts';
import { findBrokenRecords } from '../engine/problems/problems.ts';
import { compileSchema } from '../engine/schema/compile.ts';
import { describeFailure } from '../engine/schema/describe.ts';
import { DEFAULT_DRAFT, draftOf } from '../engine/schema/drafts.ts';
import type { SchemaGraph } from '../engine/schema/graph.ts';
import { makePatterns } from '../engine/schema/library/browser-regexps.ts';
import { FORMATS } from '../engine/schema/library/formats.ts';
import { METASCHEMAS } from '../engine/schema/library/metaschemas.ts';
import type { Library } from '../engine/schema/resources.ts';
import { SchemaSource } from '../engine/schema/source.ts';
import { validate } from '../engine/schema/validate.ts';
import { ValueReader } from '../engine/schema/value-reader.ts';
import type { Loaded } from './documents.ts';

const PARSER = 'lossless';
/** Keywords of one schema that are listed as malformed. */
const MAX_MALFORMED = 10;

/** One error. Line and column count from 1. */
export interface DocumentError {
  /** `null` for an error of the syntax. */
  readonly path: string | null;
  /** The number of the record of NDJSON that it is in, from 1. */
  readonly record?: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The first errors of a document, the number of all, and what could not be checked, in sentences. */
export interface DocumentErrors {
  readonly errors: readonly DocumentError[];
  readonly count: number;
  readonly notes: readonly string[];
}

/** A schema, and where its relative references lead. */
export interface NamedSchema {
  readonly document: JsonDocument;
  /** What an error calls it. */
  readonly name: string;
  readonly uri: string;
  /** Reads the file at an address that the schema refers to; `null` where that is not to be had. */
  read(uri: string): NamedSchema | null;
}

/** A schema that is ready, and what of it is passed over. */
export interface CompiledSchema {
  readonly graph: SchemaGraph;
  readonly notes: readonly string[];
}

/** How a schema is applied. */
export interface SchemaUse {
  readonly assertsFormats: boolean;
  /** Whether it describes each record of NDJSON, and not the array of all. */
  readonly isOfRecords: boolean;
}

/** Compiles a schema with the files that it refers to. @throws CodedError `unreadable` for one that is not to be had */
export function compileSchemaFile(schema: NamedSchema, { assertsFormats, isOfRecords }: SchemaUse): CompiledSchema {
  const notes: string[] = [...malformedIn(schema)];
  const known = new Map<string, JsonDocument | null>();
  const library: Library = (uri) => {
    const given = known.get(uri);
    if (given !== undefined) return given;
    const file = uri === schema.uri ? schema : METASCHEMAS.has(uri) ? null : schema.read(uri);
    if (file !== null && file !== schema) notes.push(...malformedIn(file));
    const document = file === null ? metaschema(uri) : file.document;
    known.set(uri, document);
    return document;
  };
  const options = { parser: PARSER, assertsFormats, patterns: makePatterns(), formats: FORMATS } as const;
  // The schema of a record is that of the items of the array that all records are.
  const root = isOfRecords
    ? loadDocument(encodeUtf8(JSON.stringify({ items: { $ref: schema.uri } })), 'json')
    : schema.document;
  const graph = finish(compileSchema(root, isOfRecords ? `${schema.uri}?records` : schema.uri, library, options));
  if (graph.missing.length > 0)
    throw new CodedError(
      'unreadable',
      `The schema refers to what is not here, and no address is asked: ${graph.missing.join(', ')}`,
    );
  return { graph, notes };
}

/** Lists the first errors of a document, and counts all. */
export function listErrors({ document }: Loaded, schema: CompiledSchema | null): DocumentErrors {
  if (!document.isWhole) return { ...syntaxErrors(document), notes: [] };
  if (schema === null) return { errors: [], count: 0, notes: [] };
  const { places, lines } = document;
  const reader = new ValueReader(places, PARSER);
  const { failures, notes } = finish(validate(schema.graph, places, PARSER));
  const errors = failures.first.map((failure) => {
    const entry = failure.value < 0 ? ~failure.value : failure.value;
    const { line, column } = lines.placeOf(places.range(entry).start);
    const path = places.path(entry);
    return {
      path: toJsonPath(path),
      ...recordOf(document, path),
      line: line + 1,
      column: column + 1,
      message: describeFailure(failure, reader),
    };
  });
  return { errors, count: failures.count, notes: [...new Set([...schema.notes, ...notes])] };
}

function syntaxErrors(document: JsonDocument): Omit<DocumentErrors, 'notes'> {
  finish(document.recoverRecords());
  const broken = finish(findBrokenRecords(document));
  if (broken !== null) {
    const errors = broken.first.map(({ line, column, message, path }) => ({
      path: null,
      ...recordOf(document, path ?? []),
      line: line + 1,
      column: column + 1,
      message,
    }));
    return { errors, count: broken.count };
  }
  const { error } = document;
  const { line, column } = error?.place ?? { line: 0, column: 0 };
  const message = error?.message ?? 'This is not valid.';
  return { errors: [{ path: null, line: line + 1, column: column + 1, message }], count: 1 };
}

function recordOf({ dialect }: JsonDocument, [first]: Path): { readonly record?: number } {
  return dialect === 'ndjson' && typeof first === 'number' ? { record: first + 1 } : {};
}

/** Says which keywords of a schema have values that they can't have, by the schema of its own draft. */
function malformedIn({ document, name }: NamedSchema): string[] {
  const { places, lines } = document;
  const source = new SchemaSource(document, '');
  const named = source.string(source.members(0).get('$schema'));
  const draft = named === null ? DEFAULT_DRAFT : draftOf(named);
  const uri = [...METASCHEMAS.keys()].find((key) => draft !== null && draftOf(key) === draft) ?? '';
  const meta = metaschema(uri);
  if (meta === null) return [];
  const options = { parser: PARSER, assertsFormats: false, patterns: makePatterns(), formats: FORMATS } as const;
  const { failures } = finish(validate(finish(compileSchema(meta, uri, metaschema, options)), places, PARSER));
  const reader = new ValueReader(places, PARSER);
  const listed = failures.first.slice(0, MAX_MALFORMED).map((failure) => {
    const entry = failure.value < 0 ? ~failure.value : failure.value;
    const { line, column } = lines.placeOf(places.range(entry).start);
    return `${name}:${line + 1}:${column + 1}: ${toJsonPath(places.path(entry))}: ${describeFailure(failure, reader)}`;
  });
  const rest = failures.count - listed.length;
  if (rest > 0) listed.push(`${name}: ${rest.toLocaleString('en-US')} more keywords are malformed.`);
  if (listed.length > 0 && named === null) listed.push(`${name} has no "$schema", and was read as draft 2020-12.`);
  return listed;
}

function metaschema(uri: string): JsonDocument | null {
  const text = METASCHEMAS.get(uri);
  return text === undefined ? null : loadDocument(encodeUtf8(text), 'json');
}
