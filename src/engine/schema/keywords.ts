// The context that is passed to the functions that compile keywords.

import type { Parser } from '../../shared/document/parser.ts';
import type { DraftRules } from './drafts.ts';
import type { Formats, Patterns } from './graph.ts';
import type { SchemaPlace } from './resources.ts';
import type { SchemaSource } from './source.ts';
import type { ValueHasher } from './value-hash.ts';

/** Options for reading a schema. */
export interface SchemaOptions {
  readonly parser: Parser;
  /** Whether `format` asserts; otherwise it only annotates. */
  readonly assertsFormats: boolean;
  readonly patterns: Patterns;
  readonly formats: Formats;
  /** The draft of a schema without `$schema`. */
  readonly draft?: DraftRules;
}

/** The keywords of one schema. */
export interface Keywords {
  readonly place: SchemaPlace;
  readonly source: SchemaSource;
  readonly draft: DraftRules;
  readonly options: SchemaOptions;
  readonly asserts: boolean;
  /** Returns the entry of a keyword's value. */
  get(keyword: string): number | undefined;
  /** Returns the node of a schema that is nested in this one. */
  node(entry: number): number;
  /** Returns the node that a reference leads to, or `NONE`, and the name of the dynamic anchor in the reference. */
  follow(reference: string): { node: number; anchor: string | null };
  hasher(): ValueHasher;
  note(sentence: string): void;
}
