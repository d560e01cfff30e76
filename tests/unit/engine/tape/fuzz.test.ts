// Random bytes and damaged files, compared with `JSON.parse`: for one second each, or DIPTYCH_FUZZ_SECONDS. DIPTYCH_SEED
// repeats a run; a failure reports the seed, the round and the bytes.

import { describe, expect, it } from 'vitest';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import { asByte } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { readValue } from '../../../../src/engine/values/values.ts';
import { writeValue } from '../../../../src/engine/values/value-text.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { Random } from '../../../../bench/generate.ts';
import { hasSuite, suiteFiles } from '../../../conformance/suites.ts';
import { encode, makeDocument, PIECES, spliceBytes, textOf, TYPED } from '../support/documents.ts';
import { SEED } from '../../../runs.ts';

const FUZZ_MS = Number(process.env['DIPTYCH_FUZZ_SECONDS'] ?? 1) * 1000;
const FOLDERS = [
  'nst-jsontestsuite/test_parsing',
  'nst-jsontestsuite/test_transform',
  'blns',
  'json-patch-tests',
  'samples',
];
/** Longer files would only mean fewer rounds. */
const MAX_FILE = 200_000;
/** Parses bytes with `JSON.parse`; `undefined` if it refuses them or they are not UTF-8. A byte order mark is allowed. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** A value as text; `null` if it is too deep for `JSON.stringify`. */
function spell(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Compares a document with `JSON.parse` of its bytes; for a valid document, also what is derived from it. */
function check(document: JsonDocument, bytes: Uint8Array): void {
  const value = parse(bytes);
  expect(document.validity).toBe(value === undefined ? 'invalid' : 'valid');
  if (value === undefined) {
    expect(document.error?.place?.offset).toBeLessThanOrEqual(bytes.length);
    return;
  }
  const wanted = spell(value);
  const style = { indent: '  ', maxLineLength: 60 };
  const formatted = finish(formatDocument(document, { style: 'smart', ...style }));
  const compact = finish(formatDocument(document, { style: 'compact', ...style }));
  expect(textOf(finish(formatDocument(formatted, { style: 'compact', ...style })))).toBe(textOf(compact));
  expect(compact.tape.count).toBe(document.tape.count);
  if (wanted === null) return;
  expect(spell(parse(formatted.memory.text()))).toBe(wanted);
  for (const parser of ['native', 'lossless'] as const) {
    const written = finish(writeValue(finish(readValue(document.places, 0, parser)))) ?? new Uint8Array();
    expect(spell(parse(written))).toBe(wanted);
  }
}

/** Splices that change, insert or remove a few bytes, or repeat slices. */
function damage(random: Random, bytes: Uint8Array): Splice[] {
  const splices: Splice[] = [];
  for (let at = 0, left = 1 + random.int(3); left > 0; left -= 1) {
    const start = at + random.int(bytes.length - at + 1);
    const end = Math.min(bytes.length, start + random.pick([0, 0, 1, 1, 2, random.int(64)]));
    const from = random.int(bytes.length + 1);
    const insert = random.pick<() => Uint8Array>([
      () => Uint8Array.of(random.int(256)),
      () => new Uint8Array(),
      () => bytes.slice(from, from + random.int(100)),
      () => encode(random.pick(TYPED)),
    ])();
    splices.push({ start: asByte(start), end: asByte(end), insert });
    at = end;
  }
  return splices;
}

function repeat(round: (note: (name: string, bytes: Uint8Array) => void) => void): void {
  const until = performance.now() + FUZZ_MS;
  for (let count = 0; performance.now() < until; count += 1) {
    let last = '';
    try {
      round((name, bytes) => (last = `${name}: ${[...bytes.subarray(0, 3000)].join()}`));
    } catch (error) {
      throw new Error(`seed ${SEED}, round ${count}, ${last}`, { cause: error });
    }
  }
}

describe(`[PAR-3] fuzzing (seed ${SEED})`, () => {
  it('finds bytes valid where JSON.parse does', { timeout: FUZZ_MS + 120_000 }, () => {
    const random = new Random(SEED);
    repeat((note) => {
      let bytes: Uint8Array;
      if (random.int(4) === 0) bytes = Uint8Array.from({ length: random.int(300) }, () => random.int(256));
      else {
        const joined = Array.from({ length: 1 + random.int(60) }, () => random.pick(TYPED)).join(
          random.pick([',', '', ' ']),
        );
        bytes = encode(random.int(2) === 0 ? joined : `[${PIECES.join(',').repeat(1 + random.int(4))}]`);
        for (let changes = random.int(3); changes > 0; changes -= 1) bytes[random.int(bytes.length)] = random.int(256);
      }
      note('bytes', bytes);
      check(makeDocument(bytes, 1 + random.int(200)), bytes);
    });
  });

  const folders = FOLDERS.filter((folder) => hasSuite(folder));
  it.skipIf(folders.length === 0)(
    'finds damaged files valid where JSON.parse does',
    { timeout: FUZZ_MS + 120_000 },
    () => {
      const files = folders
        .flatMap((folder) => [...suiteFiles(folder)])
        .filter(({ bytes }) => bytes.length <= MAX_FILE);
      expect(files.length).toBeGreaterThan(300);
      const random = new Random(SEED + 1);
      repeat((note) => {
        const { name, bytes } = random.pick(files);
        const splices = damage(random, bytes);
        const damaged = spliceBytes(bytes, splices);
        note(name, damaged);
        const piece = 1 + random.int(random.pick([20, 2000, 100_000]));
        // Scans the damaged file as a whole, or applies the damage as an edit of the intact file.
        if (random.int(2) === 0 || bytes.length === 0) return check(makeDocument(damaged, piece), damaged);
        const document = makeDocument(bytes, piece);
        const back = document.apply(splices);
        finish(document.settle());
        check(document, damaged);
        document.check();
        document.apply(back);
        finish(document.settle());
        check(document, bytes);
      });
    },
  );
});
