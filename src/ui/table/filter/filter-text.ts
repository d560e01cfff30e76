// Describes filters in words: the same ones as in the dialog that makes them.

import { unquote } from '../../../shared/bytes/literals.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { readLiteral, type FieldKind } from '../../../shared/protocol/wizard.ts';
import { COMPARISONS } from '../../strings/editors/filter.ts';
import { TABLE_BAR, TABLE_FILTER } from '../../strings/editors/table.ts';
import { columnTitle } from '../model/column-layout.ts';

/** The kinds of values, and missing ones. */
export const KINDS = Object.keys(TABLE_FILTER.kinds) as (FieldKind | 'missing')[];

/** Most values that are listed. */
const MAX_LISTED = 3;

/** Describes a filter in a few words. */
export function filterText(filter: TableFilter): string {
  return textOf(filter, false);
}

function textOf(filter: TableFilter, isNegated: boolean): string {
  if (filter.type === 'not') return textOf(filter.filter, !isNegated);
  if (filter.type === 'any') {
    const text = filter.filters.map((one) => textOf(one, false)).join(` ${TABLE_FILTER.or} `);
    return isNegated ? `${TABLE_FILTER.not} ${text}` : text;
  }
  const name = filter.path === null ? TABLE_BAR.searchAll : columnTitle(filter.path);
  return `${name} ${conditionOf(filter, isNegated ? TABLE_FILTER.negated : TABLE_FILTER.conditions, isNegated)}`;
}

type Condition = Exclude<TableFilter, { type: 'not' | 'any' }>;

function conditionOf(
  filter: Condition,
  words: Readonly<Record<keyof typeof TABLE_FILTER.conditions, string>>,
  isNegated: boolean,
): string {
  switch (filter.type) {
    case 'contains':
      return `${words.contains} ${filter.text}`;
    case 'text':
      return `${filter.at === 'whole' ? equal(isNegated) : words[filter.at]} ${filter.text}`;
    case 'empty':
      return words.empty;
    case 'expression':
      return `${words.expression} ${filter.pattern}`;
    case 'between':
      return `${isNegated ? `${TABLE_FILTER.not} ` : ''}${rangeText(filter)}`;
    case 'compare': {
      const { operator } = filter;
      const isOpposite = isNegated && operator !== '==' && operator !== '!=';
      const isEqual = (operator === '==') !== isNegated;
      const word = operator === '==' || operator === '!=' ? equal(!isEqual) : COMPARISONS[operator];
      return `${isOpposite ? `${TABLE_FILTER.not} ` : ''}${word} ${valueOf(filter.literal)}`;
    }
    case 'one-of': {
      const { literals } = filter;
      if (literals.length > MAX_LISTED) return `${words['one-of']} ${TABLE_FILTER.manyValues(literals.length)}`;
      const values = literals.map(valueOf);
      const last = values.pop() ?? '';
      return `${equal(isNegated)} ${values.length === 0 ? last : `${values.join(', ')} ${TABLE_FILTER.or} ${last}`}`;
    }
    case 'kind': {
      const [only] = filter.kinds;
      if (filter.kinds.length === 1 && (only === 'missing' || only === 'null')) return words[only];
      return `${words.kind} ${filter.kinds.map((kind) => TABLE_FILTER.kinds[kind]).join(', ')}`;
    }
  }
}

/** A time of ISO 8601, short. */
export function timeText(time: string): string {
  return time.replace('T', ' ').replace(/(:00)?Z$/, '');
}

function equal(isNegated: boolean): string {
  return COMPARISONS[isNegated ? '!=' : '=='];
}

/** A value as it is read: a text without quotes, unless it would look like another value. */
function valueOf(literal: string): string {
  if (!literal.startsWith('"')) return literal;
  const text = unquote(literal);
  return text === '' || text !== text.trim() || readLiteral(text).kind !== 'string' ? literal : text;
}

/** Describes bounds: `is at least 20`, `from 20 to 40`, `before 2024-05-01`. */
function rangeText({ of, from, to, isOpen = false }: Extract<TableFilter, { type: 'between' }>): string {
  const edge = (bound: string): string => (of === 'times' ? timeText(bound) : bound);
  if (from !== null && to !== null) return TABLE_FILTER.range(edge(from), edge(to), isOpen);
  if (of === 'times')
    return from === null ? TABLE_FILTER.until(edge(to ?? ''), isOpen) : TABLE_FILTER.since(edge(from));
  if (from === null) return `${COMPARISONS[isOpen ? '<' : '<=']} ${to ?? ''}`;
  return `${COMPARISONS['>=']} ${from}`;
}
