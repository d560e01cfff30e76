// A key of 50 MB: it is read, compared and spelt no more often than necessary.

import { describe } from 'vitest';
import { encode, makeDocument } from '../support/documents.ts';
import { allFunctions } from './all.ts';
import { pick, tryAll, type Subject } from './subject.ts';

const BYTES = pick(50_000_000, 300_000);

describe.each([
  ['plain', ''],
  ['with escapes', 'é\\n'],
])(`a key of ${BYTES} bytes, %s`, (_, start) => {
  const key = `${JSON.parse(`"${start}"`) as string}${'k'.repeat(BYTES)}`;
  const bytes = encode(`{"x":[1,{"${start}${'k'.repeat(BYTES)}":{"a":[2]},"y":3}],"z":4}`);
  const document = makeDocument(bytes);
  const { places } = document;
  const container = places.atPath(['x', 1]);
  const subject: Subject = {
    bytes,
    document,
    node: container + 1,
    container,
    target: places.atPath(['z']),
    path: ['x', 1, key],
    needle: 'k',
  };
  tryAll(subject, allFunctions(subject), {
    'convert to an object': 'refused',
    'patch: what is not there': 'refused',
    'patch: replace a thousand': 'refused',
    'patch: remove a thousand': 'refused',
  });
});
