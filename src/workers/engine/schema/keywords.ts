// What the functions that compile keywords are given.

import type { Parser } from '../../../shared/document/parser.ts';
import type { Draft } from './drafts.ts';
import type { Formats, Patterns } from './graph.ts';
import type { SchemaPlace } from './resources.ts';
import type { SchemaSource } from './source.ts';
import type { ValueHasher } from './value-hash.ts';

/** What a schema is read with. */
export interface SchemaOptions {
  readonly parser: Parser;
  /** Whether `format` asserts, or only annotates. */
  readonly assertsFormats: boolean;
  readonly patterns: Patterns;
  readonly formats: Formats;
  /** For a schema without a `$schema`. */
  readonly draft?: Draft;
}

/** The keywords of one schema. */
export interface Keywords {
  readonly place: SchemaPlace;
  readonly source: SchemaSource;
  readonly draft: Draft;
  readonly options: SchemaOptions;
  readonly asserts: boolean;
  /** The entry of a keyword's value. */
  get(keyword: string): number | undefined;
  /** The node of a schema that stands in this one. */
  node(entry: number): number;
  /** The node that a reference leads to, and the name of the dynamic anchor that it named; `NONE` where there is nothing. */
  follow(reference: string): { node: number; anchor: string | null };
  hasher(): ValueHasher;
  note(sentence: string): void;
}
