// Writes the wizard's query in each of the languages, for people to read and edit: the plain operators of the language, with
// guards only where their meaning differs from the wizard's (`shared/protocol/wizard.ts`).

import type { QueryLanguage } from '../../../shared/protocol/query.ts';
import type { Wizard } from '../../../shared/protocol/wizard.ts';
import { writeJavaScript, writeLodash } from './javascript.ts';
import { writeJmesPath } from './jmespath.ts';
import { writeJq } from './jq.ts';
import { writeJsonPath } from './jsonpath.ts';
import { writeJsonQuery } from './jsonquery.ts';

/** A part of the wizard that some languages can't express. */
export type WizardPart = 'sort' | 'pick';

const WRITERS: Readonly<Record<QueryLanguage, (wizard: Wizard) => string>> = {
  javascript: writeJavaScript,
  lodash: writeLodash,
  jmespath: writeJmesPath,
  jsonpath: writeJsonPath,
  jsonquery: writeJsonQuery,
  jq: writeJq,
};

/**
 * Returns the query of a wizard, without the parts that are `unsupported` or not filled in yet. For an empty wizard it returns the
 * input unchanged.
 */
export function writeQuery(language: QueryLanguage, wizard: Wizard): string {
  return WRITERS[language](filledIn(wizard));
}

/** Returns a wizard without the filters whose value is empty. The empty text is written `""`. */
export function filledIn(wizard: Wizard): Wizard {
  return { ...wizard, filters: wizard.filters.filter(({ literal }) => literal.trim() !== '') };
}

/**
 * Returns the parts that a language can't express. JSONPath selects values; it neither sorts nor creates them.
 * @see RFC 9535 §1
 */
export function impossible(language: QueryLanguage): readonly WizardPart[] {
  return language === 'jsonpath' ? ['sort', 'pick'] : [];
}

/** Returns the parts of a wizard that a language can't express. */
export function unsupported(language: QueryLanguage, { sort, pick }: Wizard): WizardPart[] {
  const isAsked: Readonly<Record<WizardPart, boolean>> = { sort: sort !== null, pick: pick.length > 0 };
  return impossible(language).filter((part) => isAsked[part]);
}
