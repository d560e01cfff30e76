// The readers of packed marks and changes.

import { describe, expect, it } from 'vitest';
import { CHANGE, listDifferences, markOf, NO_NODE, readChange } from '../../../../src/shared/protocol/compare.ts';
import { compareTexts } from './model.ts';

describe('[CMP-1] marks', () => {
  //                 0 1 2 3 45 67 8
  const { marks } = compareTexts('{"a":[1,[2]],"b":{"c":3}}', '{"a":[1,4,[2]],"b":[3]}');

  it('say what a row shows, also inside of what was created or replaced', () => {
    const left = [0, 1, 2, 3, 4, 7, 8].map((node) => markOf(marks.left, node)?.mark ?? null);
    expect(left).toEqual(['child-update', 'child-update', null, null, null, 'update', 'update']);
    expect(markOf(marks.left, 8)).toEqual({ mark: 'update', count: 1, node: 7 });
    expect(markOf(marks.right, 3)).toEqual({ mark: 'create', count: 1, node: 3 });
    expect([markOf(marks.left, 0)?.count, markOf(marks.right, 1)?.count]).toEqual([2, 1]);
    expect(markOf(new Uint32Array(), 0)).toBeNull();
  });

  it('[CMP-7] changes are read one by one, and a move counts once', () => {
    const changes = Uint32Array.of(
      CHANGE.delete,
      3,
      NO_NODE,
      2,
      CHANGE.update,
      5,
      6,
      NO_NODE,
      CHANGE.create,
      NO_NODE,
      9,
      0,
    );
    expect(readChange(changes, 0)).toEqual({ kind: 'delete', left: 3, right: null, partner: 2 });
    expect(readChange(changes, 1)).toEqual({ kind: 'update', left: 5, right: 6, partner: null });
    expect([...listDifferences(changes)]).toEqual([0, 1]);
    expect(() => readChange(changes, 3)).toThrow(RangeError);
  });
});
