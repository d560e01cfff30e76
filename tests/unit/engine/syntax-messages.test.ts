// What an error says, where it is marked, and what is offered.

import { integersFrom } from '../../random.ts';
import { runs, SEED } from '../../runs.ts';
import JSON5 from 'json5';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { planRepairOf } from '../../../src/workers/jobs/repair.ts';
import { finish } from '../../../src/engine/base/work.ts';
import { encode, makeDocument } from './support/documents.ts';

interface Mark {
  readonly start: number;
  readonly end: number;
}

interface Case {
  readonly id: string;
  readonly dialect: Dialect;
  readonly input?: string;
  readonly inputBase64?: string;
  readonly mark: Mark;
  readonly or?: readonly Mark[];
  readonly needs: readonly string[];
  readonly offers: readonly string[];
}

const JUDGED = join(import.meta.dirname, '../../cases/repair/messages.json');
/** Commands of the judged cases that do not exist yet. */
const LATER = new Set(['Take the JSON out']);
const COMMANDS = {
  repair: 'Auto repair',
  jsonc: 'Read as JSON with comments',
  json5: 'Read as JSON5',
  ndjson: 'Read as NDJSON',
  csv: 'Open as CSV',
} as const;

function look(bytes: Uint8Array, dialect: Dialect) {
  const document = makeDocument(bytes, undefined, dialect);
  finish(document.recoverRecords());
  const { error } = document;
  const place = error?.place;
  return {
    message: error?.message ?? '',
    start: place?.offset ?? -1,
    end: place?.end ?? -1,
    offers: (place?.offers ?? []).map((offer) => COMMANDS[offer]),
  };
}

/** The marked text, with the message: `mark` is between bars. */
function shown(text: string, dialect: Dialect): string {
  const bytes = encode(text);
  const { start, end, message } = look(bytes, dialect);
  const part = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  return `${part(0, start)}|${part(start, end)}|${part(end, bytes.length)} ${message}`;
}

describe('the judged messages', () => {
  const cases = JSON.parse(readFileSync(JUDGED, 'utf8')) as readonly Case[];
  it.each(cases)('$id', ({ dialect, input, inputBase64, mark, or = [], needs, offers }) => {
    const bytes = input === undefined ? new Uint8Array(Buffer.from(inputBase64 ?? '', 'base64')) : encode(input);
    const got = look(bytes, dialect);
    const endOfLine = (from: number): number => {
      const at = bytes.indexOf(0x0a, from);
      return at < 0 ? bytes.length : at;
    };
    const touches = (m: Mark): boolean => got.start <= m.end && got.end >= m.start && got.end <= endOfLine(m.end);
    expect([mark, ...or].some(touches), JSON.stringify(got)).toBe(true);
    for (const words of needs) expect(got.message).toMatch(new RegExp(words, 'i'));
    const wanted = offers.filter((offer) => !LATER.has(offer));
    if (wanted.length > 0) expect(got.offers.filter((offer) => wanted.includes(offer))).not.toEqual([]);
    if (got.offers.includes('Auto repair')) expect(planRepairOf(bytes, dialect).splices).not.toEqual([]);
  });
});

/** Siblings of the judged cases. The marked text is between bars. */
const SHOWN: readonly (readonly [dialect: Dialect, text: string, message: string])[] = [
  ['json', '{|"a: 1, "|b": 2}', 'The string of this key ends before more text'],
  ['json', '{"a": |"he said "|no" to it"}', 'This string ends before more text'],
  ['json', '{"k": "v", |"x|', 'This string has no closing quotation mark.'],
  ['json', '{"a": true||\n\n"b": 1}', 'A comma is missing after this value.'],
  ['json', '[|#1|\n]', 'JSON has no comments that start with “#”.'],
  ['json', '[true, |False|]', 'JSON has no False, which is Python; it has false.'],
  ['json', '[|0x1F|]', 'JSON has no number 0x1F: numbers are decimal.'],
  ['json', '[1|,|\n]', 'There is a comma too many before "]"'],
  ['json', '[1|}|', 'The array is closed by "}" in place of the bracket "]".'],
  ['json', '["|\\u12|G4"]', 'The escape \\u12 is not whole'],
  ['json', '[1,|\u00a0|2]', 'This no-break space (U+00A0) is not allowed here'],
  ['json', '[1|\u200b|]', 'An invisible character, zero-width space (U+200B)'],
  ['json', '{|\u3000|"a": 1}', 'This ideographic space (U+3000)'],
  ['json', '[1|，|2]', 'JSON needs ","; “，” is full-width.'],
  ['json', '[1]\n|[2]|', 'A second value follows after the end of the first.'],
  ['json', '{"a":1}|}|', 'There is a bracket too many, "}", after the end of the document.'],
  ['json', '|"id";"name"|\n1;"Ann"\n', 'This looks like a table in CSV'],
  ['json', '|name: Ann|\nage: 3\n', 'This looks like YAML'],
  ['json', '|<?xml version="1.0"?>|\n<a/>', 'This is XML, not JSON.'],
  ['json', "|curl -d '{}' https://x|", 'This is a curl command'],
  ['json', '|GIF89a|....', 'This is a GIF image'],
  ['json', '|PK\u0003\u0004|', 'This is a ZIP archive'],
  ['json', '|```json|\n[1]\n```', 'This is text with JSON in a fence'],
  ['jsonc', '{"a": 1|| /* x */ // y\n "b": 2}', 'A comma is missing after this value.'],
  ['jsonc', "{|'a'|: 1}", 'JSON needs double quotes, not single ones.'],
  ['json5', "{a: |'x|\n}", 'This string has no closing quotation mark.'],
  ['json5', '{|a-b|: 1}', 'This key needs quotes'],
  ['ndjson', '{"a":1}\n|# c|\n', 'NDJSON has no comments that start with “#”.'],
  ['ndjson', '{"a":1} |{"b":2}|\n', 'A line end is missing before this value'],
];

describe('[PAR-3] an error', () => {
  it.each(SHOWN)('%s: %s', (dialect, marked, message) => {
    expect(shown(marked.replaceAll('|', ''), dialect)).toContain(`${marked} ${message}`);
  });

  it('offers to read the text as what it is', () => {
    const offersOf = (text: string): readonly string[] => look(encode(text), 'json').offers;
    expect(offersOf('[1] // x')).toContain('Read as JSON with comments');
    expect(offersOf('[.5]')).toContain('Read as JSON5');
    expect(offersOf('{a: 1}')).toContain('Read as JSON5');
    expect(offersOf('{"a":1}\n{"a":2}')).toContain('Read as NDJSON');
    expect(offersOf('{"a":1}\nThanks!')).not.toContain('Read as NDJSON');
    expect(offersOf('<html>')).toEqual([]);
    expect(offersOf("{'a': True}")).not.toContain('Read as JSON5');
    expect(offersOf("{'a': 'True', True: 1}")).toContain('Read as JSON5');
  });

  it('offers JSON5 for texts that are JSON5, and for none with a word of another language', () => {
    const integer = integersFrom(SEED);
    const pick = (of: readonly string[]): string => of[integer(of.length)] ?? '';
    const value = (depth: number): string => {
      if (depth > 0 && integer(3) === 0) return `[${value(depth - 1)}, ${value(depth - 1)}]`;
      if (depth > 0 && integer(3) === 0) return `{${pick(KEYS)}: ${value(depth - 1)}, /* None */ ${pick(KEYS)}: 1,}`;
      return pick([
        "'True'",
        '"None"',
        '0x1F',
        'true',
        'null',
        '-Infinity',
        'NaN',
        '1e5',
        '.5',
        "'a\\'b: nil'",
        '[] // False\n',
      ]);
    };
    const KEYS = ['True', "'None'", '"k"', 'ünder_1', '$'];
    for (let run = 0; run < runs(500); run += 1) {
      const text = `{first: ${value(3)}, last: ${value(3)}}`;
      expect(() => JSON5.parse<unknown>(text)).not.toThrow();
      expect(look(encode(text), 'json').offers, text).toContain('Read as JSON5');
      const foreign = text.replace(/\}$/, `, more: ${pick(['True', 'None', 'nil', 'undefined', 'hello'])}}`);
      expect(() => JSON5.parse<unknown>(foreign)).toThrow();
      expect(look(encode(foreign), 'json').offers, foreign).not.toContain('Read as JSON5');
    }
  });
});
