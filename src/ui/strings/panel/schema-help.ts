// Texts from a schema about keys and values.

import type { Annotation, PlaceNote, Proposals, ValueProposal } from '../../../shared/protocol/assist.ts';

const MAX_TEXT_LENGTH = 1000;
const MAX_VALUE_LENGTH = 60;
/** Most values that are listed in a sentence. */
const MAX_NAMED = 10;

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

export const SCHEMA_HELP = {
  required: 'required',
  deprecated: 'deprecated',
  isDefault: 'default',
  /** The last entry of an incomplete list. */
  more: (count: number): string => `${count.toLocaleString()} more: type to narrow the list`,
  allowed: 'Allowed values',
  keys: 'Keys of the schema',
  requiredMark: 'Required by the schema',
  deprecatedMark: 'Deprecated by the schema',
} as const;

/** `string, null · date-time`; empty if any type is allowed. */
export function sayTypes({ types, format }: Pick<Annotation, 'types' | 'format'>): string {
  return [types.join(', '), format ?? ''].filter((part) => part !== '').join(' · ');
}

/** Returns the description of a value as paragraphs. */
export function sayAnnotation(note: Annotation): string[] {
  const { title, description, isDeprecated, deprecation, isReadOnly } = note;
  const lines: string[] = [];
  if (title !== null) lines.push(cut(title, MAX_TEXT_LENGTH));
  if (description !== null) lines.push(...cut(description, MAX_TEXT_LENGTH).split(/\n\s*\n/));
  if (isDeprecated)
    lines.push(deprecation === null ? 'Deprecated.' : `Deprecated: ${cut(deprecation, MAX_TEXT_LENGTH)}`);
  if (isReadOnly) lines.push('Read only.');
  return lines;
}

/**
 * Returns the description of a place as paragraphs, with its types and allowed values; empty if the schema does not describe
 * it.
 */
export function sayPlace(note: PlaceNote, values: Proposals<ValueProposal> | null): string[] {
  const lines = sayAnnotation(note);
  const types = sayTypes(note);
  if (types !== '') lines.push(`Type: ${types}`);
  if (note.isRequired) lines.push('Required.');
  const allowed = values?.items.filter(({ isAllowedAlone }) => isAllowedAlone) ?? [];
  if (values === null || allowed.length === 0 || note.types.join() === 'boolean') return lines;
  const named = allowed.slice(0, MAX_NAMED).map(({ json }) => cut(json, MAX_VALUE_LENGTH));
  const rest = values.count - named.length;
  lines.push(`Allowed: ${named.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString()} more` : ''}`);
  return lines;
}
