// Fifty million items in one array: nothing allocates an object or a splice per item.

import { describe } from 'vitest';
import { makeDocument } from '../support/documents.ts';
import { allFunctions } from './all.ts';
import { buildBytes, pick, tryAll, type Subject } from './subject.ts';

const ITEMS = pick(50_000_000, 100_000);

function* items(): Generator<string> {
  yield '[';
  const ten = '0,1,2,3,4,5,6,7,8,9';
  for (let index = 0; index < ITEMS; index += 10) yield index === 0 ? ten : `,${ten}`;
  yield ']';
}

describe(`${ITEMS} items in one array`, () => {
  const bytes = buildBytes(items());
  const node = ITEMS / 2;
  const subject: Subject = {
    bytes,
    document: makeDocument(bytes),
    node,
    container: 0,
    target: 3,
    path: [node - 1],
    needle: '7',
  };
  const tooManyEdits = ITEMS > 2_000_000 ? ({ 'duplicate all': 'too-large', 'wrap all': 'too-large' } as const) : {};
  const tooMany =
    ITEMS > 2 ** 24
      ? ({
          'lossless value and back': 'too-large',
          'value to lossless': 'too-large',
          'value to native': 'too-large',
        } as const)
      : {};
  tryAll(subject, allFunctions(subject), {
    rename: 'refused',
    'sort by key': 'refused',
    'convert to an array': 'refused',
    unwrap: 'refused',
    'patch: what is not there': 'refused',
    ...tooManyEdits,
    ...tooMany,
  });
});
