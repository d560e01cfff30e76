// Reads YAML 1.2 with merge keys. Numbers keep their spelling where it is one of JSON.

import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, type Document } from 'yaml';
import type { JsonTree } from './json-tree.ts';
import { isJsonNumber } from '../../shared/document/json-text.ts';

/** Deeper texts are no YAML that people write. */
const MAX_DEPTH = 1000;
/** Values that aliases may repeat. */
const MAX_REPEATED = 100_000;

/** Returns the values of the documents in a text; `null` where one has an error. */
export function readYaml(text: string): JsonTree[] | null {
  const parsed = parseAllDocuments(text, { merge: true, intAsBigInt: true, logLevel: 'silent', uniqueKeys: false });
  if (!Array.isArray(parsed)) return [];
  const trees: JsonTree[] = [];
  for (const document of parsed) {
    const tree = document.errors.length > 0 ? null : new YamlTrees(document).treeOf(document.contents, 0);
    if (tree === null) return null;
    trees.push(tree);
  }
  return trees;
}

class YamlTrees {
  private repeated = 0;

  constructor(private readonly document: Document) {}

  treeOf(node: unknown, depth: number, isRepeated = false): JsonTree | null {
    if (depth > MAX_DEPTH || (isRepeated && (this.repeated += 1) > MAX_REPEATED)) return null;
    if (node === null || node === undefined) return 'null';
    if (isAlias(node)) return this.treeOf(node.resolve(this.document), depth + 1, true);
    if (isScalar(node)) return scalarOf(node.value, node.source, node.type === 'PLAIN');
    if (isSeq(node)) {
      const items: JsonTree[] = [];
      for (const item of node.items) {
        const tree = this.treeOf(item, depth + 1, isRepeated);
        if (tree === null) return null;
        items.push(tree);
      }
      return items;
    }
    if (!isMap(node)) return null;
    const members = new Map<string, JsonTree>();
    for (const { key, value } of node.items) {
      const name = this.nameOf(key, depth);
      if (name === null) return null;
      const tree = this.treeOf(value, depth + 1, isRepeated);
      if (tree === null) return null;
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') merge(members, tree);
      else members.set(name, tree);
    }
    return members;
  }

  private nameOf(key: unknown, depth: number): string | null {
    if (isScalar(key)) return typeof key.value === 'string' ? key.value : (key.source ?? '');
    if (key === null || key === undefined) return '';
    if (!isAlias(key)) return null;
    return this.nameOf(key.resolve(this.document), depth + 1);
  }
}

/** Adds the members of an object, or of several, that are not there. */
function merge(members: Map<string, JsonTree>, tree: JsonTree): void {
  for (const one of Array.isArray(tree) ? tree : [tree])
    if (one instanceof Map) for (const [key, value] of one) if (!members.has(key)) members.set(key, value);
}

function scalarOf(value: unknown, source: string | undefined, isPlain: boolean): string {
  if (isPlain && source !== undefined && isJsonNumber(source)) return source;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (value === null || typeof value === 'boolean') return String(value);
  return JSON.stringify(typeof value === 'string' ? value : (source ?? ''));
}
