// Recognises texts that are no JSON at all, by how they begin.

import { OTHER_FORMAT } from '../../shared/texts/syntax.ts';

/** What a text is, how many bytes of it say so, and whether a repair may find JSON in it. */
export interface OtherFormat {
  readonly message: string;
  readonly length: number;
  readonly isRepairable: boolean;
  /** Whether it is a table, which can be opened as one. */
  readonly isTable?: boolean;
}

// oxlint-disable no-control-regex -- files are told by such bytes

/** Bytes that files start with: as text, one character per byte. */
const MAGIC: readonly (readonly [start: RegExp, message: string])[] = [
  [/^\x89PNG\r\n\x1a\n/, OTHER_FORMAT.image('PNG')],
  [/^\xff\xd8\xff/, OTHER_FORMAT.image('JPEG')],
  [/^GIF8[79]a/, OTHER_FORMAT.image('GIF')],
  [/^RIFF[^]{4}WEBP/, OTHER_FORMAT.image('WebP')],
  [/^[^]{4}ftyp(?:avif|avis)/, OTHER_FORMAT.image('AVIF')],
  [/^[^]{4}ftyp(?:heic|heix|mif1)/, OTHER_FORMAT.image('HEIC')],
  [/^(?:II\*\0|MM\0\*)/, OTHER_FORMAT.image('TIFF')],
  [/^\0\0\x01\0/, OTHER_FORMAT.image('ICO')],
  [/^BM[^]{4}\0\0\0\0/, OTHER_FORMAT.image('BMP')],
  [/^PK(?:\x03\x04|\x05\x06)/, OTHER_FORMAT.archive('ZIP')],
  [/^\x1f\x8b/, OTHER_FORMAT.archive('gzip')],
  [/^BZh\d/, OTHER_FORMAT.archive('bzip2')],
  [/^\xfd7zXZ\0/, OTHER_FORMAT.archive('XZ')],
  [/^7z\xbc\xaf\x27\x1c/, OTHER_FORMAT.archive('7-Zip')],
  [/^Rar!\x1a\x07/, OTHER_FORMAT.archive('RAR')],
  [/^\x28\xb5\x2f\xfd/, OTHER_FORMAT.archive('Zstandard')],
  [/^[^]{257}ustar/, OTHER_FORMAT.archive('tar')],
  [/^%PDF-/, OTHER_FORMAT.file('PDF document')],
  [/^SQLite format 3\0/, OTHER_FORMAT.file('SQLite database')],
  [/^PAR1/, OTHER_FORMAT.file('Parquet file')],
  [/^Obj\x01/, OTHER_FORMAT.file('Avro file')],
  [/^ARROW1/, OTHER_FORMAT.file('Arrow file')],
  [/^\0asm/, OTHER_FORMAT.file('WebAssembly module')],
  [/^\x7fELF/, OTHER_FORMAT.file('program')],
  [/^MZ[^]{10,}\0\0/, OTHER_FORMAT.file('program')],
  [/^bplist00/, OTHER_FORMAT.file('property list')],
  [/^(?:ID3|OggS|fLaC|RIFF[^]{4}WAVE)/, OTHER_FORMAT.file('sound file')],
  [/^[^]{4}ftyp|^\x1aE\xdf\xa3/, OTHER_FORMAT.file('video file')],
  [/^(?:wOFF|wOF2|OTTO|\0\x01\0\0)/, OTHER_FORMAT.file('font')],
];

/** What texts begin with. The second: whether there may be JSON in it that a repair takes out. */
const BEGINNINGS: readonly (readonly [start: RegExp, message: string, isRepairable?: boolean])[] = [
  [/^<!doctype html|^<(?:html|head|body|title|div|p|h1|script|meta|span|table|pre)\b/i, OTHER_FORMAT.html],
  [/^(?:<\?xml[^]*?\?>\s*)?(?:<!--[^]*?-->\s*)?(?:<!DOCTYPE svg[^]*?>\s*)?<svg\b/i, OTHER_FORMAT.svg],
  [/^(?:<\?xml[^]*?\?>\s*|<!--[^]*?-->\s*)*<!doctype html/i, OTHER_FORMAT.html],
  [/^<(?:\?xml|!--|!DOCTYPE|[A-Za-z_][\w.:-]*(?:\s[^<>]*)?\/?>)/i, OTHER_FORMAT.xml],
  [/^(?:[$>#]\s*)?curl(?:\.exe)?\s+\S/, OTHER_FORMAT.curl],
  [/^HTTP\/\d(?:\.\d)?\s+\d{3}\b|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\S+\s+HTTP\//, OTHER_FORMAT.http],
  [
    /^(?:select\b[^]*\bfrom\b|insert\s+into\b|create\s+table\b|update\s+\S+\s+set\b|delete\s+from\b)/i,
    OTHER_FORMAT.sql,
  ],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]*\s*$/, OTHER_FORMAT.token],
  [/^https?:\/\/\S+\s*$/, OTHER_FORMAT.address],
  [/^\)\]\}',?|^(?:while\s*\(1\)|for\s*\(;;\))\s*;/, OTHER_FORMAT.guard, true],
  [
    /^(?:export\s+default\b|(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*=|module\.exports\s*=)/,
    OTHER_FORMAT.assignment,
    true,
  ],
  [/^[A-Za-z_$][\w$.]*\(\s*[[{]/, OTHER_FORMAT.call, true],
  [/^[[{]\s*\\(?:n\s*\\)?"/, OTHER_FORMAT.escaped, true],
];

const FENCE = /^[ \t]*(?:`{3,}|~{3,})[^\r\n`]*(?:\r\n|\r|\n)\s*[[{"/]/m;

/** Recognises the format of a text by its first bytes, as characters; `null` if it may be meant to be JSON. */
export function recogniseFormat(head: string): OtherFormat | null {
  for (const [start, message] of MAGIC) {
    const found = start.exec(head);
    if (found !== null) return { message, length: Math.min(8, found[0].length), isRepairable: false };
  }
  const lineLength = head.search(/[\r\n]|$/);
  const named = (message: string, isRepairable = false): OtherFormat => ({ message, length: lineLength, isRepairable });
  if (isBinary(head)) return { message: OTHER_FORMAT.binary, length: Math.min(8, head.length), isRepairable: false };
  for (const [start, message, isRepairable] of BEGINNINGS) if (start.test(head)) return named(message, isRepairable);
  if (/^\[[\w. -]+\]\s*[\r\n]+\s*[\w.-]+\s*=/.test(head)) return named(OTHER_FORMAT.ini);
  if (/^[[{]/.test(head)) return null;
  if (FENCE.test(head)) return named(OTHER_FORMAT.fence, true);
  const lines = head.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (head.length >= 4096) lines.pop();
  if (isTable(lines, '\t')) return { ...named(OTHER_FORMAT.tsv), isTable: true };
  if (/^(?:(?:#[^\r\n]*)?[\r\n]+)*(?:export\s+)?[A-Z_][A-Z0-9_]*=/.test(head)) return named(OTHER_FORMAT.env);
  if (/^---\s*$/.test(lines[0] ?? '') || isYaml(lines)) return named(OTHER_FORMAT.yaml);
  if ([',', ';', '|'].some((separator) => isTable(lines, separator)))
    return { ...named(OTHER_FORMAT.csv), isTable: true };
  const isProse = /^\p{L}[^\s()=:"',]*[\s:][^{}[\]"]*[\s:][[{]\s*(?:["'{[\]}\d-]|[a-z]+\s*:)/iu.test(head);
  return isProse ? named(OTHER_FORMAT.textWithJson, true) : null;
}

function isBinary(head: string): boolean {
  const start = head.slice(0, 1024);
  const odd = start.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return odd * (/^[[{]/.test(start) ? 4 : 20) > start.length;
}

/** Whether there are at least two lines that have the same number of separators outside quotation marks. */
function isTable(lines: readonly string[], separator: string): boolean {
  const rows = lines.slice(0, 6);
  if (rows.length < 2) return false;
  const counts = rows.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1);
  const [first = 0] = counts;
  // A comma at the end of each line is one between records.
  if (rows.every((line) => line.trimEnd().endsWith(separator)) && first === 1) return false;
  return first > 0 && counts[1] === first && counts.filter((count) => count === first).length * 3 >= counts.length * 2;
}

function isYaml(lines: readonly string[]): boolean {
  const rows = lines.slice(0, 20);
  const keys = rows.filter((line) => /^\s*(?:- )?[A-Za-z_][\w .-]*:(?:\s|$)|^\s*- \S|^\s*#/.test(line)).length;
  const plain = rows.filter((line) => /[{}"',;]\s*$/.test(line)).length;
  return rows.length > 1 && keys * 2 > rows.length && plain * 2 < rows.length;
}
