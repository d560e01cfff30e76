// Laws of the dialects, held against the libraries that define them.

import fc from 'fast-check';
import JSON5 from 'json5';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/shared/dialect.ts';
import { formatDocument } from '../../../src/workers/engine/format.ts';
import { readValue } from '../../../src/workers/engine/values.ts';
import { finish } from '../../../src/workers/engine/work.ts';
import { anyDialect, commentsIn, textIn } from './relaxed.ts';
import { edits, makeDocument, textOf, toSplices } from './support.ts';

/** What the library of a dialect reads. @throws where it refuses */
function peer(text: string, dialect: Dialect): unknown {
  if (dialect === 'json') return JSON.parse(text);
  if (dialect === 'json5') return JSON5.parse(text);
  if (dialect === 'jsonc') {
    const errors: ParseError[] = [];
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) throw new SyntaxError(JSON.stringify(errors));
    return value;
  }
  // Records are parted by line ends that are not inside of them.
  return JSON.parse(`[${splitRecords(text).join(',')}]`);
}

function splitRecords(text: string): string[] {
  const records: string[] = [];
  let record = '';
  for (const line of text.split('\n')) {
    record += `${line}\n`;
    try {
      JSON.parse(record);
      records.push(record);
      record = '';
    } catch {
      // goes on in the next line
    }
  }
  if (record.trim() !== '') records.push(record);
  return records;
}

/** `jsonc-parser` loses a key named `__proto__`. */
const isSafe = (text: string): boolean => !text.includes('__proto__') && !text.includes('\\u');

const texts = anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ text, dialect })));

describe('[DOC-17] a document in any dialect', () => {
  it('is valid and has the value that its library reads', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), ({ text, dialect }, piece) => {
        const document = makeDocument(text, piece, dialect);
        expect(document.error?.message).toBeUndefined();
        document.check();
        fc.pre(isSafe(text));
        expect(finish(readValue(document.places, 0, 'native'))).toEqual(peer(text, dialect));
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused where its library refuses it', () => {
    const change = fc.constantFrom(...'{}[],:"\'/*\n 0x+-.eEa\\');
    fc.assert(
      fc.property(texts, fc.nat(), change, fc.boolean(), ({ text, dialect }, place, byte, adds) => {
        fc.pre(dialect !== 'ndjson' && isSafe(text) && !/[^\p{ASCII}]/u.test(text));
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + byte + text.slice(adds ? at : at + 1);
        fc.pre(isSafe(changed));
        let expected = 'valid';
        try {
          peer(changed, dialect);
        } catch {
          expected = 'invalid';
        }
        const document = makeDocument(changed, 7, dialect);
        expect(document.validity, `${dialect} ${document.error?.message}`).toBe(expected);
        document.check();
      }),
      { numRuns: 4000 },
    );
  });

  it('has after any edit of its text the tape that a scan gives', () => {
    fc.assert(
      fc.property(texts, edits, edits, ({ text, dialect }, one, two) => {
        const document = makeDocument(text, 1 << 20, dialect);
        for (const wanted of [one, two]) {
          document.apply(toSplices(document.size, wanted));
          finish(document.settle());
          document.check();
          expect(document.validity).toBe(makeDocument(document.memory.text().slice(), 1 << 20, dialect).validity);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('[FMT-4] keeps its tokens, its comments and its value when it is laid out', () => {
    const style = fc.constantFrom('format', 'smart', 'compact');
    fc.assert(
      fc.property(texts, style, fc.constantFrom('  ', '\t', ''), ({ text, dialect }, how, indent) => {
        const document = makeDocument(text, 1 << 20, dialect);
        const options = { style: how, indent, maxLineLength: 30 } as const;
        const made = finish(formatDocument(document, options));
        made.check();
        const laidOut = textOf(made);
        const tokens = (from: typeof document): string[] =>
          Array.from({ length: from.tape.count }, (_, entry) => {
            const { start, end } = from.places.range(entry);
            return from.tape.isOpening(entry)
              ? '['
              : from.tape.isClosing(entry)
                ? ']'
                : textOf(from).slice(0, 0) + new TextDecoder().decode(from.memory.text(start, end));
          });
        expect(tokens(made)).toEqual(tokens(document));
        if (dialect === 'jsonc' || dialect === 'json5') {
          expect(commentsIn(laidOut)).toEqual(commentsIn(text));
        }
        expect(textOf(finish(formatDocument(made, options)))).toBe(laidOut);
      }),
      { numRuns: 2000 },
    );
  });
});
