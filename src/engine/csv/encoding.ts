// Files of separated values in other encodings than UTF-8: found from all bytes, converted when read and back when written.
// windows-1252 has no byte order mark and no invalid bytes, so it is what remains.

import { CodedError } from '../../shared/errors.ts';
import type { CsvEncoding } from '../../shared/protocol/csv.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { CodePage } from './code-page.ts';
import {
  decodeWtf8,
  encodeWtf8,
  escapeHalf,
  findOdd,
  fromBrokenUtf8,
  HALF_LEAD,
  halfAt,
  hasLoneSurrogate,
  toBrokenUtf8,
} from './wtf8.ts';

const PIECE = 1 << 20;
/** Characters of the bytes 80 to 9F as browsers read them. Some releases of Node read them otherwise. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Share of pairs of bytes with NUL in one place from which on a file without a mark is UTF-16. */
const MIN_NUL_SHARE = 0.7;
const FEW_PAIRS = 0.05;

/** How a file is encoded, and the length of its byte order mark. */
export interface FoundEncoding<Name extends CsvEncoding = CsvEncoding> {
  readonly encoding: Name;
  readonly markBytes: number;
  /** Whether the file was found to be valid UTF-8. Where not, it may be. */
  readonly isValid?: boolean;
}

/** The encodings that are found. The others are chosen. */
type Findable = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What is known of the bytes of a file. */
export interface Survey {
  readonly isUtf8: boolean;
  has(byte: number): boolean;
}

/** Finds how a file is encoded. `told`: the encoding that a person has chosen. */
export function findEncoding(bytes: Uint8Array): FoundEncoding<Findable>;
export function findEncoding(bytes: Uint8Array, told: CsvEncoding | undefined, survey?: Survey | null): FoundEncoding;
export function findEncoding(bytes: Uint8Array, told?: CsvEncoding, survey: Survey | null = null): FoundEncoding {
  const [a, b, c] = bytes;
  const marked: FoundEncoding<Findable> | null =
    a === 0xef && b === 0xbb && c === 0xbf
      ? { encoding: 'utf-8', markBytes: 3 }
      : a === 0xff && b === 0xfe
        ? { encoding: 'utf-16le', markBytes: 2 }
        : a === 0xfe && b === 0xff
          ? { encoding: 'utf-16be', markBytes: 2 }
          : null;
  if (told !== undefined) return { encoding: told, markBytes: marked?.encoding === told ? marked.markBytes : 0 };
  if (marked !== null) return marked.encoding === 'utf-8' ? { ...marked, isValid: survey?.isUtf8 === true } : marked;
  const encoding = unmarked(bytes, survey);
  return { encoding, markBytes: 0, isValid: encoding === 'utf-8' };
}

function unmarked(bytes: Uint8Array, survey: Survey | null): Findable {
  const pairs = bytes.length >>> 1;
  if (pairs > 0 && (survey?.has(0) ?? true)) {
    let [even, odd] = [0, 0];
    for (let at = 0; at < pairs * 2; at += 2) {
      if (bytes[at] === 0) even += 1;
      if (bytes[at + 1] === 0) odd += 1;
    }
    if (odd > pairs * MIN_NUL_SHARE && even < pairs * FEW_PAIRS) return 'utf-16le';
    if (even > pairs * MIN_NUL_SHARE && odd < pairs * FEW_PAIRS) return 'utf-16be';
  }
  return (survey?.isUtf8 ?? isValidUtf8(bytes)) ? 'utf-8' : 'windows-1252';
}

/** The text of a file in UTF-8, without its mark, and whether all of it is characters. What is not, is as `wtf8.ts` says. */
export interface FileText {
  readonly text: Uint8Array;
  readonly isClean: boolean;
}

/** Returns the text of a file. `fromUtf8` gives its bytes back. */
export function toUtf8(bytes: Uint8Array, { encoding, markBytes, isValid = false }: FoundEncoding): FileText {
  const body = bytes.subarray(markBytes);
  if (encoding === 'utf-8') {
    const isClean = isValid || isValidUtf8(body);
    return { text: isClean ? body : fromBrokenUtf8(body), isClean };
  }
  if (encoding === 'windows-1252') return { text: from1252(body), isClean: true };
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return new CodePage(encoding).decode(body);
  const parts: Uint8Array[] = [];
  try {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
    for (let at = 0; at < body.length; at += PIECE)
      parts.push(encodeUtf8(decoder.decode(body.subarray(at, at + PIECE), { stream: true })));
    parts.push(encodeUtf8(decoder.decode()));
    return { text: joinBytes(parts), isClean: true };
  } catch {
    return { text: fromBroken16(body, encoding === 'utf-16le'), isClean: false };
  }
}

/** UTF-16 with lone surrogates, or half a character at its end. */
function fromBroken16(bytes: Uint8Array, little: boolean): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length & ~1;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < end;) {
    let stop = Math.min(end, at + PIECE);
    // Both halves of a pair stay together.
    if (stop < end && (view.getUint16(stop - 2, little) & 0xfc00) === 0xd800) stop += 2;
    let text = '';
    for (; at < stop; at += 2) text += String.fromCharCode(view.getUint16(at, little));
    parts.push(encodeWtf8(text));
  }
  if (end < bytes.length) parts.push(escapeHalf(bytes[end] ?? 0));
  return joinBytes(parts);
}

function isValidUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      // A piece of ASCII needs no text made of it, unless it cuts a character of the piece before off.
      decoder.decode(isAscii(piece) ? piece.subarray(0, 1) : piece, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  const isPlain = (byte: number): boolean => byte < 0x80;
  if (bytes.length < 8) return bytes.every(isPlain);
  const skipped = -bytes.byteOffset & 3;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + skipped, (bytes.length - skipped) >>> 2);
  for (let at = 0; at < words.length; at += 1) if (((words[at] ?? 0) & 0x80808080) !== 0) return false;
  return bytes.subarray(0, skipped).every(isPlain) && bytes.subarray(skipped + words.length * 4).every(isPlain);
}

function from1252(bytes: Uint8Array): Uint8Array {
  const high = Array.from({ length: 128 }, (_, index) =>
    encodeUtf8(index < 32 ? (HIGH[index] ?? '') : String.fromCharCode(128 + index)),
  );
  let length = 0;
  for (const byte of bytes) length += byte < 0x80 ? 1 : (high[byte - 0x80]?.length ?? 0);
  const out = new Uint8Array(length);
  let to = 0;
  for (const byte of bytes) {
    if (byte < 0x80) out[to++] = byte;
    else for (const part of high[byte - 0x80] ?? []) out[to++] = part;
  }
  return out;
}

const MARKS: Readonly<Partial<Record<CsvEncoding, readonly number[]>>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/**
 * Returns a text in UTF-8 in the encoding of its file.
 * @throws CodedError `refused` for what the encoding has not
 */
export function fromUtf8(parts: readonly Uint8Array[], encoding: CsvEncoding, mark: boolean): Uint8Array[] {
  const start = mark ? [Uint8Array.from(MARKS[encoding] ?? [])] : [];
  const isOwn = encoding === 'utf-8' || encoding === 'windows-1252' || MARKS[encoding] !== undefined;
  if (!isOwn) return [...start, new CodePage(encoding).encode(joinBytes(parts))];
  if (parts.some((part) => findOdd(part) >= 0)) return [...start, fromWtf8(joinBytes(parts), encoding)];
  if (encoding === 'utf-8') return [...start, ...parts];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encode = encoding === 'windows-1252' ? to1252 : (text: string) => to16(text, encoding === 'utf-16le');
  return [...start, ...parts.map((part) => encode(decoder.decode(part, { stream: true })))];
}

function fromWtf8(text: Uint8Array, encoding: CsvEncoding): Uint8Array {
  if (encoding === 'utf-8') return toBrokenUtf8(text);
  if (encoding === 'windows-1252') return to1252(decodeWtf8(text));
  const half = text.indexOf(HALF_LEAD);
  if (half >= 0 && half + 3 !== text.length) throw new CodedError('refused', CSV_TEXTS.half);
  const whole = half < 0 ? text : text.subarray(0, half);
  const bytes = to16(decodeWtf8(whole), encoding === 'utf-16le');
  return half < 0 ? bytes : joinBytes([bytes, Uint8Array.of(halfAt(text, half))]);
}

function to1252(text: string): Uint8Array {
  const out = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const high = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? -1 : HIGH.indexOf(text[at] ?? '');
    if (high < 0 && code >= 0x80 && (code < 0xa0 || code > 0xff)) {
      if (hasLoneSurrogate(text.slice(at, at + 2)) && (code & 0xf800) === 0xd800)
        throw new CodedError('refused', CSV_TEXTS.surrogate(code, 'windows-1252'));
      const char = String.fromCodePoint(text.codePointAt(at) ?? code);
      throw new CodedError('refused', CSV_TEXTS.notInEncoding(char, 'windows-1252'));
    }
    out[at] = high < 0 ? code : 0x80 + high;
  }
  return out;
}

function to16(text: string, little: boolean): Uint8Array {
  const out = new Uint8Array(text.length * 2);
  const view = new DataView(out.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), little);
  return out;
}
