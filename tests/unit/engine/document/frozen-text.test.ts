// A text that is read in pieces while the document changes.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asNode } from '../../../../src/shared/units.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { FrozenText } from '../../../../src/engine/document/frozen-text.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { edits, jsonText, makeDocument, textOf, toSplices } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** Reads at most `length` bytes and adds them to what was read before. */
function readOn(text: FrozenText, read: Uint8Array[], length: number): void {
  if (!text.isAtEnd) read.push(text.read(length));
}

const step = fc.oneof(
  fc.record({ type: fc.constant('read' as const), length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ type: fc.constant('change' as const), wanted: edits }),
  fc.record({ type: fc.constantFrom('undo' as const, 'sort' as const) }),
);

it('[DOC-15] a frozen text is read as it was, whatever is typed, sorted and undone between its pieces', () => {
  fc.assert(
    fc.property(jsonText, fc.array(step, { maxLength: 30 }), fc.nat(20), (value, steps, later) => {
      const source = `[${value}, 3, "é", 1]`;
      const document = makeDocument(source);
      const undo: (readonly Splice[])[] = [];
      const apply = (splices: readonly Splice[]): void => {
        undo.push(document.apply(splices));
        finish(document.settle());
      };
      const first = document.freezeText();
      const read: Uint8Array[] = [];
      // A second one, of a later text.
      let second: { readonly text: FrozenText; readonly expected: string } | null = null;
      for (const [index, one] of steps.entries()) {
        if (index === later) second = { text: document.freezeText(), expected: textOf(document) };
        if (one.type === 'read') readOn(first, read, one.length);
        else if (one.type === 'change') apply(toSplices(document.size, one.wanted));
        else if (one.type === 'undo') {
          const back = undo.pop();
          if (back !== undefined) document.apply(back);
          finish(document.settle());
        } else if (document.isLive && /^\s*[[{]/.test(textOf(document))) {
          const nodes = [asNode(0)];
          apply(
            finish(planEdit(document.places, { type: 'sort', nodes, by: { type: 'value' }, direction: 'descending' })),
          );
        }
      }
      while (!first.isAtEnd) readOn(first, read, 7);
      expect(Buffer.concat(read).toString()).toBe(source);
      if (second !== null) expect(Buffer.from(second.text.read(1 << 20)).toString()).toBe(second.expected);
      first.end();
      second?.text.end();
    }),
    { numRuns: runs(400) },
  );
});

it('[BIG-1] nothing is copied in advance for a text that is frozen', () => {
  const document = makeDocument(`[${'"0123456789",'.repeat(100_000)}0]`);
  const text = document.freezeText();
  const before = process.memoryUsage().arrayBuffers;
  document.apply([{ start: 1, end: 2, insert: new Uint8Array([0x20]) } as unknown as Splice]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(document.size / 10);
  expect(Buffer.from(text.read(3)).toString()).toBe('["0');
  text.end();
});
