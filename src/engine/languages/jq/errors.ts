// What jq's messages mean: where in the program, what was found, and what was meant. jq reports a place for errors of syntax
// only, and for an unexpected end that of the last token; where else the part of the program that failed occurs once, that is
// its place.

import { CodedError } from '../../../shared/errors.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { EMPTY_QUERY, QUERY } from '../../../shared/texts/queries.ts';
import { JQ_ERROR, QUERY_ERROR } from '../../../shared/texts/query-errors.ts';
import { meantName } from '../meant-name.ts';
import { failureAt, placeIn, syntaxError } from '../query-error.ts';

const PLACE = /^jq: error: (.*) at <top-level>, line (\d+)(?:, column (\d+))?:?$/m;
const TOKEN = /^(?:\$?[\w]+|&&|\|\||==|!=|[^])/u;
const HINTS: Readonly<Record<string, string>> = {
  "'": JQ_ERROR.strings,
  '&': JQ_ERROR.word('&&', 'and'),
  '&&': JQ_ERROR.word('&&', 'and'),
  '||': JQ_ERROR.word('||', 'or'),
  '!': JQ_ERROR.not,
};
/** Words in jq's messages for kinds of values. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** The error of a program that does not compile. `shift`: the length of what was put before its first line. */
export function explainSyntax(text: string, errors: string, shift: number): CodedError {
  const [, message = firstError(errors), line = '1', column = '1'] = PLACE.exec(errors) ?? [];
  const at = offsetOf(text, Number(line), Math.max(1, Number(column) - (line === '1' ? shift : 0)));
  const [, name, count] = /^(\S+)\/(\d+) is not defined/.exec(message) ?? [];
  if (name !== undefined) {
    const hyphen = /\.([A-Za-z_]\w*(?:-\w+)*-)$/.exec(text.slice(0, at))?.[1];
    return hyphen === undefined
      ? syntaxError(text, at, noFunction(name, Number(count)))
      : syntaxError(text, at - 1, JQ_ERROR.hyphen(hyphen + name));
  }
  const [, label] = /^\$\*label-(\S+) is not defined/.exec(message) ?? [];
  if (label !== undefined) return syntaxError(text, breakOf(text, label, at), JQ_ERROR.label(label));
  const [, variable] = /^(\$\S+) is not defined/.exec(message) ?? [];
  if (variable !== undefined) return syntaxError(text, at, JQ_ERROR.variable(variable));
  const [, module] = /^module not found: (\S+)/.exec(message) ?? [];
  if (module !== undefined) return syntaxError(text, at, JQ_ERROR.module(module));
  if (message.includes('program not given')) return syntaxError(text, 0, EMPTY_QUERY.jq);
  if (!message.startsWith('syntax error')) return syntaxError(text, at, JQ_ERROR.says(message));
  if (message.includes('unexpected end of file')) return endsEarly(text, message);
  const [found = ''] = TOKEN.exec(text.slice(at)) ?? [];
  if (found === '.' && text[at - 1] === '$') return syntaxError(text, at - 1, JQ_ERROR.document);
  const isDoubled = found === '|' && text[at - 1] === '|';
  const shown = isDoubled ? '||' : found;
  return syntaxError(text, isDoubled ? at - 1 : at, QUERY_ERROR.misplaced(shown, HINTS[shown] ?? wantedBy(message)));
}

/** The error of a program that failed. */
export function explainFailure(text: string, errors: string): CodedError {
  const message = errors
    .trim()
    .split('\n')
    .findLast((line) => line.startsWith('jq: '))
    ?.replace(/^jq: error(?: \(at [^)]*\))?(?: \(not a string\))?: /, '');
  if (message === undefined) return new CodedError('refused', errors.trim() || QUERY.ended);
  const [, of = '', key] = /^Cannot index (\w+) with (?:string )?\(?("(?:[^"\\]|\\.)*")\)?$/.exec(message) ?? [];
  if (key !== undefined) {
    const name = key.slice(1, -1);
    const hint = of === 'array' ? JQ_ERROR.each : JQ_ERROR.maybe;
    const sentence = JQ_ERROR.member(`.${name}`, KINDS[of] ?? of) + hint;
    const [plain, quoted] = [escaped(name), escaped(key)];
    return failed(text, RegExp(`\\.\\s*(?:${plain}(?!\\w)|${quoted}|\\[\\s*${quoted}\\s*\\])|getpath`, 'g'), sentence);
  }
  const [, odd = '', index] = /^Cannot index (\w+) with number(?: \((-?\d+)\))?$/.exec(message) ?? [];
  if (odd !== '') {
    const pattern = index === undefined ? /\[[^\]]*\]/g : RegExp(`\\[\\s*${index}\\s*\\]`, 'g');
    return failed(text, pattern, JQ_ERROR.item(index ?? '', KINDS[odd] ?? odd) + JQ_ERROR.maybe);
  }
  const [, whole] = /^Cannot iterate over (\w+)/.exec(message) ?? [];
  if (whole !== undefined) return failed(text, ITERATORS, JQ_ERROR.iterate(KINDS[whole] ?? whole) + JQ_ERROR.maybe);
  const [, format] = /^(\w+) is not a valid format$/.exec(message) ?? [];
  if (format !== undefined) return failed(text, RegExp(`@${format}\\b`, 'g'), JQ_ERROR.format(format));
  if (message === 'break' && /\binput\b/.test(text)) return failed(text, /\binput\b/g, JQ_ERROR.noInput);
  const known = SOURCES.find(([pattern]) => pattern.test(message));
  if (known !== undefined) {
    const [name] = message.startsWith('explode input') ? (text.match(known[1]) ?? []) : [];
    return failed(text, known[1], name === undefined ? message : JQ_ERROR.needsString(name));
  }
  const called = BUILTINS.map((one) => one.split('/')[0] ?? '').find((one) => message.startsWith(one));
  return called === undefined
    ? new CodedError('refused', message)
    : failed(text, RegExp(`\\b${called}\\b`, 'g'), message);
}

/** What in a program goes through the items of a value. */
const ITERATORS =
  /\[\s*\]|\b(?:map|map_values|join|add|any|all|first|last|flatten|from_entries|with_entries|inside|index|indices|walk|del)\b/g;

/** What in a program gives a message of jq. */
const SOURCES: readonly (readonly [RegExp, RegExp])[] = [
  [/cannot be added$/, /\+=?|\badd\b/g],
  [/cannot be subtracted$/, /-=?/g],
  [/cannot be multiplied$/, /\*=?/g],
  [/cannot be divided\b/, /[/%]=?/g],
  [/cannot be parsed as a number$/, /\btonumber\b/g],
  [/is not valid base64 data$/, /@base64d\b/g],
  [/cannot be matched, as it is not a string$|^Regex failure/, /\b(?:test|match|capture|scan|splits?|sub|gsub)\b/g],
  [/only strings can be parsed$|\(while parsing '/, /\bfromjson\b/g],
  [/^Cannot check whether/, /\b(?:has|in)\b/g],
  [/^Path must be specified/, /\b(?:getpath|setpath|delpaths)\b/g],
  [/number required$/, /\b(?:floor|ceil|round|sqrt|abs|fabs|trunc|exp|exp2|exp10|log|log2|log10|pow|sin|cos|tan)\b/g],
  [/^Cannot use .* as object key$/, /\bfrom_entries\b|\{\s*\(/g],
  [/^date .* does not match format/, /\b(?:strptime|fromdate|fromdateiso8601|todate)\b/g],
  [/^explode input/, /\b(?:ascii_downcase|ascii_upcase|explode)\b/g],
  [/can't be imploded/, /\bimplode\b/g],
  [/has no keys$/, /\b(?:keys|keys_unsorted|to_entries|with_entries|map_values)\b/g],
  [/has no length$/, /\blength\b/g],
  [/cannot be sorted, as it is not an array$/, /\b(?:sort|sort_by|unique|unique_by|group_by|min_by|max_by)\b/g],
  [/cannot be (?:csv|tsv)-formatted|not valid in a csv row/, /@[ct]sv\b/g],
];

/** A failure with the place of what `pattern` finds, if it finds it once. */
function failed(text: string, pattern: RegExp, sentence: string): CodedError {
  const [first, second] = text.matchAll(pattern);
  if (first === undefined || second !== undefined) return new CodedError('refused', sentence);
  return failureAt(text, first.index, sentence);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function noFunction(name: string, count: number): string {
  const arities = BUILTINS.filter((one) => one.startsWith(`${name}/`)).map((one) => Number(one.split('/')[1]));
  const [least, most] = [Math.min(...arities), Math.max(...arities)];
  if (arities.length > 0) return QUERY_ERROR.argumentCount(name, QUERY_ERROR.argumentsText(least, most), count);
  const names = BUILTINS.map((one) => one.split('/')[0] ?? '').concat('null', 'true', 'false');
  return JQ_ERROR.noFunction(name, count, meantName('jq', name, names));
}

/** The place of `break $label`; jq reports that of what is around it. */
function breakOf(text: string, label: string, at: number): number {
  const found = text.slice(at).search(RegExp(`\\$${label}\\b(?!\\s*\\|)`));
  return found < 0 ? at : at + found;
}

function endsEarly(text: string, message: string): CodedError {
  const { quote, bracket } = openIn(text);
  if (quote !== null) return syntaxError(text, quote, QUERY_ERROR.unclosedString('"'));
  const end = text.trimEnd().length;
  const opened = bracket === null ? openIf(text) : null;
  if (opened !== null) {
    const { line, column } = placeIn(text, opened);
    return syntaxError(text, end, QUERY_ERROR.endsEarly(JQ_ERROR.ifOpen(line, column)));
  }
  if (bracket === null) return syntaxError(text, end, QUERY_ERROR.endsEarly(wantedBy(message)));
  const { line, column } = placeIn(text, bracket);
  const opening = text[bracket] ?? '';
  return syntaxError(text, end, QUERY_ERROR.endsEarly(QUERY_ERROR.notClosed(opening, line, column)));
}

/** The places of a string and of a bracket that are not closed. */
function openIn(text: string): { readonly quote: number | null; readonly bracket: number | null } {
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const isInString = text[open.at(-1) ?? -1] === '"';
    if (isInString && char === '\\') {
      at += 1;
      if (text[at] === '(') open.push(at);
    } else if (char === '"') {
      if (isInString) open.pop();
      else open.push(at);
    } else if (isInString) continue;
    else if (char === '#') at = (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
    else if ('([{'.includes(char)) open.push(at);
    else if (')]}'.includes(char)) open.pop();
  }
  const last = open.at(-1) ?? null;
  const isQuote = last !== null && text[last] === '"';
  return { quote: isQuote ? last : null, bracket: isQuote ? null : last };
}

/** The place of an `if` without its `end`. */
function openIf(text: string): number | null {
  const open: number[] = [];
  for (const { 0: word, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"|#[^\n]*|(?<![.$\w])(?:if|end)(?![\w:])/g)) {
    if (word === 'if') open.push(index);
    else if (word === 'end') open.pop();
  }
  return open.at(-1) ?? null;
}

/** What jq expected, from its message. */
function wantedBy(message: string): string {
  const expected = /, expecting (.*)$/.exec(message)?.[1] ?? '';
  const tokens = [...expected.matchAll(/'([^']+)'/g)].map(([, token = '']) => token);
  if (expected.includes('end of file')) return JQ_ERROR.operator;
  if (expected.includes('BINDING')) return JQ_ERROR.binding;
  if (expected.includes('FORMAT')) return JQ_ERROR.afterDot;
  if (tokens.length === 0) return JQ_ERROR.expression;
  return JQ_ERROR.tokens(tokens);
}

/** The first message of jq, for an error without a place. */
function firstError(errors: string): string {
  return (errors.trim().split('\n')[0] ?? '').replace(/^jq: error: /, '');
}

/** jq counts lines and columns from 1, columns in bytes. */
function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const bytes = encodeUtf8(lines[line - 1] ?? '').subarray(0, column - 1);
  return before + decodeUtf8(bytes).length;
}

const BUILTINS: readonly string[] = (
  'IN/1 IN/2 INDEX/1 INDEX/2 JOIN/2 JOIN/3 JOIN/4 abs/0 acos/0 acosh/0 add/0 add/1 all/0 all/1 all/2 any/0 any/1 ' +
  'any/2 arrays/0 ascii_downcase/0 ascii_upcase/0 asin/0 asinh/0 atan/0 atan2/2 atanh/0 booleans/0 bsearch/1 ' +
  'builtins/0 capture/1 capture/2 cbrt/0 ceil/0 combinations/0 combinations/1 contains/1 copysign/2 cos/0 cosh/0 ' +
  'debug/0 debug/1 del/1 delpaths/1 drem/2 empty/0 endswith/1 env/0 erf/0 erfc/0 error/0 error/1 exp/0 exp10/0 ' +
  'exp2/0 explode/0 expm1/0 fabs/0 fdim/2 finites/0 first/0 first/1 flatten/0 flatten/1 floor/0 fma/3 fmax/2 ' +
  'fmin/2 fmod/2 format/1 frexp/0 from_entries/0 fromdate/0 fromdateiso8601/0 fromjson/0 fromstream/1 gamma/0 ' +
  'getpath/1 gmtime/0 group_by/1 gsub/2 gsub/3 halt/0 halt_error/0 halt_error/1 has/1 hypot/2 implode/0 in/1 ' +
  'index/1 indices/1 infinite/0 input/0 input_line_number/0 inputs/0 inside/1 isempty/1 isfinite/0 isinfinite/0 ' +
  'isnan/0 isnormal/0 iterables/0 j0/0 j1/0 jn/2 join/1 keys/0 keys_unsorted/0 last/0 last/1 ldexp/2 length/0 ' +
  'lgamma/0 lgamma_r/0 limit/2 localtime/0 log/0 log10/0 log1p/0 log2/0 logb/0 ltrim/0 ltrimstr/1 map/1 ' +
  'map_values/1 match/1 match/2 max/0 max_by/1 min/0 min_by/1 mktime/0 modf/0 nan/0 nearbyint/0 nextafter/2 ' +
  'nexttoward/2 normals/0 not/0 now/0 nth/1 nth/2 nulls/0 numbers/0 objects/0 path/1 paths/0 paths/1 pick/1 pow/2 ' +
  'range/1 range/2 range/3 recurse/0 recurse/1 recurse/2 remainder/2 repeat/1 reverse/0 rindex/1 rint/0 round/0 ' +
  'rtrim/0 rtrimstr/1 scalars/0 scalb/2 scalbln/2 scan/1 scan/2 select/1 setpath/2 significand/0 sin/0 sinh/0 ' +
  'skip/2 sort/0 sort_by/1 split/1 split/2 splits/1 splits/2 sqrt/0 startswith/1 stderr/0 strflocaltime/1 ' +
  'strftime/1 strings/0 strptime/1 sub/2 sub/3 tan/0 tanh/0 test/1 test/2 tgamma/0 to_entries/0 toboolean/0 ' +
  'todate/0 todateiso8601/0 tojson/0 tonumber/0 tostream/0 tostring/0 transpose/0 trim/0 trimstr/1 trunc/0 ' +
  'truncate_stream/1 type/0 unique/0 unique_by/1 until/2 utf8bytelength/0 values/0 walk/1 while/2 with_entries/1 ' +
  'y0/0 y1/0 yn/2'
).split(' ');
