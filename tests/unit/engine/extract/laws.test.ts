// Values in random noise are found at their places, and a find that is written back changes its own bytes only.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { extractJson, readFind } from '../../../../src/engine/extract/extract.ts';
import { isWritable, rewriteFind } from '../../../../src/engine/extract/write-find.ts';
import { findsIn } from '../support/finds.ts';

const encoder = new TextEncoder();
const escapeOnce = (text: string): string => JSON.stringify(text).slice(1, -1);

/** JSON that is a find by itself. */
const value = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
  fc.array(fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 })), {
    minLength: 1,
  }),
);
/** Words of logs without anything that opens, and with what only looks like it. */
const noise = fc.constantFrom(
  '',
  'INFO started in 3 ms ',
  '[main] ',
  '2026-03-01 08:15:02,113 ',
  'pid=[4711] ',
  '{} ',
  'got {x} and ',
  'café ✓ ',
  '<134>1 ',
  'body: ',
  '(App.java:12) ',
);

/** How a value may be written in a text: around it, and within. */
const FORMS: Readonly<Record<string, (json: string) => readonly [string, string, string]>> = {
  plain: (json) => ['', json, ''],
  escaped: (json) => ['"', escapeOnce(json), '"'],
  'escaped twice': (json) => ['"at \\"', escapeOnce(escapeOnce(json)), '\\""'],
  url: (json) => ['q=', encodeURIComponent(json).replaceAll("'", '%27'), '&x=1'],
  html: (json) => [
    '<a b="',
    json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    '">',
  ],
  base64: (json) => ['data=', Buffer.from(json).toString('base64'), ' '],
  csv: (json) => ['1,"', json.replaceAll('"', '""'), '",2'],
};
const form = fc.constantFrom(...Object.keys(FORMS));

describe('[NEW-3] extraction', () => {
  it('finds values in noise where they are', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ before: noise, value, form }), { maxLength: 6 }), noise, (items, last) => {
        let text = '';
        const expected: unknown[] = [];
        for (const { before, value: meant, form: name } of items) {
          const json = JSON.stringify(meant);
          const [open, written, close] = FORMS[name]?.(json) ?? ['', json, ''];
          // A short run of base64 could be a word.
          if (name === 'base64' && written.replace(/=+$/, '').length < 12) continue;
          text += before + open;
          const start = Buffer.byteLength(text);
          text += written;
          expected.push({ start, end: Buffer.byteLength(text), json });
          text += `${close}\n`;
        }
        text += last;
        expect(findsIn(text).map(({ start, end, json }) => ({ start, end, json }))).toEqual(expected);
      }),
      { numRuns: runs(600) },
    );
  });

  it('writes a changed find back in its own bytes', () => {
    fc.assert(
      fc.property(noise, value, value, form, noise, (before, old, changed, name, after) => {
        const [open, written, close] = FORMS[name]?.(JSON.stringify(old)) ?? ['', '', ''];
        // A short run of base64 could be a word.
        fc.pre(name !== 'base64' || Math.min(written.length, JSON.stringify(changed).length) > 15);
        const text = encoder.encode(`${before}${open}${written}${close}\n${after}`);
        const found = findsIn(text)[0];
        const start = Buffer.byteLength(before + open);
        expect(found?.start).toBe(start);
        const read = readFind(text, start);
        expect(isWritable(read)).toBe(true);
        const json = JSON.stringify(changed, null, name === 'escaped' ? 2 : 0);
        const change = rewriteFind(text, read, encoder.encode(json));
        const next = Buffer.concat([text.subarray(0, change.start), change.insert, text.subarray(change.end)]);
        expect(readFind(next, start).json).toBe(json);
        const tail = text.length - read.end;
        expect(next.subarray(0, start)).toEqual(Buffer.from(text.subarray(0, start)));
        expect(next.subarray(next.length - tail)).toEqual(Buffer.from(text.subarray(read.end)));
        // The same JSON changes nothing.
        const same = rewriteFind(text, read, encoder.encode(read.json));
        expect(Buffer.from(text.subarray(same.start, same.end))).toEqual(Buffer.from(same.insert));
      }),
      { numRuns: runs(600) },
    );
  });

  it.each([
    [
      'line prefixes',
      '> {\n>   "a": 1,\n>   "b": 2\n> }\n> bye',
      '{\n  "a": 1,\n  "c": 3,\n  "b": 2\n}',
      '> {\n>   "a": 1,\n>   "c": 3,\n>   "b": 2\n> }\n> bye',
    ],
    ['colours', 'x {"a":\u001b[31m1\u001b[0m,"b":2} y', '{"a":7,"b":2}', 'x {"a":\u001b[31m7\u001b[0m,"b":2} y'],
    ['hexadecimal escapes', 'body="{\\x22a\\x22:1}"', '{"a":"b"}', 'body="{\\x22a\\x22:\\x22b\\x22}"'],
    [
      'white space and spelling',
      'v { "a" : 1.10, "b": [ ] } w',
      '{ "a" : 1.10, "b": [ 2] }',
      'v { "a" : 1.10, "b": [ 2] } w',
    ],
  ])('keeps %s', (_, text, json, expected) => {
    const bytes = encoder.encode(text);
    const read = readFind(bytes, Buffer.byteLength(text.slice(0, text.indexOf('{'))));
    const { start, end, insert } = rewriteFind(bytes, read, encoder.encode(json));
    expect(Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(end)]).toString()).toBe(expected);
  });

  it('does not write JSON into literals of other languages', () => {
    expect(isWritable(readFind(encoder.encode("{'a': None}"), 0))).toBe(false);
  });

  it('counts lines, and reports progress up to the end', () => {
    const text = encoder.encode('one\n{"a":1}\ntwo {"b":2}');
    const { finds, lineCount } = finish(extractJson(text));
    expect(lineCount).toBe(3);
    expect([finds.at(0).line, finds.at(1).line]).toEqual([1, 2]);
  });
});
