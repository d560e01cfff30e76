// Schema information about a place in a document: allowed keys and values, and descriptions. The document worker supplies the
// surroundings of the place, a job worker with the schema replies. @see docs/schema.md

import type { Dialect } from '../document/dialect.ts';
import type { Path } from '../document/path.ts';
import type { ByteOffset, ByteRange, NodeIndex } from '../units.ts';

/** The part of a place's surroundings that a schema needs. */
export interface Surroundings {
  /** From the root to the value, or to the object that gets a key. */
  readonly path: Path;
  /**
   * The containers on the path, nested, each with its small members and the member that the path continues with; of an array
   * only that item. Excludes the value at the end of the path, unless `hasValue`.
   */
  readonly outline: string;
  readonly dialect: Dialect;
  /** Whether the outline includes the value at the end of the path. */
  readonly hasValue: boolean;
  /** Keys of the object at the end of the path, or of the enclosing one; of a large object the first ones. */
  readonly keys: readonly string[];
}

/** The surroundings of a caret, and how to insert a proposal there. */
export interface CaretSurroundings extends Surroundings {
  readonly at: 'key' | 'value';
  /** Bytes replaced by a proposal; empty if there is nothing yet. */
  readonly range: ByteRange;
  /** The text before the caret in that range, without quotes. */
  readonly typed: string;
  readonly isQuoted: boolean;
  /** Whether the caret is behind the quote that closes the text. */
  readonly isBehind: boolean;
  readonly hasColon: boolean;
  /** Byte after which a comma is missing before the caret; -1 if none is missing. */
  readonly lacksComma: number;
  /** Whether a comma is needed after the inserted text. */
  readonly isFollowed: boolean;
}

/** The place whose surroundings are requested. */
export type AssistTarget =
  /** A caret, for proposals. */
  | { readonly type: 'caret'; readonly offset: ByteOffset }
  /** A byte of a key or value. */
  | { readonly type: 'offset'; readonly offset: ByteOffset }
  | { readonly type: 'node'; readonly node: NodeIndex }
  /** The container of a value. */
  | { readonly type: 'around'; readonly node: NodeIndex }
  /** A path whose value may be missing. */
  | { readonly type: 'path'; readonly path: Path };

/** The surroundings of a target. */
export interface Surrounded {
  readonly at: Surroundings;
  /** For a target in the text. */
  readonly caret: CaretSurroundings | null;
  /** The range of the key or value at an offset. */
  readonly range: ByteRange | null;
}

/** The first matches of a list, and the number of all matches. */
export interface Proposals<T> {
  readonly items: readonly T[];
  /** Exact. */
  readonly count: number;
}

/** The schema's description of a value. */
export interface Annotation {
  /** `null` if the schema has none. */
  readonly title: string | null;
  readonly description: string | null;
  /** Names of types; empty if any is allowed. */
  readonly types: readonly string[];
  readonly format: string | null;
  readonly isDeprecated: boolean;
  /** The replacement, if the schema names one. */
  readonly deprecation: string | null;
  readonly isReadOnly: boolean;
}

/** An allowed key. */
export interface KeyProposal extends Annotation {
  readonly key: string;
  readonly isRequired: boolean;
  /** JSON on one line: the default, or the only allowed value; `null` if there is neither, or it is long. */
  readonly value: string | null;
  /** Whether the schema lists values for it. */
  readonly hasValues: boolean;
}

/** An allowed value. */
export interface ValueProposal {
  /** JSON, in the schema's spelling. */
  readonly json: string;
  readonly description: string | null;
  readonly isDefault: boolean;
  /** Whether it comes from a complete list of allowed values, and not from a default or an example. */
  readonly isAllowedAlone: boolean;
}

/** The schema's description of a place. */
export interface PlaceNote extends Annotation {
  readonly isRequired: boolean;
  /** Whether the schema describes the place at all. */
  readonly isKnown: boolean;
}

/** A query to a schema. */
export type AssistRequest =
  | { readonly type: 'keys'; readonly at: Surroundings; readonly typed: string }
  | { readonly type: 'values'; readonly at: Surroundings; readonly typed: string }
  /** About the place itself. */
  | { readonly type: 'describe'; readonly at: Surroundings }
  /** About members of the object, or items of the array, at the end of the path. */
  | { readonly type: 'children'; readonly at: Surroundings; readonly children: Path };

/** The replies to these queries. */
export type AssistAnswer =
  | { readonly type: 'keys'; readonly keys: Proposals<KeyProposal> }
  | { readonly type: 'values'; readonly values: Proposals<ValueProposal> }
  | { readonly type: 'describe'; readonly note: PlaceNote; readonly values: Proposals<ValueProposal> }
  | { readonly type: 'children'; readonly notes: readonly PlaceNote[] };
