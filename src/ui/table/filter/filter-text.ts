// Describes filters in words, and builds them from the dialog's input.

import type { Path } from '../../../shared/document/path.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import { TABLE_BAR, TABLE_FILTER } from '../../strings/editors/table.ts';
import { columnTitle } from '../columns/column-layout.ts';

/** The conditions that the dialog offers. */
export type Condition = keyof typeof TABLE_FILTER.conditions;

export const CONDITIONS = Object.keys(TABLE_FILTER.conditions) as Condition[];
export const KINDS = Object.keys(TABLE_FILTER.kinds) as (FieldKind | 'missing')[];

/** Describes a filter in a few words. */
export function filterText(filter: TableFilter): string {
  const { conditions, kinds } = TABLE_FILTER;
  const name = filter.path === null ? TABLE_BAR.searchAll : columnTitle(filter.path);
  switch (filter.type) {
    case 'contains':
      return `${name} ${conditions.contains} ${filter.text}`;
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

const SIGNS = { '==': '=', '!=': '≠', '<': '<', '<=': '≤', '>': '>', '>=': '≥' } as const;

/** Builds a filter; returns an error message when the input is incomplete. */
export function filterOf(
  path: Path | null,
  condition: Condition,
  value: string,
  kinds: readonly (FieldKind | 'missing')[],
): TableFilter | string {
  if (condition === 'contains' || path === null)
    return value === '' ? TABLE_FILTER.needsValue : { type: 'contains', path, text: value };
  switch (condition) {
    case 'missing':
    case 'null':
      return { type: 'kind', path, kinds: [condition] };
    case 'kind':
      return kinds.length === 0 ? TABLE_FILTER.needsType : { type: 'kind', path, kinds };
    case 'one-of': {
      const literals = value.split('\n').filter((line) => line.trim() !== '');
      return literals.length === 0 ? TABLE_FILTER.needsValue : { type: 'one-of', path, literals };
    }
    default:
      return { type: 'compare', path, operator: condition, literal: value };
  }
}
