// Validation against a schema in a job worker: requests and replies. @see docs/schema.md

import type { Dialect } from '../document/dialect.ts';
import type { Parser } from '../document/parser.ts';
import type { ProblemGroup } from './problems.ts';

/** The drafts of JSON Schema, by number or year. */
export const SCHEMA_DRAFTS = [2020, 2019, 7, 6, 4] as const;
export type SchemaDraft = (typeof SCHEMA_DRAFTS)[number];

export interface SchemaFile {
  /** Its address without a fragment, against which references are resolved. */
  readonly uri: string;
  /** UTF-8. */
  readonly content: Blob;
  readonly dialect: Dialect;
}

/** A schema to validate with. */
export interface SchemaOrder {
  /** The schema first, followed by the files that it refers to. */
  readonly files: readonly SchemaFile[];
  /** Identifies these files: a worker that has read them under this name doesn't read them again. */
  readonly name: string;
  /** The kind of values that are validated. @see requirements PAR-2 */
  readonly parser: Parser;
  /** The draft assumed for a schema that names none. */
  readonly draft: SchemaDraft;
  /** Whether `format` is an assertion or an annotation. */
  readonly assertsFormats: boolean;
  /** Whether regular expressions are executed; otherwise every string matches. */
  readonly runsPatterns: boolean;
}

/** The result of a validation. */
export interface SchemaResult {
  /** `null` if the document is valid. */
  readonly group: ProblemGroup | null;
  /** Messages about the parts of the schema that could not be checked. */
  readonly notes: readonly string[];
  /** Referenced files that were not provided; their references are ignored. */
  readonly missing: readonly string[];
}
