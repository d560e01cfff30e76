// The functions of the query languages, for completion and hover texts.

import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { JAVASCRIPT, LODASH } from '../strings/transform/reference/code.ts';
import { JMESPATH } from '../strings/transform/reference/jmespath.ts';
import { JQ } from '../strings/transform/reference/jq.ts';
import { JSONPATH } from '../strings/transform/reference/jsonpath.ts';
import { JSONQUERY } from '../strings/transform/reference/jsonquery.ts';
import type { FunctionList } from '../strings/transform/reference/list.ts';

/** A function, or a selector or operator. */
export interface QueryFunction {
  /** The name in a call; for methods and Lodash without the part before the dot. */
  readonly name: string;
  readonly signature: string;
  /** One sentence. */
  readonly does: string;
}

const LISTS: Readonly<Record<QueryLanguage, FunctionList>> = {
  javascript: JAVASCRIPT,
  lodash: LODASH,
  jmespath: JMESPATH,
  jsonpath: JSONPATH,
  jsonquery: JSONQUERY,
  jq: JQ,
};

/** Returns the functions of a language, in the order of the reference. */
export function functionsOf(language: QueryLanguage): QueryFunction[] {
  return Object.entries(LISTS[language]).map(([signature, does]) => ({ name: nameIn(signature), signature, does }));
}

/** Returns `map` for `array.map(…)` and for `_.map(…)`. */
function nameIn(signature: string): string {
  return /^(?:[\w]+\.)*([@$]?[\w-]+)(?=\(|$)/.exec(signature)?.[1] ?? signature;
}
