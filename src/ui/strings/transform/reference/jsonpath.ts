// The functions and selectors of JSONPath. @see RFC 9535 §2.3, §2.4

import type { FunctionList } from './list.ts';

export const JSONPATH: FunctionList = {
  'length(value)': 'How many characters, items or members a value has.',
  'count(nodes)': 'How many values a query finds.',
  'match(string, expression)': 'Whether a regular expression describes all of a text.',
  'search(string, expression)': 'Whether a regular expression is found in a text.',
  'value(nodes)': 'The value that a query finds, if it finds just one.',
  $: 'The value that is queried.',
  '@': 'In a filter: the item at hand.',
  '.name': 'The member with that key.',
  "['name']": 'The same, for any key.',
  '[0]': 'One item; [-1] is the last.',
  '[0:10:2]': 'Items from a start, before an end, by a step; each may be missing.',
  '[*]': 'All items or values.',
  '[?@.a > 1]': 'The items or values for which a comparison holds, or for which something is there: [?@.a].',
  '..name': 'All members with that key, at any depth.',
  '&&': 'Both hold.',
  '||': 'One of them holds.',
  '!': 'It does not hold.',
};
