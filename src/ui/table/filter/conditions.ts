// The conditions of a column's filter: which ones fit its values, and the filter that the typed text makes.

import { readIsoTime } from '../../../shared/document/iso-time.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { readLiteral, type FieldKind } from '../../../shared/protocol/wizard.ts';
import { CONDITION } from '../../strings/editors/figures.ts';

export type ConditionName = keyof typeof CONDITION.names;

/** A condition as it is being entered. */
export interface ConditionDraft {
  readonly name: ConditionName;
  readonly text: string;
  /** The second bound of a range. */
  readonly to: string;
  readonly kinds: readonly (FieldKind | 'missing')[];
}

const TEXT: readonly ConditionName[] = ['contains', 'not-contains', 'start', 'end', 'equals', 'not-equals', 'one-of'];
const ORDER: readonly ConditionName[] = ['<', '<=', '>', '>='];
const NUMBER: readonly ConditionName[] = ['equals', 'not-equals', 'between', '<', '<=', '>', '>=', 'one-of'];
const TIME: readonly ConditionName[] = ['between', 'before', 'after', 'equals', 'not-equals'];
/** The conditions on any column. */
export const ANY_COLUMN: readonly ConditionName[] = ['contains', 'expression'];
const ANY: readonly ConditionName[] = ['missing', 'present', 'null', 'empty', 'kind'];

/** What a condition needs: nothing, a text, a list, two bounds, or kinds. */
export function needsOf(name: ConditionName): 'nothing' | 'text' | 'list' | 'bounds' | 'kinds' {
  if (name === 'kind') return 'kinds';
  if (name === 'between') return 'bounds';
  if (name === 'one-of') return 'list';
  return ANY.includes(name) ? 'nothing' : 'text';
}

/** The conditions for a column, those that fit its values first. */
export function conditionsFor(kind: FieldKind | null, isTimes: boolean): readonly ConditionName[] {
  const own = isTimes ? TIME : kind === 'number' ? NUMBER : TEXT;
  return [...new Set([...own, ...TEXT, 'expression' as const, ...ORDER, ...ANY])];
}

/** The filter that a condition makes; a sentence when something is missing or wrong. Of a numeric column only numbers are less or greater. */
export function filterOfDraft(
  path: Path | null,
  { name, text, to, kinds }: ConditionDraft,
  matchCase: boolean,
  { isTimes = false, isNumeric = false }: { readonly isTimes?: boolean; readonly isNumeric?: boolean } = {},
): TableFilter | string {
  const { wrong } = CONDITION;
  const casing = matchCase ? ({ matchCase } as const) : {};
  const not = (filter: TableFilter): TableFilter => ({ type: 'not', filter });
  if (needsOf(name) === 'text' && text === '') return wrong.empty;
  if (name === 'contains') return { type: 'contains', path, text, ...casing };
  if (name === 'expression') return expressionOf(path, text, casing);
  // Only these two look at any column.
  if (path === null) throw new RangeError(`the condition ${name} without a column`);
  switch (name) {
    case 'not-contains':
      return not({ type: 'contains', path, text, ...casing });
    case 'start':
    case 'end':
      return { type: 'text', path, at: name, text, ...casing };
    case 'equals':
      return { type: 'text', path, at: 'whole', text, ...casing };
    case 'not-equals':
      return not({ type: 'text', path, at: 'whole', text, ...casing });
    case 'one-of': {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0) return wrong.empty;
      return {
        type: 'any',
        filters: lines.map((line) => ({ type: 'text', path, at: 'whole', text: line, ...casing })),
      };
    }
    case 'between':
      return betweenOf(isTimes ? 'times' : 'numbers', path, text, to);
    case 'before':
      return readIsoTime(text.trim()) === null
        ? wrong.time
        : { type: 'between', of: 'times', path, from: null, to: text.trim(), isOpen: true };
    case 'after':
      return readIsoTime(text.trim()) === null
        ? wrong.time
        : { type: 'between', of: 'times', path, from: text.trim(), to: null };
    case '<':
    case '<=':
    case '>':
    case '>=':
      return readLiteral(text).kind === 'number' || !isNumeric
        ? { type: 'compare', path, operator: name, literal: text.trim() }
        : wrong.number;
    case 'empty':
      return { type: 'empty', path };
    case 'missing':
    case 'null':
      return { type: 'kind', path, kinds: [name] };
    case 'present':
      return not({ type: 'kind', path, kinds: ['missing'] });
    case 'kind':
      return kinds.length === 0 ? wrong.kinds : { type: 'kind', path, kinds };
  }
}

function expressionOf(path: Path | null, pattern: string, casing: { readonly matchCase?: true }): TableFilter | string {
  try {
    void new RegExp(pattern, 'u');
    return { type: 'expression', path, pattern, ...casing };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*:\s*/s, '') : String(error);
    return CONDITION.wrong.expression(reason);
  }
}

function betweenOf(of: 'numbers' | 'times', path: Path, from: string, to: string): TableFilter | string {
  const { wrong } = CONDITION;
  const [low, high] = [from.trim(), to.trim()];
  const isRight = (bound: string): boolean =>
    bound === '' || (of === 'times' ? readIsoTime(bound) !== null : readLiteral(bound).kind === 'number');
  if (low === '' && high === '') return wrong.empty;
  if (!isRight(low) || !isRight(high)) return of === 'times' ? wrong.time : wrong.number;
  return { type: 'between', of, path, from: low === '' ? null : low, to: high === '' ? null : high };
}

/** Joins conditions into one filter. */
export function joinFilters(filters: readonly TableFilter[], by: 'and' | 'or'): readonly TableFilter[] {
  return by === 'and' || filters.length < 2 ? filters : [{ type: 'any', filters }];
}
