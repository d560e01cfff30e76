// Runs queries with the libraries themselves, and makes documents and wizards for them.

import { jsonquery } from '@jsonquerylang/jsonquery';
import { search } from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { loadJq } from 'jq-wasm';
import { jsonpath } from 'json-p3';
import _ from 'lodash';
import type { QueryLanguage } from '../../../../src/shared/query.ts';
import { OPERATORS, type WizardFilter } from '../../../../src/shared/wizard.ts';

export type FastLanguage = Exclude<QueryLanguage, 'jq'>;

export const FAST_LANGUAGES = ['javascript', 'lodash', 'jmespath', 'jsonpath', 'jsonquery'] as const;

/** What a query gives, as JSON gives it back. */
export function runQuery(language: FastLanguage, text: string, data: unknown): unknown {
  return plain(RUNNERS[language](text, data));
}

const RUNNERS: Readonly<Record<FastLanguage, (text: string, data: unknown) => unknown>> = {
  javascript: runCode,
  lodash: runCode,
  jmespath: (text, data) => search(data as never, text),
  jsonpath: (text, data) => jsonpath.query(text, data as never).values(),
  jsonquery: (text, data) => jsonquery(data, text),
};

function runCode(text: string, data: unknown): unknown {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what is tested is code
  const make = new Function('_', `${text}; return query`) as (lodash: typeof _) => (data: unknown) => unknown;
  return make(_)(data);
}

/** Runs many queries, each on its own data, in one start of jq. */
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

/** Keys with all that may stand in the way of one. */
export const keys = fc.constantFrom(
  'a',
  'age',
  'a.b',
  'it\'s "so"',
  'back`tick\\',
  '🚀 é',
  '',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'name',
  'link',
  'keys',
  'let',
  'and',
  '$x',
  '-',
);

const texts = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  'B',
  '10',
  '9',
  'é',
  '🚀',
  "it's",
  '"',
  '`\\',
  '\t\n',
  '\\"\\\'',
  'true',
  'null',
  '\\(1)',
);
const numbers = fc.constantFrom(0, -0, 1, 10, 9, -1.5, 1e21, 1.5e-7, 0.1);
const scalars = fc.oneof(texts, numbers, fc.constantFrom(true, false, null));

/** A key is of the object itself, whatever it is called. */
function objectOf(members: readonly (readonly [string, unknown])[]): unknown {
  return JSON.parse(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`);
}

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    scalars,
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map(objectOf),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

const item = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.tuple(keys, value), { maxLength: 6 }).map(objectOf) },
  { weight: 1, arbitrary: value },
);

/** Arrays of items, most of which are objects. */
export const documents = fc.array(item, { maxLength: 12 });

export const paths = fc.oneof(
  { weight: 6, arbitrary: keys.map((key) => [key]) },
  { weight: 3, arbitrary: fc.tuple(keys, keys).map((path) => [...path]) },
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
);

const literals = fc.oneof(
  texts.map((text) => JSON.stringify(text)),
  numbers.map((number) => JSON.stringify(number)),
  fc.constantFrom(
    'true',
    'false',
    'null',
    'a',
    ' 10 ',
    '1.0',
    '0.10',
    '0.0',
    '0E1',
    '0.05e+1',
    '1E1',
    '-0',
    "it's",
    '007',
  ),
);

export const filters: fc.Arbitrary<WizardFilter> = fc.record({
  path: paths,
  operator: fc.constantFrom(...OPERATORS),
  literal: literals,
});

/** What is at a path, as the wizard has it. */
export function valueAt(from: unknown, path: readonly (string | number)[]): unknown {
  let at = from;
  for (const key of path) {
    const isObject = typeof at === 'object' && at !== null && !Array.isArray(at);
    at = isObject ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined;
  }
  return at ?? null;
}
