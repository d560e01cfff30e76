// Random logs: lines with values in all forms, near-finds and hostile pieces between them.

import fc from 'fast-check';
import { HOSTILE } from './hostile-text.ts';

const escapeOnce = (text: string): string => JSON.stringify(text).slice(1, -1);

const json = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

const value = json.chain((object) => {
  const text = JSON.stringify(object);
  return fc.constantFrom(
    text,
    JSON.stringify(object, null, 2),
    JSON.stringify([object, object]),
    escapeOnce(text),
    escapeOnce(escapeOnce(text)),
    encodeURIComponent(text),
    text.replaceAll('"', '&quot;'),
    text.replaceAll('"', '""'),
    Buffer.from(text).toString('base64'),
    JSON.stringify(object, null, 2).replaceAll('\n', '\n> '),
    text.replaceAll(':', ':\u001b[33m'),
  );
});

const literal = fc.constantFrom(
  "{'a': 1, 'b': None}",
  '{ a: 1, b: [ 2 ] }',
  'Order{id=7, lines=[Line{qty=2}]}',
  'User(id=1, name=Ann)',
  'map[a:1 b:2]',
  '{Name:Ann Age:3}',
  '&{ID:7 Peer:<nil>}',
  'Array\n(\n    [a] => 1\n)\n',
  "array('a' => 1)",
  'Config { name: "x", n: Some(1) }',
  '{:a=>1, "b"=>nil}',
  'ObjectId("64")',
  '{"_id": ObjectId("64"), "n": NumberLong("7")}',
  '[]string{"a"}',
  'Foo { A = 1, B = x }',
);

const prose = fc.constantFrom(
  '2026-03-01 08:15:02,113 WARN [main] ',
  'I0301 08:15:02.113 x.go:7] ',
  'got ',
  ' ',
  '',
  '\n',
  '\r\n',
  ', ',
  '"',
  "'",
  '`',
  '(',
  ')',
  '}',
  ']',
  'x=',
  '/* ',
  '*/',
  '// ',
  '\\',
  'é ',
  '[1] ',
  '{} ',
);

/** The text of a log, as hostile as it gets. */
export const randomLog = fc
  .array(fc.oneof({ weight: 4, arbitrary: prose }, value, literal, fc.constantFrom(...HOSTILE), fc.constant('\n')), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));
