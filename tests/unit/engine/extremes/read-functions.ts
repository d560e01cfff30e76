// Functions that read a document or derive something from it: rows, paths, values, searches, patches, shapes.

import { expect } from 'vitest';
import { toJavaScript, toJsonPath, toPointer } from '../../../../src/shared/document/path.ts';
import { parsePath } from '../../../../src/shared/document/path-text.ts';
import type { RewriteOptions } from '../../../../src/shared/protocol/format-options.ts';
import { unpackRows } from '../../../../src/shared/protocol/rows.ts';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import { compareValues } from '../../../../src/engine/tape/equality.ts';
import { Hits } from '../../../../src/engine/search/hits.ts';
import { mergeDocument } from '../../../../src/engine/patch/merge-patch.ts';
import { nearest } from '../../../../src/engine/tape/nearest-path.ts';
import { patchDocument } from '../../../../src/engine/patch/patch.ts';
import type { SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { replaceAll, replaceHit } from '../../../../src/engine/search/replace.ts';
import { rewriteDocument } from '../../../../src/engine/layout/rewrite.ts';
import { packRows } from '../../../../src/engine/treeview/row-window.ts';
import { searchDocument } from '../../../../src/engine/search/search.ts';
import { measureShape } from '../../../../src/engine/suggest/shape.ts';
import { openSnapshot, takeSnapshot } from '../../../../src/engine/document/snapshot.ts';
import { readValue } from '../../../../src/engine/values/values.ts';
import { writeValue } from '../../../../src/engine/values/value-text.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { ReadCalls } from '../../../../src/workers/document/read-calls.ts';
import { encode, engine, makeDocument } from '../support/documents.ts';
import { buildBytes, thereAndBack, type Functions, type Subject } from './subject.ts';

/** Scanning, rows and paths. */
export function placeFunctions(subject: Subject): Functions {
  const { path, bytes, node } = subject;
  const document = () => subject.document;
  const type = (at: number, text: string) =>
    document().apply([{ start: asByte(at), end: asByte(at), insert: encode(text) }]);
  const window = (first: number): number =>
    unpackRows(packRows(document().places, document().rows, first, 60)).rows.length;
  const reading = () =>
    new ReadCalls({
      document: document(),
      shown: { document: document(), cut: Number.POSITIVE_INFINITY },
      settled: Promise.resolve(),
      checked: () => Promise.resolve(),
      revision: asRevision(1),
      changedRows: () => undefined,
    });
  return {
    scan: () => expect(makeDocument(bytes).tape.count).toBe(document().tape.count),
    rescan: () => {
      const back = type(document().tape.start(node), ' ');
      finish(document().settle());
      document().apply(back);
      finish(document().settle());
    },
    'read the last valid text': () => {
      const back = type(1, 'x');
      finish(document().settle());
      expect(document().validity).toBe('invalid');
      expect(document().places.path(node).length).toBeGreaterThan(0);
      window(0);
      document().apply(back);
      finish(document().settle());
    },
    'expand all': () => document().rows.expandAll(),
    'first rows': () => window(0) > 0,
    'last rows': () => window(Math.max(0, document().rows.count - 60)) > 0,
    'expand to a level': () => document().rows.expandToLevel(3),
    'collapse all': () => document().rows.expandToLevel(0),
    reveal: () => reading().reveal(path) !== null,
    'place at a byte': () => reading().placeAt(asByte(document().tape.start(node))).path.length > 0,
    path: () => document().places.path(node).length > 0,
    'value at a path': () => document().places.atPath(path) >= node,
    'nearest value': () => expect(nearest(document().places, [...path, 'no', 'more'])?.path).toHaveLength(path.length),
    pointer: () => parsePath(toPointer(path)).length === path.length,
    'pointer in a fragment': () => parsePath(`#${encodeURI(toPointer(path))}`).length === path.length,
    JSONPath: () => parsePath(toJsonPath(path)).length === path.length,
    'path in JavaScript': () => parsePath(toJavaScript(path)).length === path.length,
  };
}

/** Functions that make documents and values from a document. */
export function rewriteFunctions(subject: Subject): Functions {
  const rewrite = (options: RewriteOptions) => finish(rewriteDocument(subject.document, options));
  const layout = { indent: '  ', maxLineLength: 80 } as const;
  const read = (parser: 'native' | 'lossless'): unknown => finish(readValue(subject.document.places, 0, parser));
  return {
    format: () => rewrite({ style: 'format', ...layout }),
    'smart format': () => rewrite({ style: 'smart', ...layout }),
    compact: () => expect(rewrite({ style: 'compact', ...layout }).tape.count).toBe(subject.document.tape.count),
    'escape and unescape': () => {
      const document = finish(rewriteDocument(rewrite({ style: 'escape' }), { style: 'unescape' }));
      expect(document.tape.count).toBe(subject.document.tape.count);
    },
    'escape unicode': () => rewrite({ style: 'compact', escapeUnicode: true, ...layout }),
    'native value and back': () => expect(finish(writeValue(read('native')))).toHaveLength(subject.document.size),
    'lossless value and back': () => expect(finish(writeValue(read('lossless')))).toHaveLength(subject.document.size),
    compare: () => {
      const other = makeDocument(subject.bytes);
      return finish(compareValues({ places: subject.document.places, node: 0 }, { places: other.places, node: 0 }));
    },
    shape: () => finish(measureShape(subject.document, 0, 100_000)),
    'shape of two': () => {
      const parts = [encode('['), subject.bytes, encode(','), subject.bytes, encode(']')];
      const two = makeDocument(new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0)).fill(0x20));
      two.apply([{ start: asByte(0), end: asByte(two.size), insert: joined(parts) }]);
      finish(two.settle());
      expect(finish(measureShape(two, 0, 100_000)).items).toBe(2);
    },
    snapshot: () => {
      const opened = openSnapshot(engine, takeSnapshot(subject.document, asRevision(1)));
      expect(opened.tape.count).toBe(subject.document.tape.count);
    },
  };
}

/** Searches, replacements and patches. */
export function changeFunctions(subject: Subject): Functions {
  const { needle, bytes } = subject;
  const query = (change: Partial<SearchQuery>): SearchQuery => ({
    pattern: needle,
    regex: false,
    matchCase: false,
    wholeWord: false,
    scope: 'all',
    ...change,
  });
  const count = (change: Partial<SearchQuery>): void => {
    finish(searchDocument(subject.document, query(change), new Hits(1000)));
  };
  const replace = (change: Partial<SearchQuery>, by: string): void =>
    thereAndBack(subject, finish(replaceAll(subject.document, query(change), by)).splices);
  const patch = (operations: unknown): void => {
    const text = operations instanceof Uint8Array ? operations : JSON.stringify(operations);
    thereAndBack(subject, finish(patchDocument(subject.document, makeDocument(text))));
  };
  const pointer = toPointer(subject.path);
  const isArray = subject.document.places.kind(0) === 'array';
  const whole = function* (op: string): Generator<string> {
    yield `[{"op":"${op}","path":"","value":`;
    const decoder = new TextDecoder();
    for (let at = 0; at < bytes.length; at += 65536) yield decoder.decode(bytes.subarray(at, at + 65536));
    yield '}]';
  };
  const added = Array.from({ length: 1000 }, (_, index) => ({
    op: 'add',
    path: isArray ? '/-' : `/n${index}`,
    value: index,
  }));
  const replaced = Array.from({ length: 1000 }, (_, index) => ({
    op: 'replace',
    path: isArray ? `/${index}` : `/k${index}`,
    value: 0,
  }));
  const removed = replaced.map(({ path }) => ({ op: 'remove', path })).slice(0, isArray ? 5 : 1000);
  return {
    'search the text': () => count({ scope: 'text' }),
    'search keys': () => count({ scope: 'keys', wholeWord: true }),
    'search values': () => count({ scope: 'values' }),
    'search the text by expression': () => count({ pattern: `[${needle}]{2}`, regex: true, scope: 'text' }),
    'search keys and values by expression': () => count({ pattern: '^.|.$', regex: true }),
    'replace one': () => {
      const hits = new Hits(1);
      finish(searchDocument(subject.document, query({}), hits));
      if (hits.storedCount === 0) return;
      thereAndBack(subject, finish(replaceHit(subject.document, query({}), '88', hits.at(0))).splices);
    },
    'replace all': () => replace({}, '88'),
    'replace by expression': () => replace({ pattern: `(${needle})`, regex: true }, '8$1'),
    'patch: test': () => patch(buildBytes(whole('test'))),
    'patch: replace the root': () => patch(buildBytes(whole('replace'))),
    'patch: replace': () => patch([{ op: 'replace', path: pointer, value: 5 }]),
    'patch: add': () => patch([{ op: 'add', path: `${pointer.slice(0, pointer.lastIndexOf('/'))}/0`, value: 5 }]),
    'patch: remove': () => patch([{ op: 'remove', path: pointer }]),
    'patch: move': () => patch([{ op: 'move', from: pointer, path: isArray ? '/0' : '/new' }]),
    'patch: copy': () => patch([{ op: 'copy', from: pointer, path: isArray ? '/0' : '/new' }]),
    'patch: what is not there': () => patch([{ op: 'remove', path: `${pointer}/no/more` }]),
    'patch: add a thousand': () => patch(added),
    'patch: replace a thousand': () => patch(replaced),
    'patch: remove a thousand': () => patch(removed),
    'merge with itself': () => thereAndBack(subject, finish(mergeDocument(subject.document, makeDocument(bytes)))),
    'merge a few': () => {
      const some = makeDocument('{"k1": null, "k2": 1, "z": {"q": null}, "new": [1]}');
      thereAndBack(subject, finish(mergeDocument(subject.document, some)));
    },
    'merge into nothing': () => finish(mergeDocument(makeDocument('{}'), subject.document)),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
