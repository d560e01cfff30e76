// The function that was meant by a name that a language does not have: a misspelt one, or what others call it.

import type { PlainLanguage } from '../../shared/protocol/query.ts';
import { nearest } from '../base/nearest.ts';

/** By language: its functions, and the names that others have for each. */
const ELSEWHERE: Readonly<Record<PlainLanguage, Readonly<Record<string, string>>>> = {
  jmespath: {
    length: 'size count len',
    avg: 'average mean',
    lower: 'lowercase tolower toLowerCase downcase',
    upper: 'uppercase toupper toUpperCase upcase',
    contains: 'includes has',
    join: 'concat',
    '[?…]': 'filter select where',
    '[]': 'flatten',
    '[0]': 'first head',
    '[-1]': 'last',
    items: 'entries to_entries',
    to_number: 'number int float',
    to_string: 'string str',
  },
  jsonpath: { length: 'size len', search: 'contains includes regex', match: 'matches test' },
  jsonquery: {
    size: 'length count len',
    average: 'avg mean',
    filter: 'select where find',
    sort: 'orderBy sort_by order',
    uniq: 'unique distinct',
    groupBy: 'group',
    regex: 'test',
    in: 'includes contains',
    number: 'toNumber parseFloat int float',
    string: 'toString str',
    prod: 'product',
  },
  jq: {
    length: 'size count len',
    add: 'sum concat',
    'add / length': 'avg average mean',
    ascii_downcase: 'lower lowercase tolower toLowerCase downcase',
    ascii_upcase: 'upper uppercase toupper toUpperCase upcase',
    'select, as in map(select(…))': 'filter where',
    unique: 'uniq distinct',
    contains: 'includes',
    fromjson: 'parse',
    tojson: 'stringify',
    tonumber: 'number int float parseFloat',
    tostring: 'string str',
    to_entries: 'entries items',
  },
};

/** Returns the name that was probably meant; `null` when none is known. */
export function meantName(language: PlainLanguage, name: string, names: readonly string[]): string | null {
  const near = nearest(name, names);
  if (near !== null) return near;
  const same = Object.entries(ELSEWHERE[language]).find(([, others]) => others.split(' ').includes(name));
  return same?.[0] ?? null;
}
