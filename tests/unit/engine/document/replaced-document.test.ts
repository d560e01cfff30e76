// Questions of views about offsets and nodes of a document that has been replaced by a smaller one.

import { expect, it } from 'vitest';
import { asByte, asNode, asRevision, asRow } from '../../../../src/shared/units.ts';
import { cutText } from '../../../../src/engine/textview/text-window.ts';
import { Folding } from '../../../../src/workers/document/folding.ts';
import { ReadCalls } from '../../../../src/workers/document/read-calls.ts';
import { makeDocument } from '../support/documents.ts';

const TEXT = '[\n  1,\n  2\n]';
/** Past the memory of the document, so that reading there throws. */
const FAR = 1_000_000;

it('an offset past the end counts as the end', () => {
  const { lines, size } = makeDocument(TEXT);
  expect(lines.lineAt(FAR)).toBe(lines.lineAt(size));
  expect(lines.unitsBefore(FAR)).toBe(lines.unitsBefore(size));
  expect(Array.from(lines.linesAt(Uint32Array.of(0, 3, FAR, FAR + 1)))).toEqual([0, 1, 3, 3]);
});

it('are answered about the text that is there', async () => {
  const document = makeDocument(TEXT);
  const session = {
    document,
    shown: { document, cut: Number.POSITIVE_INFINITY },
    settled: Promise.resolve(),
    checked: () => Promise.resolve(),
    revision: asRevision(1),
    changedRows: () => undefined,
  };
  const reading = new ReadCalls(session);
  const [offset, node] = [asByte(FAR), asNode(FAR)];
  expect(reading.placeOf(node)).toEqual({ path: [], node: null, range: null, line: 0, column: 0 });
  expect(reading.placeAt(offset)).toMatchObject({ line: 3, column: 1 });
  expect(reading.lineAround(offset)).toEqual({ start: TEXT.length - 1, end: TEXT.length });
  expect(await reading.locate({ type: 'offset', offset })).toMatchObject({ line: 3, column: 1, isExact: false });
  expect(await reading.otherBracket(offset)).toBeNull();
  expect((await reading.ancestors(asRow(FAR), 5)).indexes).toHaveLength(0);
  for (const type of ['expand', 'collapse', 'expand-subtree', 'collapse-subtree', 'expand-siblings'] as const) {
    expect(reading.expand({ type, node })).toBe(0);
    document.check();
  }
  const folding = new Folding({ ...session } as unknown as ConstructorParameters<typeof Folding>[0]);
  expect(folding.stickyLines(offset, 5)).toEqual([]);
  const limits = { linesBefore: 5, linesAfter: 5, bytesBefore: 1000, bytesAfter: 1000 };
  expect(cutText(document, asRevision(1), { anchor: { byte: offset }, ...limits }).range.end).toBe(TEXT.length);
});
