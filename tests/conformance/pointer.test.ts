// The examples of RFC 6901 and edge cases: what a pointer finds, and which are invalid or find nothing.

import { describe, expect, it } from 'vitest';
import { parsePath, parsePointer } from '../../src/shared/document/path-text.ts';
import { toPointer } from '../../src/shared/document/path.ts';
import { readValue } from '../../src/engine/values/values.ts';
import { finish } from '../../src/engine/base/work.ts';
import { makeDocument } from '../unit/engine/support/documents.ts';
import { hasSuite, suiteFiles } from './suites.ts';

interface Case {
  readonly pointer?: string;
  readonly fragment?: string;
  readonly result?: unknown;
  readonly segments?: readonly string[];
  readonly error?: 'syntax' | 'missing';
}
interface Group {
  readonly document: unknown;
  readonly cases: readonly Case[];
}

const isHere = hasSuite('json-pointer');

describe.runIf(isHere)('JSON Pointer', () => {
  const [file] = isHere ? suiteFiles('json-pointer') : [];
  const groups = JSON.parse(new TextDecoder().decode(file?.bytes ?? new TextEncoder().encode('[]'))) as Group[];
  const cases = groups.flatMap((group) => group.cases.map((one) => ({ ...one, document: group.document })));

  it('has the cases that its notice names', () => {
    expect(cases).toHaveLength(47);
  });

  it.each(cases)('$pointer$fragment', ({ pointer, fragment, result, segments, error, document }) => {
    const parse = (): readonly (string | number)[] =>
      pointer === undefined ? parsePath(fragment ?? '') : parsePointer(pointer);
    if (error === 'syntax') {
      expect(parse).toThrow(expect.objectContaining({ code: 'syntax' }));
      return;
    }
    const path = parse();
    if (segments !== undefined) {
      expect(path).toEqual(segments);
      expect(toPointer(path)).toBe(pointer);
    }
    const { places } = makeDocument(JSON.stringify(document));
    const node = places.atPath(path);
    if (error === 'missing') expect(node).toBe(-1);
    else expect(finish(readValue(places, node, 'native'))).toEqual(result);
  });
});
