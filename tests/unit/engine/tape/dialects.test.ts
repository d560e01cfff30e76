// Laws of the dialects, compared with their reference libraries.

import fc from 'fast-check';
import JSON5 from 'json5';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import { equalValues } from '../../../../src/engine/tape/equality.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { replaceAll } from '../../../../src/engine/search/replace.ts';
import { measureShape } from '../../../../src/engine/suggest/shape.ts';
import { openSnapshot, takeSnapshot } from '../../../../src/engine/document/snapshot.ts';
import { readValue } from '../../../../src/engine/values/values.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { anyDialect, commentsIn, relax, textIn } from '../support/dialect-documents.ts';
import { edits, engine, makeDocument, textOf, toSplices } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** Parses a text with the reference library of a dialect. @throws if the library refuses it */
function peer(text: string, dialect: Dialect): unknown {
  if (dialect === 'json') return JSON.parse(text);
  if (dialect === 'json5') return JSON5.parse(text);
  if (dialect === 'jsonc') {
    const errors: ParseError[] = [];
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) throw new SyntaxError(JSON.stringify(errors));
    return value;
  }
  // Records are separated by the line ends that are not inside a record.
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
      { numRuns: runs(2000) },
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
      { numRuns: runs(4000) },
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
      { numRuns: runs(2000) },
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
      { numRuns: runs(2000) },
    );
  });
});

describe('[DOC-17] values in any dialect', () => {
  const pairs = textIn('json').chain((text) => fc.tuple(fc.constant(text), fc.integer(), fc.integer()));

  it('are equal however they are written', () => {
    fc.assert(
      fc.property(pairs, ([text, one, other]) => {
        const plain = makeDocument(text);
        const [left, right] = [relax(text, 'json5', one), relax(text, 'jsonc', other)].map((made, index) =>
          makeDocument(made, 1 << 20, index === 0 ? 'json5' : 'jsonc'),
        );
        if (left === undefined || right === undefined) throw new Error('two documents');
        const at = ({ places }: typeof plain): { places: typeof places; node: number } => ({ places, node: 0 });
        expect(equalValues(at(plain), at(left))).toBe(true);
        expect(equalValues(at(left), at(right))).toBe(true);
        expect(equalValues(at(right), at(plain))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('are found, counted and replaced as in JSON, and comments are not', () => {
    const query = { regex: false, matchCase: true, wholeWord: false, scope: 'all' } as const;
    fc.assert(
      fc.property(pairs, fc.constantFrom('x', 'e', '1', '日', 'true', '"', 'é'), ([text, one], pattern) => {
        const [plain, relaxed] = [makeDocument(text), makeDocument(relax(text, 'json5', one, false), 1 << 20, 'json5')];
        const found = [plain, relaxed].map((document) => finish(replaceAll(document, { ...query, pattern }, 'Q')));
        expect(found[1]?.count).toBe(found[0]?.count);
        const values = [plain, relaxed].map((document, index) => {
          document.apply(found[index]?.splices ?? []);
          finish(document.settle());
          expect(document.error?.message).toBeUndefined();
          return finish(readValue(document.places, 0, 'native'));
        });
        expect(values[1]).toEqual(values[0]);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('have the same shape, and survive a snapshot', () => {
    fc.assert(
      fc.property(texts, ({ text, dialect }) => {
        const document = makeDocument(text, 1 << 20, dialect);
        const copy = openSnapshot(engine, takeSnapshot(document, asRevision(1)));
        expect(copy.dialect).toBe(dialect);
        copy.check();
        const value: unknown = finish(readValue(document.places, 0, 'native'));
        if (document.places.kind(0) !== 'array') return;
        const again = makeDocument(JSON.stringify(value, (_, item: unknown) => (item === Infinity ? 1 : item)));
        const names = (of: typeof document): string[] =>
          finish(measureShape(of, 0, 100))
            .fields.map(({ key, presence }) => `${presence} ${key}`)
            .toSorted();
        expect(names(document)).toEqual(names(again));
      }),
      { numRuns: runs(500) },
    );
  });
});
