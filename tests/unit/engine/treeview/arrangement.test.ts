// Reordered items: the updated tape equals one scanned from scratch, and what is expanded moves with its item.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasComments } from '../../../../src/shared/document/dialect.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { arrangementOf } from '../../../../src/engine/document/arrangement.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { itemsOf, reorder } from '../../../../src/engine/sort/reorder.ts';
import type { Items } from '../../../../src/engine/sort/items.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { anyDialect, textIn } from '../support/dialect-documents.ts';
import { encode, jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const expandedStarts = (document: JsonDocument): number[] => [...document.rows.expandedStarts(0, document.tape.count)];

/** The indexes below a number, shuffled by the seeds. */
function shuffled(length: number, seeds: readonly number[]): Uint32Array {
  const order = Uint32Array.from({ length }, (_, index) => index);
  for (let at = length - 1; at > 0; at -= 1) {
    const other = (seeds[at % seeds.length] ?? 0) % (at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

/** The expanded containers inside each item, as byte offsets from the item's start. */
function expandedInItems(document: JsonDocument, { starts, ends }: Items): number[][] {
  const all = expandedStarts(document);
  return Array.from(starts, (start, item) =>
    all.filter((at) => at >= start && at < (ends[item] ?? 0)).map((at) => at - start),
  );
}

describe('[TRE-3] items that change places', () => {
  const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
  const open = fc.array(fc.nat(), { maxLength: 8 });
  const texts = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ text, dialect })));

  it('take their entries and what is expanded along, there and back and there again', () => {
    fc.assert(
      fc.property(texts, fc.nat(), open, seeds, ({ text, dialect }, pick, opened, order) => {
        const document = makeDocument(text, 1 << 20, dialect);
        const { tape, rows } = document;
        const containers = [...Array(tape.count).keys()].filter((entry) => tape.isOpening(entry));
        const container = containers[pick % containers.length];
        if (container === undefined) return;
        for (const entry of opened) rows.expand(entry % tape.count);
        const before = expandedStarts(document);
        const items = finish(itemsOf(document.places, container));
        const inside = expandedInItems(document, items);
        const permutation = shuffled(items.nodes.length, order);
        const splices = finish(reorder(document.places, items, permutation));
        if (splices.length === 0) return;
        expect(arrangementOf(splices) === null).toBe(hasComments(dialect));
        const back = document.apply(splices);
        finish(document.settle());
        document.check();
        if (hasComments(dialect)) return;
        const moved = finish(itemsOf(document.places, container));
        expect(expandedInItems(document, moved)).toEqual(Array.from(permutation, (item) => inside[item]));
        const after = expandedStarts(document);
        const changed = textOf(document);
        const again = document.apply(back);
        finish(document.settle());
        document.check();
        expect(textOf(document)).toBe(text);
        expect(expandedStarts(document)).toEqual(before);
        document.apply(again);
        finish(document.settle());
        document.check();
        expect(textOf(document)).toBe(changed);
        expect(expandedStarts(document)).toEqual(after);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('may be edited again before the tape has followed, or while it does', () => {
    const item = fc.oneof(jsonText, fc.constantFrom('1', '[[]]', '{"a":[2]}'));
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 2, maxLength: 5000, size: 'max' }),
        seeds,
        fc.nat(),
        fc.boolean(),
        (all, order, at, valid) => {
          const document = makeDocument(`[${all.join(' , ')}]`);
          const items = finish(itemsOf(document.places, 0));
          const splices = finish(reorder(document.places, items, shuffled(items.nodes.length, order)));
          document.apply(splices);
          const work = document.settle();
          if (at % 2 === 0) work.next();
          work.return();
          const place = asByte(1 + (at % 2) * (document.size - 2));
          document.apply([{ start: place, end: place, insert: encode(valid ? ' ' : '"') }]);
          finish(document.settle());
          expect(document.validity).toBe(valid ? 'valid' : 'invalid');
          document.check();
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('leave expanded what a person has opened while the tape followed', () => {
    const document = makeDocument(`[${Array.from({ length: 5000 }, (_, id) => `{"id":[${id}]}`).join(',')}]`);
    const items = finish(itemsOf(document.places, 0));
    const last = items.nodes.length - 1;
    const splices = finish(
      reorder(
        document.places,
        items,
        items.nodes.map((_, place) => last - place),
      ),
    );
    document.apply(splices);
    const work = document.settle();
    work.next();
    document.rows.expand(items.nodes[7] ?? 0);
    finish(work);
    document.check();
    const { places } = document;
    const [entry] = [...document.rows.expandedEntries(1, document.tape.count)];
    expect(places.path(entry ?? 0)).toEqual([last - 7]);
  });
});
