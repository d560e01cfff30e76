// The resources of a schema by uri, and the resolution of references. A file is walked once, with an explicit stack, through
// the keywords that hold schemas. So an `$id` inside `const` or an unknown keyword defines nothing.

import type { Work } from '../base/work.ts';
import { finish } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { draftOf, fullVocabulary, schemaForm, vocabularyOf, type DraftRules, type Vocabulary } from './drafts.ts';
import { SchemaSource } from './source.ts';

const SLICE_SCHEMAS = 4096;

/** A schema with a uri of its own: a file, or a part of one with an `$id`. */
export interface Resource {
  /** Counted from 0, in the order of discovery. */
  readonly id: number;
  /** Without a fragment. */
  readonly uri: string;
  readonly source: SchemaSource;
  readonly root: number;
  readonly vocabulary: Vocabulary;
  /** Entries by `$anchor` and `$dynamicAnchor`. */
  readonly anchors: Map<string, number>;
  readonly dynamicAnchors: Map<string, number>;
  /** Whether its root has `$recursiveAnchor: true`. */
  readonly isRecursive: boolean;
}

/** A schema, and the resource that it belongs to. */
export interface SchemaPlace {
  readonly entry: number;
  readonly resource: Resource;
}

/** The target of a reference. `anchor` is the name of the `$dynamicAnchor` that the reference names, else `null`. */
export interface ReferenceTarget extends SchemaPlace {
  readonly anchor: string | null;
}

/** Returns the file at a uri; `null` when it is not available. */
export type Library = (uri: string) => JsonDocument | null;

/** Collects the resources of a schema and resolves references to them. */
export class Resources {
  readonly all: Resource[] = [];
  /** Files that references name and the library does not have. */
  readonly missing = new Set<string>();
  private readonly byUri = new Map<string, Resource>();
  /** By source and entry. */
  private readonly roots = new Map<SchemaSource, Map<number, Resource>>();

  constructor(
    private readonly library: Library,
    private readonly draft: DraftRules,
  ) {}

  /** Adds a file and returns its root resource. */
  *add(document: JsonDocument, uri: string): Work<Resource> {
    const source = new SchemaSource(document, uri);
    this.roots.set(source, new Map());
    const root = this.enter(source, 0, null);
    if (!this.byUri.has(uri)) this.byUri.set(uri, root);
    const waiting: SchemaPlace[] = [{ entry: 0, resource: root }];
    let seen = 0;
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      seen += 1;
      if (seen % SLICE_SCHEMAS === 0) yield { done: source.places.tape.start(place.entry), total: document.size };
      this.nameAnchors(place);
      for (const entry of this.subschemas(place)) {
        waiting.push({ entry, resource: this.enter(source, entry, place.resource) });
      }
    }
    return root;
  }

  /** The resource of a schema that was reached from `around`: its own one, else `around`. */
  resourceOf(entry: number, around: Resource): Resource {
    return this.roots.get(around.source)?.get(entry) ?? around;
  }

  /** Resolves a reference in a resource; `null` when it leads nowhere. */
  resolve(reference: string, from: Resource): ReferenceTarget | null {
    const url = resolveUri(reference, from.uri);
    if (url === null) return null;
    const { uri, fragment } = url;
    const target = this.find(uri);
    if (target === null) {
      this.missing.add(uri);
      return null;
    }
    if (fragment === '') return { entry: target.root, resource: target, anchor: null };
    if (!fragment.startsWith('/')) {
      const entry = target.anchors.get(fragment);
      if (entry === undefined) return null;
      return { entry, resource: target, anchor: target.dynamicAnchors.has(fragment) ? fragment : null };
    }
    let place: SchemaPlace = { entry: target.root, resource: target };
    for (const segment of fragment.slice(1).split('/')) {
      const entry = target.source.step(place.entry, segment.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (entry < 0) return null;
      place = { entry, resource: this.resourceOf(entry, place.resource) };
    }
    return { ...place, anchor: null };
  }

  private find(uri: string): Resource | null {
    const known = this.byUri.get(uri);
    if (known !== undefined) return known;
    const document = this.library(uri);
    return document === null ? null : finish(this.add(document, uri));
  }

  /** Returns the resource that starts at a schema, which it registers, or the one around it. */
  private enter(source: SchemaSource, entry: number, around: Resource | null): Resource {
    const members = source.members(entry);
    const named = source.string(members.get('$schema'));
    const own = named === null ? null : this.vocabularyOf(named);
    const inherited = around?.vocabulary ?? fullVocabulary(this.draft);
    const vocabulary =
      around === null || idOf(source, members, own ?? inherited) !== null ? (own ?? inherited) : inherited;
    const id = idOf(source, members, vocabulary);
    const url = id === null ? null : resolveUri(id, around?.uri ?? source.uri);
    if (around !== null && (url === null || id === null || id.startsWith('#'))) {
      // Before 2019, a location-independent identifier is an `$id` that has only a fragment.
      if (url !== null && vocabulary.draft < 2019 && url.fragment !== '') around.anchors.set(url.fragment, entry);
      return around;
    }
    const resource: Resource = {
      id: this.all.length,
      uri: url?.uri ?? source.uri,
      source,
      root: entry,
      vocabulary,
      anchors: new Map(),
      dynamicAnchors: new Map(),
      isRecursive: vocabulary.draft === 2019 && source.isTrue(members.get('$recursiveAnchor')),
    };
    if (url !== null && url.fragment !== '' && vocabulary.draft < 2019) resource.anchors.set(url.fragment, entry);
    this.all.push(resource);
    this.roots.get(source)?.set(entry, resource);
    if (!this.byUri.has(resource.uri)) this.byUri.set(resource.uri, resource);
    return resource;
  }

  private nameAnchors({ entry, resource }: SchemaPlace): void {
    const { source, vocabulary } = resource;
    if (vocabulary.draft < 2019) return;
    const members = source.members(entry);
    const anchor = source.string(members.get('$anchor'));
    if (anchor !== null) resource.anchors.set(anchor, entry);
    const dynamic = vocabulary.draft === 2020 ? source.string(members.get('$dynamicAnchor')) : null;
    if (dynamic === null) return;
    resource.anchors.set(dynamic, entry);
    resource.dynamicAnchors.set(dynamic, entry);
  }

  private *subschemas({ entry, resource }: SchemaPlace): Generator<number> {
    const { source, vocabulary } = resource;
    for (const [keyword, value] of source.members(entry)) {
      const form = schemaForm(keyword, vocabulary.draft);
      if (form === null) continue;
      if (form === 'one') yield value;
      else if (form === 'list' || (form === 'oneOrList' && source.kind(value) === 'array')) {
        yield* source.items(value) ?? [];
      } else if (form === 'oneOrList') yield value;
      else yield* source.members(value).values();
    }
  }

  /** The vocabularies that a `$schema` enables; `null` when it is unknown. */
  private vocabularyOf(uri: string): Vocabulary | null {
    const draft = draftOf(uri);
    if (draft !== null) return fullVocabulary(draft);
    const url = resolveUri(uri, uri);
    const meta = url === null ? null : this.find(url.uri);
    if (meta === null) return null;
    const { source, root, vocabulary } = meta;
    const listed = source.members(root).get('$vocabulary');
    return listed === undefined ? vocabulary : vocabularyOf(vocabulary.draft, source.members(listed).keys());
  }
}

function idOf(source: SchemaSource, members: ReadonlyMap<string, number>, { draft }: Vocabulary): string | null {
  // Before 2019, keywords beside a reference are ignored.
  if (draft < 2019 && source.string(members.get('$ref')) !== null) return null;
  return source.string(members.get(draft === 4 ? 'id' : '$id'));
}

/** Resolves a uri and splits off its fragment, which is decoded; `null` when it is invalid. */
export function resolveUri(reference: string, base: string): { uri: string; fragment: string } | null {
  try {
    const { href } = new URL(reference, base);
    const at = href.indexOf('#');
    if (at < 0) return { uri: href, fragment: '' };
    return { uri: href.slice(0, at), fragment: decodeURIComponent(href.slice(at + 1)) };
  } catch {
    return null;
  }
}
