// How far two texts have the same tokens, beside the texts without their white space; and the equality of values that relies on it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { Equality } from '../../../../src/engine/diff/match/equal.ts';
import { Members } from '../../../../src/engine/diff/match/members.ts';
import { commonTokens, type ValueBytes } from '../../../../src/engine/diff/match/same-tokens.ts';
import { Sides, type SideData } from '../../../../src/engine/diff/hash/sides.ts';
import { encodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import { runs } from '../../../runs.ts';
import { makeDocument } from '../support/documents.ts';
import { canonical, compareTexts, linesOf } from './model.ts';

const value = fc.json({ maxDepth: 3 });
const layout = fc.constantFrom(undefined, 1, 3, '\t');

/** A text with white space between its tokens and without. */
const spelt = fc
  .tuple(value, layout)
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space).replaceAll('\n', '\r\n'));

/** Two texts: the same value, or one with a character more, less or another. */
const pair = fc
  .tuple(spelt, layout, fc.nat(), fc.constantFrom('', '', '1', '"', '\\', ' ', ',', 'é', '[]'))
  .map(([text, space, at, insert]) => {
    const other = JSON.stringify(JSON.parse(text), null, space);
    const place = at % (other.length + 1);
    const changed = other.slice(0, place) + insert + other.slice(place + (at % 2));
    return [text, isJson(changed) ? changed.trim() : other] as const;
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const withoutSpace = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"?|\s+/g, (part) => (part.startsWith('"') ? part : ''));

const bytesOf = (text: string): ValueBytes => {
  const bytes = encodeUtf8(`..${text}..`);
  return { bytes, start: 2, end: bytes.length - 2 };
};

it('are the bytes before the first difference, without white space', () => {
  fc.assert(
    fc.property(pair, ([left, right]) => {
      const [one, other] = [bytesOf(left), bytesOf(right)];
      const common = finish(commonTokens(one, other));
      const length = one.end - one.start;
      expect(common === length).toBe(withoutSpace(left) === withoutSpace(right));
      const before = new TextDecoder().decode(one.bytes.subarray(one.start, one.start + common)).replace(/\uFFFD$/, '');
      expect(withoutSpace(right).startsWith(withoutSpace(before))).toBe(true);
    }),
    { numRuns: runs(2000), examples: [[['1', '12']], [['[1 ]', '[12]']]] },
  );
});

const sideOf = (text: string): SideData => {
  const document = makeDocument(text);
  const { places, tape } = document;
  return { document, places, tape, hashes: new Uint32Array(tape.count * 2), ignored: null };
};

it('pair keys that are the same, however they and what is around them are spelt', () => {
  const key = fc
    .array(fc.constantFrom('a', 'b', '\\"', '\\\\', '\\u0061', '\\u0022', '\\/', '/', 'é', '{', ':', ' '), {
      maxLength: 5,
    })
    .map((parts) => parts.join(''));
  const gap = fc.constantFrom('', ' ', '\n\t');
  fc.assert(
    fc.property(key, key, gap, gap, (left, right, one, other) => {
      const sides = new Sides(sideOf(`{${one}"${left}"${other}:1}`), sideOf(`{"${right}":${one}1}`));
      expect(sides.haveSameKey(1, 1)).toBe(JSON.parse(`"${left}"`) === JSON.parse(`"${right}"`));
    }),
    { numRuns: runs(5000), examples: [['a', '\\"a', '', '']] },
  );
  expect(linesOf(compareTexts('{"a":1}', '{"x\\"a":1}'))).toEqual(['- /a 1', '+ /x"a 1']);
});

it('make no two values equal that are not, where their hashes collide', () => {
  fc.assert(
    fc.property(pair, ([left, right]) => {
      const sides = new Sides(sideOf(left), sideOf(right));
      const equality = new Equality(sides, new Members(sides), { numbers: 'value', ignoreOrder: false });
      const isEqual = finish(equality.compare(0, 0));
      expect(isEqual).toBe(canonical(sides.left.places, 0) === canonical(sides.right.places, 0));
    }),
    { numRuns: runs(2000), examples: [[['[1]', '[12]']], [['[1 ,2]', '[1.5,2]']], [['1', '12']]] },
  );
});
