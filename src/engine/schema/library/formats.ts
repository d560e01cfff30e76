// Tests of the JSON Schema formats, by a library that follows their RFCs.

import {
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIdnEmail,
  isIPv4,
  isIPv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from '@hyperjump/json-schema-formats';
import { isIdnHostname } from 'idn-hostname';
import type { Formats } from '../graph.ts';

const TESTS = new Map<string, (text: string) => boolean>([
  ['date', isDate],
  ['time', isTimeOrLeapSecond],
  ['date-time', isDateTimeOrLeapSecond],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['idn-hostname', isIdn],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uuid', isUuid],
  ['uri-template', isUriTemplate],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isRegex],
]);

/** The formats that the drafts define. */
export const FORMATS: Formats = {
  find(name, isBeforeDraft7) {
    // Since draft 7, a host name may be internationalized.
    if (name === 'hostname') return isBeforeDraft7 ? isHostname : (text) => isHostname(text) && isIdn(text);
    const test = TESTS.get(name);
    return test === undefined ? null : (text) => isTrue(test, text);
  },
};

/** Some tests throw on unexpected input. */
function isTrue(test: (text: string) => boolean, text: string): boolean {
  try {
    return test(text);
  } catch {
    return false;
  }
}

/** The library's own test logs every rejection to the console. */
function isIdn(text: string): boolean {
  return !/[.\uFF0E\u3002\uFF61]$/.test(text) && isTrue(isIdnHostname, text);
}

/** A time without a date may have a leap second at 23:59 UTC; the library does not accept any. @see RFC 3339 §5.7 */
function isTimeOrLeapSecond(text: string): boolean {
  if (isTime(text)) return true;
  const leap = /^(\d\d):(\d\d):60(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (leap === null || !isTime(text.replace(':60', ':59'))) return false;
  const [, hours, minutes, sign, byHours = '0', byMinutes = '0'] = leap;
  const offset = (sign === '-' ? -1 : 1) * (Number(byHours) * 60 + Number(byMinutes));
  return (Number(hours) * 60 + Number(minutes) - offset + 1) % 1440 === 0;
}

/**
 * A leap second is the last one of a month in UTC; the library knows only some that were inserted at the end of a year.
 * @see RFC 3339 §5.7
 */
function isDateTimeOrLeapSecond(text: string): boolean {
  if (isDateTime(text)) return true;
  const leap = /^(\d{4})-(\d\d)-(\d\d)[tT](\d\d):(\d\d):60(\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (leap === null || !isDateTime(`${text.slice(0, 17)}59${text.slice(19)}`)) return false;
  const [, year, month, day, hours, minutes, , sign, byHours = '0', byMinutes = '0'] = leap;
  const offset = (sign === '-' ? -1 : 1) * (Number(byHours) * 60 + Number(byMinutes));
  // The minute after it, in UTC.
  const next = new Date(0);
  next.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  next.setUTCHours(Number(hours), Number(minutes) - offset + 1);
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0;
}
