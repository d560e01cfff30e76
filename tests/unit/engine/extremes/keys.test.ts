// Five million keys in one object: no operation walks over all of them many times.

import { describe } from 'vitest';
import { makeDocument } from '../support/documents.ts';
import { allFunctions } from './all.ts';
import { buildBytes, pick, tryAll, type Subject } from './subject.ts';

const KEYS = pick(5_000_000, 30_000);

function* members(): Generator<string> {
  yield '{';
  for (let index = 0; index < KEYS; index += 1) yield `${index === 0 ? '' : ','}"k${(index * 7919) % KEYS}":${index}`;
  yield '}';
}

describe(`${KEYS} keys in one object`, () => {
  const bytes = buildBytes(members());
  const document = makeDocument(bytes);
  const node = KEYS / 2;
  const subject: Subject = {
    bytes,
    document,
    node,
    container: 0,
    target: 3,
    path: [document.places.key(node)],
    needle: '7',
  };
  const tooMany =
    KEYS > 2_000_000
      ? ({ 'duplicate all': 'too-large', 'wrap all': 'too-large', 'merge into nothing': 'too-large' } as const)
      : {};
  tryAll(subject, allFunctions(subject), {
    'convert to an object': 'refused',
    unwrap: 'refused',
    'patch: what is not there': 'refused',
    ...tooMany,
  });
});
