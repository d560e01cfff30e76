// Runs the checks that inspect a value alone.

import { compareDecimals } from '../base/decimals.ts';
import { isMultiple } from './decimals.ts';
import type { ValueCheck } from './graph.ts';
import { INTEGER_BIT, NUMBER, type SchemaKind } from './kinds.ts';
import type { ValueHasher } from './value-hash.ts';
import { finish, type Work } from '../base/work.ts';
import { ValueSet } from './value-set.ts';

/** Whether a value passes a check. For containers, `values` and `unique` are checked by `isAllowed` and `findRepeated`. */
export function passes(
  check: ValueCheck,
  value: number,
  kind: SchemaKind,
  hasher: ValueHasher,
  isDraft4: boolean,
): boolean {
  const { reader } = hasher;
  switch (check.type) {
    case 'type':
      if ((check.mask & (1 << kind)) !== 0) return true;
      return kind === NUMBER && (check.mask & INTEGER_BIT) !== 0 && reader.isInteger(value, isDraft4);
    case 'values':
      return finish(check.values.find(hasher, value)) >= 0;
    case 'bound': {
      const { isLower, isExclusive, bound } = check;
      const nearest = reader.nearest(value);
      if (nearest !== bound.nearest) return isLower ? nearest > bound.nearest : nearest < bound.nearest;
      const isEqual = reader.parser === 'native' || (bound.isShort && reader.isShort(value));
      const order = isEqual ? 0 : compareDecimals(reader.number(value), bound.text);
      return order === 0 ? !isExclusive : isLower ? order > 0 : order < 0;
    }
    case 'multiple': {
      const text = reader.number(value);
      return /\d/.test(text) && isMultiple(text, check.divisor.text);
    }
    case 'length': {
      const length = reader.codePoints(value);
      return length >= check.least && length <= check.most;
    }
    case 'pattern':
      return check.pattern.test(reader.text(value));
    case 'format':
      return check.test(reader.text(value));
    case 'items': {
      const count = reader.count(value);
      return count >= check.least && count <= check.most;
    }
    case 'unique':
      return true;
  }
}

/** Whether a container is one of the allowed values. */
export function* isAllowed(values: ValueSet, value: number, hasher: ValueHasher): Work<boolean> {
  return (yield* values.find(hasher, value)) >= 0;
}

/**
 * The first item of an array that equals an earlier one; -1 when there is none. Cost: the array's size; 16 to 32 bytes for each
 * item.
 */
export function* findRepeated(array: number, hasher: ValueHasher): Work<number> {
  const { tape } = hasher.reader.places;
  const close = tape.closing(array);
  const seen = new ValueSet(hasher);
  for (let item = array + 1; item < close; item = tape.next(item)) {
    if ((yield* seen.add(item)) >= 0) return item;
    if (seen.count % 4096 === 0) yield { done: item - array, total: close - array };
  }
  return -1;
}
