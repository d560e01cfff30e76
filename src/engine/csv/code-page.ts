// Encodings whose characters are one byte, two, three or four, which browsers read but don't write. What a decoder makes of all of these is
// listed once, and turned round. Bytes that are no character, and those of a character that others stand for as well, are as
// `wtf8.ts` says, so that they come back.

import { CodedError } from '../../shared/errors.ts';
import type { CsvEncoding } from '../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import { decodeWtf8, escapeByte, escapedByte } from './wtf8.ts';

const ONE_BYTE: ReadonlySet<CsvEncoding> = new Set<CsvEncoding>([
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'ibm866',
  'macintosh',
]);
/** Of characters that stand in several places, those that other programs write last. @see https://encoding.spec.whatwg.org/#indexes */
const LAST_LEADS: Partial<Record<CsvEncoding, readonly [number, number]>> = {
  // Repeated by the rows from FA on.
  shift_jis: [0xed, 0xee],
  // The Hong Kong supplement.
  big5: [0x81, 0xa0],
};
/** The bytes of a code of GB 18030 beyond the basic plane: where they stand, their first value, how many there are, what each counts. */
const ASTRAL = [
  [3, 0x90, 0x54, 12_600],
  [2, 0x30, 10, 1260],
  [1, 0x81, 126, 10],
  [0, 0x30, 10, 1],
] as const;
const BIG5_LAST = '═╞╡╪十卅';

/** The characters of an encoding. */
export class CodePage {
  /** The characters in UTF-8 by their bytes, read as one number. */
  private readonly chars = new Map<number, Uint8Array>();
  /** The bytes of each. */
  private readonly codes = new Map<string, number>();

  constructor(private readonly encoding: CsvEncoding) {
    this.list(
      Array.from({ length: 128 }, (_, at) => 0x80 + at),
      1,
    );
    if (ONE_BYTE.has(encoding)) return;
    const leads = Array.from({ length: 126 }, (_, at) => 0x81 + at).filter((lead) => !this.chars.has(lead));
    const [from, to] = LAST_LEADS[encoding] ?? [0, 0];
    const isLast = (lead: number): boolean => lead >= from && lead <= to;
    const pairs = [...leads.filter((lead) => !isLast(lead)), ...leads.filter(isLast)].flatMap((lead) =>
      Array.from({ length: 191 }, (_, at) => (lead << 8) | (0x40 + at)),
    );
    this.list(pairs, 2);
    if (encoding === 'euc-jp') this.list(threes(), 3);
    if (encoding === 'gb18030') this.list(fours(), 4);
  }

  /** The text of bytes in UTF-8, and whether all of them are characters. */
  decode(bytes: Uint8Array): { readonly text: Uint8Array; readonly isClean: boolean } {
    const { chars } = this;
    const { length } = bytes;
    const out = new ByteBuffer();
    let isClean = true;
    let from = 0;
    for (let at = 0; at < length;) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x80) {
        at += 1;
        continue;
      }
      out.add(bytes, from, at);
      let char: Uint8Array | undefined;
      let size = 0;
      for (const width of [1, 2, 3, 4]) {
        if (at + width > length) break;
        let code = 0;
        for (let part = 0; part < width; part += 1) code = code * 256 + (bytes[at + part] ?? 0);
        char = chars.get(code) ?? (width === 4 ? this.astral(code) : undefined);
        size = width;
        if (char !== undefined) break;
      }
      if (char === undefined) isClean = false;
      out.add(char ?? escapeByte(byte));
      at += char === undefined ? 1 : size;
      from = at;
    }
    out.add(bytes, from);
    return { text: joinBytes(out.finish()), isClean };
  }

  /**
   * The bytes of a text.
   * @throws CodedError `refused` for a character that the encoding has not
   */
  encode(text: Uint8Array): Uint8Array {
    const out = new ByteBuffer();
    for (const char of decodeWtf8(text)) {
      const point = char.codePointAt(0) ?? 0;
      const own = point < 0x80 ? point : escapedByte(point);
      const code = own >= 0 ? own : (this.codes.get(char) ?? this.astralCode(point));
      if (code === undefined)
        throw new CodedError(
          'refused',
          (point & 0xfffff800) === 0xd800
            ? CSV_TEXTS.surrogate(point, this.encoding)
            : CSV_TEXTS.notInEncoding(char, this.encoding),
        );
      for (let scale = code > 0xffffff ? 3 : code > 0xffff ? 2 : code > 0xff ? 1 : 0; scale >= 0; scale -= 1)
        out.put(Math.floor(code / 256 ** scale) & 0xff);
    }
    return joinBytes(out.finish());
  }

  /** The character beyond the basic plane that a code of GB 18030 stands for: they are counted from 90308130 on. */
  private astral(code: number): Uint8Array | undefined {
    if (this.encoding !== 'gb18030') return undefined;
    let point = 0x10000;
    for (const [scale, first, count, weight] of ASTRAL) {
      const digit = (Math.floor(code / 256 ** scale) & 0xff) - first;
      if (digit < 0 || digit >= count) return undefined;
      point += digit * weight;
    }
    return point > 0x10ffff ? undefined : encodeUtf8(String.fromCodePoint(point));
  }

  private astralCode(point: number): number | undefined {
    if (this.encoding !== 'gb18030' || point < 0x10000) return undefined;
    const digits = ASTRAL.map(([scale, first, count, weight]) => {
      const digit = first + (Math.floor((point - 0x10000) / weight) % count);
      return digit * 256 ** scale;
    });
    return digits.reduce((sum, digit) => sum + digit, 0);
  }

  /** Lists what the browser's decoder makes of codes of so many bytes. */
  private list(codes: readonly number[], width: number): void {
    const bytes = new Uint8Array(codes.length * (width + 1)).fill(0x0a);
    for (const [at, code] of codes.entries())
      for (let part = 0; part < width; part += 1)
        bytes[at * (width + 1) + part] = Math.floor(code / 256 ** (width - 1 - part)) & 0xff;
    const texts = new TextDecoder(this.encoding, { ignoreBOM: true }).decode(bytes).split('\n');
    if (texts.length !== codes.length + 1) throw new RangeError(`${texts.length} texts for ${codes.length} codes`);
    for (const [at, code] of codes.entries()) {
      const char = texts[at] ?? '';
      const [first = ''] = char;
      if (first !== char || first < '\x80' || first === '\ufffd') continue;
      const isLater = this.encoding === 'big5' && BIG5_LAST.includes(char);
      const before = this.codes.get(char);
      if (before !== undefined && !isLater) continue;
      if (before !== undefined) this.chars.delete(before);
      this.codes.set(char, code);
      this.chars.set(code, encodeUtf8(char));
    }
  }
}

/** The codes of GB 18030 with four bytes for characters of the basic plane. */
function* basicFours(): Generator<number> {
  for (let one = 0x81; one <= 0x84; one += 1)
    for (let two = 0x30; two <= 0x39; two += 1)
      for (let three = 0x81; three <= 0xfe; three += 1)
        for (let four = 0x30; four <= 0x39; four += 1) yield ((one * 256 + two) * 256 + three) * 256 + four;
}

function fours(): number[] {
  return [...basicFours()];
}

/** The codes of EUC-JP with three bytes, JIS X 0212. */
function threes(): number[] {
  const part = Array.from({ length: 94 }, (_, at) => 0xa1 + at);
  return part.flatMap((two) => part.map((three) => (0x8f << 16) | (two << 8) | three));
}
