// Numbers and strings that are times: seconds or milliseconds since 1970, or an ISO 8601 date. An edited time is written in the
// same notation: its unit, its offset, its number of digits.

/** A time as it is spelt in a document. */
export interface Time {
  readonly text: string;
  /** Milliseconds since 1970. A time without a zone is read as UTC. */
  readonly ms: number;
  readonly notation: Notation;
}

type Notation =
  | { readonly type: 'seconds' | 'milliseconds' }
  | {
      readonly type: 'iso';
      /** The separator between date and time; `null` for a date without a time. */
      readonly between: string | null;
      readonly hasSeconds: boolean;
      readonly fraction: string;
      /** As spelt; empty when there is none. */
      readonly zone: string;
      readonly offsetMinutes: number;
    };

const FIRST_MS = Date.UTC(1990, 0);
const END_MS = Date.UTC(2100, 0);
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:([Tt ])(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
const MAX_LENGTH = 35;
/** A number of nine or ten digits may be anything: it is a time only if its key contains one of these words. */
const WORDS = new Set(
  (
    'time times timestamp date dates day at on ts when created updated modified changed deleted published released ' +
    'expires expiry expiration expired exp iat nbf since until start started end ended begin birthday seen login ' +
    'epoch mtime ctime atime utc issued'
  ).split(' '),
);

/** Returns the time that a value is; `null` when it is none. `key` is the value's key. */
export function timeOf(text: string, key: string | null): Time | null {
  if (text.length < 9 || text.length > MAX_LENGTH) return null;
  if (/^\d{9,13}$/.test(text)) return readNumber(text, key);
  return readIso(text);
}

/**
 * Spells a time in the notation of another one. Seconds and fractions that the notation lacks are added when they are not zero.
 */
export function writeTime(like: Time, ms: number): string {
  const { notation } = like;
  if (notation.type !== 'iso') return String(notation.type === 'seconds' ? Math.floor(ms / 1000) : ms);
  const { between, fraction, zone, offsetMinutes } = notation;
  const wall = new Date(ms + offsetMinutes * 60_000).toISOString();
  if (between === null) return wall.slice(0, 10);
  const thousandths = wall.slice(20, 23);
  // Digits beyond milliseconds can't be edited, and are retained.
  const digits =
    fraction.length >= 3
      ? thousandths + fraction.slice(3)
      : thousandths.slice(fraction.length).replaceAll('0', '') === ''
        ? thousandths.slice(0, fraction.length)
        : thousandths;
  const hasSeconds = notation.hasSeconds || wall.slice(17, 23) !== '00.000';
  const time = wall.slice(11, hasSeconds ? 19 : 16);
  return `${wall.slice(0, 10)}${between}${time}${digits === '' || !hasSeconds ? '' : `.${digits}`}${zone}`;
}

/** Whether it is a point in time, rather than a local time in an unknown zone. */
export function hasZone({ notation }: Time): boolean {
  return notation.type !== 'iso' || notation.zone !== '';
}

/** Whether it is a date without a time. */
export function isDay({ notation }: Time): boolean {
  return notation.type === 'iso' && notation.between === null;
}

/**
 * Returns the value for an input of type `datetime-local`, or `date` for a date: in the user's time zone if the time has a
 * zone.
 */
export function toField(time: Time, ms = time.ms): string {
  const local = hasZone(time) ? ms - offsetAt(ms) * 60_000 : ms;
  const wall = new Date(local).toISOString();
  if (isDay(time)) return wall.slice(0, 10);
  return wall.slice(0, ms % 1000 === 0 ? 19 : 23);
}

/**
 * The inverse of `toField`; `null` when the field contains no time. In the hour that repeats at the end of summer time, the
 * result has the offset that `time` has there.
 */
export function fromField(time: Time, field: string): number | null {
  const ms = Date.parse(isDay(time) ? field : hasZone(time) ? field : `${field}Z`);
  if (Number.isNaN(ms)) return null;
  if (isDay(time) || !hasZone(time)) return ms;
  const changeMs = (offsetAt(time.ms) - offsetAt(ms)) * 60_000;
  return toField(time, ms + changeMs) === toField(time, ms) ? ms + changeMs : ms;
}

/** Returns by how many minutes the user's clock is behind UTC. */
const offsetAt = (ms: number): number => new Date(ms).getTimezoneOffset();

const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** In the user's language. Reused: creating a formatter takes longer than drawing a row. */
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** Returns a relative time, such as `3 days ago`. */
export function fromNow(ms: number, now: number, format = RELATIVE): string {
  const distance = ms - now;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? UNITS[5];
  return format.format(Math.round(distance / size), unit);
}

function readNumber(text: string, key: string | null): Time | null {
  const isSeconds = text.length <= 10;
  const ms = Number(text) * (isSeconds ? 1000 : 1);
  if (ms < FIRST_MS || ms >= END_MS || (isSeconds && !namesTime(key))) return null;
  return { text, ms, notation: { type: isSeconds ? 'seconds' : 'milliseconds' } };
}

function readIso(text: string): Time | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, between, hour = '0', minute = '0', second, fraction = '', zone = ''] = match;
  const wall = [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second ?? '0')] as const;
  const [y, mo, d, h, mi, s] = wall;
  const wallMs = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  const read = new Date(wallMs);
  if (y < 1000 || read.getUTCDate() !== d || read.getUTCMonth() !== mo - 1 || h > 23 || mi > 59 || s > 59) return null;
  const offsetMinutes = minutesOf(zone);
  return {
    text,
    ms: wallMs - offsetMinutes * 60_000,
    notation: {
      type: 'iso',
      between: between ?? null,
      hasSeconds: second !== undefined,
      fraction,
      zone,
      offsetMinutes,
    },
  };
}

function minutesOf(zone: string): number {
  if (zone.length < 3) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', ''));
  return zone.startsWith('-') ? -minutes : minutes;
}

function namesTime(key: string | null): boolean {
  if (key === null || key.length > 64) return false;
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => WORDS.has(word) || /(?:time|date|stamp)$/.test(word));
}
