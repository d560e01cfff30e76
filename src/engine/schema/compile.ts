// Compiles the files of a schema to its graph. Each reachable schema becomes one node, through a worklist, so neither nesting
// nor circular references matter. A keyword with an invalid value is ignored, as validators do.

import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { DEFAULT_DRAFT } from './drafts.ts';
import { NONE, type Check, type SchemaGraph, type SchemaNode } from './graph.ts';
import type { Keywords, SchemaOptions } from './keywords.ts';
import { ARRAY, BOOLEAN, INTEGER_BIT, KINDS, NULL, NUMBER, OBJECT, STRING, type SchemaKind } from './kinds.ts';
import { inPlaceChecks, itemsCheck, membersCheck, unevaluatedCheck } from './applicators.ts';
import { formatCheck, valueChecks } from './assertions.ts';
import { Resources, type Library, type Resource, type SchemaPlace } from './resources.ts';
import { ValueHasher } from './value-hash.ts';
import { ValueReader } from './value-reader.ts';
import type { SchemaSource } from './source.ts';

const SLICE_NODES = 2048;
const ANY_KIND = (1 << KINDS) - 1;

/** Compiles the schema that was found at `uri`; `library` supplies the other files. All documents must be valid. */
export function* compileSchema(
  document: JsonDocument,
  uri: string,
  library: Library,
  options: SchemaOptions,
): Work<SchemaGraph> {
  const resources = new Resources(library, options.draft ?? DEFAULT_DRAFT);
  const root = yield* resources.add(document, uri);
  const compiler = new Compiler(resources, options);
  const first = compiler.nodeAt({ entry: 0, resource: root });
  yield* compiler.run();
  return compiler.graph(first);
}

class Compiler {
  private readonly nodes: SchemaNode[] = [];
  private readonly known = new Map<SchemaSource, Map<number, number>>();
  private readonly hashers = new Map<SchemaSource, ValueHasher>();
  private readonly notes = new Set<string>();
  /** Names of the dynamic anchors that are referenced; `null` is the root of a recursive resource. */
  private readonly dynamic = new Set<string | null>();
  private next = 0;

  constructor(
    private readonly resources: Resources,
    private readonly options: SchemaOptions,
  ) {}

  nodeAt(place: SchemaPlace): number {
    const { entry, resource } = place;
    const { source } = resource;
    let own = this.known.get(source);
    if (own === undefined) {
      own = new Map();
      this.known.set(source, own);
    }
    const known = own.get(entry);
    if (known !== undefined) {
      const node = this.nodes[known];
      if (node !== undefined) node.isShared = true;
      return known;
    }
    const id = this.nodes.length;
    own.set(entry, id);
    this.nodes.push({
      id,
      place,
      verdict: null,
      checks: Array.from({ length: KINDS }, () => []),
      isSimple: [],
      tracks: [],
      forks: [],
      types: ANY_KIND,
      isShared: false,
    });
    return id;
  }

  *run(): Work<void> {
    for (;;) {
      for (let node = this.nodes[this.next]; node !== undefined; node = this.nodes[this.next]) {
        this.next += 1;
        yield* this.compile(node);
        if (this.next % SLICE_NODES === 0) yield { done: this.next, total: this.nodes.length };
      }
      // The targets of a dynamic reference are known only when all resources are.
      for (const resource of this.resources.all) for (const anchor of this.dynamic) this.dynamicNode(resource, anchor);
      if (this.next === this.nodes.length) return;
    }
  }

  graph(root: number): SchemaGraph {
    const { nodes, resources, notes } = this;
    return {
      nodes,
      root,
      resources: resources.all,
      isDynamic: this.dynamic.size > 0,
      dynamicNode: (id, anchor) => {
        const resource = resources.all[id];
        return resource === undefined ? NONE : this.dynamicNode(resource, anchor);
      },
      notes: [...notes],
      missing: [...resources.missing],
    };
  }

  private dynamicNode(resource: Resource, anchor: string | null): number {
    if (anchor === null) return resource.isRecursive ? this.nodeAt({ entry: resource.root, resource }) : NONE;
    const entry = resource.dynamicAnchors.get(anchor);
    return entry === undefined ? NONE : this.nodeAt({ entry, resource });
  }

  private *compile(node: SchemaNode): Work<void> {
    const { entry, resource } = node.place;
    const { source, vocabulary } = resource;
    const kind = source.kind(entry);
    if (kind !== 'object') {
      node.verdict = kind !== 'false';
      if (kind !== 'true' && kind !== 'false') this.notes.add(SCHEMA.notSchema(kind));
      return;
    }
    const keywords = this.keywords(node.place);
    const add = (check: Check, mask = ANY_KIND): void => {
      for (let at = 0; at < KINDS; at += 1) if ((mask & (1 << at)) !== 0) node.checks[at]?.push(check);
    };
    const isReference = vocabulary.draft < 2019 && source.string(keywords.get('$ref')) !== null;
    if (!isReference && vocabulary.validates) {
      for (const { check, mask } of yield* valueChecks(keywords)) {
        if (check.type === 'type') {
          node.types = (check.mask & ANY_KIND) | ((check.mask & INTEGER_BIT) === 0 ? 0 : 1 << NUMBER);
        }
        add(check, mask);
      }
    }
    const format = isReference ? null : formatCheck(keywords);
    if (format !== null) add(format, 1 << STRING);
    for (const check of inPlaceChecks(keywords, isReference, vocabulary.applies)) {
      if (check.type === 'dynamic') this.dynamic.add(check.anchor);
      add(check);
    }
    if (!isReference) {
      const members = membersCheck(keywords, vocabulary);
      if (members !== null) add(members, 1 << OBJECT);
      const items = vocabulary.applies ? itemsCheck(keywords) : null;
      if (items !== null) add(items, 1 << ARRAY);
      if (vocabulary.seesUnevaluated) {
        const [onItems, onMembers] = unevaluatedCheck(keywords);
        if (onItems !== null) add(onItems, 1 << ARRAY);
        if (onMembers !== null) add(onMembers, 1 << OBJECT);
      }
    }
    for (const kindOfValue of [NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT] satisfies SchemaKind[]) {
      const checks = node.checks[kindOfValue] ?? [];
      node.isSimple[kindOfValue] = checks.every(({ type }) => SIMPLE.has(type));
      node.forks[kindOfValue] = checks.reduce((count, check) => count + appliedBy(check), 0) > 1;
      node.tracks[kindOfValue] = checks.some(({ type }) => type === 'unevaluated');
    }
    if (node.checks.every(({ length }) => length === 0)) node.verdict = true;
  }

  private keywords(place: SchemaPlace): Keywords {
    const { resource } = place;
    const { source, vocabulary } = resource;
    const members = source.members(place.entry);
    return {
      place,
      source,
      draft: vocabulary.draft,
      options: this.options,
      asserts: this.options.assertsFormats || vocabulary.assertsFormat,
      get: (keyword) => members.get(keyword),
      node: (entry) => this.nodeAt({ entry, resource: this.resources.resourceOf(entry, resource) }),
      follow: (reference) => {
        const target = this.resources.resolve(reference, resource);
        if (target !== null) return { node: this.nodeAt(target), anchor: target.anchor };
        this.notes.add(SCHEMA.unresolved(reference));
        return { node: NONE, anchor: null };
      },
      hasher: () => this.hasherOf(source),
      note: (sentence) => this.notes.add(sentence),
    };
  }

  private hasherOf(source: SchemaSource): ValueHasher {
    let hasher = this.hashers.get(source);
    if (hasher === undefined) {
      hasher = new ValueHasher(new ValueReader(source.places, this.options.parser));
      this.hashers.set(source, hasher);
    }
    return hasher;
  }
}

/** Checks that inspect the value alone, and only a few bytes of it. */
const SIMPLE: ReadonlySet<Check['type']> = new Set([
  'type',
  'values',
  'bound',
  'multiple',
  'length',
  'pattern',
  'format',
]);

/** The number of schemas that a check applies to the same value, or to its children. */
function appliedBy(check: Check): number {
  switch (check.type) {
    case 'all':
    case 'any':
    case 'one':
      return check.nodes.length;
    case 'if':
      return 2;
    case 'not':
    case 'dynamic':
    case 'elements':
    case 'unevaluated':
      return 1;
    case 'members':
      return 1 + check.dependentSchemas.length;
    default:
      return 0;
  }
}
