// The annotations that schemas give for a place: title, description, types, format, deprecation. When several schemas have the
// same keyword, the first one counts; a schema that refers to another comes before it.

import type { Annotation } from '../../shared/protocol/assist.ts';
import type { SchemaNode } from '../schema/graph.ts';
import type { AppliedSchemas } from './applied.ts';
import { keywordOf, textOf, typesOf } from './keyword-values.ts';

/** Returns the annotations of a place. */
export function annotate({ applied }: AppliedSchemas): Annotation {
  const first = <T>(read: (node: SchemaNode) => T | null): T | null => {
    for (const { node } of applied) {
      const found = read(node);
      if (found !== null) return found;
    }
    return null;
  };
  const certain = applied.filter(({ branch }) => branch === 0).flatMap(({ node }) => typesOf(node));
  const types = certain.length > 0 ? certain : applied.flatMap(({ node }) => typesOf(node));
  const deprecation = first((node) => textOf(node, 'deprecationMessage'));
  const sure = applied.filter(({ branch }) => branch === 0);
  return {
    title: first((node) => textOf(node, 'title')),
    description: first((node) => textOf(node, 'description') ?? textOf(node, 'markdownDescription')),
    types: [...new Set(types)],
    format: first((node) => textOf(node, 'format')),
    isDeprecated: deprecation !== null || sure.some(({ node }) => isSet(node, 'deprecated')),
    deprecation,
    isReadOnly: sure.some(({ node }) => isSet(node, 'readOnly')),
  };
}

function isSet(node: SchemaNode, keyword: string): boolean {
  return node.place.resource.source.isTrue(keywordOf(node, keyword));
}
