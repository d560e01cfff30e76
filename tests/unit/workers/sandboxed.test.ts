// Replies of the sandbox, which may be any cloneable value: each is read as a result or an error, nothing else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../src/shared/errors.ts';
import { readAnswer } from '../../../src/workers/jobs/sandbox-query.ts';
import { runs } from '../../runs.ts';

/** Anything that user code can put into a message. */
const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
/** Values that cannot be converted to a string. */
const stringless = fc.record({ toString: anything, valueOf: anything }, { requiredKeys: ['toString', 'valueOf'] });
const bytes = fc.uint8Array({ maxLength: 8 });
const message = fc.oneof(anything, stringless, fc.string());
const place = fc.oneof(
  anything,
  fc.record({
    offset: fc.oneof(anything, fc.nat()),
    line: fc.oneof(anything, fc.nat()),
    column: fc.oneof(anything, fc.nat()),
  }),
);
const error = fc.oneof(
  anything,
  fc.record(
    { code: fc.oneof(anything, fc.constantFrom('syntax', 'too-large', 'internal', 'stale')), message, place },
    { requiredKeys: [] },
  ),
);
const note = fc.oneof(
  anything,
  fc.record(
    {
      type: fc.oneof(anything, fc.constantFrom('inexact', 'several', 'respelled')),
      count: fc.oneof(anything, fc.nat()),
      path: fc.oneof(anything, fc.array(fc.oneof(anything, fc.string(), fc.nat()))),
      text: fc.oneof(anything, fc.string()),
    },
    { requiredKeys: [] },
  ),
);
const answers = fc.oneof(
  anything,
  fc.record(
    {
      ok: fc.oneof(fc.boolean(), anything),
      pieces: fc.oneof(fc.array(bytes), fc.array(fc.oneof(bytes, anything)), anything),
      durationMs: fc.oneof(fc.double(), anything),
      notes: fc.oneof(fc.array(note), anything),
      error,
    },
    { requiredKeys: ['ok'] },
  ),
);

/** The message as received; `undefined` if it cannot be sent. */
function send(data: unknown): { readonly data: unknown } | undefined {
  try {
    return { data: structuredClone(data) };
  } catch {
    return undefined;
  }
}

/** Checks the properties of a reply that the rest of the worker relies on. */
function check(read: ReturnType<typeof readAnswer>): void {
  if (read instanceof CodedError) {
    expect(['syntax', 'too-large', 'refused']).toContain(read.code);
    expect(typeof read.message).toBe('string');
    expect(read.message.length).toBeLessThanOrEqual(2000);
    const counts = read.place === null ? [] : [read.place.offset, read.place.line, read.place.column];
    expect(counts.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
    return;
  }
  expect(Object.keys(read).toSorted()).toEqual(['durationMs', 'notes', 'pieces']);
  // A loop, because `every` skips holes.
  for (const piece of read.pieces) expect(piece).toBeInstanceOf(Uint8Array);
  expect(read.durationMs).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(read.durationMs)).toBe(true);
  for (const one of read.notes) {
    expect(one.type).toBe('inexact');
    if (one.type !== 'inexact') continue;
    expect(Number.isSafeInteger(one.count)).toBe(true);
    expect(typeof one.text).toBe('string');
    for (const segment of one.path) expect(['string', 'number']).toContain(typeof segment);
  }
}

describe('[TRF-3] an answer of the sandbox', () => {
  it('is a result of bytes or an error with a code, whatever was sent', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const sent = send(answer);
        if (sent !== undefined) check(readAnswer(sent.data));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('is an error where its pieces are not bytes, or not there', () => {
    const wrong = [undefined, 'text', [1], [new Uint8Array(1), null], [new ArrayBuffer(1)], [new Int8Array(1)]];
    const holes: unknown[] = [new Uint8Array(1)];
    holes.length = 3;
    for (const pieces of [...wrong, holes]) {
      const read = readAnswer(structuredClone({ ok: true, pieces, durationMs: 1, notes: [] }));
      expect(read).toBeInstanceOf(CodedError);
      expect(read).toMatchObject({ code: 'refused' });
    }
  });

  it('is an error where its sentence is none', () => {
    const deep: unknown[] = [];
    for (let level = 0, inner = deep; level < 20_000; level += 1) {
      const next: unknown[] = [];
      inner.push(next);
      inner = next;
    }
    for (const sentence of [{ toString: 1, valueOf: 1 }, Object.assign(new Map(), {}), 5n, null, deep]) {
      const read = readAnswer({ ok: false, error: { code: 'syntax', message: sentence, place: null } });
      expect(read).toMatchObject({ code: 'syntax' });
    }
  });

  it('says no more than a person reads', () => {
    const long = 'x'.repeat(1e6);
    const inexact = { type: 'inexact', count: 1, path: ['a', 1, long, 'b'], text: long };
    const read = readAnswer({
      ok: true,
      pieces: [],
      durationMs: 0,
      notes: Array.from({ length: 1000 }, () => inexact),
    });
    expect(read).toMatchObject({ notes: [{ path: ['a', 1], text: 'x'.repeat(2000) }] });
    expect(readAnswer({ ok: false, error: { message: long } })).toMatchObject({ message: 'x'.repeat(2000) });
  });

  it('keeps what a query rightly says', () => {
    const inexact = { type: 'inexact', count: 2, path: ['a', 0], text: '9007199254740993' } as const;
    const pieces = [new Uint8Array([91]), new Uint8Array([93])];
    expect(readAnswer({ ok: true, pieces, durationMs: 3, notes: [inexact] })).toEqual({
      pieces,
      durationMs: 3,
      notes: [inexact],
    });
    const at = { offset: 4, line: 1, column: 0 };
    expect(readAnswer({ ok: false, error: { code: 'syntax', message: 'No.', place: at } })).toMatchObject({
      code: 'syntax',
      message: 'No.',
      place: at,
    });
  });
});
