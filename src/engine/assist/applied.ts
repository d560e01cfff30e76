// Finds the schemas that apply at a place, from the root down: through properties, items, references, conditions, and those
// alternatives that the value does not contradict so far. If it contradicts all alternatives, all of them apply.
//
// Alternatives that are still undecided are branches: a value proposed by one need not be valid in the others.
//
//   root ── all ──▶ a          branch 0: holds in any case
//     └──── any ──▶ b          branch 1 of 0
//            └────▶ c          branch 2 of 0

import { append } from '../../shared/append.ts';
import type { Path, Segment } from '../../shared/document/path.ts';
import type { Parser } from '../../shared/document/parser.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { NONE, type MembersCheck, type SchemaGraph, type SchemaNode } from '../schema/graph.ts';
import { ARRAY, NULL, OBJECT } from '../schema/kinds.ts';
import { Scopes } from '../schema/scopes.ts';
import type { SchemaSource } from '../schema/source.ts';
import { SchemaTester } from '../schema/validate.ts';
import { readList } from './keyword-values.ts';
import { addLenient } from './lenient.ts';

/** Alternatives that are tested per place; after that, all count as matching. */
const MAX_TESTS = 10_000;
/** Schemas of one place that are distinguished by branch; after that, each counts once. */
const MAX_BRANCHED = 1000;
const SLICE_SCHEMAS = 512;

/** A schema that applies. */
export interface Applied {
  readonly node: SchemaNode;
  /** The dynamic scope. */
  readonly scope: number;
  /** 0 when it applies in any case. */
  readonly branch: number;
}

/** The schemas of one place; a schema that refers to another comes before it. */
export interface AppliedSchemas {
  readonly applied: readonly Applied[];
  /** The parent of each branch; 0 for branch 0. */
  readonly branches: readonly number[];
}

/** A schema graph, prepared for queries about places. */
export class PlaceSchemas {
  private readonly scopes: Scopes;
  private both: SchemaGraph | null = null;
  /** Lists of allowed values by node, read once: a list may have a million values. */
  private readonly lists = new Map<SchemaNode, readonly number[] | null>();
  private readonly testers = new Map<SchemaSource, SchemaTester>();

  constructor(
    readonly graph: SchemaGraph,
    readonly parser: Parser,
  ) {
    this.scopes = new Scopes(graph);
  }

  /**
   * Returns the schemas at the end of a path. `outline` is a document that nests the containers of the path, each as the last
   * child of the one around it. `hasValue`: whether it includes the value at the end. `changes`: the last segment of the path,
   * if its value may change what the container around it is: alternatives that only this value contradicts apply there too,
   * and those that it tells apart, after the others.
   * @see Surroundings
   */
  *locate(
    path: Path,
    outline: JsonDocument,
    hasValue: boolean,
    keys: readonly string[],
    changes: Segment | null = null,
  ): Work<AppliedSchemas> {
    const finder = new Finder(this, outline);
    const { root } = this.graph;
    const start = this.graph.nodes[root];
    if (start === undefined) throw new RangeError(`no root ${root} of ${this.graph.nodes.length}`);
    const isEnd = path.length === 0;
    let place = yield* finder.expand(
      { applied: [{ node: start, scope: this.enter(0, start), branch: 0 }], branches: [0] },
      isEnd && !hasValue ? NONE : 0,
      isEnd ? keys : [],
      path.length === 1 ? changes : null,
    );
    let value = 0;
    for (const [index, segment] of path.entries()) {
      const isLast = index === path.length - 1;
      value = isLast && !hasValue ? NONE : lastChild(outline, value);
      const isAround = index === path.length - 2;
      place = yield* finder.expand(this.step(place, segment), value, isLast ? keys : [], isAround ? changes : null);
    }
    return place;
  }

  /** Returns the schemas of a child whose value is unknown. */
  *child(place: AppliedSchemas, segment: Segment): Work<AppliedSchemas> {
    return yield* new Finder(this, null).expand(this.step(place, segment), NONE, []);
  }

  /** Returns the schemas that apply to the keys of an object: those of `propertyNames`. */
  *keyOf(place: AppliedSchemas): Work<AppliedSchemas> {
    const applied = place.applied.flatMap(({ node, scope, branch }) => {
      const target = this.graph.nodes[membersOf(node)?.keys ?? NONE];
      return target === undefined ? [] : [{ node: target, scope: this.enter(scope, target), branch }];
    });
    return yield* new Finder(this, null).expand({ ...place, applied }, NONE, []);
  }

  /** Whether a value in a schema's own text is valid under a schema. */
  *allows(node: SchemaNode, source: SchemaSource, value: number): Work<boolean> {
    let tester = this.testers.get(source);
    tester ??= new SchemaTester(this.graph, source.places, this.parser);
    // Stored again only after the test: a tester whose test was cancelled can't be reused.
    this.testers.delete(source);
    const holds = yield* tester.holds(node.id, value);
    this.testers.set(source, tester);
    return holds;
  }

  /** The entries of all values that a schema allows; `null` when it lists none. */
  listOf(node: SchemaNode): readonly number[] | null {
    let list = this.lists.get(node);
    if (list === undefined) {
      list = readList(node);
      this.lists.set(node, list);
    }
    return list;
  }

  /**
   * Returns the graph with lenient twins.
   * @see addLenient
   */
  *lenient(): Work<SchemaGraph> {
    this.both ??= yield* addLenient(this.graph);
    return this.both;
  }

  enter(scope: number, node: SchemaNode): number {
    return this.scopes.enter(scope, node.place.resource.id);
  }

  resolve(scope: number, node: number, anchor: string | null): number {
    return this.scopes.resolve(scope, node, anchor);
  }

  /** The schemas that apply to a child directly, before references are followed. */
  private step({ applied, branches }: AppliedSchemas, segment: Segment): AppliedSchemas {
    const found: Applied[] = [];
    const rest: Applied[] = [];
    const add = (list: Applied[], id: number, { scope, branch }: Applied): void => {
      const node = this.graph.nodes[id];
      if (node !== undefined && node.verdict !== false) list.push({ node, scope: this.enter(scope, node), branch });
    };
    for (const one of applied) {
      const { children, unevaluated } = childrenOf(one.node, segment);
      for (const id of children) add(found, id, one);
      if (unevaluated !== NONE) add(rest, unevaluated, one);
    }
    return { applied: found.length > 0 ? found : rest, branches };
  }
}

/** The nodes that a schema applies to a child, and the node for children that no other schema has evaluated. */
function childrenOf(node: SchemaNode, segment: Segment): { children: number[]; unevaluated: number } {
  const checks = node.checks[typeof segment === 'string' ? OBJECT : ARRAY] ?? [];
  const children: number[] = [];
  let unevaluated = NONE;
  for (const check of checks) {
    if (check.type === 'unevaluated') unevaluated = check.node;
    else if (check.type === 'elements' && typeof segment === 'number') {
      const id = segment < check.prefix.length ? (check.prefix[segment] ?? NONE) : check.rest;
      if (id !== NONE) children.push(id);
    } else if (check.type === 'members' && typeof segment === 'string') {
      const covering = coveringNodes(check, segment);
      append(children, covering);
      if (covering.length === 0 && check.additional !== NONE) children.push(check.additional);
    }
  }
  return { children, unevaluated };
}

/** The nodes of `properties` and `patternProperties` for a key. */
function coveringNodes(check: MembersCheck, key: string): number[] {
  const named = check.properties[check.names.find(key)] ?? NONE;
  return [
    ...(named === NONE ? [] : [named]),
    ...check.patterns.filter(({ pattern }) => pattern.test(key)).map(({ node }) => node),
  ];
}

/** The check of an object's members in a schema; `null` when it has none. */
export function membersOf(node: SchemaNode): MembersCheck | null {
  const check = node.checks[OBJECT]?.find(({ type }) => type === 'members');
  return check?.type === 'members' ? check : null;
}

/** Whether a schema, considered alone, allows an object to have a key. */
export function acceptsKey(graph: SchemaGraph, node: SchemaNode, key: string): boolean {
  const check = membersOf(node);
  if (check === null) return node.verdict !== false;
  const covering = coveringNodes(check, key);
  const ids = covering.length === 0 && check.additional !== NONE ? [check.additional] : covering;
  return ids.every((id) => graph.nodes[id]?.verdict !== false);
}

/** Whether what holds in the branch `outer` also holds in `inner`: the same branch, or one inside it. */
export function holdsIn({ branches }: Pick<AppliedSchemas, 'branches'>, outer: number, inner: number): boolean {
  for (let at = inner; ; at = branches[at] ?? 0) {
    if (at === outer) return true;
    if (at === 0) return false;
  }
}

function addNode(nodes: Set<SchemaNode>, graph: SchemaGraph, id: number): void {
  const node = graph.nodes[id];
  if (node !== undefined) nodes.add(node);
}

function lastChild({ places, tape }: JsonDocument, container: number): number {
  if (container < 0 || !tape.isOpening(container)) return NONE;
  const count = places.children.count(container);
  return count === 0 ? NONE : places.children.nth(container, count - 1);
}

/** Follows the keywords that apply schemas to the same value. */
class Finder {
  private tester: SchemaTester | null = null;
  private tests = 0;

  constructor(
    private readonly guide: PlaceSchemas,
    private readonly outline: JsonDocument | null,
  ) {}

  *expand(
    { applied, branches: known }: AppliedSchemas,
    value: number,
    keys: readonly string[],
    changes: Segment | null = null,
  ): Work<AppliedSchemas> {
    const { guide } = this;
    const branches = [...known];
    const found: Applied[] = [];
    const seen = new Map<string, number[]>();
    const waiting = applied.toReversed();
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { node, scope, branch } = one;
      const name = `${node.id} ${scope}`;
      const before = seen.get(name);
      // Skips a schema that already applies in this branch or around it, so cycles end.
      if (before?.some((outer) => found.length >= MAX_BRANCHED || holdsIn({ branches }, outer, branch)) === true)
        continue;
      if (before === undefined) seen.set(name, [branch]);
      else before.push(branch);
      found.push(one);
      if (found.length % SLICE_SCHEMAS === 0) yield { done: 0, total: 0 };
      const next: Applied[] = [];
      const add = (id: number, inside: number): void => {
        const target = guide.graph.nodes[id];
        if (target !== undefined && target.verdict !== false)
          next.push({ node: target, scope: guide.enter(scope, target), branch: inside });
      };
      const fork = (ids: readonly number[]): void => {
        for (const id of ids) {
          if (ids.length > 1) branches.push(branch);
          add(id, ids.length > 1 ? branches.length - 1 : branch);
        }
      };
      // These checks are in the lists of all kinds.
      for (const check of node.checks[NULL] ?? []) {
        if (check.type === 'all') for (const id of check.nodes) add(id, branch);
        else if (check.type === 'dynamic') add(guide.resolve(scope, check.node, check.anchor), branch);
        else if (check.type === 'any' || check.type === 'one') fork(yield* this.fitting(check.nodes, value, changes));
        else if (check.type === 'if') {
          const { condition, yes, no } = check;
          const ids = value === NONE ? [yes, no] : [(yield* this.holds(condition, value)) ? yes : no];
          fork(ids.filter((id) => id !== NONE));
        }
      }
      for (const { key, node: id } of membersOf(node)?.dependentSchemas ?? []) {
        const needed = membersOf(node)?.names.names[key];
        if (needed !== undefined && this.hasKey(value, needed, keys)) add(id, branch);
      }
      append(waiting, next.toReversed());
    }
    return { applied: found, branches };
  }

  /** The alternatives that a value does not contradict so far; all of them when it contradicts all. */
  private *fitting(nodes: readonly number[], value: number, changes: Segment | null): Work<readonly number[]> {
    const { graph } = this.guide;
    const possible = nodes.filter((id) => graph.nodes[id]?.verdict !== false);
    if (value === NONE) return possible;
    const fits: number[] = [];
    const others: number[] = [];
    for (const id of possible) {
      if (yield* this.holds(id + graph.nodes.length, value)) fits.push(id);
      else if (changes !== null && this.mayBecome(id, value, changes)) others.push(id);
    }
    return fits.length === 0 ? possible : [...fits, ...others];
  }

  /** Whether another value of a member would make a container that alternative, after the test of it has failed. */
  private mayBecome(id: number, container: number, changes: Segment): boolean {
    const { guide, outline } = this;
    const child = outline === null ? NONE : lastChild(outline, container);
    const isIt = typeof changes === 'number' || (child !== NONE && outline?.places.key(child) === changes);
    if (isIt && this.tester?.failedAt === child) return true;
    const node = guide.graph.nodes[id];
    return node !== undefined && this.isToldBy(node, changes);
  }

  /** Whether a schema allows a single value of a member, which tells it from other alternatives. */
  private isToldBy(node: SchemaNode, member: Segment): boolean {
    const { guide } = this;
    const around = new Set<SchemaNode>([node]);
    for (const one of around) {
      for (const check of one.checks[NULL] ?? [])
        if (check.type === 'all') for (const next of check.nodes) addNode(around, guide.graph, next);
      for (const id of childrenOf(one, member).children) {
        const values = new Set<SchemaNode>();
        addNode(values, guide.graph, id);
        for (const value of values) {
          if (guide.listOf(value)?.length === 1) return true;
          for (const check of value.checks[NULL] ?? [])
            if (check.type === 'all') for (const next of check.nodes) addNode(values, guide.graph, next);
        }
      }
    }
    return false;
  }

  /**
   * Whether a node of the graph with lenient twins holds for a value of the outline. True without a test after `MAX_TESTS`.
   */
  private *holds(node: number, value: number): Work<boolean> {
    const { guide, outline } = this;
    if (outline === null || this.tests >= MAX_TESTS) return true;
    this.tests += 1;
    this.tester ??= new SchemaTester(yield* guide.lenient(), outline.places, guide.parser);
    return yield* this.tester.holds(node, value);
  }

  private hasKey(value: number, key: string, keys: readonly string[]): boolean {
    if (keys.includes(key)) return true;
    const { outline } = this;
    if (outline === null || value < 0 || outline.places.kind(value) !== 'object') return false;
    return outline.places.child(value, key) >= 0;
  }
}
