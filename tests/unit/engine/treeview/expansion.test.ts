// Expanded nodes stay expanded through edits, and are expanded again when an edit is undone.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeMap } from '../../../../src/shared/document/changes.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import { asByte, asNode } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { planEdit, spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { expandedInMove, landingsOf, rowsAt } from '../../../../src/engine/edit/landing.ts';
import { splitOffsets } from '../../../../src/engine/document/expansion-after-edit.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { anyDialect, textIn } from '../support/dialect-documents.ts';
import { edits, encode, makeDocument, spliceBytes, textOf, toSplices } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

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
        const { kept } = splitOffsets(Uint32Array.from(before), ChangeMap.of(inverse).inverse);
        expect(expandedStarts(document)).toEqual([...kept]);
        const lost = document.takeRemovedExpansion();
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

  it('leaves collapsed what is changed inside, at the edge of a word of bits too', () => {
    for (let items = 28; items < 36; items += 1) {
      const document = makeDocument(`[${'1,'.repeat(items)}{"a":2},3]`);
      document.rows.expand(0);
      const at = textOf(document).indexOf('2');
      document.apply([{ start: asByte(at), end: asByte(at + 1), insert: encode('[4]') }]);
      finish(document.settle());
      document.check();
      expect(document.rows.count).toBe(items + 3);
    }
  });

  it('goes along with what is moved, into any container, and comes back with it', () => {
    // Nested arrays, each made identifiable by a unique number as its first item.
    const { root } = fc.letrec<{ root: unknown[] }>((tie) => ({
      root: fc.oneof({ maxDepth: 4 }, fc.constant<unknown[]>([]), fc.array(tie('root'), { maxLength: 4 })),
    }));
    fc.assert(
      fc.property(root, fc.infiniteStream(fc.boolean()), fc.nat(), fc.nat(), (value, opens, from, to) => {
        let id = 0;
        const document = makeDocument(JSON.stringify(number(value)));
        const { tape, rows } = document;
        const arrays = (): number[] =>
          Array.from({ length: tape.count }, (_, entry) => entry).filter((entry) => tape.isOpening(entry));
        const named = (): Map<number, string> => new Map(arrays().map((entry) => [entry, textAt(document, entry + 1)]));
        const expanded = (): string[] =>
          Array.from(named()).flatMap(([entry, name]) => (rows.isExpanded(entry) ? [name] : []));
        for (const entry of arrays()) if (opens.next().value) rows.expand(entry);
        const [node, target] = [arrays()[from % arrays().length] ?? 0, arrays()[to % arrays().length] ?? 0];
        fc.pre(node > 0 && (target < node || target > tape.closing(node)));
        const before = expanded();
        const around = [target, ...document.places.steps(target).map(({ container }) => container)];
        const shown = new Set([...before, ...around.map((entry) => textAt(document, entry + 1))]);
        const intent = { type: 'move', nodes: [asNode(node)], target: asNode(target), where: 'inside' } as const;
        const inverse = moveIn(document, intent);
        document.check();
        expect(expanded().toSorted()).toEqual([...shown].toSorted());
        const lost = document.takeRemovedExpansion();
        document.apply(inverse);
        finish(document.settle());
        rows.expandStarts(lost);
        document.check();
        expect(expanded().toSorted()).toEqual([...shown].toSorted());

        function number(items: readonly unknown[]): unknown[] {
          const own = (id += 1);
          return [own, ...items.map((item) => number(item as unknown[]))];
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('follows offsets as the text itself is followed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }), edits, (text, wanted) => {
        // Every byte is unique, so that each can be found again.
        const source = Uint8Array.from(encode(text), (_, index) => index);
        const splices = toSplices(source.length, wanted).map((splice) => ({
          ...splice,
          insert: splice.insert.map(() => 200),
        }));
        const made = spliceBytes(source, splices);
        const back = toBack(source, splices);
        const { kept, gone } = splitOffsets(Uint32Array.from(source.keys()), ChangeMap.of(back).inverse);
        expect([...kept].map((at) => made[at])).toEqual([...made].filter((byte) => byte !== 200));
        expect([...kept].length + gone.length).toBe(source.length);
        expect([...gone].every((at) => !made.includes(at))).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

const textAt = (document: JsonDocument, entry: number): string => {
  const { start, end } = document.places.range(entry);
  return new TextDecoder().decode(document.memory.text(start, end));
};

/** Moves values as a session does. Returns the inverse. */
function moveIn(document: JsonDocument, intent: PlainIntent & { readonly type: 'move' }): Splice[] {
  const landings = landingsOf(document.places, intent);
  const open = expandedInMove(document, intent.nodes, landings);
  const inverse = document.apply(finish(planEdit(document.places, intent)));
  finish(document.settle());
  document.rows.expandEntries(open);
  rowsAt(document, landings, 0);
  return inverse;
}

function toBack(source: Uint8Array, splices: ReturnType<typeof toSplices>): ReturnType<typeof toSplices> {
  const document = makeDocument(source);
  return document.apply(splices);
}
