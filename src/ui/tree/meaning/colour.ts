// Strings that are CSS colours: reads them, and writes another colour in the same notation.

/** A colour as it is spelt in a document. */
export interface Colour {
  readonly text: string;
  /** `#rrggbb` in lower case; `null` when only the browser can convert it. */
  readonly hex: string | null;
  /** From 0 to 1. */
  readonly alpha: number;
  readonly notation: Notation;
}

type Notation =
  | { readonly type: 'hex'; readonly isShort: boolean; readonly isUpper: boolean; readonly hasAlpha: boolean }
  | {
      readonly type: 'rgb' | 'hsl';
      readonly name: string;
      /** The separator between two numbers; `slash` is the one before the alpha, if there is one. */
      readonly comma: string;
      readonly slash: string | null;
      readonly alpha: string;
    }
  /** A name, or a function that is not parsed here. */
  | { readonly type: 'other' };

/** Longest CSS colour that is parsed; longer strings are never colours. */
const MAX_LENGTH = 64;
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+))(%|deg)?`;
const CHANNELS = new RegExp(
  String.raw`^(rgba?|hsla?)\(\s*${NUMBER}(\s*,\s*|\s+)${NUMBER}(?:\s*,\s*|\s+)${NUMBER}(?:(\s*[,/]\s*)${NUMBER})?\s*\)$`,
  'i',
);
const OTHER = /^(?:hwb|lab|lch|oklab|oklch|color|rgba?|hsla?)\([^()]+\)$/i;
const NAME = /^[a-z]+$/i;
/** Colour names such as "red" are also words: they count as colours only under a key like these. */
const KEY = /colou?r|background|fill$|stroke$|tint$|accent$/i;
const NO_NAMES = new Set(['inherit', 'initial', 'unset', 'revert', 'currentcolor']);

/** Returns the colour that a string is; `null` when it is none. */
export function colourOf(text: string, key: string | null): Colour | null {
  if (text.length > MAX_LENGTH || text.length < 3) return null;
  if (HEX.test(text)) return readHex(text);
  const channels = CHANNELS.exec(text);
  if (channels !== null) return readChannels(channels);
  const isMaybe = OTHER.test(text) || (NAME.test(text) && KEY.test(key ?? '') && !NO_NAMES.has(text.toLowerCase()));
  if (!isMaybe || typeof CSS === 'undefined' || !CSS.supports('color', text)) return null;
  return { text, hex: null, alpha: 1, notation: { type: 'other' } };
}

/** Spells a colour in the notation of another one, as far as that notation allows. `hex` is `#rrggbb`, `alpha` 0 to 1. */
export function writeColour(like: Colour, hex: string, alpha: number): string {
  const { notation } = like;
  const isSame = alpha === like.alpha;
  if (notation.type === 'hex' || notation.type === 'other') {
    const { isShort, isUpper, hasAlpha } =
      notation.type === 'hex' ? notation : { isShort: false, isUpper: false, hasAlpha: false };
    const full = hasAlpha || alpha < 1 ? hex + byteHex(alpha * 255) : hex;
    const pairs = full.slice(1).match(/../g) ?? [];
    const spelt = isShort && pairs.every(([a, b]) => a === b) ? `#${pairs.map(([a]) => a).join('')}` : full;
    return isUpper ? spelt.toUpperCase() : spelt;
  }
  const { comma } = notation;
  const [red, green, blue] = bytesOf(hex);
  const body = notation.type === 'rgb' ? [red, green, blue].join(comma) : writeHsl(hex, comma);
  if (notation.slash === null && alpha === 1) return `${notation.name}(${body})`;
  const isComma = comma.includes(',');
  const slash = notation.slash ?? (isComma ? comma : ' / ');
  const name = isComma && notation.name.length === 3 && notation.slash === null ? `${notation.name}a` : notation.name;
  const spelt = isSame && notation.alpha !== '' ? notation.alpha : spellAlpha(alpha, notation.alpha.endsWith('%'));
  return `${name}(${body}${slash}${spelt})`;
}

function readHex(text: string): Colour {
  const isShort = text.length < 6;
  const digits = isShort ? text.slice(1).replace(/./g, '$&$&') : text.slice(1);
  const hasAlpha = digits.length === 8;
  return {
    text,
    hex: `#${digits.slice(0, 6).toLowerCase()}`,
    alpha: hasAlpha ? Number.parseInt(digits.slice(6), 16) / 255 : 1,
    notation: { type: 'hex', isShort, isUpper: /[A-F]/.test(text), hasAlpha },
  };
}

function readChannels(match: RegExpExecArray): Colour | null {
  const [text, name = '', a = '', aUnit, comma = '', b = '', bUnit, c = '', cUnit, slash, d, dUnit] = match;
  const type = name.slice(0, 3).toLowerCase() === 'rgb' ? 'rgb' : 'hsl';
  if (dUnit === 'deg' || bUnit === 'deg' || cUnit === 'deg') return null;
  let bytes: readonly number[];
  if (type === 'rgb') {
    if (aUnit === 'deg') return null;
    bytes = [channel(a, aUnit), channel(b, bUnit), channel(c, cUnit)];
  } else {
    if (aUnit === '%' || (comma.includes(',') && (bUnit !== '%' || cUnit !== '%'))) return null;
    bytes = fromHsl(Number(a), Number(b), Number(c));
  }
  const alpha = d === undefined ? 1 : clamp(Number(d) / (dUnit === '%' ? 100 : 1), 1);
  const hex = `#${bytes.map(byteHex).join('')}`;
  return {
    text,
    hex,
    alpha,
    notation: { type, name, comma, slash: slash ?? null, alpha: d === undefined ? '' : d + (dUnit ?? '') },
  };
}

function channel(digits: string, unit: string | undefined): number {
  return clamp(unit === '%' ? (Number(digits) / 100) * 255 : Number(digits), 255);
}

/** Returns three channels from 0 to 255. The hue is in degrees, the others are in percent. @see CSS Color 4 §7.1 */
function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const s = clamp(saturation / 100, 1);
  const l = clamp(lightness / 100, 1);
  const turned = ((hue % 360) + 360) % 360;
  return [0, 8, 4].map((n) => {
    const k = (n + turned / 30) % 12;
    return (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255;
  });
}

/** Uses the fewest decimals that convert back to the same bytes, at most 4. */
function writeHsl(hex: string, comma: string): string {
  const [red = 0, green = 0, blue = 0] = bytesOf(hex).map((byte) => byte / 255);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const lightness = most - range / 2;
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
  const sector =
    range === 0
      ? 0
      : most === red
        ? ((green - blue) / range + 6) % 6
        : most === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  for (let digits = 0; ; digits += 1) {
    const [h = 0, s = 0, l = 0] = [sector * 60, saturation * 100, lightness * 100].map((value) =>
      Number(value.toFixed(digits)),
    );
    if (digits === 4 || `#${fromHsl(h, s, l).map(byteHex).join('')}` === hex) return `${h}${comma}${s}%${comma}${l}%`;
  }
}

function bytesOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function byteHex(value: number): string {
  return Math.round(clamp(value, 255)).toString(16).padStart(2, '0');
}

function spellAlpha(alpha: number, inPercent: boolean): string {
  return inPercent ? `${Number((alpha * 100).toFixed(1))}%` : String(Number(alpha.toFixed(3)));
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
