// The scanner compared with its plain twin, on texts long enough for its fast paths, with unusual input at every distance from
// the edges of a block (64 bytes) and of a stretch (8 KB).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentMemory, TEXT_BASE } from '../../../../src/engine/base/memory.ts';
import { Scan } from '../../../../src/engine/document/scan.ts';
import { encode, engine, jsonText } from '../support/documents.ts';
import { scanByBytes, type Scanned } from './plain-scanner.ts';
import { runs } from '../../../runs.ts';

/** Scans `bytes` that arrive in pieces. The previous content of the memory must not matter. */
function scan(bytes: Uint8Array, piece: number): Scanned {
  const memory = new DocumentMemory(engine, bytes.length);
  memory.bytes.fill(0x31, TEXT_BASE);
  let run = Scan.whole(memory);
  let error: Scanned['error'] = null;
  for (let limit = 0; limit < bytes.length && error === null;) {
    const part = bytes.subarray(limit, limit + piece);
    memory.bytes.set(part, TEXT_BASE + limit);
    limit += part.length;
    memory.size = limit;
    if (limit === part.length) run = Scan.whole(memory);
    const status = run.run(limit, limit === bytes.length);
    if (status.type === 'failed') ({ error } = status);
  }
  const base = run.address >>> 2;
  return { words: [...memory.words.subarray(base, base + run.count * 2)], error };
}

/** The comparable part of a result: in an invalid text, the links of unclosed containers are undefined. */
function comparable({ words, error }: Scanned): unknown {
  return error === null ? { words } : { starts: words.filter((_, index) => index % 2 === 0), error };
}

function agree(bytes: Uint8Array, piece = bytes.length): void {
  const [found, expected] = [scan(bytes, piece), scanByBytes(bytes)];
  expect(comparable(found)).toEqual(comparable(expected));
}

/** Arrays and objects of random values, 200 bytes to 30 KB. */
const longText = fc
  .tuple(fc.array(jsonText, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.nat(70))
  .map(([values, times, object, pad]) => {
    const parts = Array.from({ length: times }, () => values).flat();
    const members = object ? parts.map((value, index) => `"k${index}":${value}`) : parts;
    return ' '.repeat(pad) + (object ? `{${members.join(', ')}}` : `[${members.join(',')}]`);
  });

describe('[PAR-3] a byte order mark', () => {
  it('is no part of the value, in whatever pieces it comes', () => {
    const [plain, marked] = [encode('{"a": [1, 2]}'), encode('\ufeff{"a": [1, 2]}')];
    const moved = scan(plain, plain.length).words.map((word, index) => (index % 2 === 0 ? word + 3 : word));
    expect(scan(marked, marked.length)).toEqual({ words: moved, error: null });
  });
});

describe('[PAR-3] the scanner and its twin', () => {
  it('agree on valid texts', () => {
    fc.assert(
      fc.property(longText, fc.integer({ min: 1, max: 20_000 }), (text, piece) => agree(encode(text), piece)),
      { numRuns: runs(300) },
    );
  });

  it('agree on the first error of texts with a byte changed', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...encode('"\\,:{}[]0-.eE \n'))),
    );
    fc.assert(
      fc.property(longText, fc.array(change, { minLength: 1, maxLength: 2 }), (text, changes) => {
        const bytes = encode(text);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        agree(bytes);
      }),
      { numRuns: runs(600) },
    );
  });

  const unusual = [
    '-',
    '01',
    '1.',
    '.5',
    '1.2.3',
    '--1',
    '1e',
    '1e+',
    '1E5',
    '12x',
    '-0',
    '1234567890123456789012345678901234567890',
    'tru',
    'truely',
    'nul',
    'falsE',
    'null1',
    '1"a"',
    '"a"1',
    '"a""b"',
    '"\\"',
    '"\\u00e"',
    '"\\x"',
    '"\\\\"',
    '"\\\\\\""',
    '"\t"',
    '"\u007f"',
    '"é"',
    '"日本"',
    '"🚀"',
    '"\u0000"',
    '\u00a0',
    '\u000c',
    '{"a"}',
    '{"a":}',
    '{1:2}',
    '{,}',
    '[,]',
    '[1,]',
    '{"a":1,}',
    '1 2',
    '"a" :',
    ']',
    '}',
    '[}',
    '{]',
    ':',
    '',
  ];
  it.each(unusual)('agree on %j at every distance from a block and a stretch', (value) => {
    for (let pad = 0; pad < 70; pad += 1) {
      agree(encode(`[${' '.repeat(pad)}"x", ${value} ,{"k": ${value}\n}, [${value}], 1, 2, 3]${' '.repeat(64)}`));
      agree(encode(`["${'x'.repeat(8090 + pad)}", 1, ${value}, "${'y'.repeat(100)}"]`));
    }
  });

  it.each([
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xe0, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0x80],
    [0xe6, 0x97],
    [0xff],
    [0xf0, 0x9f, 0x9a],
  ])('agree on ill-formed UTF-8, %#', (...bytes) => {
    for (let pad = 0; pad < 70; pad += 1) {
      agree(Uint8Array.from([...encode(`[${' '.repeat(pad)}"é`), ...bytes, ...encode(`x", 2]${' '.repeat(70)}`)]));
      agree(Uint8Array.from([...encode(`[${' '.repeat(pad)}"é`), ...bytes, ...encode(`", 2]${' '.repeat(70)}`)]));
    }
  });
});
