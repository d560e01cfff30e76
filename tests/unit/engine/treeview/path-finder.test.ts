// Members found by the bytes of their keys, compared with reading every key.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathFinder } from '../../../../src/engine/tape/path-finder.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

describe('[TRE-3] what is at a path', () => {
  const name = fc.constantFrom(
    '',
    'a',
    'b',
    'ab',
    'a\\',
    'a"',
    'a\n',
    'é',
    '😀 key',
    'exactly 16 bytes',
    'one more than 16 ',
    'ane more than 16 ',
    '17 bytes and more: exactly 16 bytes',
    '18 bytes and more: exactly 16 bytes',
    '\u0000',
    'A'.repeat(200),
  );
  const key = fc.tuple(name, fc.constantFrom('plain', 'plain', 'escaped')).map(([text, how]) => spell(text, how));
  const members = fc.array(fc.tuple(key, fc.constantFrom('1', '"\\"a\\":"', '[2, {}]', '{"a":{"b":3}}')), {
    maxLength: 9,
  });
  const space = fc.constantFrom('', ' ', ' \n\t ');

  it('is the last member with that key, however keys are spelt', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(members, space), { maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 2 }),
        (all, path) => {
          const items = all.map(([one, gap]) => `{${one.map(([k, v]) => `${k}${gap}:${gap}${v}`).join(',')}}`);
          const { places, tape } = makeDocument(`[${items.join(',')}]`);
          const finder = new PathFinder(places, path);
          for (let item = 1; item < tape.closing(0); item = tape.next(item)) {
            const node = finder.inside(item);
            expect(node).toBe(places.atPath([...places.path(item), ...path]));
          }
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});

function spell(text: string, how: string): string {
  if (how === 'plain') return JSON.stringify(text);
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}
