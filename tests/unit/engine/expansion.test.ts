// What is expanded stays so through edits, and is expanded again when an edit is taken back.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asNode } from '../../../src/shared/units.ts';
import type { JsonDocument } from '../../../src/workers/engine/document/document.ts';
import { spliceIntent } from '../../../src/workers/engine/edit/edit.ts';
import { followBack } from '../../../src/workers/engine/document/expansion.ts';
import { finish } from '../../../src/workers/engine/base/work.ts';
import { anyDialect, textIn } from './relaxed.ts';
import { edits, encode, makeDocument, spliceBytes, toSplices } from './support.ts';
import { runs } from '../../runs.ts';

const expandedStarts = (document: JsonDocument): number[] => [...document.rows.expandedStarts(0, document.tape.count)];

describe('[TRE-3] expansion', () => {
  it('comes back with what was removed, and stays where the text stayed', () => {
    const texts = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ text, dialect })));
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 8 }), fc.nat(), ({ text, dialect }, open, pick) => {
        const document = makeDocument(text, 1 << 20, dialect);
        const { tape, rows } = document;
        if (tape.count < 2) return;
        for (const entry of open) rows.expand(entry % tape.count);
        const removable = Array.from({ length: tape.count - 1 }, (_, index) => index + 1).filter(
          (entry) => !tape.isClosing(entry),
        );
        const node = removable[pick % removable.length];
        if (node === undefined) return;
        const before = expandedStarts(document);
        const { start, end } = document.places.range(node);
        const splices = spliceIntent(document.places, { type: 'remove', nodes: [asNode(node)] });
        const inverse = document.apply(splices);
        finish(document.settle());
        const { kept } = followBack(Uint32Array.from(before), inverse);
        expect(expandedStarts(document)).toEqual([...kept]);
        const lost = document.takeLostExpansion();
        expect(before.filter((at) => at >= start && at < end).every((at) => lost.includes(at))).toBe(true);
        document.apply(inverse);
        finish(document.settle());
        rows.expandStarts(lost);
        document.check();
        expect(expandedStarts(document)).toEqual(before);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('follows offsets as the text itself is followed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }), edits, (text, wanted) => {
        // Every byte another one, so that each can be found again.
        const source = Uint8Array.from(encode(text), (_, index) => index);
        const splices = toSplices(source.length, wanted).map((splice) => ({
          ...splice,
          insert: splice.insert.map(() => 200),
        }));
        const made = spliceBytes(source, splices);
        const back = toBack(source, splices);
        const { kept, gone } = followBack(Uint32Array.from(source.keys()), back);
        expect([...kept].map((at) => made[at])).toEqual([...made].filter((byte) => byte !== 200));
        expect([...kept].length + gone.length).toBe(source.length);
        expect([...gone].every((at) => !made.includes(at))).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

function toBack(source: Uint8Array, splices: ReturnType<typeof toSplices>): ReturnType<typeof toSplices> {
  const document = makeDocument(source);
  return document.apply(splices);
}
