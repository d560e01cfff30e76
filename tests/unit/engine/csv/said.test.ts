// Whether a row that is read back says what an item does, beside a comparison token by token.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { understand } from '../../../../src/engine/csv/reading.ts';
import { TableItems } from '../../../../src/engine/csv/table-items.ts';
import { runs } from '../../../runs.ts';
import { encode, makeDocument } from '../support/documents.ts';

const scalar = fc.oneof(
  fc.constantFrom(
    '1',
    '12',
    '-0',
    '1.50',
    '1e+5',
    'true',
    'false',
    'null',
    '""',
    '"1"',
    '"a\\"b"',
    '"é,}"',
    '"x:"',
    '[1]',
  ),
  fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text)),
);
const key = fc.oneof(fc.constantFrom('a', 'a:', '', 'é', '__proto__'), fc.string({ maxLength: 3 }));
const members = fc.array(fc.tuple(key, scalar), { minLength: 1, maxLength: 5 });
/** What happens to a value in the row, and to the text of the row. */
const fates = fc.array(fc.constantFrom('same', 'same', 'text', 'text', 'longer', 'other'), {
  minLength: 5,
  maxLength: 5,
});
const damage = fc.option(fc.tuple(fc.nat(), fc.constantFrom('', '"', '1', ':', '}', ' ')), { nil: null });

const rowOf = (list: readonly (readonly [string, string])[]): string =>
  `{${list.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;

const isText = (value: string): boolean => /^["[]/.test(value);

function changed(value: string, fate: string): string {
  if (fate === 'text' && !isText(value)) return `"${value}"`;
  if (fate === 'longer' && !isText(value)) return `"${value}0"`;
  return fate === 'other' ? '"other"' : value;
}

const tokensOf = (text: string): string[] => text.match(/"(?:[^"\\]|\\.)*"?|[\w.+-]+|[^"\w.+-]/gu) ?? [];

/** The same tokens, but for scalars after a colon that are quoted in the row. */
function says(row: string, item: string): boolean {
  const [ours, theirs] = [tokensOf(row), tokensOf(item)];
  return (
    ours.length === theirs.length &&
    ours.every((token, at) => {
      const other = theirs[at] ?? '';
      return token === other || (ours[at - 1] === ':' && /^[\w.+-]+$/.test(other) && token === `"${other}"`);
    })
  );
}

it('is told on the bytes as it is by tokens', () => {
  const reading = finish(understand(encode('a,b\n1,2\n'), {}));
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(members, fates, damage, (list, kinds, hurt) => {
      const item = rowOf(list);
      let row = rowOf(list.map(([name, value], at) => [name, changed(value, kinds[at] ?? 'same')]));
      if (hurt !== null) {
        const at = hurt[0] % row.length;
        row = row.slice(0, at) + hurt[1] + row.slice(at + 1);
      }
      const json = encode(`..${row}..`);
      const items = new TableItems(makeDocument(`[${item}]`), reading);
      const found = items.isSaid(1, json, 2, json.length - 2);
      seen[found ? 'yes' : 'no'] += 1;
      expect(found, `${row} beside ${item}`).toBe(says(row, item));
    }),
    { numRuns: runs(20_000) },
  );
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(5);
});
