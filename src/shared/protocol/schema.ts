// Validation against a schema, in a job worker: what is asked, and what is answered. @see docs/schema.md

import type { Dialect } from '../document/dialect.ts';
import type { Parser } from '../document/parser.ts';
import type { ProblemGroup } from './problems.ts';

/** The drafts of JSON Schema, by number or year. */
export const SCHEMA_DRAFTS = [2020, 2019, 7, 6, 4] as const;
export type SchemaDraft = (typeof SCHEMA_DRAFTS)[number];

/** A file of a schema. */
export interface SchemaFile {
  /** Where it was found, without a fragment: references are resolved against it. */
  readonly uri: string;
  /** UTF-8. */
  readonly content: Blob;
  readonly dialect: Dialect;
}

/** A schema to validate with. */
export interface SchemaOrder {
  /** The first is the schema, the others are what it refers to. */
  readonly files: readonly SchemaFile[];
  /** Names these files: a worker that has read them under this name does not read them again. */
  readonly name: string;
  /** The values that are checked. @see requirements PAR-2 */
  readonly parser: Parser;
  /** What a schema is read as that names no draft. */
  readonly draft: SchemaDraft;
  /** Whether `format` asserts, or only annotates. */
  readonly assertsFormats: boolean;
  /** Whether regular expressions are run; without them, every text matches. */
  readonly runsPatterns: boolean;
}

/** What a validation found. */
export interface SchemaResult {
  /** `null` where the document is valid. */
  readonly group: ProblemGroup | null;
  /** Sentences: what of the schema could not be checked. */
  readonly notes: readonly string[];
  /** Files that the schema refers to, which were not given: without them, those references are passed over. */
  readonly missing: readonly string[];
}
