// Steps of the suite `compare`, in scans of both documents: exports of one table that differ in some places, and the worst cases.
// Beside jsondiffpatch with the identity of the records, and microdiff, which pairs items by their index.

import { create } from 'jsondiffpatch';
import microdiff from 'microdiff';
import { COMPARE_DEFAULTS, type CompareOptions } from '../../src/shared/protocol/compare.ts';
import type { Splice } from '../../src/shared/document/splice.ts';
import { asByte } from '../../src/shared/units.ts';
import { compareDocuments } from '../../src/engine/diff/result/compare.ts';
import { finish } from '../../src/engine/base/work.ts';
import { generate, Random } from '../generate.ts';
import { decode, encodeValue, holding, openDocument, scanOf } from './open.ts';
import type { BenchJob, Peer, Step } from './step.ts';

type Texts = readonly [left: Uint8Array, right: Uint8Array];

const MANY_ITEMS = 1_000_000;
/** In a quick run. */
const FEW_ITEMS = 50_000;
/** Smaller documents are a quick run. */
const SHORT_BYTES = 2e6;
/** Above this size of both documents jsondiffpatch takes minutes, in bytes. */
const PATCH_BYTES = 5e6;

/** Returns the steps on pairs of documents of about `size` bytes each, and on the worst cases. */
export function* compareSteps({ size, only }: BenchJob): Generator<Step> {
  for (const [index, [name, make, options]] of casesOf(size).entries())
    if (only?.includes(name) ?? true) yield pairStep(name, make(), options, index === 0);
}

function casesOf(size: number): [name: string, make: () => Texts, options?: Partial<CompareOptions>][] {
  const records = (style: 'pretty' | 'compact'): Uint8Array => generate('records', style, size);
  const list = (items: readonly unknown[]): Uint8Array => encodeValue(items);
  const items = size < SHORT_BYTES ? FEW_ITEMS : MANY_ITEMS;
  const some = items === MANY_ITEMS ? 'a million' : items.toLocaleString('en');
  const numbers = (): number[] => Array.from({ length: items }, (_, index) => index);
  const many = size >= 5e7 ? 1000 : 50;
  return [
    ['changes in some places', () => changeRecords(records('pretty'), many)],
    ['changes in some places, on one line', () => changeRecords(records('compact'), many)],
    ['nothing, spelt otherwise', () => onOneLine(records('pretty'))],
    ['all records changed', () => changeRecords(records('compact'), Number.POSITIVE_INFINITY)],
    ['all records changed, no identity', () => withoutIdentity(records('compact'))],
    ['all records reversed', () => reverseRecords(records('compact'))],
    [`${some} numbers, reversed`, () => [list(numbers()), list(numbers().toReversed())]],
    [`${some} numbers, shuffled`, () => [list(numbers()), list(shuffle(numbers()))]],
    [`${some} numbers, all changed`, () => [list(numbers()), list(numbers().map((number) => number + items))]],
    [
      `${some} equal items but one`,
      () => [
        list(numbers().fill(0)),
        list(
          numbers()
            .fill(0)
            .with(items / 2, 1),
        ),
      ],
    ],
    [`${some} small numbers at random`, () => [list(few(1, items)), list(few(2, items))]],
    ['the same in any order', () => [list(few(1, items)), list(few(2, items))], { ignoreOrder: true }],
  ];
}

function shuffle(numbers: readonly number[]): number[] {
  const random = new Random(7);
  const keyed = numbers.map((number) => ({ number, at: random.next() }));
  return keyed.toSorted((a, b) => a.at - b.at).map(({ number }) => number);
}

function few(seed: number, items: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: items }, () => random.int(4));
}

/** Returns the text and a copy in which a value changes in some records, and some others are removed. */
export function changeRecords(left: Uint8Array, count: number): Texts {
  const document = openDocument(left);
  const { places, tape } = document;
  const records = tape.closing(0);
  const all: number[] = [];
  for (let record = 1; record < records; record = tape.next(record)) all.push(record);
  const step = Math.max(1, Math.floor(all.length / count));
  const splices: Splice[] = [];
  for (let index = 1; index < all.length - 1 && splices.length < count; index += step) {
    const record = all[index] ?? 0;
    const node = splices.length % 10 === 9 && count < all.length ? record : places.child(record, 'email');
    const { start, end } = places.range(node);
    const behind = tape.start(all[index + 1] ?? 0);
    const insert = new TextEncoder().encode(node === record ? '' : `"changed${index}@example.org"`);
    splices.push({ start: asByte(start), end: asByte(node === record ? behind : end), insert });
  }
  document.apply(splices);
  return [left, document.memory.text().slice()];
}

/** Returns all records without an identifying member, and a copy with fewer records. */
function withoutIdentity(left: Uint8Array): Texts {
  const items = JSON.parse(decode(left)) as Record<string, unknown>[];
  const plain = items.map(({ active, age, tags }) => ({ active, age, tags, kind: 'plain' }));
  const changed = plain.slice(3).map((item) => ({ ...item, kind: 'changed' }));
  return [encodeValue(plain), encodeValue(changed)];
}

function onOneLine(left: Uint8Array): Texts {
  return [left, encodeValue(JSON.parse(decode(left)))];
}

function reverseRecords(left: Uint8Array): Texts {
  const items = JSON.parse(decode(left)) as unknown[];
  return [left, encodeValue(items.toReversed())];
}

function pairStep(name: string, texts: Texts, options: Partial<CompareOptions> = {}, hasPeers = false): Step {
  const [left, right] = [openDocument(texts[0]), openDocument(texts[1])];
  const bytes = left.size + right.size;
  const compare = (): ReturnType<typeof compareDocuments> =>
    compareDocuments(left, right, { ...COMPARE_DEFAULTS, ...options });
  return {
    name,
    own: () => finish(compare()),
    fromBytes: () => {
      const [one, other] = [openDocument(texts[0]), openDocument(texts[1])];
      return finish(compareDocuments(one, other, { ...COMPARE_DEFAULTS, ...options }));
    },
    beside: [...(hasPeers ? peersOf(texts, bytes) : []), scanOf(left, right)],
    facts: () => {
      const { changes, marks, count, notes, sides, pairing } = finish(compare());
      // The hashes are stored after the tape and take as much memory.
      const held = [left, right].reduce((sum, { size, tape }) => sum + size + 2 * tape.byteLength, 0);
      const made = [
        changes,
        marks.left,
        marks.right,
        pairing.left,
        pairing.right,
        sides.left.hashes,
        sides.right.hashes,
      ];
      const memory = (held + made.reduce((sum, { byteLength }) => sum + byteLength, 0)) / bytes;
      return { bytes, differences: count, notes: notes.length, memory };
    },
  };
}

function peersOf(texts: Texts, bytes: number): Peer[] {
  const values = (): unknown[] => texts.map((text) => JSON.parse(decode(text)) as unknown);
  const differ = create({ objectHash: (item) => ('guid' in item ? String(item['guid']) : JSON.stringify(item)) });
  const both = (name: string, refusal: string | undefined, diff: (one: unknown, other: unknown) => unknown): Peer[] => [
    {
      name: `JSON.parse, ${name}`,
      start: 'bytes',
      refusal,
      run: () => {
        const [one, other] = values();
        return diff(one, other);
      },
    },
    holding(name, values, ([one, other]) => diff(one, other), refusal),
  ];
  return [
    ...both('jsondiffpatch', bytes > PATCH_BYTES ? 'not run: it takes minutes' : undefined, (one, other) =>
      differ.diff(one, other),
    ),
    ...both('microdiff (by index)', undefined, (one, other) =>
      microdiff(one as unknown[], other as unknown[], { cyclesFix: false }),
    ),
  ];
}
