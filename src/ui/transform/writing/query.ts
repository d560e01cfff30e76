// The wizard's query in each of the languages, to be read and edited by people: the plain operators of the language,
// and a guard only where these mean something else than the wizard does (`shared/protocol/wizard.ts`).

import type { QueryLanguage } from '../../../shared/protocol/query.ts';
import type { Wizard } from '../../../shared/protocol/wizard.ts';
import { writeJavaScript, writeLodash } from './javascript.ts';
import { writeJmesPath } from './jmespath.ts';
import { writeJq } from './jq.ts';
import { writeJsonPath } from './jsonpath.ts';
import { writeJsonQuery } from './jsonquery.ts';

/** A part of the wizard that a language may have no words for. */
export type WizardPart = 'sort' | 'pick';

const WRITERS: Readonly<Record<QueryLanguage, (wizard: Wizard) => string>> = {
  javascript: writeJavaScript,
  lodash: writeLodash,
  jmespath: writeJmesPath,
  jsonpath: writeJsonPath,
  jsonquery: writeJsonQuery,
  jq: writeJq,
};

/** The text of the query that does what a wizard asks for, but for what is `unsupported`; of nothing, the identity. */
export function writeQuery(language: QueryLanguage, wizard: Wizard): string {
  return WRITERS[language](wizard);
}

/** What a language has no words for. JSONPath selects values, and neither orders nor makes them. @see RFC 9535 §1 */
export function impossible(language: QueryLanguage): readonly WizardPart[] {
  return language === 'jsonpath' ? ['sort', 'pick'] : [];
}

/** What of that a wizard asks for. */
export function unsupported(language: QueryLanguage, { sort, pick }: Wizard): WizardPart[] {
  const isAsked: Readonly<Record<WizardPart, boolean>> = { sort: sort !== null, pick: pick.length > 0 };
  return impossible(language).filter((part) => isAsked[part]);
}
