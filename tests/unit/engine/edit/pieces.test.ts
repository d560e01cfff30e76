// A value copied in pieces equals the value copied whole, wherever the pieces end.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import { movedItem } from '../../../../src/engine/layout/item-spelling.ts';
import { piecesOf } from '../../../../src/engine/layout/value-pieces.ts';
import { anyDialect, textIn } from '../support/dialect-documents.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const source = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ dialect, text })));

describe('[TRE-2] [BIG-1] a value in pieces', () => {
  it('is the value at once', () => {
    fc.assert(
      fc.property(source, fc.nat(), fc.integer({ min: 1, max: 12 }), ({ dialect, text }, pick, pieceBytes) => {
        const document = makeDocument(text, 1 << 20, dialect);
        fc.pre(document.isLive);
        const { places, tape } = document;
        const nodes = Array.from({ length: tape.count }, (_, node) => node).filter((node) => !tape.isClosing(node));
        const node = nodes[pick % nodes.length] ?? 0;
        const pieces = [...piecesOf(places, node, pieceBytes)];
        const whole = movedItem(places, node, '').spell('', () => '');
        expect(decodeUtf8(joinBytes(pieces))).toBe(decodeUtf8(whole));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is cut where a megabyte is full, also in one line', () => {
    const item = `"${'x'.repeat(999)}"`;
    const rows = Array.from({ length: 3000 }, () => item);
    for (const text of [`[[${rows.join(',')}]]`, `[\n  [\n    ${rows.join(',\n    ')}\n  ]\n]`]) {
      const { places } = makeDocument(text);
      const pieces = [...piecesOf(places, 1)];
      expect(pieces.length).toBeGreaterThan(2);
      expect(JSON.parse(decodeUtf8(joinBytes(pieces)))).toEqual(JSON.parse(text)[0]);
      for (const piece of pieces) expect(piece.length).toBeLessThan(1024 * 1024 + 10);
    }
  });
});
