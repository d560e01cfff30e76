// Describes filters in words.

import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import { TABLE_BAR, TABLE_FILTER } from '../../strings/editors/table.ts';
import { columnTitle } from '../model/column-layout.ts';

/** The kinds of values, and missing ones. */
export const KINDS = Object.keys(TABLE_FILTER.kinds) as (FieldKind | 'missing')[];

/** Describes a filter in a few words. */
export function filterText(filter: TableFilter): string {
  const { conditions, kinds } = TABLE_FILTER;
  if (filter.type === 'not') return negatedText(filter.filter);
  if (filter.type === 'any') return filter.filters.map((one) => filterText(one)).join(` ${TABLE_FILTER.or} `);
  const name = filter.path === null ? TABLE_BAR.searchAll : columnTitle(filter.path);
  switch (filter.type) {
    case 'contains':
      return `${name} ${conditions.contains} ${filter.text}`;
    case 'text':
      return `${name} ${conditions[filter.at]} ${filter.text}`;
    case 'empty':
      return `${name} ${conditions.empty}`;
    case 'expression':
      return `${name} ${conditions.expression} ${filter.pattern}`;
    case 'between':
      return `${name} ${rangeText(filter)}`;
    case 'compare':
      return `${name} ${SIGNS[filter.operator]} ${filter.literal}`;
    case 'one-of':
      return `${name} ${conditions['one-of']} ${filter.literals.length}`;
    case 'kind': {
      const [only] = filter.kinds;
      if (filter.kinds.length === 1 && only === 'missing') return `${name} ${conditions.missing}`;
      if (filter.kinds.length === 1 && only === 'null') return `${name} ${conditions.null}`;
      return `${name} ${conditions.kind} ${filter.kinds.map((kind) => kinds[kind]).join(', ')}`;
    }
  }
}

function negatedText(filter: TableFilter): string {
  const { negated } = TABLE_FILTER;
  const name = 'path' in filter ? (filter.path === null ? TABLE_BAR.searchAll : columnTitle(filter.path)) : '';
  if (filter.type === 'contains') return `${name} ${negated.contains} ${filter.text}`;
  if (filter.type === 'text' && filter.at === 'whole') return `${name} ${negated.whole} ${filter.text}`;
  if (filter.type === 'one-of') return `${name} ${negated['one-of']} ${filter.literals.length}`;
  if (filter.type === 'kind' && filter.kinds.length === 1 && filter.kinds[0] === 'missing')
    return `${name} ${negated.missing}`;
  return `${TABLE_FILTER.not} ${filterText(filter)}`;
}

/** Describes bounds: `20 … 40`, or `≥ 20`. */
function rangeText({ from, to, isOpen = false }: Extract<TableFilter, { type: 'between' }>): string {
  if (from === null) return `${isOpen ? '<' : '≤'} ${to ?? ''}`;
  return to === null ? `≥ ${from}` : TABLE_FILTER.range(from, to, isOpen);
}

const SIGNS = { '==': '=', '!=': '≠', '<': '<', '<=': '≤', '>': '>', '>=': '≥' } as const;
