// A million levels: nothing recurses, and nothing walks down from the root for each level.

import { describe } from 'vitest';
import type { Path } from '../../../../src/shared/path.ts';
import { encode, makeDocument } from '../support.ts';
import { changeFunctions, placeFunctions, rewriteFunctions } from './asking.ts';
import { editFunctions } from './edits.ts';
import { pick, tryAll, type Subject } from './subject.ts';

const DEPTH = pick(1_000_000, 100_000);

function deep(text: string, node: number, path: Path, needle: string): Subject {
  const bytes = encode(text);
  return { bytes, document: makeDocument(bytes), node, container: node - 1, target: 1, path, needle };
}

describe(`arrays ${DEPTH} levels deep`, () => {
  const text = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
  const subject = deep(text, DEPTH - 1, Array<number>(DEPTH - 1).fill(0), '7');
  tryAll(
    subject,
    {
      ...placeFunctions(subject),
      ...editFunctions(subject),
      ...rewriteFunctions(subject),
      ...changeFunctions(subject),
    },
    {
      rename: 'refused',
      'sort by key': 'refused',
      'convert to an array': 'refused',
      'patch: what is not there': 'refused',
      'patch: replace a thousand': 'refused',
      format: 'too-large',
      'smart format': 'too-large',
      'format the root value': 'too-large',
    },
  );
});

describe(`objects ${DEPTH} levels deep`, () => {
  const text = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
  const subject = deep(text, DEPTH, Array<string>(DEPTH).fill('a'), 'a');
  tryAll(
    subject,
    {
      ...placeFunctions(subject),
      ...editFunctions(subject),
      ...rewriteFunctions(subject),
      ...changeFunctions(subject),
    },
    {
      'convert to an object': 'refused',
      'patch: what is not there': 'refused',
      'patch: replace a thousand': 'refused',
      format: 'too-large',
      'smart format': 'too-large',
      'format the root value': 'too-large',
    },
  );
});
