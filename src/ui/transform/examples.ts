// Examples of queries: those that the wizard can write, and typical uses of the languages beyond it.

import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { NO_WIZARD, type Wizard } from '../../shared/protocol/wizard.ts';
import { EXAMPLES } from '../strings/transform/examples.ts';
import type { ChosenFields } from './example-fields.ts';
import { unsupported, writeQuery } from './writing/query.ts';

/** A complete query with its title. */
export interface Example {
  readonly title: string;
  readonly query: string;
}

/** The query for one task in each language; `null` where the language can't express it. */
type Written = Readonly<Record<QueryLanguage, string | null>>;

/** Returns the examples of a language for the chosen fields. */
export function examplesOf(language: QueryLanguage, chosen: ChosenFields): Example[] {
  const found: Example[] = [];
  const add = (title: string, query: string | null): void => {
    if (query !== null) found.push({ title, query });
  };
  if (!chosen.isArray) {
    add(EXAMPLES.itself, writeQuery(language, NO_WIZARD));
    return found;
  }
  for (const [title, wizard] of wizardsOf(chosen)) {
    add(title, unsupported(language, wizard).length > 0 ? null : writeQuery(language, wizard));
  }
  add(EXAMPLES.count, COUNT[language]);
  add(EXAMPLES.first, FIRST[language]);
  const { number, group, text } = chosen;
  if (number !== null) add(EXAMPLES.sum(name(number)), sumOf(number)[language]);
  if (group !== null) {
    add(EXAMPLES.distinct(name(group)), distinct(group)[language]);
    add(EXAMPLES.grouped(name(group)), grouped(group)[language]);
  }
  if (text !== null) add(EXAMPLES.holding(name(text)), holding(text)[language]);
  if (number !== null) add(EXAMPLES.anywhere(number.at(-1) ?? ''), anywhere(number)[language]);
  return found;
}

function wizardsOf({ number, text, order, pick }: ChosenFields): [title: string, wizard: Wizard][] {
  const filter = number === null ? null : ({ path: number, operator: '>', literal: '0' } as const);
  const sort = order === null ? null : ({ path: order, direction: 'descending' } as const);
  const found: [string, Wizard | null][] = [
    [EXAMPLES.above(name(number)), filter && { ...NO_WIZARD, filters: [filter] }],
    [EXAMPLES.having(name(text)), text && { ...NO_WIZARD, filters: [{ path: text, operator: '!=', literal: 'null' }] }],
    [EXAMPLES.ordered(name(order)), sort && { ...NO_WIZARD, sort }],
    [EXAMPLES.only(pick.map(name)), pick.length < 2 ? null : { ...NO_WIZARD, pick }],
    [EXAMPLES.all, filter && sort && pick.length > 1 ? { ...NO_WIZARD, filters: [filter], sort, pick } : null],
  ];
  return found.filter((one): one is [string, Wizard] => one[1] !== null);
}

function name(keys: readonly string[] | null): string {
  return keys === null ? '' : keys.join('.');
}

/** Wraps an expression in a function of the data. */
function code(body: string): string {
  return `function query (data) {\n  return ${body}\n}\n`;
}

const COUNT: Written = {
  javascript: code('data.length'),
  lodash: code('_.size(data)'),
  jmespath: 'length(@)',
  jsonpath: null,
  jsonquery: 'size()',
  jq: 'length',
};

const FIRST: Written = {
  javascript: code('data.slice(0, 10)'),
  lodash: code('_.take(data, 10)'),
  jmespath: '[:10]',
  jsonpath: '$[:10]',
  jsonquery: 'limit(10)',
  jq: '.[:10]',
};

function sumOf(keys: readonly string[]): Written {
  const path = keys.join('.');
  return {
    javascript: code(`data.reduce((sum, item) => sum + (item.${keys.join('?.')} ?? 0), 0)`),
    lodash: code(`_.sumBy(data, '${path}')`),
    jmespath: `sum([*].${path})`,
    jsonpath: null,
    jsonquery: `map(.${path}) | sum()`,
    jq: `map(.${path}) | add`,
  };
}

function distinct(keys: readonly string[]): Written {
  const path = keys.join('.');
  return {
    javascript: code(`[...new Set(data.map(item => item.${path}))]`),
    lodash: code(`_.uniq(_.map(data, '${path}'))`),
    jmespath: `keys(group_by(@, &${path}))`,
    jsonpath: null,
    jsonquery: `map(.${path}) | uniq()`,
    jq: `map(.${path}) | unique`,
  };
}

function grouped(keys: readonly string[]): Written {
  const path = keys.join('.');
  return {
    javascript: groupingBy(path),
    lodash: code(`_.groupBy(data, '${path}')`),
    jmespath: `group_by(@, &${path})`,
    jsonpath: null,
    jsonquery: `groupBy(.${path})`,
    jq: `group_by(.${path}) | map({key: .[0].${path}, count: length})`,
  };
}

/** Uses an object without a prototype, so that inherited keys are not found. */
function groupingBy(path: string): string {
  return `function query (data) {
  const groups = Object.create(null)
  for (const item of data) {
    groups[item.${path}] ??= []
    groups[item.${path}].push(item)
  }
  return groups
}
`;
}

function holding(keys: readonly string[]): Written {
  const path = keys.join('.');
  return {
    javascript: code(`data.filter(item => item.${keys.join('?.')}?.includes('a'))`),
    lodash: code(`_.filter(data, item => _.includes(_.get(item, '${path}'), 'a'))`),
    jmespath: `[?contains(not_null(${path}, ''), 'a')]`,
    jsonpath: `$[?search(@.${path}, 'a')]`,
    jsonquery: `filter(regex(.${path}, "a"))`,
    jq: `map(select(.${path} // "" | contains("a")))`,
  };
}

function anywhere(keys: readonly string[]): Written {
  const key = keys.at(-1) ?? '';
  const none = { javascript: null, lodash: null, jmespath: null, jsonquery: null };
  return { ...none, jsonpath: `$..${key}`, jq: `[.. | objects | .${key} // empty]` };
}
