// Cost of Compare, in multiples of a scan of both documents in the same run: exports of one table that differ in some places,
// and the worst cases.

import { create } from 'jsondiffpatch';
import { COMPARE_DEFAULTS, type CompareOptions } from '../../src/shared/protocol/compare.ts';
import type { Splice } from '../../src/shared/document/splice.ts';
import { asByte } from '../../src/shared/units.ts';
import { compareDocuments } from '../../src/workers/engine/diff/result/compare.ts';
import { JsonDocument } from '../../src/workers/engine/document/document.ts';
import { compileEngine } from '../../src/workers/engine/base/memory.ts';
import { Scan } from '../../src/workers/engine/document/scan.ts';
import { finish } from '../../src/workers/engine/base/work.ts';
import { generate, Random } from '../generate.ts';

/** Results for one pair of documents. */
export interface ComparingFigures {
  readonly name: string;
  /** Of both documents. */
  readonly bytes: number;
  readonly ms: number;
  /** Duration in scans of both documents. */
  readonly scans: number;
  readonly differences: number;
  readonly notes: number;
  /** Memory of the job worker, per byte of both documents: texts, tapes, hashes, pairs, changes. */
  readonly memory: number;
  /** jsondiffpatch on the same values, already parsed; `null` where it would take too long. */
  readonly peerMs: number | null;
}

type Texts = readonly [left: Uint8Array, right: Uint8Array];

const MANY_ITEMS = 1_000_000;
/** In a quick run. */
const FEW_ITEMS = 50_000;
/** Smaller documents are a quick run. */
const SHORT_BYTES = 2e6;
/** Above this size jsondiffpatch takes minutes. */
const PEER_BYTES = 25e6;

/** Measures pairs of documents with records of about `size` bytes each, and the worst cases. */
export function measureComparing(size: number, rounds: number, names: readonly string[] = []): ComparingFigures[] {
  return casesOf(size)
    .filter(([name]) => names.length === 0 || names.some((wanted) => name.includes(wanted)))
    .map(([name, make, options], index) => measurePair(name, make(), rounds, options, index === 0));
}

function casesOf(size: number): [name: string, make: () => Texts, options?: Partial<CompareOptions>][] {
  const records = (style: 'pretty' | 'compact'): Uint8Array => generate('records', style, size);
  const list = (items: readonly unknown[]): Uint8Array => new TextEncoder().encode(JSON.stringify(items));
  const items = size < SHORT_BYTES ? FEW_ITEMS : MANY_ITEMS;
  const some = items === MANY_ITEMS ? 'a million' : items.toLocaleString('en');
  const numbers = (): number[] => Array.from({ length: items }, (_, index) => index);
  const many = size >= 5e7 ? 1000 : 50;
  return [
    [`${many} changes`, () => changeRecords(records('pretty'), many)],
    [`${many} changes, on one line`, () => changeRecords(records('compact'), many)],
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

function open(bytes: Uint8Array): JsonDocument {
  const document = new JsonDocument(compileEngine(), bytes.length);
  document.append(bytes);
  document.complete();
  return document;
}

/** Returns the text and a copy in which a value changes in some records, and some others are removed. */
export function changeRecords(left: Uint8Array, count: number): Texts {
  const document = open(left);
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
  const items = JSON.parse(new TextDecoder().decode(left)) as Record<string, unknown>[];
  const plain = items.map(({ active, age, tags }) => ({ active, age, tags, kind: 'plain' }));
  const changed = plain.slice(3).map((item) => ({ ...item, kind: 'changed' }));
  const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return [encode(plain), encode(changed)];
}

function onOneLine(left: Uint8Array): Texts {
  return [left, new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(left))))];
}

function reverseRecords(left: Uint8Array): Texts {
  const items = JSON.parse(new TextDecoder().decode(left)) as unknown[];
  return [left, new TextEncoder().encode(JSON.stringify(items.toReversed()))];
}

function measurePair(
  name: string,
  texts: Texts,
  rounds: number,
  options: Partial<CompareOptions> = {},
  hasPeer = false,
): ComparingFigures {
  const [left, right] = [open(texts[0]), open(texts[1])];
  const bytes = left.size + right.size;
  const best = (work: () => void): number => {
    const times = Array.from({ length: rounds }, () => {
      const started = performance.now();
      work();
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  const scanMs = best(() => {
    for (const { memory, tape } of [left, right])
      if (Scan.aside(memory, tape).run(memory.size, true).type !== 'done') throw new Error('the scan failed');
  });
  let comparison = finish(compareDocuments(left, right, { ...COMPARE_DEFAULTS, ...options }));
  const ms = best(() => {
    comparison = finish(compareDocuments(left, right, { ...COMPARE_DEFAULTS, ...options }));
  });
  const { changes, marks, count, notes, sides, pairing } = comparison;
  // The hashes are stored after the tape and take as much memory.
  const held = [left, right].reduce((sum, { size, tape }) => sum + size + 2 * tape.byteLength, 0);
  const made = [changes, marks.left, marks.right, pairing.left, pairing.right, sides.left.hashes, sides.right.hashes];
  const memory = (held + made.reduce((sum, { byteLength }) => sum + byteLength, 0)) / bytes;
  const peerMs = hasPeer && bytes < PEER_BYTES ? measurePeer(texts) : null;
  return { name, bytes, ms, scans: ms / scanMs, differences: count, notes: notes.length, memory, peerMs };
}

/** Runs jsondiffpatch once, as it takes long, with the identity of the records. */
function measurePeer([left, right]: Texts): number {
  const [one, other] = [left, right].map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  const differ = create({ objectHash: (item) => ('guid' in item ? String(item['guid']) : JSON.stringify(item)) });
  const started = performance.now();
  differ.diff(one, other);
  return performance.now() - started;
}

/** Prints the results, for a run in Node. */
export function run([megabytes = '10', ...names]: readonly string[]): void {
  for (const { name, ms, scans, differences, notes, memory, bytes, peerMs } of measureComparing(
    Number(megabytes) * 1e6,
    1,
    names,
  ))
    process.stdout.write(
      `${name}: ${(bytes / 1e6).toFixed(0)} MB ${ms.toFixed(0)} ms, ${scans.toFixed(1)} scans, ${differences} differences, ${notes} notes, ${memory.toFixed(2)}${peerMs === null ? '' : `, jsondiffpatch ${peerMs.toFixed(0)} ms`}\n`,
    );
}
