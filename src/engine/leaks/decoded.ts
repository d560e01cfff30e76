// Texts that are spelt in another one, each character with its place there: behind the escapes of JSON and JSON5, behind
// percent-encoding, with quotes that are doubled. So what is found in the decoded text is replaced where it is spelt, and no other
// byte changes.

/** A decoded text. */
export interface Decoded {
  readonly text: string;
  /** Returns where a UTF-16 unit begins in the source; that of the end is the end of the source. */
  placeOf(unit: number): number;
}

const AS_IT_IS = (unit: number): number => unit;

const SINGLE: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
};

/** Decodes what stands between the quotes of a string of JSON or JSON5. Escapes that are none stay as they are. */
export function decodeEscapes(source: string): Decoded {
  if (!source.includes('\\')) return { text: source, placeOf: AS_IT_IS };
  // Most are JSON, and hold nothing: places are counted only once they are asked for.
  const text = parse(source);
  let read = text === null ? readEscapes(source) : null;
  return {
    text: text ?? read?.text ?? '',
    placeOf(unit) {
      read ??= readEscapes(source);
      return read.starts[unit] ?? 0;
    },
  };
}

function parse(source: string): string | null {
  try {
    const value: unknown = JSON.parse(`"${source}"`);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** A decoded text, and where each of its units begins. */
interface Read {
  readonly text: string;
  readonly starts: Uint32Array;
}

function readEscapes(source: string): Read {
  const starts = new Uint32Array(source.length + 1);
  const parts: string[] = [];
  let count = 0;
  let at = 0;
  while (at < source.length) {
    const slash = source.indexOf('\\', at);
    const end = slash < 0 ? source.length : slash;
    if (end > at) parts.push(source.slice(at, end));
    for (; at < end; at += 1, count += 1) starts[count] = at;
    if (slash < 0) break;
    const [piece, next] = readEscape(source, slash);
    parts.push(piece);
    for (let unit = 0; unit < piece.length; unit += 1, count += 1) starts[count] = slash;
    at = next;
  }
  starts[count] = source.length;
  return { text: parts.join(''), starts };
}

/** The character of an escape, and where what follows it begins. */
function readEscape(source: string, at: number): readonly [string, number] {
  const sign = source[at + 1] ?? '\\';
  const digits = sign === 'u' ? 4 : sign === 'x' ? 2 : 0;
  if (digits > 0) {
    const code = source.slice(at + 2, at + 2 + digits);
    if (code.length === digits && /^[\da-fA-F]+$/.test(code))
      return [String.fromCharCode(Number.parseInt(code, 16)), at + 2 + digits];
  }
  // A line that goes on.
  if (sign === '\r' && source[at + 2] === '\n') return ['', at + 3];
  if (/[\r\n\u2028\u2029]/.test(sign)) return ['', at + 2];
  return [SINGLE[sign] ?? sign, Math.min(source.length, at + 2)];
}

function decodedBy({ text, starts }: Read): Decoded {
  return { text, placeOf: (unit) => starts[unit] ?? 0 };
}

/** Decodes percent-encoding; what is no UTF-8 stays as it is. `null` if nothing is encoded. */
export function decodePercent(source: string): Decoded | null {
  if (!/%[\da-fA-F]{2}/.test(source)) return null;
  const starts = new Uint32Array(source.length + 1);
  let text = '';
  let at = 0;
  while (at < source.length) {
    const lead = source[at] === '%' ? Number.parseInt(source.slice(at + 1, at + 3), 16) : Number.NaN;
    const length = !(lead >= 0) ? 0 : lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const spelt = source.slice(at, at + Math.max(1, length * 3));
    const read = length > 0 ? readPercent(spelt) : null;
    const piece = read ?? source.charAt(at);
    for (let unit = 0; unit < piece.length; unit += 1) starts[text.length + unit] = at;
    text += piece;
    at += read === null ? 1 : spelt.length;
  }
  starts[text.length] = source.length;
  return text === source ? null : decodedBy({ text, starts });
}

function readPercent(spelt: string): string | null {
  try {
    return decodeURIComponent(spelt);
  } catch {
    return null;
  }
}

/** Decodes what stands between quotes that are doubled inside. */
export function decodeDoubled(source: string, quote: string): Decoded {
  if (!source.includes(quote)) return { text: source, placeOf: AS_IT_IS };
  const starts = new Uint32Array(source.length + 1);
  let text = '';
  for (let at = 0; at < source.length; at += 1) {
    starts[text.length] = at;
    text += source.charAt(at);
    if (source[at] === quote && source[at + 1] === quote) at += 1;
  }
  starts[text.length] = source.length;
  return decodedBy({ text, starts });
}
