// A document written back into its CSV file: untouched rows and cells keep their bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { CsvReadOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { readTable } from '../../../../src/engine/csv/read.ts';
import { writeTable } from '../../../../src/engine/csv/write.ts';
import { writeBack } from '../../../../src/engine/csv/write-back.ts';
import { runs } from '../../../runs.ts';
import { encode, makeDocument } from '../support/documents.ts';

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The file after its document was changed. */
function saved(file: string | Uint8Array, change: (json: string) => string, options: CsvReadOptions = {}): string {
  const bytes = typeof file === 'string' ? encode(file) : file;
  const json = decode(joinBytes(finish(readTable(bytes, options)).json));
  return decode(joinBytes(finish(writeBack(makeDocument(change(json)), bytes, options)).content));
}
/** The cells of a line as they are spelt. */
const cellsOf = (line: string): string[] => line.split(/,(?=(?:[^"]|"[^"]*")*$)/);
const same = (json: string): string => json;
/** Removes the line of a row. */
const without = (text: string) => (json: string) =>
  json.replace(new RegExp(`\n  \\{[^\n]*${text}[^\n]*?(,?)(?=\n)`), '').replace(/,\n\]/, '\n]');

const ODD = '\ufeffsep=;\r\n"id" ; name;n \r\n1;"a";  7\r\n\r\n2;b "x";8;\n3;"two\r\nlines";+1\r\n4\n';

describe('[TAB-4] writing back into a CSV file', () => {
  it.each([
    ODD,
    'a,b\n1,2',
    'a,b\n1,2\n\n\n',
    '',
    'a\n',
    '\n\n1,2\n',
    "'a','b'\n'x','1'\n'y','2'\n",
    '"a","b:json"\n1,"[1]"\n,\n',
    '"a"\n1\n\n""\n\n',
    'a,b\n"x"y,2\n3,"4\n',
    'a,b\n1,2,3\n4,5,,\n',
  ])('leaves %j as it was', (file) => {
    expect(saved(file, same)).toBe(file);
  });

  it('leaves a file in another encoding as it was', () => {
    const bytes = Uint8Array.of(...encode('n;w\r\n1;caf'), 0xe9, ...encode(' \r\n2;'), 0x80, ...encode('\r\n'));
    const json = decode(joinBytes(finish(readTable(bytes)).json));
    expect(joinBytes(finish(writeBack(makeDocument(json), bytes, {})).content)).toEqual(bytes);
    const refused = (): unknown => finish(writeBack(makeDocument(json.replace('€', '日')), bytes, {}));
    expect(refused).toThrow('"日" can\'t be written in windows-1252');
  });

  it('changes the changed cell alone', () => {
    expect(saved(ODD, (json) => json.replace('"b \\"x\\""', '"c;d"'))).toBe(ODD.replace('b "x";8;', '"c;d";8;'));
    expect(saved('a,b\n"x",  1\ny,2\n', (json) => json.replace('"x"', '"z"'))).toBe('a,b\nz,  1\ny,2\n');
  });

  it('keeps rows that have moved, and writes new ones in the dialect of the file', () => {
    expect(saved(ODD, without('lines'))).toBe(ODD.replace('3;"two\r\nlines";+1\r\n', ''));
    const file = 'a;b\r\n1;"x"\r\n2;"y"\r\n';
    expect(saved(file, () => '[{"a":2,"b":"y"},{"a":3,"b":"n;1"},{"a":1,"b":"x"}]')).toBe(
      'a;b\r\n2;"y"\r\n3;"n;1"\r\n1;"x"\r\n',
    );
    expect(saved('a,b\n1,2', (json) => json.replace('\n]', ',\n{"a":3,"b":4}]'))).toBe('a,b\n1,2\n3,4');
  });

  it('changes every row by the cell of a column that was added or removed', () => {
    const file = '"a", b ,c\n"x", y ,1\n z,"w",2\n';
    expect(saved(file, (json) => json.replaceAll(/,"b":"[^"]*"/g, ''))).toBe('"a",c\n"x",1\n z,2\n');
    expect(saved(file, (json) => json.replaceAll(/("a":"[^"]*")/g, '$1,"n":true'))).toBe(
      '"a",n, b ,c\n"x",true, y ,1\n z,true,"w",2\n',
    );
    expect(saved(file, (json) => json.replaceAll('"b"', '"d"'))).toBe(
      '"a",d,c\n"x"," y ",1\n z,w,2\n'.replace('" y "', ' y '),
    );
  });

  it.each([
    ['h\nx\n"x"\n', '"x"', '"y"', 'h\ny\n"x"\n'],
    ['a,b\n1,2,,\n1,2\n', '2', '3', 'a,b\n1,3,,\n1,2\n'],
    ['h\nx\r\n\nx\r', '"x"', '"y"', 'h\ny\r\n\nx\r'],
  ])('changes the row alone that was changed of those that are alike in %j', (file, old, value, expected) => {
    expect(saved(file, (json) => json.replace(old, value))).toBe(expected);
  });

  it('keeps JSON in its cells where names are nested', () => {
    const file = 'id,o,p.q\n1,"{""x"":1}",[1]\n2,"{ ""x"":{} }",3\n';
    const options: CsvReadOptions = {
      nest: true,
      types: new Map([
        ['o', 'json'],
        ['p.q', 'json'],
      ]),
    };
    expect(saved(file, same, options)).toBe(file);
    expect(saved(file, (json) => json.replace('{"x":1}', '{"x":2}'), options)).toBe(file.replace('1}', '2}'));
    expect(saved(file, (json) => json.replace('[1]', '{"r":1}'), options)).toBe(file.replace('[1]', '"{""r"":1}"'));
  });

  it('writes nested paths and decimal commas as the file has them', () => {
    const nested = 'id,pos.x,pos.y\n1,2.50,3\n2,,4\n';
    expect(saved(nested, (json) => json.replace('2.50', '2.51'), { nest: true })).toBe(nested.replace('2.50', '2.51'));
    const comma = 'w;kg\nMehl;1,50\nSalz;0,75\n';
    const types = new Map([['kg', 'number' as const]]);
    expect(saved(comma, (json) => json.replace('0.75', '0.80'), { types })).toBe(comma.replace('0,75', '0,80'));
  });

  it('reads points between groups of digits where a comma is the decimal one', () => {
    const file = 'w;kg\r\nMehl;1.234,56\r\nSalz;2.500\r\nZimt;0,75\r\n';
    const types = new Map([['kg', 'number' as const]]);
    expect(finish(readTable(encode(file))).dialect.decimal).toBe(',');
    const json = decode(joinBytes(finish(readTable(encode(file), { types })).json));
    expect((JSON.parse(json) as { readonly kg: number }[]).map(({ kg }) => kg)).toEqual([1234.56, 2500, 0.75]);
    expect(saved(file, (text) => text.replace('0.75', '1234.5'), { types })).toBe(file.replace('0,75', '1234,5'));
    // No other number shows that the points of the second one are no decimal ones.
    expect(saved(file, (text) => text.replace('1234.56', '7'), { types })).toBe(
      'w;kg\r\nMehl;7\r\nSalz;2500\r\nZimt;0,75\r\n',
    );
    expect(saved('w;kg\na;2.500\nb;1,5\n', (text) => text.replace('2.5', '3.5'), { types })).toBe(
      'w;kg\na;3,500\nb;1,5\n',
    );
  });

  it.each([
    ['1,2\n3,4\n', 'column 2', ['price']],
    ['1\n2\n', 'column 1', ['price']],
    ['name,price\n1,2\n', 'price', []],
  ])('tells which names a file without a row of names can’t keep: %j', (file, from, expected) => {
    const bytes = encode(file);
    const json = decode(joinBytes(finish(readTable(bytes)).json)).replaceAll(`"${from}"`, '"price"');
    const { content, unnamed } = finish(writeBack(makeDocument(json), bytes, {}));
    expect(decode(joinBytes(content))).toBe(file);
    expect(unnamed).toEqual(expected);
  });

  const binary = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
  const two = (text: string): Uint8Array =>
    Uint8Array.from(
      Array.from({ length: text.length * 2 }, (_, at) => (text.charCodeAt(at >> 1) >> (8 * (at & 1))) & 0xff),
    );

  it.each([
    ['behind a mark', binary('\xef\xbb\xbfa,b\n\xff,1\nx\xe9y,1\n"\xc3",2\n'), {}],
    ['in an encoding that was chosen', binary('a,b\n\xe9,1\n\xed\xa0\x80,2\n'), { encoding: 'utf-8' }],
    ['in a name', binary('\xef\xbb\xbfa\xff,b\n1,2\n'), {}],
    ['in UTF-16', two('\ufeffa,b\n\ud83d,1\nx\udc80,2\n'), {}],
    ['at the end of UTF-16', binary('\xff\xfea\0,\0b\0\n\x002\0,\0x\0y'), {}],
  ] as const)('keeps bytes that are no characters %s', (_, bytes, options) => {
    const { json } = finish(readTable(bytes, options));
    const text = decode(joinBytes(json));
    const written = (change: (json: string) => string) => finish(writeBack(makeDocument(change(text)), bytes, options));
    expect(joinBytes(written(same).content)).toEqual(bytes);
    const { content, replaced } = written((document) => document.replace(/2(?=[,}])/, '3'));
    expect(replaced).toBe(0);
    const place = bytes.lastIndexOf(0x32);
    expect(joinBytes(content)).toEqual(bytes.with(place, 0x33));
  });

  it('tells how many edited cells had bytes that are no characters', () => {
    const bytes = binary('\xef\xbb\xbfa,b\nx\xe9,1\ny\xe9,2\n');
    const text = decode(joinBytes(finish(readTable(bytes)).json));
    const { content, replaced } = finish(writeBack(makeDocument(text.replace('x\\udce9', 'z')), bytes, {}));
    expect(replaced).toBe(1);
    expect(joinBytes(content)).toEqual(binary('\xef\xbb\xbfa,b\nz,1\ny\xe9,2\n'));
    const kept = finish(writeBack(makeDocument(text.replace('x\\udce9', 'z\\udce9')), bytes, {}));
    expect([kept.replaced, joinBytes(kept.content)]).toEqual([0, binary('\xef\xbb\xbfa,b\nz\xe9,1\ny\xe9,2\n')]);
    expect(() => finish(writeBack(makeDocument(text.replace('x', '\\ud800z')), bytes, {}))).toThrow(
      'The lone surrogate \\ud800 can’t be written in UTF-8',
    );
  });

  it('keeps the header and its columns whatever rows are deleted', () => {
    const file = 'sep=;\r\na;b;c\r\n1;2;\r\n3;;x\r\n';
    expect(saved(file, () => '[]')).toBe('sep=;\r\na;b;c\r\n');
    expect(saved(file, without('x'))).toBe('sep=;\r\na;b;c\r\n1;2;\r\n');
    expect(saved(file, () => '[{"a":5}]')).toBe('sep=;\r\na;b;c\r\n5;;\r\n');
    expect(saved('a,b\n1,2', () => '[]')).toBe('a,b\n');
    expect(saved('1,2\n3,4\n', () => '[]')).toBe('');
  });

  it('takes a column out where rows that are still there have lost it', () => {
    const file = 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n';
    expect(saved(file, () => '[{"a":1,"c":3},{"a":7,"c":9}]')).toBe('a,c\n1,3\n7,9\n');
    expect(saved(file, () => '[{"a":1,"d":2,"c":3},{"a":4,"d":5,"c":6},{"a":7,"d":8,"c":9}]')).toBe(
      file.replace('b', 'd'),
    );
    expect(saved('a\n1\n2\n', (json) => json.replaceAll('"a"', '"z"'))).toBe('z\n1\n2\n');
  });

  it('writes what was emptied as the file has its empty cells', () => {
    expect(saved('a,b\n1,x\n2,y\n', (json) => json.replace('1', 'null').replace('"y"', '""'))).toBe('a,b\n,x\n2,\n');
    expect(saved('a,b\n1,x\n"",""\n', (json) => json.replace('"x"', '""'))).toBe('a,b\n1,""\n"",""\n');
    expect(saved('a,b\n1,x\n"",\n', (json) => json.replace('"x"', 'null').replace('1', 'null'))).toBe(
      'a,b\n"",\n"",\n',
    );
    expect(saved("'a','b'\n'x','1'\n'','2'\n", (json) => json.replace('"x"', '""'))).toBe("'a','b'\n'','1'\n'','2'\n");
    expect(saved('a\nx\ny\n', (json) => json.replace('"x"', '""'))).toBe('a\n""\ny\n');
    expect(saved("a\n'x'\n'y'\n", (json) => json.replace('"x"', '""'), { quote: "'" })).toBe("a\n''\n'y'\n");
    // The typed form has all three.
    expect(saved('"a","b"\n1,"x"\n', (json) => json.replace('1', 'null').replace('"x"', '""'))).toBe(
      '"a","b"\nnull,""\n',
    );
  });

  it.each(['\n"name"\n"a"\n', '\r\n\r\n"name"\r\n"a"\r\n', '\n\nname\n"a"\n', '\n"n","m"\n1,"a"\n'])(
    'never takes blank lines before the header for rows: %j',
    (file) => {
      expect(finish(readTable(encode(file))).rowCount).toBe(1);
      expect(saved(file, same)).toBe(file);
      expect(saved(file, (json) => json.replace('"a"', '"b"'))).toBe(file.replace('"a"', '"b"'));
    },
  );

  it('keeps empty cells behind the last column', () => {
    expect(saved('a,b\n1,2,,\n3,4\n', (json) => json.replace('2', '5'))).toBe('a,b\n1,5,,\n3,4\n');
    expect(saved('a;b\n1;2;;\n', (json) => json.replace('{"a":1', '{"a":7'))).toBe('a;b\n7;2;;\n');
  });

  it('writes an open quote anew where a quote behind it would close it', () => {
    const file = 'a,b\n1,"x\n2,y\n3,z\n';
    expect(saved(file, (json) => json.replace('"y"', '"w"'))).toBe(file.replace('y', 'w'));
    expect(saved(file, (json) => json.replace('"y"', '"p,q"'))).toBe('a,b\n1,"""x"\n2,"p,q"\n3,z\n');
    const header = '"a,b\n1,2\n';
    expect(saved(header, (json) => json.replace('2', '"p,q"'))).toBe('"""a",b\n1,"p,q"\n');
  });

  it('is read again before it is saved, and refused by its cell if it is not the table', () => {
    const bytes = binary('\xef\xbb\xbfa,b\n\xc3,1\n');
    const text = decode(joinBytes(finish(readTable(bytes)).json));
    // Both bytes are a character together.
    const joined = makeDocument(text.replace('\\udcc3', '\\udcc3\\udca4'));
    expect(() => finish(writeBack(joined, bytes, {}))).toThrow(
      'Item 1 can’t be written so that it is read again as it is: see "a"',
    );
  });

  it('writes names that look like numbers so that they are names', () => {
    const json = '[{"2024":1,"2025":2}]';
    const bytes = joinBytes(finish(writeTable(makeDocument(json), 0)).content);
    expect(decode(bytes)).toBe('"2024","2025"\n1,2\n');
    expect(finish(readTable(bytes)).columns).toEqual(['2024', '2025']);
    expect(saved('a,b\n1,2\n', (text) => text.replace('"b"', '"2025-01-01"'))).toBe('a,"2025-01-01"\n1,2\n');
  });

  it('writes plain values into the column that they were saved in', () => {
    const bytes = joinBytes(finish(writeTable(makeDocument('[1,"x",[2]]'), 0)).content);
    expect(decode(joinBytes(finish(writeBack(makeDocument('[1,"y",[2],null]'), bytes, {})).content))).toBe(
      'value\n1\ny\n[2]\n""\n',
    );
    expect(() => saved('a\n1\n', () => '[1]')).toThrow('Item 1 is not an object');
    expect(() => saved('value\n1\n', () => '[{"value":1},2]')).toThrow('Item 2 is not an object');
  });

  it('tells of names that stand twice in one object', () => {
    const { content, doubled } = finish(writeBack(makeDocument('[{"a":1,"a":2,"b":3}]'), encode('a,b\n1,3\n'), {}));
    expect([decode(joinBytes(content)), doubled]).toEqual(['a,b\n2,3\n', 1]);
    expect(finish(writeTable(makeDocument('[{"a":1,"a":2},{"a":3}]'), 0)).doubled).toBe(1);
  });

  it('keeps lone surrogates in the typed form', () => {
    const json = '[{"a":"x\\ud800","b":"\\ud83d\\ude00"},{"a":"y","b":"z"}]';
    const bytes = joinBytes(finish(writeTable(makeDocument(json), 0, { form: 'typed' })).content);
    expect(decode(bytes).split('\n')[0]).toBe('"a:json","b"');
    const again = decode(joinBytes(finish(readTable(bytes)).json));
    expect(JSON.parse(again)).toEqual(JSON.parse(json));
  });

  it('gives each row back after any change of its cells', () => {
    const cell = fc.constantFrom('1', '1.10', 'x', ' y', '"q"', '""', '', '"a""b"', '"c,d"', 'true', '007', "'z");
    const row = fc.tuple(cell, cell, cell).map((cells) => cells.join(','));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.nat(), (rows, seed) => {
        const file = `k,l,m\n${rows.join('\n')}\n`;
        const at = seed % rows.length;
        let item = -1;
        const after = saved(file, (json) =>
          json.replaceAll(/\n {2}\{(?=(.?))/g, (open, next: string) => {
            item += 1;
            return item === at ? `${open}"new":5${next === '}' ? '' : ','}` : open;
          }),
        );
        const [header = '', ...lines] = after.trimEnd().split('\n');
        const added = header.split(',').indexOf('new');
        const rest = [header, ...lines].map((line) => cellsOf(line).toSpliced(added, 1).join(','));
        expect(`${rest.join('\n')}\n`).toBe(file);
      }),
      { numRuns: runs(2000) },
    );
  });
});
