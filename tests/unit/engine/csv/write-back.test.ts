// A document written back into its CSV file: untouched rows and cells keep their bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { CsvReadOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/workers/engine/base/work.ts';
import { readTable } from '../../../../src/workers/engine/csv/read.ts';
import { writeBack } from '../../../../src/workers/engine/csv/write-back.ts';
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

  it('writes nested paths and decimal commas as the file has them', () => {
    const nested = 'id,pos.x,pos.y\n1,2.50,3\n2,,4\n';
    expect(saved(nested, (json) => json.replace('2.50', '2.51'), { nest: true })).toBe(nested.replace('2.50', '2.51'));
    const comma = 'w;kg\nMehl;1,50\nSalz;0,75\n';
    const types = new Map([['kg', 'number' as const]]);
    expect(saved(comma, (json) => json.replace('0.75', '0.80'), { types })).toBe(comma.replace('0,75', '0,80'));
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
