// A million levels: nothing recurses, and nothing descends from the root once per level.

import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../src/shared/document/path.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, makeDocument } from '../support/documents.ts';
import { allFunctions } from './all.ts';
import { pick, tryAll, type Subject } from './subject.ts';

const DEPTH = pick(1_000_000, 100_000);

function deep(text: string, node: number, path: Path, needle: string): Subject {
  const bytes = encode(text);
  return { bytes, document: makeDocument(bytes), node, container: node - 1, target: 1, path, needle };
}

describe(`arrays ${DEPTH} levels deep`, () => {
  const text = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
  const subject = deep(text, DEPTH - 1, Array<number>(DEPTH - 1).fill(0), '7');
  tryAll(subject, allFunctions(subject), {
    rename: 'refused',
    'sort by key': 'refused',
    'convert to an array': 'refused',
    'patch: what is not there': 'refused',
    'patch: replace a thousand': 'refused',
    'patch: remove a thousand': 'refused',
    format: 'too-large',
    'smart format': 'too-large',
    'format the root value': 'too-large',
  });
});

describe(`objects ${DEPTH} levels deep`, () => {
  const text = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
  const subject = deep(text, DEPTH, Array<string>(DEPTH).fill('a'), 'a');
  tryAll(subject, allFunctions(subject), {
    'convert to an object': 'refused',
    'patch: what is not there': 'refused',
    'patch: replace a thousand': 'refused',
    'patch: remove a thousand': 'refused',
    format: 'too-large',
    'smart format': 'too-large',
    'format the root value': 'too-large',
  });
});

describe(`a value at each of ${DEPTH} levels`, () => {
  it('is removed in one walk, not in one from the root for each', () => {
    const document = makeDocument(`${'[1,'.repeat(DEPTH)}2${']'.repeat(DEPTH)}`);
    const nodes = Uint32Array.from({ length: DEPTH }, (_, level) => level * 2 + 1);
    document.apply(finish(planEdit(document.places, { type: 'remove', nodes })));
    finish(document.settle());
    expect(document.validity).toBe('valid');
    expect(document.size).toBe(DEPTH * 2 + 1);
  });
});
