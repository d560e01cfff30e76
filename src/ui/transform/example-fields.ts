// Chooses the fields for examples: those that can be written without quotes in every language, with values of one kind.

import type { WizardField, WizardFields } from '../../shared/protocol/wizard.ts';
import { isInherited } from './writing/inherited.ts';

/** The keys of a field, each of them a plain name in all languages. */
type Keys = readonly string[];

/** The fields for examples; `null` where there is none. */
export interface ChosenFields {
  readonly isArray: boolean;
  /** A field that is a number, and one that is a string, in all items that have it. */
  readonly number: Keys | null;
  readonly text: Keys | null;
  /** A number or a string in all items, so that every language can sort by it. */
  readonly order: Keys | null;
  /** A string in all items; it may have any number of distinct values. */
  readonly group: Keys | null;
  /** Up to three fields to pick. */
  readonly pick: readonly Keys[];
}

const NONE: ChosenFields = { isArray: false, number: null, text: null, order: null, group: null, pick: [] };
const MAX_PICKED = 3;

/** Chooses from the fields of an array. */
export function chooseFields(all: WizardFields | null): ChosenFields {
  if (all === null) return NONE;
  const { items, fields } = all;
  const root = fields.find(({ path }) => path.length === 0);
  // The languages treat items that are not objects differently.
  if (root === undefined || root.kinds.object !== items) return { ...NONE, isArray: true };
  // jq fails if the parent of a field is a scalar in some items.
  const parents = new Set(fields.filter(isObject).map(({ path }) => path.join('.')));
  const plain = fields.filter(({ path }) => {
    const isPlain = path.length > 0 && path.every(isPlainName);
    return isPlain && path.every((_, depth) => parents.has(path.slice(0, depth).join('.')));
  });
  const scalars = plain.filter(({ kinds, presence }) => kinds.object + kinds.array < presence);
  const keysOf = (found: WizardField | undefined): Keys | null => found?.path ?? null;
  const isAll = ({ presence }: WizardField): boolean => presence === items;
  return {
    isArray: true,
    number: keysOf(plain.find(isNumber)),
    text: keysOf(plain.find(isText)),
    order: keysOf(plain.find((field) => isAll(field) && (isNumber(field) || isText(field)))),
    group: keysOf(plain.findLast((field) => isAll(field) && isText(field))),
    pick: scalars.slice(0, MAX_PICKED).map(({ path }) => path),
  };
}

function isObject({ kinds, presence }: WizardField): boolean {
  return kinds.object + kinds.null === presence;
}

function isNumber({ kinds, presence }: WizardField): boolean {
  return kinds.number === presence;
}

function isText({ kinds, presence }: WizardField): boolean {
  return kinds.string === presence;
}

function isPlainName(key: string): boolean {
  return /^[A-Za-z][A-Za-z\d]*$/.test(key) && !isInherited(key, false, 'take') && key !== 'let' && key !== 'in';
}
