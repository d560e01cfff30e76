// How an alternative of `anyOf` or `oneOf` is called in messages.

import type { SchemaNode } from './graph.ts';

const MAX_DESCRIPTION_LENGTH = 60;

/** Its title, else the name at the end of its reference; `null` when it has neither. */
export function nameOf({ place: { entry, resource } }: SchemaNode): string | null {
  const { source } = resource;
  const members = source.members(entry);
  const reference = source.string(members.get('$ref'));
  return source.string(members.get('title')) ?? reference?.replace(/^.*[/#]/, '') ?? null;
}

/** Its name, else its description if that is short, else its place in the schema. */
export function nameOrPlaceOf(node: SchemaNode): string {
  const { entry, resource } = node.place;
  const { source } = resource;
  const described = source.string(source.members(entry).get('description'));
  const isShort = described !== null && described !== '' && described.length <= MAX_DESCRIPTION_LENGTH;
  return nameOf(node) ?? (isShort ? described : pointerOf(node));
}

function pointerOf({ place: { entry, resource } }: SchemaNode): string {
  const path = resource.source.places.path(entry);
  return `#${path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
}
