// A schema made ready: a graph of nodes, each with the checks for every kind of value, in the order in which they run.
// Nodes name each other by number, so references may go round in circles.

import type { Decimal } from './decimals.ts';
import type { PropertyNames } from './property-names.ts';
import type { Resource, SchemaPlace } from './resources.ts';
import type { ValueSet } from './value-set.ts';

/** No node. */
export const NONE = -1;

/** A compiled regular expression of somebody else. */
export interface Pattern {
  test(text: string): boolean;
}

/** Compiles regular expressions, where they can do no harm. */
export interface Patterns {
  /** `null` for what is none. */
  compile(source: string): Pattern | null;
}

/** Says what a `format` demands. */
export interface Formats {
  /** `null` for one that nobody knows. Drafts differ in what a host name is. */
  find(name: string, isBeforeDraft7: boolean): ((text: string) => boolean) | null;
}

/** A check that looks at the value alone. */
export type ValueCheck =
  | { readonly type: 'type'; readonly mask: number; readonly names: readonly string[] }
  | { readonly type: 'values'; readonly keyword: 'enum' | 'const'; readonly values: ValueSet }
  | { readonly type: 'bound'; readonly isLower: boolean; readonly isExclusive: boolean; readonly bound: Decimal }
  | { readonly type: 'multiple'; readonly divisor: Decimal }
  | { readonly type: 'length'; readonly least: number; readonly most: number }
  | { readonly type: 'pattern'; readonly source: string; readonly pattern: Pattern }
  | { readonly type: 'format'; readonly name: string; readonly test: (text: string) => boolean }
  | { readonly type: 'items'; readonly least: number; readonly most: number }
  | { readonly type: 'unique' };

/** A check that applies other schemas to the same value. */
export type InPlaceCheck =
  | { readonly type: 'all'; readonly nodes: readonly number[] }
  | { readonly type: 'dynamic'; readonly node: number; readonly anchor: string | null }
  | { readonly type: 'any'; readonly nodes: readonly number[] }
  | { readonly type: 'one'; readonly nodes: readonly number[] }
  | { readonly type: 'not'; readonly node: number }
  | { readonly type: 'if'; readonly condition: number; readonly yes: number; readonly no: number };

/** All that is checked of an object's members, in one walk over them. */
export interface MembersCheck {
  readonly type: 'members';
  /** All keys that any keyword names, numbered. */
  readonly names: PropertyNames;
  /** By number of a key: the schema of its value. */
  readonly properties: Int32Array;
  readonly patterns: readonly { readonly pattern: Pattern; readonly node: number }[];
  readonly additional: number;
  readonly keys: number;
  /** Numbers of keys. */
  readonly required: readonly number[];
  readonly dependentRequired: readonly { readonly key: number; readonly needed: readonly number[] }[];
  readonly dependentSchemas: readonly { readonly key: number; readonly node: number }[];
  readonly least: number;
  readonly most: number;
}

/** All that is checked of an array's items, in one walk over them. */
export interface ItemsCheck {
  readonly type: 'elements';
  readonly prefix: readonly number[];
  readonly rest: number;
  readonly contains: number;
  readonly least: number;
  readonly most: number;
  /** Whether `contains` evaluates what it matches. */
  readonly marks: boolean;
}

/** What no other keyword has looked at; always last. */
export interface UnevaluatedCheck {
  readonly type: 'unevaluated';
  readonly node: number;
}

/** One step of a node's program. */
export type Check = ValueCheck | InPlaceCheck | MembersCheck | ItemsCheck | UnevaluatedCheck;

/** A schema. */
export interface SchemaNode {
  readonly id: number;
  readonly place: SchemaPlace;
  /** What `true`, `false` and schemas without a check say of every value; `null` for others. */
  verdict: boolean | null;
  /** By kind of value. */
  readonly checks: Check[][];
  /** By kind: whether all checks look at the value alone. */
  readonly isSimple: (boolean | undefined)[];
  /** By kind: whether a check looks for what was not evaluated. */
  readonly tracks: (boolean | undefined)[];
  /** By kind: whether more than one check goes on to the same children. */
  readonly forks: (boolean | undefined)[];
  /** Kinds that its own `type` admits. */
  types: number;
  /** Whether more than one place of the graph leads here. */
  isShared: boolean;
}

/** A schema made ready. */
export interface SchemaGraph {
  readonly nodes: readonly SchemaNode[];
  readonly root: number;
  readonly resources: readonly Resource[];
  /** Whether where a schema was reached from decides what it says. */
  readonly isDynamic: boolean;
  /** The node at an anchor of a resource, or at its root where the name is `null`; `NONE` where there is none. */
  dynamicNode(resource: number, anchor: string | null): number;
  /** Sentences: what the schema says that can't be checked. */
  readonly notes: readonly string[];
  /** Files that it names and nobody has. */
  readonly missing: readonly string[];
}
