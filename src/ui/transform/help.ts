// What is said of each language beside the query: how it works, in a few sentences, and examples made of the fields of
// what is queried, which run as they are.

import type { QueryLanguage } from '../../shared/protocol/query.ts';
import type { WizardFields } from '../../shared/protocol/wizard.ts';
import { chooseFields, type ChosenFields } from './examplefields.ts';
import { examplesOf, type Example } from './examples.ts';
import { HELP_TEXTS, type HelpSection } from '../strings/transform/reference/help.ts';

/** The help of one language, one screen long. */
export interface QueryHelp {
  readonly sections: readonly HelpSection[];
  readonly examples: readonly Example[];
  /** Where all of it is explained. */
  readonly reference: string;
}

export type { Example, HelpSection };

/** The help of a language; `fields` are those of what is queried, `null` where that is no array. */
export function helpOf(language: QueryLanguage, fields: WizardFields | null): QueryHelp {
  const chosen: ChosenFields = chooseFields(fields);
  return { ...HELP_TEXTS[language], examples: examplesOf(language, chosen) };
}
