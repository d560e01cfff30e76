// Meanings of values: colours, times, links, values inside strings; and how each is written back.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../src/ui/tree/meaning/check.ts';
import { colourOf, writeColour } from '../../../../src/ui/tree/meaning/colour.ts';
import { contentOf, startsPicture, startsToken, tokenOf } from '../../../../src/ui/tree/meaning/encoded.ts';
import { holdsJson, layOut, layoutOf, respell } from '../../../../src/ui/tree/meaning/json-text.ts';
import { linkOf } from '../../../../src/ui/tree/meaning/link.ts';
import { recogniseText } from '../../../../src/ui/tree/meaning/meaning.ts';
import { fromField, fromNow, timeOf, toField, writeTime, type Time } from '../../../../src/ui/tree/meaning/time.ts';
import { runs } from '../../../runs.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a colour', () => {
  const spellings = fc.constantFrom(
    '#f80',
    '#F80C',
    '#ff8800',
    '#FF8800CC',
    'rgb(1,2,3)',
    'rgb(10, 20, 30)',
    'RGBA(10, 20, 30, .5)',
    'rgb(10 20 30 / 50%)',
    'hsl(120, 50%, 25%)',
    'hsla(120deg, 50%, 25%, 0.25)',
    'hsl(10 20% 30%)',
  );

  it('[TRE-4] comes back as it was chosen, in the same notation', () => {
    fc.assert(
      fc.property(spellings, hex, fc.integer({ min: 0, max: 100 }), (text, chosen, percent) => {
        const like = colourOf(text, null);
        if (like === null) throw new Error(`${text} is no colour`);
        const written = writeColour(like, chosen, percent / 100);
        const read = colourOf(written, null);
        expect(read?.hex).toBe(chosen);
        expect(Math.abs((read?.alpha ?? 1) - percent / 100)).toBeLessThan(0.005);
        expect(read?.notation.type).toBe(like.notation.type);
        expect(read?.text.slice(0, 3).toLowerCase()).toBe(
          like.notation.type === 'hex' ? written.slice(0, 3).toLowerCase() : text.slice(0, 3).toLowerCase(),
        );
      }),
    );
  });

  it('[TRE-4] keeps its letters, its commas and the spelling of its alpha', () => {
    const write = (text: string, to: string, alpha?: number): string | null => {
      const like = colourOf(text, null);
      return like && writeColour(like, to, alpha ?? like.alpha);
    };
    expect(write('#F80', '#ffaa00')).toBe('#FA0');
    expect(write('#F80', '#ffab00')).toBe('#FFAB00');
    expect(write('#f808', '#ffaa00')).toBe('#fa08');
    expect(write('#ff880080', '#000000')).toBe('#00000080');
    expect(write('rgba(1,2,3,0.50)', '#040506')).toBe('rgba(4,5,6,0.50)');
    expect(write('rgb(1, 2, 3)', '#040506', 0.5)).toBe('rgba(4, 5, 6, 0.5)');
    expect(write('rgb(1 2 3)', '#040506', 0.5)).toBe('rgb(4 5 6 / 0.5)');
    expect(write('rgb(1 2 3 / 50%)', '#040506', 0.25)).toBe('rgb(4 5 6 / 25%)');
    expect(write('hsl(0, 100%, 50%)', '#00ff00')).toBe('hsl(120, 100%, 50%)');
  });

  it('[TRE-4] is no word, no number and no colour that is half of one', () => {
    for (const text of ['red', '#12', '#12345', '#1234567', 'rgb(1,2)', 'rgb(1,2,3', 'hsl(1,2,3)', '', '#ggg', 'face'])
      expect(colourOf(text, null), text).toBeNull();
  });
});

describe('a time', () => {
  const moment = fc.integer({ min: Date.UTC(1991, 0), max: Date.UTC(2099, 0) });
  const spellings = fc.constantFrom(
    '1700000000',
    '1700000000123',
    '2023-11-14',
    '2023-11-14T22:13Z',
    '2023-11-14T22:13:20Z',
    '2023-11-14 22:13:20',
    '2023-11-14T22:13:20.1Z',
    '2023-11-14T22:13:20.123+05:30',
    '2023-11-14t22:13:20.123456-0800',
    '2023-11-14T22:13:20.123456789z',
  );
  const read = (text: string): Time => {
    const time = timeOf(text, 'createdAt');
    if (time === null) throw new Error(`${text} is no time`);
    return time;
  };

  it('[TRE-4] that is not changed is written as it was', () => {
    fc.assert(fc.property(spellings, (text) => writeTime(read(text), read(text).ms) === text));
  });

  it('[TRE-4] comes back as it was entered, in the same unit and notation', () => {
    fc.assert(
      fc.property(spellings, moment, (text, ms) => {
        const like = read(text);
        const unit = text.length === 10 ? (text.includes('-') ? 86_400_000 : 1000) : 1;
        const next = read(writeTime(like, ms));
        expect(next.ms).toBe(Math.floor(ms / unit) * unit);
        expect(next.notation.type).toBe(like.notation.type);
        if (next.notation.type === 'iso' && like.notation.type === 'iso') {
          expect(next.notation.zone).toBe(like.notation.zone);
          expect(next.notation.between).toBe(like.notation.between);
          expect(next.notation.fraction.slice(3)).toBe(like.notation.fraction.slice(3));
        }
      }),
    );
  });

  it('[TRE-4] goes through a field and back', () => {
    fc.assert(
      fc.property(spellings, (text) => {
        const time = read(text);
        return fromField(time, toField(time)) === time.ms;
      }),
    );
    expect(fromField(read('1700000000'), '')).toBeNull();
  });

  it('[TRE-4] comes back in the hours that clocks show twice or never, wherever the reader is', () => {
    const zone = process.env['TZ'];
    const around = (text: string): fc.Arbitrary<number> =>
      fc.integer({ min: -300, max: 300 }).map((minutes) => Date.parse(text) + minutes * 60_000);
    try {
      for (const [name, ...changes] of [
        ['Europe/Berlin', '2024-10-27T01:00:00Z', '2024-03-31T01:00:00Z'],
        ['America/New_York', '2024-11-03T06:00:00Z', '2024-03-10T07:00:00Z'],
        ['Australia/Lord_Howe', '2024-04-06T15:00:00Z', '2024-10-05T15:30:00Z'],
      ]) {
        process.env['TZ'] = name;
        fc.assert(
          fc.property(fc.oneof(...changes.map(around)), (ms) => {
            const time = read(new Date(ms).toISOString());
            return fromField(time, toField(time)) === ms;
          }),
          { numRuns: runs(2000) },
        );
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('[TRE-4] in seconds needs a key that says so, so that ids stay numbers', () => {
    for (const key of ['time', 'createdAt', 'updated_at', 'exp', 'lastLoginTime', 'ts', 'expires', 'birthdate'])
      expect(timeOf('1700000000', key), key).not.toBeNull();
    for (const key of ['id', 'count', 'format', 'cat', 'number', 'stats', null])
      expect(timeOf('1700000000', key), String(key)).toBeNull();
    expect(timeOf('1700000000000', 'id')).not.toBeNull();
    for (const text of [
      '2023-02-30',
      '2023-13-01',
      '2023-01-01T25:00',
      '12',
      '-1700000000',
      '9999999999999',
      '2023-1-1',
    ])
      expect(timeOf(text, 'time'), text).toBeNull();
  });

  it('[TRE-4] is told as a distance from now', () => {
    const english = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    expect(fromNow(0, 3 * 86_400_000, english)).toBe('3 days ago');
    expect(fromNow(7_200_000, 0, english)).toBe('in 2 hours');
    expect(fromNow(0, 0, english)).toBe('now');
  });
});

describe('a link', () => {
  it('[TRE-4] is an address of the web or of mail, and no script', () => {
    for (const text of ['https://a.b', 'http://localhost:80/x?y#z', 'mailto:a@b.c', 'HTTPS://A.B'])
      expect(linkOf(text), text).toBe(text);
    for (const text of [
      'javascript:alert(1)',
      'ftp://a.b',
      'https://',
      'https://a b',
      'data:text/html,x',
      'a https://b.c',
    ])
      expect(linkOf(text), text).toBeNull();
  });
});

describe('JSON inside a string', () => {
  it('[TRE-4] keeps every token in every layout, and its layout is known again', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('compact' as const, 'spaced' as const, 'lines' as const),
        (json, layout) => {
          const laidOut = layOut(json, layout);
          expect(JSON.parse(laidOut)).toEqual(JSON.parse(json));
          expect(layOut(laidOut, 'compact')).toBe(layOut(json, 'compact'));
          expect(layOut(laidOut, layoutOf(laidOut))).toBe(laidOut);
        },
      ),
    );
    expect(layOut('{"a":1.0,"a":[],"b":{"c":1e400}}', 'spaced')).toBe('{"a": 1.0, "a": [], "b": {"c": 1e400}}');
    expect(layOut(JSON.stringify(JSON.parse('{"a":[1,{}]}')), 'lines')).toBe(JSON.stringify({ a: [1, {}] }, null, 2));
  });

  it('[TRE-4] is put back with the escapes that it had, but where it changed', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '/', '"', '\\', '\n', '😀', '\u0000') });
    /** A literal with unnecessary escapes. */
    const escaped = (value: string): string =>
      `"${Array.from(value, (unit) =>
        unit === '/' ? '\\/' : unit === 'é' ? '\\u00E9' : JSON.stringify(unit).slice(1, -1),
      ).join('')}"`;
    fc.assert(
      fc.property(text, text, text, text, (head, from, to, tail) => {
        const literal = escaped(head + from + tail);
        const next = respell(literal, head + to + tail);
        expect(JSON.parse(next)).toBe(head + to + tail);
        expect(respell(literal, head + from + tail)).toBe(literal);
      }),
    );
    expect(respell('"\\u00e9\\/a\\/"', 'é/b/')).toBe('"\\u00e9\\/b\\/"');
    expect(respell("'single'", 'double')).toBe('"double"');
  });

  it('[TRE-4] is an object or an array, and what is wrong with it is told with its place', () => {
    for (const json of ['{}', ' [1] ', '{"__proto__":1}']) expect(holdsJson(json), json).toBe(true);
    for (const json of ['1', '"a"', '{', '{a:1}', '[1', 'null', '{}x', '']) expect(holdsJson(json), json).toBe(false);
    for (const [json, problem] of [
      ['{"a":\n  nul}', 'Line 2, column 3: expected a value; found "n".'],
      ['[1,', 'Line 1, column 4: expected a value; found the end.'],
      ['{"a":1,}', 'Line 1, column 8: expected a key in double quotes; found "}".'],
      ['{"a" 1}', 'Line 1, column 6: expected ":"; found "1".'],
      ['[1 2]', 'Line 1, column 4: expected a comma or the closing bracket; found "2".'],
      ['[]]', 'Line 1, column 3: expected nothing more; found "]".'],
      ['', 'Line 1, column 1: expected a value; found the end.'],
    ] as const)
      expect(problemOf(json)).toBe(problem);
  });

  it('[TRE-4] is refused just where the browser refuses it', () => {
    const text = fc.string({
      unit: fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '1', '-', '.', 'e', '\\', ' ', '\n'),
    });
    fc.assert(
      fc.property(text, (json) => {
        const problem = problemOf(json);
        const parses = (): boolean => {
          try {
            JSON.parse(json);
            return true;
          } catch {
            return false;
          }
        };
        expect(problem === null).toBe(parses());
        if (problem !== null) expect(problem).toMatch(/^Line \d+, column \d+: expected .*; found [^]*\.$/);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('what is encoded', () => {
  it('[TRE-4] text in base64 is found, and what is no text is not', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, unit: fc.constantFrom('a', 'B', ' ', 'é', '😀', '{') }), (text) => {
        expect(contentOf(toBase64(text))).toEqual({ type: 'text', text });
      }),
    );
    for (const text of ['short', 'd41d8cd98f00b204e9800998ecf8427e', 'internationalization', 'AAAAAAAAAAAAAAAAAAAA'])
      expect(contentOf(text), text).toBeNull();
  });

  it('[TRE-4] pictures are known by how they begin', () => {
    expect(startsPicture('iVBORw0KGgoAAAA')).toBe('image/png');
    expect(startsPicture('data:image/jpeg;base64,/9j/4AAQ')).toBe('image/jpeg');
    expect(contentOf('data:image/png;base64,iVBORw0KGgo=')).toMatchObject({
      type: 'picture',
      mime: 'image/png',
      size: 8,
    });
    expect(startsPicture('data:image/svg+xml;base64,PHN2Zz4=')).toBeNull();
  });

  it('[TRE-4] a token is read and not verified', () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 4e9 }), (claims, exp) => {
        const token = `${part({ alg: 'none' })}.${part({ ...claims, exp })}.`;
        const read = tokenOf(token);
        expect(JSON.parse(read?.payload ?? '')).toEqual(JSON.parse(JSON.stringify({ ...claims, exp })));
        expect(read?.times.find(({ name }) => name === 'Expires')?.ms).toBe(exp * 1000);
        expect(startsToken(token)).toBe(true);
      }),
    );
    for (const text of ['a.b.c', 'eyJhbGciOiJub25lIn0.x.y', 'eyJhbGciOiJub25lIn0']) expect(tokenOf(text)).toBeNull();
  });

  it('[TRE-4] nothing throws, whatever a string is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        recogniseText(text, text);
        recogniseText(`{${text}}`, null);
        recogniseText(`#${text}`, null);
        startsToken(text);
        layOut(text, 'lines');
      }),
    );
  });
});
