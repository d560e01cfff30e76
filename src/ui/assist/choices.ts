// Choices for a field, from the schema.

import type { AssistTarget, KeyProposal, PlaceNote, ValueProposal } from '../../shared/protocol/assist.ts';
import type { Path } from '../../shared/document/path.ts';
import type { NodeIndex, Revision } from '../../shared/units.ts';
import { sayAnnotation, SCHEMA_HELP, sayTypes } from '../strings/panel/schema-help.ts';
import type { AssistHost } from './assist-host.ts';

/** One entry of a list. */
export interface Choice {
  /** A key, or a value as JSON. */
  readonly value: string;
  /** The text for the list and the field; of a string value its characters. */
  readonly text: string;
  readonly note: string;
  readonly hint: string;
  readonly isDeprecated: boolean;
}

/** The choices for a field. */
export interface Choices {
  /** The accessible name of the list. */
  readonly label: string;
  readonly items: readonly Choice[];
  /** Number of further choices, which are loaded after more typing. */
  readonly rest: number;
  /** The layout for an on-screen keyboard. */
  readonly inputMode: 'text' | 'numeric' | 'decimal' | 'email' | 'url';
  /**
   * `true` if a value must be a string even if it looks like something else, `false` if it can't be one, `null` if both are
   * allowed.
   */
  readonly isText: boolean | null;
}

/** Loads the choices for a field with the given text. */
export type LoadChoices = (typed: string) => Promise<Choices | null>;

/** Returns a loader of values for a place. */
export function valueChoices(host: AssistHost, base: Revision, target: AssistTarget): LoadChoices {
  return async () => {
    const help = (await host.assist?.describe(base, target)) ?? null;
    if (help === null) return null;
    const { note, values } = help;
    // Objects and arrays can't be written in a field.
    const items = values.items.filter(({ json }) => !/^[[{]/.test(json)).map(choiceOf);
    const rest = values.count - values.items.length;
    return {
      label: SCHEMA_HELP.allowed,
      items,
      rest,
      inputMode: inputModeOf(note),
      isText: textOnly(note, values.items),
    };
  };
}

/** Returns a loader of keys for a member of an object. `own` is its present key. */
export function keyChoices(host: AssistHost, base: Revision, node: NodeIndex, own: string): LoadChoices {
  return async (typed) => {
    const help = (await host.assist?.keys(base, { type: 'around', node }, typed)) ?? null;
    if (help === null) return null;
    const items = help.keys.items.filter(({ key }) => key !== own).map(choiceOfKey);
    const rest = help.keys.count - help.keys.items.length;
    return { label: SCHEMA_HELP.keys, items, rest, inputMode: 'text', isText: null };
  };
}

/** Returns a loader of values for a cell of a table. */
export function cellChoices(host: AssistHost, base: Revision, path: Path): LoadChoices {
  return valueChoices(host, base, { type: 'path', path });
}

function choiceOf({ json, description, isDefault }: ValueProposal): Choice {
  const text = json.startsWith('"') ? String(JSON.parse(json)) : json;
  const note = isDefault ? SCHEMA_HELP.isDefault : '';
  return { value: json, text, note, hint: description ?? '', isDeprecated: false };
}

function choiceOfKey(proposal: KeyProposal): Choice {
  const { key, isRequired, isDeprecated } = proposal;
  const words = [
    isRequired ? SCHEMA_HELP.required : '',
    isDeprecated ? SCHEMA_HELP.deprecated : '',
    sayTypes(proposal),
  ];
  const note = words.filter((word) => word !== '').join(' · ');
  return { value: key, text: key, note, hint: sayAnnotation(proposal).join(' '), isDeprecated };
}

function inputModeOf({ types, format }: PlaceNote): Choices['inputMode'] {
  if (types.length === 1 && types[0] === 'integer') return 'numeric';
  if (types.length === 1 && types[0] === 'number') return 'decimal';
  if (format === 'email' || format === 'idn-email') return 'email';
  return format === 'uri' || format === 'iri' ? 'url' : 'text';
}

function textOnly({ types }: PlaceNote, values: readonly ValueProposal[]): boolean | null {
  const listed = values.filter(({ isAllowedAlone }) => isAllowedAlone);
  if (types.length === 0) return listed.length > 0 && listed.every(({ json }) => json.startsWith('"')) ? true : null;
  if (!types.includes('string')) return false;
  return types.length === 1 ? true : null;
}
