// Suggestions at a caret, in random documents of every dialect, also while they are half typed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { unquote } from '../../../src/shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../src/shared/bytes/utf8.ts';
import type { JsonDocument } from '../../../src/engine/document/document.ts';
import { suggest } from '../../../src/engine/suggest/suggest.ts';
import { finish } from '../../../src/engine/base/work.ts';
import { anyDialect, textIn } from './support/dialect-documents.ts';
import { edits, encode, makeDocument, spliceBytes, textOf, toSplices } from './support/documents.ts';
import { runs } from '../../runs.ts';

/** Types a text key by key, with a check of the document after every key. Returns the caret's offset. */
function typeInto(document: JsonDocument, at: number, typed: string): number {
  let offset = at;
  for (const character of typed) {
    const insert = encode(character);
    document.apply([{ start: asByte(offset), end: asByte(offset), insert }]);
    finish(document.settle());
    offset += insert.length;
  }
  return offset;
}

/** The suggestions at the mark `▮` of a text, after typing `typed` there; `null` when there are none. */
function ask(text: string, typed = '', dialect: Parameters<typeof makeDocument>[2] = 'json') {
  const [before = '', behind = ''] = text.split('▮');
  const document = makeDocument(before + behind, undefined, dialect);
  const found = suggest(document, typeInto(document, encode(before).length, typed));
  return found && { ...found, items: found.items.map(({ spelling }) => spelling) };
}

describe('suggestions for keys', () => {
  const LIST = '[{"id": 1, "on": true, "name": "a"}, {"id": 2, "name": "b"}, {"id": 3▮}]';

  it('[TXT-1] are those of the objects beside, the most frequent first', () => {
    expect(ask(LIST, ', ')?.items).toEqual(['"name"', '"on"']);
    expect(ask(LIST, ',"')?.items).toEqual(['"name"', '"on"']);
    expect(ask(LIST, ', "n')).toMatchObject({ at: 'key', behind: ': ', range: { start: 71, end: 73 } });
    expect(ask(LIST, ', "name": "c", ')?.items).toEqual(['"on"']);
    expect(ask('[{"a": 1, "b": 2}, {▮"b": 2}]', '"')?.items).toEqual(['"a"']);
    expect(ask('[{"a": 1}, {"b": 2, "a": 3}▮]', ', {')?.items).toEqual(['"a"', '"b"']);
  });

  it('[TXT-1] are found through several arrays, and beside the object where there is none', () => {
    expect(ask('[{"p": [{"q": {"r": 1}}]}, {"p": [{"q": {▮}}]}]')?.items).toEqual(['"r"']);
    expect(ask('{"one": {"x": 1, "y": 2}, "two": {▮}}')?.items).toEqual(['"x"', '"y"']);
  });

  it('[TXT-1] are spelt as their neighbours are', () => {
    expect(ask("[{one: 1, 'two words': 2}, {▮}]", '', 'json5')?.items).toEqual(['one', "'two words'"]);
    expect(ask('[{"a":1,"b":2},{▮}]')?.behind).toBe(':');
    expect(ask('[{"a": 1, "b": 2}, {"▮": 3}]')).toMatchObject({ behind: '', items: ['"a"', '"b"'] });
    expect(ask('{"a": 1}\n{"b": 1, "a": 2}\n▮', '{"', 'ndjson')?.items).toEqual(['"a"', '"b"']);
  });
});

describe('suggestions for values', () => {
  it('[TXT-1] are those at the same path', () => {
    const list = '[{"k": "x", "n": 1}, {"k": "y", "n": "x"}, {"k": "y"▮}]';
    expect(ask(list, ', "n": ')?.items).toEqual(['1', '"x"', 'true', 'false', 'null']);
    expect(ask('[{"k": "x"}, {"k": "y"}, {"k": "y"}▮]', ', {"k": "')).toMatchObject({
      at: 'value',
      items: ['"y"', '"x"'],
    });
    expect(ask('{"tags": ["a", "b", "a"▮]}', ', ')?.items.slice(0, 2)).toEqual(['"a"', '"b"']);
  });

  it('[TXT-1] are none where no value can be', () => {
    expect(ask('{"a" ▮: 1}')).toBeNull();
    expect(ask('{"a": 1 ▮}')).toBeNull();
    expect(ask('[1] ▮')).toBeNull();
    expect(ask('[1, /* ▮ */ 2]', '', 'jsonc')).toBeNull();
  });
});

describe('suggestions anywhere', () => {
  const anyText = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ dialect, text })));

  it('[TXT-1] are seen elsewhere, and keep the text valid in the place of a key or value', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), ({ dialect, text }, place) => {
        const document = makeDocument(text, undefined, dialect);
        fc.pre(document.isLive && document.size > 0);
        const offset = place % (document.size + 1);
        const found = suggest(document, offset);
        if (found === null || found.range.start === found.range.end) return;
        const keys = keysOf(document);
        for (const item of found.items) {
          if (item.kind === 'key') expect(keys.filter(({ key }) => key === item.label).length).toBeGreaterThan(0);
          const insert = encode(item.spelling + found.behind);
          const written = makeDocument(
            spliceBytes(document.memory.text(), [{ ...found.range, insert }]),
            undefined,
            dialect,
          );
          expect([written.error?.message, textOf(written)]).toEqual([undefined, textOf(written)]);
        }
        if (found.at === 'key') {
          const own = keys.find(({ start, end }) => start <= offset && offset <= end);
          const beside = keys.filter((key) => key.container === own?.container && key !== own).map(({ key }) => key);
          for (const { label } of found.items) expect(beside).not.toContain(label);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[TXT-1] may be asked for at any place of any text, however broken', () => {
    fc.assert(
      fc.property(anyText, edits, fc.nat(), ({ dialect, text }, wanted, place) => {
        const document = makeDocument(text, undefined, dialect);
        document.apply(toSplices(document.size, wanted));
        if (place % 3 > 0) finish(document.settle());
        const offset = place % (document.size + 1);
        const found = suggest(document, offset);
        if (found === null) return;
        expect(found.range.start).toBeLessThanOrEqual(offset);
        expect(found.range.end).toBeGreaterThanOrEqual(offset);
        expect(found.range.end).toBeLessThanOrEqual(document.size);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[BIG-1] come at once, however many records there are', () => {
    const records = Array.from({ length: 100_000 }, (_, id) => `{"id":${id},"name":"n${id % 7}","tags":["a","b"]}`);
    const document = makeDocument(`[${records.join(',')}]`);
    const offset = typeInto(document, encode(`[${records.slice(0, 70_000).join(',')}`).length - 1, ',"');
    const times = Array.from({ length: 10 }, () => {
      const start = performance.now();
      suggest(document, offset);
      return performance.now() - start;
    });
    // Takes about 5 ms, without the index of the list's items, which is built once.
    expect(Math.min(...times)).toBeLessThan(40);
    const found = suggest(document, offset);
    expect(found?.items).toEqual([]);
    expect(suggest(document, typeInto(document, offset, 'x":1,{'))?.items.length).toBe(0);
  });
});

/** Every key of a document, with its object. */
function keysOf({ tape, places }: JsonDocument) {
  const keys: { key: string; start: number; end: number; container: number }[] = [];
  for (let container = 0; container < tape.count; container += 1) {
    if (!tape.isOpening(container) || places.kind(container) !== 'object') continue;
    for (let child = container + 1; child < tape.closing(container); child = tape.next(child)) {
      const { start, end } = places.keyRange(child);
      keys.push({ key: unquote(decodeUtf8(places.text.slice(start, end))), start, end, container });
    }
  }
  return keys;
}
