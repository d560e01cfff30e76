// Reads the keywords of a schema that annotate, or that list values.

import { plainNumber } from '../../shared/bytes/literals.ts';
import type { SchemaNode } from '../schema/graph.ts';
import type { SchemaSource } from '../schema/source.ts';

/** Longest value that is shown, in characters. */
const MAX_LENGTH = 200;

/** The string of a keyword; `null` when there is none. */
export function textOf(node: SchemaNode, keyword: string): string | null {
  const { entry, resource } = node.place;
  return resource.source.string(resource.source.members(entry).get(keyword));
}

/** The entry of a keyword's value. */
export function keywordOf(node: SchemaNode, keyword: string): number | undefined {
  const { entry, resource } = node.place;
  return resource.source.members(entry).get(keyword);
}

/** The types that a schema names; empty when it names none. */
export function typesOf(node: SchemaNode): string[] {
  const { source } = node.place.resource;
  const entry = keywordOf(node, 'type');
  const one = source.string(entry);
  return one === null ? (source.strings(entry) ?? []) : [one];
}

/** A value of a schema as JSON on one line; `null` when it is long, or can't be represented in JSON. */
export function jsonOf(source: SchemaSource, entry: number): string | null {
  const text = source.string(entry);
  if (text !== null) return text.length > MAX_LENGTH ? null : JSON.stringify(text);
  const { start, end } = source.places.range(entry);
  if (end - start > MAX_LENGTH * 4) return null;
  const spelling = source.spelling(entry);
  const json =
    source.kind(entry) === 'number'
      ? plainNumber(spelling)
      : spelling.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? '');
  if (json.length > MAX_LENGTH) return null;
  try {
    JSON.parse(json);
    return json;
  } catch {
    return null;
  }
}

/** The entries of all values that a schema allows; `null` when it lists none. */
export function readList(node: SchemaNode): readonly number[] | null {
  const { source, vocabulary } = node.place.resource;
  if (!vocabulary.validates || node.verdict !== null) return null;
  const only = vocabulary.draft >= 6 ? keywordOf(node, 'const') : undefined;
  return only === undefined ? source.items(keywordOf(node, 'enum')) : [only];
}
