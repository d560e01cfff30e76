// Arrays of any length: nothing spreads them into a call, which fails from about 120,000 items on.
// @see requirements BIG-1

import { describe, expect, it } from 'vitest';
import { append, largest, smallest } from '../../../src/shared/append.ts';
import { asNode } from '../../../src/shared/units.ts';
import { finish } from '../../../src/engine/base/work.ts';
import { reformat } from '../../../src/engine/edit/reformat.ts';
import { makeDocument, textOf } from '../engine/support/documents.ts';

const MANY = 200_000;

describe('200,000 items', () => {
  it('[BIG-1] are appended, and compared', () => {
    const items = [0];
    append(
      items,
      Array.from({ length: MANY }, (_, index) => index),
    );
    expect([items.length, largest(items), smallest(items), largest([], 7), smallest([])]).toEqual([
      MANY + 1,
      MANY - 1,
      0,
      7,
      Infinity,
    ]);
  });

  it('[BIG-1] have their keys sorted', () => {
    const document = makeDocument(`{"x":[${'{"b":1,"a":2},'.repeat(MANY)}0]}`);
    const node = asNode(document.places.atPath(['x']));
    const { start, end } = document.places.range(node);
    const made = finish(
      reformat(document, { style: 'sort', direction: 'ascending' }, [{ anchor: start, active: end }], null),
    );
    if (made.type !== 'splices') throw new Error('a part is changed by splices');
    document.apply(made.splices);
    expect(textOf(document).slice(0, 30)).toBe('{"x":[{"a":2,"b":1},{"a":2,"b"');
  });
});
