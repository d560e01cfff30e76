// The big list of naughty strings: each survives unchanged as a value, as a key and in a path.

import { describe, expect, it } from 'vitest';
import { toJavaScript, toJsonPath, toPointer } from '../../src/shared/document/path.ts';
import { parsePath } from '../../src/shared/document/path-text.ts';
import { asNode } from '../../src/shared/units.ts';
import { spliceIntent } from '../../src/engine/edit/edit.ts';
import { formatDocument } from '../../src/engine/layout/format.ts';
import { patchDocument } from '../../src/engine/patch/patch.ts';
import { readValue } from '../../src/engine/values/values.ts';
import { writeValue } from '../../src/engine/values/value-text.ts';
import { finish } from '../../src/engine/base/work.ts';
import { makeDocument, textOf } from '../unit/engine/support/documents.ts';
import { hasSuite, suiteFiles } from './suites.ts';

const isHere = hasSuite('blns');

describe.runIf(isHere)('the big list of naughty strings', () => {
  const file = isHere ? [...suiteFiles('blns')].find(({ name }) => name === 'blns.json') : undefined;
  const source = file?.bytes ?? new TextEncoder().encode('[]');
  const strings = JSON.parse(new TextDecoder().decode(source)) as string[];

  it('has the cases that its notice names', () => {
    expect(strings).toHaveLength(515);
  });

  it('[PAR-2] reads, formats and writes as it is', () => {
    const document = makeDocument(source, 1000);
    document.check();
    for (const parser of ['native', 'lossless'] as const) {
      const value = finish(readValue(document.places, 0, parser));
      expect(value).toEqual(strings);
      expect(new TextDecoder().decode(finish(writeValue(value)) ?? undefined)).toBe(JSON.stringify(strings));
    }
    const compact = finish(formatDocument(document, { style: 'compact', indent: '', maxLineLength: 80 }));
    expect(JSON.parse(textOf(compact))).toEqual(strings);
  });

  it.each(strings.map((string, index) => ({ index, string })))('$index: $string', ({ string }) => {
    // As a key, found by each notation of its path.
    const document = makeDocument(`{"before":1,${JSON.stringify(string)}:{"x":2}}`);
    for (const spell of [toPointer, toJsonPath, toJavaScript]) {
      expect(parsePath(spell([string, 'x']))).toEqual([string, 'x']);
      expect(document.places.atPath(parsePath(spell([string, 'x'])))).toBe(3);
    }
    expect(document.places.path(3)).toEqual([string, 'x']);
    // Set as a value and as a key.
    document.apply(spliceIntent(document.places, { type: 'set', node: asNode(3), json: JSON.stringify(string) }));
    finish(document.settle());
    document.apply(spliceIntent(document.places, { type: 'rename', node: asNode(1), key: string }));
    finish(document.settle());
    document.check();
    expect(JSON.parse(textOf(document))).toEqual(
      JSON.parse(`{${JSON.stringify(string)}:{"x":${JSON.stringify(string)}}}`),
    );
    // Through a patch.
    const path = JSON.stringify(toPointer([string]));
    const patch = makeDocument(`[{"op":"move","from":${path},"path":"/m"},{"op":"copy","from":"/m/x","path":${path}}]`);
    const renamed = makeDocument(`{${JSON.stringify(string)}:{"x":${JSON.stringify(string)}}}`);
    renamed.apply(finish(patchDocument(renamed, patch)));
    const expected = string === 'm' ? string : { m: { x: string }, [string]: string };
    expect(JSON.parse(textOf(renamed))).toEqual(typeof expected === 'string' ? { m: expected } : expected);
  });
});
