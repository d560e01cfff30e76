// What an error of the user's code means: where in the code it is, what was found, and what was meant. Browsers report the place
// of an error thrown by compiled code in its stack trace, each in its own form, and word their messages differently.

import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import { CODE } from '../../shared/texts/queries.ts';
import { CODE_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { nearest } from '../base/nearest.ts';

/** Chromium, Firefox. WebKit reports no places in compiled code. */
const FRAME = /(?:<anonymous>|> Function):(\d+):(\d+)/;
const MAX_LENGTH = 60;
/** Names that a query may have meant, besides its own. */
const GLOBALS = ['data', '_', 'Math', 'JSON', 'Object', 'Array', 'String', 'Number', 'Date', 'RegExp', 'Map', 'Set'];
/** Methods by which a name is corrected. */
const OWNERS: readonly object[] = [Array.prototype, String.prototype, Object.prototype, Number.prototype];

/** A failure of the code: everything it throws. `linesBefore`: what stands before its first line where it was compiled. */
export function failureOf(code: string, error: unknown, linesBefore: number, library: unknown): CodedError {
  if (!(error instanceof Error)) return new CodedError('refused', CODE.threw(describe(error)));
  const place = placeOf(code, error, linesBefore);
  return (
    undefinedName(code, error, place) ??
    new CodedError(
      'refused',
      methodText(code, error, place, library) ?? missingText(code, error, place) ?? textOf(error),
      place,
    )
  );
}

/** A place by its line and column, if it is in the code. */
export function placeAt(code: string, line: number, column: number): ErrorPlace | null {
  const lines = code.split('\n');
  if (line < 0 || line >= lines.length) return null;
  const before = lines.slice(0, line).reduce((total, one) => total + one.length + 1, 0);
  return { offset: before + column, line, column };
}

function placeOf(code: string, error: Error, linesBefore: number): ErrorPlace | null {
  const found = FRAME.exec(typeof error.stack === 'string' ? error.stack : '');
  return found === null ? null : placeAt(code, Number(found[1]) - linesBefore - 1, Number(found[2]) - 1);
}

function textOf(error: Error): string {
  if (/call stack|too much recursion/i.test(error.message)) return CODE_ERROR.recursion;
  const text = error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
  return text === '' ? CODE.threwError : text;
}

/** A name that is not defined. Engines report the place of its statement. */
function undefinedName(code: string, error: Error, place: ErrorPlace | null): CodedError | null {
  const [, name] = /^(?:Can't find variable: )?([\w$]+)(?: is not defined|$)/.exec(error.message) ?? [];
  if (error.name !== 'ReferenceError' || name === undefined) return null;
  const from = place?.offset ?? 0;
  const found = wordIn(code, name, from) ?? wordIn(code, name, 0);
  const before = code.slice(0, found ?? 0).split('\n');
  const exact = found === null ? place : placeAt(code, before.length - 1, before.at(-1)?.length ?? 0);
  const own = [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].filter((one) => one !== name && declares(code, one));
  return new CodedError('refused', CODE_ERROR.notDefined(name, nearest(name, [...GLOBALS, ...own])), exact);
}

function wordIn(code: string, word: string, from: number): number | null {
  const found = code.slice(from).search(RegExp(`(?<![\\w$.])${word.replaceAll('$', '\\$')}(?![\\w$])`));
  return found < 0 ? null : from + found;
}

/** Whether a name is one of a variable, a function or a parameter. */
function declares(code: string, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$');
  return RegExp(`\\b(?:const|let|var|function)\\s+${escaped}\\b|[(,]\\s*${escaped}\\s*[,)]|\\b${escaped}\\s*=>`).test(
    code,
  );
}

/** A call of something that is no function. */
function methodText(code: string, error: Error, place: ErrorPlace | null, library: unknown): string | null {
  const [, call] = /^(.+?) is not a function/s.exec(error.message) ?? [];
  if (call === undefined || error.name !== 'TypeError') return null;
  const name = place === null ? undefined : /^[\w$]+/.exec(code.slice(place.offset))?.[0];
  const called = call.endsWith(`.${name}`) ? name : /\.([\w$]+)$/.exec(call)?.[1];
  if (called === undefined) return /^[\w$]+$/.test(call) ? CODE_ERROR.noMethod(call, null) : null;
  const owner = call.slice(0, -called.length - 1);
  const of = kindsWith(called);
  if (of.length > 0) return CODE_ERROR.methodOf(call, owner, of);
  return CODE_ERROR.noMethod(call, nearest(called, namesOf(owner, library)));
}

/** The kinds of values that have a method. */
function kindsWith(name: string): string[] {
  const has = (prototype: object): boolean => typeof Reflect.get(prototype, name) === 'function';
  if (has(Object.prototype)) return [];
  return [
    ...(has(Array.prototype) ? ['array'] : []),
    ...(has(String.prototype) ? ['string'] : []),
    ...(has(Number.prototype) ? ['number'] : []),
  ];
}

/** The functions that an expression has, or may have. */
function namesOf(owner: string, library: unknown): string[] {
  if (/^_(?:$|[.(])/.test(owner) && typeof library === 'function') return Object.keys(library);
  const known: unknown = GLOBALS.includes(owner) ? Reflect.get(globalThis, owner) : undefined;
  const owners = known === undefined || known === null ? OWNERS : [Object(known) as object];
  return owners.flatMap((one) => Object.getOwnPropertyNames(one));
}

/** A member of null or undefined. Chromium names the member, but not what has none. */
function missingText(code: string, error: Error, place: ErrorPlace | null): string | null {
  if (error.name !== 'TypeError' || place === null) return null;
  const [, found] =
    /\b(?:of|properties of) (undefined|null)\b/.exec(error.message) ??
    /\bis (undefined|null)$/.exec(error.message) ??
    [];
  const [, named] = /\((?:reading|setting) '(.+)'\)$/s.exec(error.message) ?? [];
  const name = named ?? /^[\w$]+/.exec(code.slice(place.offset))?.[0];
  if (found === undefined || name === undefined || name.length > MAX_LENGTH) return null;
  // What is set is reported at its equals sign, what is read at its name.
  const before = code.slice(0, place.offset).trimEnd();
  const start = before.endsWith(name) ? before.slice(0, -name.length) : before;
  const owner = /([\w$]+(?:\s*\??\.\s*[\w$]+|\[[^\][]*\])*)\s*(?:\.|\[)\s*$/.exec(start)?.[1];
  if (owner === '_') return CODE_ERROR.noLodash;
  if (owner === undefined || owner.length > MAX_LENGTH) return CODE_ERROR.missingThere(found, name);
  return CODE_ERROR.missing(owner.replaceAll(/\s+/g, ''), found, name);
}

function describe(thrown: unknown): string {
  try {
    const json = typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : undefined;
    return json === undefined ? String(thrown) : json.slice(0, MAX_LENGTH);
  } catch {
    return 'something';
  }
}

/** The error of code that does not compile, at a place that the engine reported for the code itself. */
export function mistakeOf(code: string, message: string, place: ErrorPlace | null): CodedError {
  if (place === null) return new CodedError('syntax', message);
  const rest = code.slice(place.offset);
  const [, missing] = /missing (\S+) (?:after|in)/.exec(message) ?? [];
  if (missing !== undefined) {
    // Reported at the last token before it.
    const [token = ''] = /^(?:[\w$]+|"[^"\n]*"|'[^'\n]*'|.)/.exec(rest) ?? [];
    const end = place.offset + token.length;
    if (code.slice(end).trim() === '') return endsEarly(code);
    const next = /^\s*/.exec(code.slice(end))?.[0].length ?? 0;
    const [found = ''] = /^(?:[\w$]+|.)/.exec(code.slice(end + next)) ?? [];
    return at(code, end + next, QUERY_ERROR.misplaced(found, QUERY_ERROR.wantedToken(missing)));
  }
  if (rest.trim() === '') return endsEarly(code);
  if (/Invalid or unexpected token|unterminated|not terminated|Unexpected EOF/i.test(message) && /^["'`]/.test(rest))
    return at(code, place.offset, QUERY_ERROR.unclosedString(rest.charAt(0)));
  const [found] = /^(?:[\w$]+|=>|[!=<>]=+|&&|\|\||.)/.exec(rest) ?? [];
  // Also "expected expression, got '}'" of Firefox.
  if (found !== undefined && /Unexpected (?:token|identifier|number|string|template|keyword)|, got /.test(message))
    return at(code, place.offset, QUERY_ERROR.misplaced(found, CODE_ERROR.before));
  return new CodedError('syntax', message, place);
}

function endsEarly(code: string): CodedError {
  const { opening, stray } = openIn(code);
  if (stray !== null) return at(code, stray, QUERY_ERROR.misplaced(code[stray] ?? '', CODE_ERROR.notOpened));
  const end = code.trimEnd().length;
  if (opening === null) return at(code, end, QUERY_ERROR.endsEarly(CODE_ERROR.operand));
  const char = code[opening] ?? '';
  if (char === '`') return at(code, opening, QUERY_ERROR.unclosedString(char));
  const before = code.slice(0, opening).split('\n');
  const text = QUERY_ERROR.notClosed(char, before.length - 1, before.at(-1)?.length ?? 0);
  return at(code, end, QUERY_ERROR.endsEarly(text));
}

function at(code: string, offset: number, message: string): CodedError {
  const before = code.slice(0, offset).split('\n');
  return new CodedError('syntax', message, placeAt(code, before.length - 1, before.at(-1)?.length ?? 0));
}

const SKIPPED =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|(?<=(?:^|[=(,:[!&|?{};\n]|return)\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|[^]/g;

/** The places of the last bracket or template that is not closed, and of the first bracket that closes nothing. */
function openIn(code: string): { readonly opening: number | null; readonly stray: number | null } {
  const open: number[] = [];
  for (const { 0: token, index } of code.matchAll(SKIPPED)) {
    if (token === '`') return { opening: index, stray: null };
    if (token.length === 1 && '([{'.includes(token)) open.push(index);
    else if (token.length === 1 && ')]}'.includes(token) && open.pop() === undefined)
      return { opening: null, stray: index };
  }
  return { opening: open.at(-1) ?? null, stray: null };
}
