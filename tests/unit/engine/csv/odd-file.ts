// Random CSV files with all that files have, made of parts, so that a test knows the bytes of each row.

import fc from 'fast-check';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file in parts. Its text has bytes that are no characters as surrogates from U+DC80 on; in UTF-16 lone ones are themselves. */
export interface OddFile {
  readonly encoding: Encoding;
  readonly mark: boolean;
  readonly separator: string;
  readonly width: number;
  readonly hasHeader: boolean;
  /** All before the first row. */
  readonly head: string;
  /** Each row with the blank lines before it and its line end. */
  readonly rows: readonly string[];
  /** Blank lines at the end. */
  readonly tail: string;
  /** Whether every parser has to read it the same. */
  readonly isPlain: boolean;
  /** The row that has a quote that nothing closes; -1 for none. */
  readonly unclosed: number;
  readonly lineEnd: string;
}

const MARKS = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff], 'windows-1252': [] };

/** The bytes of a text in an encoding. */
export function toBytes(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = Buffer.alloc(text.length * 2);
    for (let at = 0; at < text.length; at += 1)
      if (encoding === 'utf-16le') bytes.writeUInt16LE(text.charCodeAt(at), at * 2);
      else bytes.writeUInt16BE(text.charCodeAt(at), at * 2);
    return bytes;
  }
  return Buffer.concat(
    Array.from(text, (char) => {
      const code = char.codePointAt(0) ?? 0;
      if (code >= 0xdc80 && code <= 0xdcff) return Buffer.of(code & 0xff);
      if (encoding === 'windows-1252') return Buffer.of(char === '€' ? 0x80 : code);
      return Buffer.from(char);
    }),
  );
}

export function bytesOf({ encoding, mark, head, rows, tail }: OddFile): Uint8Array {
  const text = head + rows.join('') + tail;
  return new Uint8Array(Buffer.concat([Buffer.from(mark ? MARKS[encoding] : []), toBytes(text, encoding)]));
}

const quoteless = (separator: string): string[] => [
  '',
  '',
  '1',
  '1.50',
  '-0',
  '1e5',
  '007',
  'x',
  ' y',
  'z ',
  'é',
  'true',
  'null',
  "'z",
  '2024-01-01',
  '+1',
  '#c',
  '=1+1',
  '1234567890123456789',
  ...(separator === ',' ? [] : ['1,5', '1.234,56']),
  ...(separator === ';' ? [] : ['a;b']),
];
const quoted = (separator: string): string[] => [
  '"q"',
  '""',
  '"a""b"',
  `"c${separator}d"`,
  '"two\nlines"',
  '"5"',
  '"true"',
  '"007"',
  '"é"',
  '" "',
];
const faulty = ['5" pipe', '"x"y', ' "b"', '"b" ', '  1', '1 '];

function namesOf(separator: string): string[] {
  return [
    'id',
    'name',
    'a b',
    'é',
    '2024',
    '2025',
    'true',
    '"q ""x"""',
    '',
    'id',
    ' n ',
    '"s"',
    '#h',
    `"a${separator}b"`,
  ];
}

/** A file. */
export const oddFile: fc.Arbitrary<OddFile> = fc
  .record({
    kind: fc.constantFrom<[Encoding, boolean]>(
      ['utf-8', false],
      ['utf-8', true],
      ['utf-16le', true],
      ['utf-16be', true],
      ['windows-1252', false],
    ),
    separator: fc.constantFrom(',', ';', '\t', '|'),
    width: fc.constantFrom(1, 2, 2, 3, 4),
    count: fc.constantFrom(0, 1, 2, 3, 5, 8),
    hasHeader: fc.constantFrom(true, true, true, false),
    sepLine: fc.constantFrom(false, false, false, true),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r', 'mixed'),
    isFaulty: fc.boolean(),
    isOdd: fc.boolean(),
    unclosed: fc.constantFrom(false, false, false, true),
    endsLine: fc.constantFrom(true, true, false),
    pick: fc.infiniteStream(fc.nat()),
  })
  .map(({ kind, separator, width, count, hasHeader, sepLine, lineEnd, isFaulty, isOdd, unclosed, endsLine, pick }) => {
    const [encoding, mark] = kind;
    const nat = (): number => pick.next().value as number;
    const of = <T>(list: readonly T[]): T => list[nat() % list.length] as T;
    const rarely = (): boolean => nat() % 5 === 0;
    const end = (): string => (lineEnd === 'mixed' ? of(['\n', '\r\n', '\r']) : lineEnd);
    const blanks = (): string => (isFaulty && rarely() ? end() : '');
    const odd = encoding.startsWith('utf-16')
      ? ['\ud83d', 'a\udc00b']
      : encoding === 'utf-8' && mark
        ? ['\udcff', 'a\udce9b']
        : [];
    const unclosedAt = unclosed && count > 0 && isFaulty ? nat() % count : -1;
    const rows = Array.from({ length: count }, (_, row) => {
      const pool = [
        ...quoteless(separator),
        ...(unclosedAt < 0 || row < unclosedAt ? quoted(separator) : []),
        ...(isFaulty && (unclosedAt < 0 || row < unclosedAt) ? faulty : []),
        ...(isOdd ? odd : []),
        ...(encoding === 'windows-1252' ? ['€'] : []),
      ];
      const length = !isFaulty || !rarely() ? width : of([Math.max(1, width - 1), width + 1]);
      const cells = Array.from({ length }, () => of(pool));
      if (row === unclosedAt) cells[length - 1] = '"open';
      const extra = isFaulty && width > 1 && length >= width && rarely() ? separator : '';
      const text = cells.join(separator) + extra;
      return `${blanks()}${text === '' ? (unclosedAt < 0 || row < unclosedAt ? '""' : 'x') : text}${end()}`;
    });
    const header = Array.from({ length: width }, (_, column) =>
      isFaulty ? of(namesOf(separator)) : `n${column}`,
    ).join(separator);
    const own = hasHeader ? `${blanks()}${header === '' ? 'h' : header}${end()}` : '';
    const head = (sepLine && width > 1 ? `sep=${separator}${end()}` : '') + own;
    const tail = isFaulty && endsLine && rarely() ? end() : '';
    const last = rows.length - 1;
    if (last >= 0 && !endsLine) rows[last] = (rows[last] ?? '').replace(/[\r\n]+$/, '');
    const isPlain = !isFaulty && lineEnd !== 'mixed' && width > 1 && !isOdd;
    return { encoding, mark, separator, width, hasHeader, head, rows, tail, isPlain, unclosed: unclosedAt, lineEnd };
  });
