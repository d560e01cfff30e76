// A document whose index does not fit into memory: its text is still available.

import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../../src/shared/errors.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { JsonDocument } from '../../../../src/engine/document/document.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, engine, textOf } from '../support/documents.ts';

const TEXT = `[${'1,\n'.repeat(5000)}1]`;

/** Loads a text in pieces, into a memory that ends `room` bytes after it. */
function fill(text: string, room: number): JsonDocument {
  const bytes = encode(text);
  const document = new JsonDocument(engine, bytes.length);
  const { memory } = document;
  const most = memory.tapeBase + room;
  const ensure = memory.ensure.bind(memory);
  memory.ensure = (end) => {
    if (end > most) throw new CodedError('too-large', 'Too large.');
    ensure(end);
  };
  for (let start = 0; start < bytes.length; start += 1000) document.append(bytes.subarray(start, start + 1000));
  document.complete();
  return document;
}

describe('[BIG-1] a text that is too large for an index', () => {
  it('is read, and has the error', () => {
    const document = fill(TEXT, 20_000);
    expect(textOf(document)).toBe(TEXT);
    expect(document.lines.lineCount).toBe(5001);
    expect(document).toMatchObject({ validity: 'invalid', isLive: false, error: { code: 'too-large' } });
    expect(fill(TEXT, 200_000)).toMatchObject({ validity: 'valid', isLive: true });
  });

  it('can be edited until an index fits', () => {
    const document = fill(TEXT, 20_000);
    document.apply([{ start: asByte(1), end: asByte(TEXT.length - 2), insert: new Uint8Array() }]);
    finish(document.settle());
    expect(textOf(document)).toBe('[1]');
    expect(document).toMatchObject({ validity: 'valid', isLive: true });
  });
});
