// The values of selected rows, without those inside another selected value.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asNode } from '../../../../src/shared/units.ts';
import { landingsOf } from '../../../../src/engine/edit/landing.ts';
import { nodesOfRows } from '../../../../src/engine/treeview/selected-nodes.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument } from '../support/documents.ts';

describe('[TRE-2] selected rows', () => {
  it('are their values, but for those inside others of them', () => {
    fc.assert(
      fc.property(jsonText, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (text, picks) => {
        const { tape, rows } = makeDocument(text);
        rows.expandAll();
        const picked = Array.from({ length: rows.count }, (_, row) => row).filter((row) => picks[row % picks.length]);
        const entries = picked.map((row) => rows.entryAt(row));
        const wanted = entries.filter(
          (entry) => !entries.some((other) => other < entry && entry <= tape.closing(other)),
        );
        const ranges = picked.map((row) => ({ first: row, last: row }));
        expect([...finish(nodesOfRows(tape, rows, ranges))]).toEqual(wanted);
      }),
    );
  });

  it('of any number, in any order, are removed and leave the focus at the first', () => {
    const { places } = makeDocument('[1, 2, 3, 4]');
    const nodes = [4, 2, 3].map(asNode);
    expect(landingsOf(places, { type: 'remove', nodes })).toEqual([{ first: 2, entries: 'one' }]);
  });
});
