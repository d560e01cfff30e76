// The whole suites of JSON Patch and JSON Merge Patch. Documents and patches are read as text from their files, because
// JSON.parse would drop repeated members. Upstream disables four records of JSON Patch: "Toplevel scalar values OK?", "Whole
// document", "A.13 Invalid JSON Patch Document" and "duplicate ops". All four run and pass here: a scalar root is a document,
// and two `op` members are detected.

import { describe, expect, it } from 'vitest';
import { equalValues } from '../../src/engine/tape/equality.ts';
import { mergeDocument } from '../../src/engine/patch/merge-patch.ts';
import { patchDocument } from '../../src/engine/patch/patch.ts';
import type { JsonDocument } from '../../src/engine/document/document.ts';
import { finish } from '../../src/engine/base/work.ts';
import { makeDocument, textOf } from '../unit/engine/support/documents.ts';
import { hasSuite, suiteFiles } from './suites.ts';

/** A record of a suite: the text of each member by its key. */
type Texts = ReadonlyMap<string, string>;

/** Returns the records of an array. */
function records(document: JsonDocument, array: number): Texts[] {
  const { tape, places } = document;
  return childrenOf(document, array).map((record) => {
    const texts = childrenOf(document, record).map((member): [string, string] => {
      const { start, end } = places.range(member);
      return [places.key(member), new TextDecoder().decode(document.memory.text(start, end))];
    });
    expect(tape.isOpening(record)).toBe(true);
    return new Map(texts);
  });
}

function childrenOf({ tape }: JsonDocument, container: number): number[] {
  const found: number[] = [];
  for (let child = container + 1; child < tape.closing(container); child = tape.next(child)) found.push(child);
  return found;
}

/** Expects the patched document to have the value of `expected`, and the inverse to restore its bytes exactly. */
function expectPatched(document: JsonDocument, splices: ReturnType<JsonDocument['apply']>, expected: string): void {
  const text = textOf(document);
  const inverse = document.apply(splices);
  finish(document.settle());
  document.check();
  expect(JSON.parse(textOf(document))).toEqual(JSON.parse(expected));
  expect(equalValues({ places: document.places, node: 0 }, { places: makeDocument(expected).places, node: 0 })).toBe(
    true,
  );
  document.apply(inverse);
  expect(textOf(document)).toBe(text);
}

const hasPatch = hasSuite('json-patch-tests');
const hasMerge = hasSuite('merge-patch-rfc7396');

describe.runIf(hasPatch)('JSON Patch tests', () => {
  const files = hasPatch ? [...suiteFiles('json-patch-tests')] : [];
  const cases = files
    .filter(({ name }) => name.endsWith('.json'))
    .flatMap(({ name, bytes }) =>
      records(makeDocument(bytes), 0).map((texts, index) => ({
        name: `${name} ${index} ${texts.get('comment') ?? ''}`,
        texts,
      })),
    );

  it('have the cases that their notice names', () => {
    expect(cases).toHaveLength(95 + 17);
  });

  it.each(cases)('$name', ({ texts }) => {
    const doc = texts.get('doc') ?? '';
    const document = makeDocument(doc);
    const apply = (): ReturnType<JsonDocument['apply']> =>
      finish(patchDocument(document, makeDocument(texts.get('patch') ?? '')));
    if (texts.has('error')) {
      expect(apply).toThrow(expect.objectContaining({ message: expect.stringMatching(/^Operation \d/) as string }));
      expect(textOf(document)).toBe(doc);
    } else {
      // A record without an expectation only tests that the patch applies.
      expectPatched(document, apply(), texts.get('expected') ?? doc);
    }
  });
});

describe.runIf(hasMerge)('JSON Merge Patch', () => {
  const files = hasMerge ? [...suiteFiles('merge-patch-rfc7396')] : [];
  const cases = files
    .filter(({ name }) => name.endsWith('.json'))
    .flatMap(({ bytes }) =>
      records(makeDocument(bytes), 0).flatMap((group) =>
        records(makeDocument(group.get('cases') ?? '[]'), 0).map((texts) => ({
          given: group.get('given') ?? '',
          patch: texts.get('patch') ?? '',
          result: texts.get('result') ?? '',
        })),
      ),
    );

  it('has the cases that its notice names', () => {
    expect(cases).toHaveLength(15);
  });

  it.each(cases)('$given with $patch is $result', ({ given, patch, result }) => {
    const document = makeDocument(given);
    expectPatched(document, finish(mergeDocument(document, makeDocument(patch))), result);
  });
});
