// Edits of very many values at once against the plain way to do them: what is only done in lists of more
// than a thousand, and in slices.

import { describe, expect, it } from 'vitest';
import type { EditIntent } from '../../../src/shared/protocol.ts';
import { asNode } from '../../../src/shared/units.ts';
import type { JsonDocument } from '../../../src/workers/engine/document.ts';
import { planEdit } from '../../../src/workers/engine/edit.ts';
import { finish } from '../../../src/workers/engine/work.ts';
import { Random } from '../../../bench/generate.ts';
import { makeDocument, textOf } from './support.ts';

const SCALARS = ['1', '-20.5e3', 'true', 'null', '"x"', '"é 日本"', `"${'long '.repeat(80)}"`];
const SPACES = ['', '', ' ', '\n  ', ' '.repeat(300)];

/** An array of many scalars, their texts, and what stands before each and behind the last. */
function manyScalars(count: number, seed: number): { items: string[]; gaps: string[] } {
  const random = new Random(seed);
  const items = Array.from({ length: count }, () => random.pick(SCALARS));
  const gaps = items.map((_, index) => (index === 0 ? '[' : ',') + random.pick(SPACES));
  return { items, gaps: [...gaps, ']'] };
}

const join = (items: readonly string[], gaps: readonly string[]): string =>
  gaps.map((gap, index) => gap + (items[index] ?? '')).join('');

/** Carries an edit out and back; answers the text in between. */
function thereAndBack(document: JsonDocument, intent: EditIntent): string {
  const before = textOf(document);
  const back = document.apply(finish(planEdit(document.places, intent)));
  finish(document.settle());
  document.check();
  const after = textOf(document);
  document.apply(back);
  finish(document.settle());
  document.check();
  expect(textOf(document)).toBe(before);
  return after;
}

describe('[TRE-2] edits of very many values', () => {
  it.each([1, 2, 3])('set values and leave every other byte, seed %i', (seed) => {
    const random = new Random(seed + 100);
    const { items, gaps } = manyScalars(4000, seed);
    const document = makeDocument(join(items, gaps));
    const chosen = items.map((_, index) => index).filter((index) => random.next() < 0.9 || index < 1500);
    const nodes = chosen.map((index) => asNode(index + 1));
    const one = items.slice();
    for (const index of chosen) one[index] = '"set"';
    expect(thereAndBack(document, { type: 'set-all', nodes, jsons: ['"set"'] })).toBe(join(one, gaps));
    const each = items.slice();
    for (const index of chosen) each[index] = `${index}`;
    const jsons = chosen.map((index) => `${index}`);
    expect(thereAndBack(document, { type: 'set-all', nodes, jsons })).toBe(join(each, gaps));
    // In any order.
    const intent: EditIntent = { type: 'set-all', nodes: nodes.toReversed(), jsons: jsons.toReversed() };
    expect(thereAndBack(document, intent)).toBe(join(each, gaps));
  });

  it('refuse a value inside another that is set, also far behind', () => {
    const document = makeDocument(`[${'1,'.repeat(3000)}[2]]`);
    const nodes = Array.from({ length: 3002 }, (_, index) => asNode(index + 1));
    const intent: EditIntent = { type: 'set-all', nodes, jsons: ['0'] };
    expect(() => finish(planEdit(document.places, intent))).toThrow(expect.objectContaining({ code: 'refused' }));
  });
});
