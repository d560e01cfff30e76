// The help of each language: how it works in a few sentences, and examples with the fields of the queried value, which can be
// run unchanged.

import type { QueryLanguage } from '../../shared/protocol/query.ts';
import type { WizardFields } from '../../shared/protocol/wizard.ts';
import { chooseFields, type ChosenFields } from './example-fields.ts';
import { examplesOf, type Example } from './examples.ts';
import { HELP_TEXTS, type HelpSection } from '../strings/transform/reference/help.ts';

/** The help of one language; it fits on one screen. */
export interface QueryHelp {
  readonly sections: readonly HelpSection[];
  readonly examples: readonly Example[];
  /** Address of the language's documentation. */
  readonly reference: string;
}

export type { Example, HelpSection };

/** Returns the help of a language. `fields` are those of the queried value; `null` if it is not an array. */
export function helpOf(language: QueryLanguage, fields: WizardFields | null): QueryHelp {
  const chosen: ChosenFields = chooseFields(fields);
  return { ...HELP_TEXTS[language], examples: examplesOf(language, chosen) };
}
