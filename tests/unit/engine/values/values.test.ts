// Values of the tape: equal to those of `JSON.parse`, with numbers as written if requested, and back to text.

import fc from 'fast-check';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { AUTO_NATIVE_BYTES, chooseParser, type Parser } from '../../../../src/shared/document/parser.ts';
import { toNative } from '../support/to-native.ts';
import { readValue } from '../../../../src/engine/values/values.ts';
import { writeValue } from '../../../../src/engine/values/value-text.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

function read(text: string, parser: Parser, node = 0): unknown {
  return finish(readValue(makeDocument(text).places, node, parser));
}

function write(value: unknown, indent = ''): string | undefined {
  const bytes = finish(writeValue(value, indent));
  return bytes === null ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Checks strict equality, including own `__proto__`, the order of keys, and -0. */
function expectSame(actual: unknown, expected: unknown): void {
  const spell = (_: string, value: unknown): unknown => (Object.is(value, -0) ? '-0 as a number' : value);
  expect(actual).toEqual(expected);
  expect(JSON.stringify(actual, spell)).toBe(JSON.stringify(expected, spell));
}

const PAD = '"pad":"' + 'x'.repeat(30_000) + '"';
/** Documents whose values are read in runs, and in containers too long or too deep for a run. */
const large = fc
  .tuple(fc.array(jsonText, { minLength: 1, maxLength: 8 }), fc.nat({ max: 3000 }), fc.boolean())
  .map(([texts, depth, wide]) => {
    const items = wide ? [...texts, ...texts, `{${PAD},${PAD},"__proto__":${texts[0]}}`, ...texts] : texts;
    const inner = `[${items.join(',')}]`;
    return `{"a":${'[{"k":'.repeat(depth)}${inner}${',"l":2},3]'.repeat(depth)},"__proto__":${inner},"a ":${inner},"a":${inner}}`;
  });

describe('[PAR-2] numbers of JSON5', () => {
  it('keep their digits, and have no spelling where JSON has none for them', () => {
    const { places } = makeDocument('[+1.50, .5, 0x1F, Infinity, -Infinity, NaN]', 1 << 20, 'json5');
    const lossless = finish(readValue(places, 0, 'lossless')) as unknown[];
    expect(lossless.map((value) => (isLosslessNumber(value) ? value.toString() : value))).toEqual([
      '1.50',
      '0.5',
      '31',
      Infinity,
      -Infinity,
      Number.NaN,
    ]);
    expect(finish(readValue(places, 0, 'native'))).toEqual([1.5, 0.5, 31, Infinity, -Infinity, Number.NaN]);
  });
});

describe('[PAR-2] native values', () => {
  it('are what JSON.parse gives', () => {
    fc.assert(
      fc.property(jsonText, (text) => expectSame(read(text, 'native'), JSON.parse(text))),
      { numRuns: runs(1500) },
    );
  });

  it('are what JSON.parse gives, of long and deep documents', () => {
    fc.assert(
      fc.property(large, (text) => {
        // Compared as text: the comparison of values cannot go that deep.
        expect(write(read(text, 'native'))).toBe(write(JSON.parse(text)));
      }),
      { numRuns: runs(60) },
    );
  });

  it('are those of any node', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, pick) => {
        const document = makeDocument(text);
        let node = pick % document.tape.count;
        while (document.tape.isClosing(node)) node -= 1;
        const { start, end } = document.places.range(node);
        const own = new TextDecoder('utf-8', { ignoreBOM: true }).decode(document.memory.text(start, end));
        expectSame(finish(readValue(document.places, node, 'native')), JSON.parse(own));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('[PAR-2] lossless values', () => {
  it('are the same values, each number as it is written', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value = read(text, 'lossless');
        expectSame(toNative(value), JSON.parse(text));
        expect(numbers(value)).toEqual(numbers(lastOnes(text)));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('are the same values, of long and deep documents', () => {
    fc.assert(
      fc.property(large, (text) => {
        expect(write(toNative(read(text, 'lossless')))).toBe(write(JSON.parse(text)));
      }),
      { numRuns: runs(60) },
    );
  });

  it('keep what a double would change', () => {
    const text = '[9007199254740993,1.50,1e400,-0,0.1e-999,{"a":123456789012345678901234567890}]';
    expect(write(read(text, 'lossless'))).toBe(text);
  });
});

describe('[PAR-1] the parser', () => {
  it('is chosen by size where that is wanted', () => {
    expect(chooseParser('auto', AUTO_NATIVE_BYTES - 1)).toBe('lossless');
    expect(chooseParser('auto', AUTO_NATIVE_BYTES)).toBe('native');
    expect(chooseParser('native', 1)).toBe('native');
    expect(chooseParser('lossless', AUTO_NATIVE_BYTES)).toBe('lossless');
  });
});

describe('writing values', () => {
  it('gives what JSON.stringify gives', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jsonText.map((text): unknown => JSON.parse(text)),
          fc.anything({
            withDate: true,
            withBoxedValues: true,
            withNullPrototype: true,
            withSparseArray: true,
          }),
        ),
        fc.constantFrom('', ' ', '  ', '\t'),
        (value, indent) => {
          expect(write(value, indent)).toBe(JSON.stringify(value, null, indent));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    [undefined, undefined],
    [() => 1, undefined],
    [Symbol('s'), undefined],
    [Number.NaN, 'null'],
    [[undefined, () => 1, Symbol('s'), -Infinity, -0], '[null,null,null,null,0]'],
    [{ a: undefined, b: () => 1, c: 1 }, '{"c":1}'],
    [{ a: undefined }, '{}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ toJSON: (key: string) => `at ${key}` }, '"at "'],
    [{ k: { toJSON: () => undefined } }, '{}'],
    [123456789012345678901234567890n, '123456789012345678901234567890'],
    [[new LosslessNumber('1.50')], '[1.50]'],
    ['\ud800"\u2028', '"\\ud800\\"\u2028"'],
    [JSON.parse('{"__proto__":{"a":1},"2":0,"1":0}'), '{"1":0,"2":0,"__proto__":{"a":1}}'],
  ])('of %o gives %s', (value, text) => {
    expect(write(value)).toBe(text);
  });

  it('refuses a value that contains itself, and takes one that is in two places', () => {
    const inner = { a: 1 };
    const circle: unknown[] = [inner, inner];
    expect(write(circle)).toBe('[{"a":1},{"a":1}]');
    circle.push({ circle });
    expect(() => write(circle)).toThrow(expect.objectContaining({ code: 'refused' }));
  });
});

describe('reading and writing', () => {
  it('come in slices that say how far they are', () => {
    const text = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ index, name: 'x'.repeat(40) })));
    const { places } = makeDocument(text);
    const steps = [...readValue(places, 0, 'lossless')];
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.every(({ done, total }, index) => done > (steps[index - 1]?.done ?? 0) && total === text.length)).toBe(
      true,
    );
    expect([...writeValue(JSON.parse(text))].length).toBeGreaterThan(2);
  });
});

describe('values of many levels', () => {
  const depth = process.env['DIPTYCH_EXTREMES'] === 'full' ? 1_000_000 : 100_000;

  it.each(['native', 'lossless'] as const)('are read and written (%s)', (parser) => {
    const text = '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
    const value = read(text, parser);
    expect(write(value) === text).toBe(true);
    expect(() => write(value, '  ')).toThrow(expect.objectContaining({ code: 'too-large' }));
  });
});

describe('200,000 duplicate keys', () => {
  it.each(['native', 'lossless'] as const)('never throw; the last one counts (%s)', (parser) => {
    const members = Array.from(
      { length: 200_000 },
      (_, index) => `"${index % 2 === 0 ? 'same' : '__proto__'}":${index}`,
    );
    const value = read(`{${members.join(',')},"end":"x"}`, parser) as Record<string, unknown>;
    expect(write(value)).toBe('{"same":199998,"__proto__":199999,"end":"x"}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

/** The spellings of all numbers in a value, in order. */
function numbers(value: unknown): string[] {
  if (isLosslessNumber(value)) return [value.value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbers) : [];
}

/**
 * The value of a text with numbers as written, computed simply: each number is wrapped in an object, then the text is parsed.
 */
function lastOnes(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*/g, (token) =>
    token.startsWith('"') ? token : `{"number":"${token}"}`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).join() === 'number' && 'number' in value
      ? new LosslessNumber(String(value.number))
      : value,
  );
}
