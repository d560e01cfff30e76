// The children of large containers by position, while the document is edited: checkpoints before the edit are kept.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte } from '../../../../src/shared/units.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { runs } from '../../../runs.ts';
import { encode, makeDocument, textOf } from '../support/documents.ts';

const COUNT = 3000;
/** Replacements for items: one item, several, or a container. */
const WRITTEN = ['7', '7,8', '[1,2]', '{"a":[]}', `${'0,'.repeat(1500)}0`, '"x"'];

const edit = fc.record({ at: fc.nat(), length: fc.nat(3), written: fc.nat(WRITTEN.length - 1), asks: fc.nat() });

describe('the children of a large container', () => {
  it('stand where those of a document from scratch do, after every edit', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(edit, { minLength: 1, maxLength: 8 }), (isNested, edits) => {
        const items = Array.from({ length: COUNT }, (_, id) => (id % 9 === 0 ? `[${id}]` : String(id)));
        const document = makeDocument(isNested ? `{"k":[${items.join(',')}],"l":1}` : `[${items.join(',')}]`);
        const array = (): number => (isNested ? 1 : 0);
        const { tape, children } = document;
        expect(children.count(array())).toBe(COUNT);
        for (const { at, length, written, asks } of edits) {
          const count = children.count(array());
          const first = at % count;
          const last = Math.min(count - 1, first + length);
          const [start, end] = [children.nth(array(), first), children.nth(array(), last)].map((node, index) => {
            const range = document.places.range(node);
            return index === 0 ? range.start : range.end;
          });
          const insert = encode(WRITTEN[written] ?? '');
          document.apply([{ start: asByte(start ?? 0), end: asByte(end ?? 0), insert }]);
          finish(document.settle());
          document.check();
          const fresh = makeDocument(textOf(document));
          // Looked up first, before another call counts the children.
          const entry = array() + 1 + (asks % (tape.closing(array()) - array() - 1));
          expect(children.containing(array(), entry)).toEqual(fresh.children.containing(array(), entry));
          const ordinal = asks % (fresh.children.count(array()) + 5);
          expect(children.nth(array(), ordinal)).toBe(fresh.children.nth(array(), ordinal));
          expect(children.count(array())).toBe(fresh.children.count(array()));
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
