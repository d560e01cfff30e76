// A compiled schema: a graph of nodes, each with its checks by kind of value, in the order in which they run. Nodes refer to
// each other by number, so references may be circular.

import type { SchemaDecimal } from './decimals.ts';
import type { PropertyNames } from './property-names.ts';
import type { Resource, SchemaPlace } from './resources.ts';
import type { ValueSet } from './value-set.ts';

/** No node. */
export const NONE = -1;

/** A compiled regular expression of a schema, which is untrusted. */
export interface Pattern {
  test(text: string): boolean;
}

/** Compiles regular expressions in an environment that can be terminated. */
export interface Patterns {
  /** Returns `null` for an invalid expression. */
  compile(source: string): Pattern | null;
}

/** Finds the test of a `format`. */
export interface Formats {
  /** Returns `null` for an unknown format. Drafts differ in the definition of a host name. */
  find(name: string, isBeforeDraft7: boolean): ((text: string) => boolean) | null;
}

/** A check that inspects the value alone. */
export type ValueCheck =
  | { readonly type: 'type'; readonly mask: number; readonly names: readonly string[] }
  /** `others`: those of other alternatives that allow a value as well; only in errors. */
  | {
      readonly type: 'values';
      readonly keyword: 'enum' | 'const';
      readonly values: ValueSet;
      readonly others?: readonly ValueSet[];
    }
  | { readonly type: 'bound'; readonly isLower: boolean; readonly isExclusive: boolean; readonly bound: SchemaDecimal }
  | { readonly type: 'multiple'; readonly divisor: SchemaDecimal }
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

/** All checks of an object's members, in one walk over them. */
export interface MembersCheck {
  readonly type: 'members';
  /** All keys that a keyword names, numbered. */
  readonly names: PropertyNames;
  /** By key number: the schema of the key's value. */
  readonly properties: Int32Array;
  readonly patterns: readonly { readonly pattern: Pattern; readonly node: number }[];
  readonly additional: number;
  readonly keys: number;
  /** Key numbers. */
  readonly required: readonly number[];
  readonly dependentRequired: readonly { readonly key: number; readonly needed: readonly number[] }[];
  readonly dependentSchemas: readonly { readonly key: number; readonly node: number }[];
  readonly least: number;
  readonly most: number;
}

/** All checks of an array's items, in one walk over them. */
export interface ItemsCheck {
  readonly type: 'elements';
  readonly prefix: readonly number[];
  readonly rest: number;
  readonly contains: number;
  readonly least: number;
  readonly most: number;
  /** Whether items that match `contains` count as evaluated. */
  readonly marks: boolean;
}

/** The check of children that no other keyword has evaluated; always last. */
export interface UnevaluatedCheck {
  readonly type: 'unevaluated';
  readonly node: number;
}

/** One step of a node's program. */
export type Check = ValueCheck | InPlaceCheck | MembersCheck | ItemsCheck | UnevaluatedCheck;

export interface SchemaNode {
  readonly id: number;
  readonly place: SchemaPlace;
  /** The result for every value: of `true`, `false`, and schemas without a check. `null` for all others. */
  verdict: boolean | null;
  /** By kind of value. */
  readonly checks: Check[][];
  /** By kind: whether all checks inspect the value alone. */
  readonly isSimple: (boolean | undefined)[];
  /** By kind: whether a check needs to know which children were evaluated. */
  readonly tracks: (boolean | undefined)[];
  /** By kind: whether more than one check may reach the same children. */
  readonly forks: (boolean | undefined)[];
  /** Kinds that its own `type` admits, as bits. */
  types: number;
  /** Whether it is reached from more than one place of the graph. */
  isShared: boolean;
}

/** A compiled schema. */
export interface SchemaGraph {
  readonly nodes: readonly SchemaNode[];
  readonly root: number;
  readonly resources: readonly Resource[];
  /** Whether the meaning of a schema depends on the resources through which it was reached. */
  readonly isDynamic: boolean;
  /** The node at an anchor of a resource, or at its root when the name is `null`; `NONE` when there is none. */
  dynamicNode(resource: number, anchor: string | null): number;
  /** Sentences about the parts of the schema that can't be checked. */
  readonly notes: readonly string[];
  /** Files that the schema references and the library does not have. */
  readonly missing: readonly string[];
}
