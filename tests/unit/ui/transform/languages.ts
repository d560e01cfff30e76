// Runs queries with the libraries themselves; JSON Query with functions that are safe for keys such as `constructor`.

import { jsonquery } from '@jsonquerylang/jsonquery';
import { search } from '@jmespath-community/jmespath';
import { loadJq } from 'jq-wasm';
import { jsonpath } from 'json-p3';
import _ from 'lodash';
import type { QueryLanguage } from '../../../../src/shared/protocol/query.ts';
import { FUNCTIONS } from '../../../../src/engine/languages/jsonquery-functions.ts';

export type FastLanguage = Exclude<QueryLanguage, 'jq'>;

export const FAST_LANGUAGES = ['javascript', 'lodash', 'jmespath', 'jsonpath', 'jsonquery'] as const;

/** The result of a query, after a round trip through JSON. */
export function runQuery(language: FastLanguage, text: string, data: unknown): unknown {
  return plain(RUNNERS[language](text, data));
}

const RUNNERS: Readonly<Record<FastLanguage, (text: string, data: unknown) => unknown>> = {
  javascript: runCode,
  lodash: runCode,
  jmespath: (text, data) => search(data as never, text),
  jsonpath: (text, data) => jsonpath.query(text, data as never).values(),
  jsonquery: (text, data) => jsonquery(data, text, { functions: FUNCTIONS }),
};

function runCode(text: string, data: unknown): unknown {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what is tested is code
  const make = new Function('_', `${text}; return query`) as (lodash: typeof _) => (data: unknown) => unknown;
  return make(_)(data);
}

/** Runs many queries in one jq process, each on its own data. */
export async function runJq(cases: readonly { readonly text: string; readonly data: unknown }[]): Promise<unknown[]> {
  const jq = await loadJq();
  const branches = cases.map(({ text }, index) => `${index === 0 ? 'if' : 'elif'} $i == ${index} then [${text}]`);
  const program = `to_entries[] | .key as $i | .value | ${branches.join('\n')} else . end`;
  const { stdout, stderr } = jq.raw(JSON.stringify(cases.map(({ data }) => data)), program, ['-c']);
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as unknown[])[0]);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}
