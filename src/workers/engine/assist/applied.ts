// Which schemas apply at a place: from the root down, along properties, items, references, conditions and those
// alternatives that the value does not contradict so far; where all are contradicted, all of them.
//
// Alternatives among which nothing has decided yet are branches: what one of them proposes, the others need not allow.
//
//   root ── all ──▶ a          branch 0: holds in any case
//     └──── any ──▶ b          branch 1 of 0
//            └────▶ c          branch 2 of 0

import type { Path, Segment } from '../../../shared/document/path.ts';
import type { Parser } from '../../../shared/document/parser.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { NONE, type MembersCheck, type SchemaGraph, type SchemaNode } from '../schema/graph.ts';
import { ARRAY, NULL, OBJECT } from '../schema/kinds.ts';
import { Scopes } from '../schema/scopes.ts';
import type { SchemaSource } from '../schema/source.ts';
import { SchemaTester } from '../schema/validate.ts';
import { readList } from './keyword-values.ts';
import { addLenient } from './lenient.ts';

/** Alternatives that are tested at one place; of more, all count. */
const MOST_TESTS = 10_000;
/** Schemas of one place that are told apart by their branches; of more, each counts once. */
const MOST_BRANCHED = 1000;
const SLICE_SCHEMAS = 512;

/** A schema that applies. */
export interface Applied {
  readonly node: SchemaNode;
  /** The dynamic scope. */
  readonly scope: number;
  /** 0 where it holds in any case. */
  readonly branch: number;
}

/** The schemas of one place, what refers before what it refers to. */
export interface Place {
  readonly applied: readonly Applied[];
  /** Of each branch, the one that it is a part of; of branch 0, 0. */
  readonly branches: readonly number[];
}

/** A graph made ready to be asked about places. */
export class Guide {
  private readonly scopes: Scopes;
  private both: SchemaGraph | null = null;
  /** Of nodes that were asked for: one may hold a million. */
  private readonly lists = new Map<SchemaNode, readonly number[] | null>();
  private readonly testers = new Map<SchemaSource, SchemaTester>();

  constructor(
    readonly graph: SchemaGraph,
    readonly parser: Parser,
  ) {
    this.scopes = new Scopes(graph);
  }

  /**
   * The schemas at the end of a path. `outline` is a document whose root holds, at each container on the way, the next one
   * as its last child; `hasValue` says whether it holds what is at the end. @see Surroundings
   */
  *locate(path: Path, outline: JsonDocument, hasValue: boolean, keys: readonly string[]): Work<Place> {
    const finder = new Finder(this, outline);
    const { root } = this.graph;
    const start = this.graph.nodes[root];
    if (start === undefined) throw new RangeError(`no root ${root} of ${this.graph.nodes.length}`);
    const isEnd = path.length === 0;
    let place = yield* finder.expand(
      { applied: [{ node: start, scope: this.enter(0, start), branch: 0 }], branches: [0] },
      isEnd && !hasValue ? NONE : 0,
      isEnd ? keys : [],
    );
    let value = 0;
    for (const [index, segment] of path.entries()) {
      const isLast = index === path.length - 1;
      value = isLast && !hasValue ? NONE : lastChild(outline, value);
      place = yield* finder.expand(this.step(place, segment), value, isLast ? keys : []);
    }
    return place;
  }

  /** The schemas of a child, whose value is not known. */
  *child(place: Place, segment: Segment): Work<Place> {
    return yield* new Finder(this, null).expand(this.step(place, segment), NONE, []);
  }

  /** The schemas that apply to a key of an object: those of `propertyNames`. */
  *keyOf(place: Place): Work<Place> {
    const applied = place.applied.flatMap(({ node, scope, branch }) => {
      const target = this.graph.nodes[membersOf(node)?.keys ?? NONE];
      return target === undefined ? [] : [{ node: target, scope: this.enter(scope, target), branch }];
    });
    return yield* new Finder(this, null).expand({ ...place, applied }, NONE, []);
  }

  /** Whether a value of a schema's own text is valid under a schema. */
  *allows(node: SchemaNode, source: SchemaSource, value: number): Work<boolean> {
    let tester = this.testers.get(source);
    tester ??= new SchemaTester(this.graph, source.places, this.parser);
    // Kept only once it is through: one that was ended in between is of no use.
    this.testers.delete(source);
    const holds = yield* tester.holds(node.id, value);
    this.testers.set(source, tester);
    return holds;
  }

  /** The entries of all that a schema allows; `null` where it lists none. */
  listOf(node: SchemaNode): readonly number[] | null {
    let list = this.lists.get(node);
    if (list === undefined) {
      list = readList(node);
      this.lists.set(node, list);
    }
    return list;
  }

  /** Both graphs in one. @see addLenient */
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

  /** The schemas that apply to a child by themselves, before their references are followed. */
  private step({ applied, branches }: Place, segment: Segment): Place {
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

/** The nodes that a schema applies to a child, and the one for what no other has looked at. */
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
      children.push(...covering);
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

/** What a schema says of an object's members; `null` for nothing. */
export function membersOf(node: SchemaNode): MembersCheck | null {
  const check = node.checks[OBJECT]?.find(({ type }) => type === 'members');
  return check?.type === 'members' ? check : null;
}

/** Whether a schema by itself lets an object have a key. */
export function acceptsKey(graph: SchemaGraph, node: SchemaNode, key: string): boolean {
  const check = membersOf(node);
  if (check === null) return node.verdict !== false;
  const covering = coveringNodes(check, key);
  const ids = covering.length === 0 && check.additional !== NONE ? [check.additional] : covering;
  return ids.every((id) => graph.nodes[id]?.verdict !== false);
}

/** Whether what holds in one branch holds in another one, too: in the same, and in those inside it. */
export function holdsIn({ branches }: Pick<Place, 'branches'>, outer: number, inner: number): boolean {
  for (let at = inner; ; at = branches[at] ?? 0) {
    if (at === outer) return true;
    if (at === 0) return false;
  }
}

function lastChild({ places, tape }: JsonDocument, container: number): number {
  if (container < 0 || !tape.isOpening(container)) return NONE;
  const count = places.children.count(container);
  return count === 0 ? NONE : places.children.nth(container, count - 1);
}

/** Follows what applies other schemas to the same value. */
class Finder {
  private tester: SchemaTester | null = null;
  private tests = 0;

  constructor(
    private readonly guide: Guide,
    private readonly outline: JsonDocument | null,
  ) {}

  *expand({ applied, branches: known }: Place, value: number, keys: readonly string[]): Work<Place> {
    const { guide } = this;
    const branches = [...known];
    const found: Applied[] = [];
    const seen = new Map<string, number[]>();
    const waiting = applied.toReversed();
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { node, scope, branch } = one;
      const name = `${node.id} ${scope}`;
      const before = seen.get(name);
      // What holds around a branch holds in it: so a circle ends.
      if (before?.some((outer) => found.length >= MOST_BRANCHED || holdsIn({ branches }, outer, branch)) === true)
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
      // Those stand in the list of every kind.
      for (const check of node.checks[NULL] ?? []) {
        if (check.type === 'all') for (const id of check.nodes) add(id, branch);
        else if (check.type === 'dynamic') add(guide.resolve(scope, check.node, check.anchor), branch);
        else if (check.type === 'any' || check.type === 'one') fork(yield* this.fitting(check.nodes, value));
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
      waiting.push(...next.toReversed());
    }
    return { applied: found, branches };
  }

  /** The alternatives that a value does not contradict so far; all, where it contradicts all. */
  private *fitting(nodes: readonly number[], value: number): Work<readonly number[]> {
    const { graph } = this.guide;
    const possible = nodes.filter((id) => graph.nodes[id]?.verdict !== false);
    if (value === NONE) return possible;
    const fits: number[] = [];
    for (const id of possible) if (yield* this.holds(id + graph.nodes.length, value)) fits.push(id);
    return fits.length === 0 ? possible : fits;
  }

  /** Whether a node of the graph with lenient twins holds for a value of the outline. */
  private *holds(node: number, value: number): Work<boolean> {
    const { guide, outline } = this;
    if (outline === null || this.tests >= MOST_TESTS) return true;
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
