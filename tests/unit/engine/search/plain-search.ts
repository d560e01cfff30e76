// A simple search on strings, for the laws to compare with.

import type { SearchQuery } from '../../../../src/shared/protocol/search.ts';
import { byteAtColumn } from '../../../../src/shared/bytes/utf8.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** A hit in a string: its range, and the match of a regular expression. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly match: RegExpExecArray | null;
}

/** A hit in a document. */
export interface NaiveHit {
  readonly start: number;
  readonly end: number;
  readonly node: number | null;
  readonly part: 'text' | 'key' | 'value';
}

/** A token of a JSON text, in UTF-16 offsets. `node` is the entry of its value, or of the value that it is the key of. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly node: number;
  readonly part: 'key' | 'value';
  readonly isString: boolean;
}

const isWord = (char: string | undefined): boolean => char !== undefined && /^[\p{L}\p{M}\p{N}\p{Pc}]$/u.test(char);
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** The line end of a text's first line. */
const lineEndOf = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';

/** The hits of a query in one string, in code points. In the raw text each line end counts as one LF. */
export function findAll(text: string, query: SearchQuery): Found[] {
  const { pattern, regex, scope } = query;
  const joins = scope === 'text' && (regex ? !/\\r|\r/.test(pattern) : /[\r\n]/.test(pattern));
  if (!joins || !text.includes('\r')) return findExactly(text, query);
  const places: number[] = [];
  const joined = text.replaceAll(/\r\n|[^]/g, (unit, at: number) => {
    places.push(at);
    return unit.startsWith('\r') ? '\n' : unit;
  });
  places.push(text.length);
  const wanted = regex ? pattern : pattern.replaceAll(/\r\n?/g, '\n');
  return findExactly(joined, { ...query, pattern: wanted }).map((found) => ({
    ...found,
    start: places[found.start] ?? 0,
    end: places[found.end] ?? 0,
  }));
}

function findExactly(text: string, query: SearchQuery): Found[] {
  if (query.pattern === '') return [];
  if (query.regex) {
    const flags = `gu${query.matchCase ? '' : 'i'}${query.scope === 'text' ? 'm' : ''}`;
    const edge = String.raw`(?:(?<![\p{L}\p{M}\p{N}\p{Pc}])|(?![\p{L}\p{M}\p{N}\p{Pc}]))`;
    const source = query.wholeWord ? `${edge}(?:${query.pattern})${edge}` : query.pattern;
    // V8 can match inside a surrogate pair, where ECMA-262 forbids it.
    const inside = (index: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(index - 1, index + 1));
    const matches = [...text.matchAll(new RegExp(source, flags))].filter(({ index }) => index === 0 || !inside(index));
    return matches.map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      match,
    }));
  }
  const chars = [...text];
  const wanted = [...query.pattern].map((char) => {
    const same = new RegExp(`^${escape(char)}$`, query.matchCase ? 'u' : 'iu');
    return (other: string): boolean => same.test(other);
  });
  const found: Found[] = [];
  let unit = 0;
  for (let at = 0; at < chars.length;) {
    const here = chars.slice(at, at + wanted.length);
    const behind = at + wanted.length;
    const fits = here.length === wanted.length && wanted.every((same, index) => same(here[index] ?? ''));
    const whole =
      !(isWord(chars[at - 1]) && isWord(chars[at])) && !(isWord(chars[behind - 1]) && isWord(chars[behind]));
    if (fits && (whole || !query.wholeWord)) {
      const length = here.join('').length;
      found.push({ start: unit, end: unit + length, match: null });
      unit += length;
      at = behind;
    } else {
      unit += chars[at]?.length ?? 0;
      at += 1;
    }
  }
  return found;
}

/** Every key and scalar of a valid JSON text. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let node = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[-+.\w]+|[[\]{}]/gs)) {
    const [token] = match;
    const place = { start: match.index, end: match.index + token.length, node, isString: token.startsWith('"') };
    if (place.isString && /^[ \n\r\t]*:/.test(text.slice(place.end))) tokens.push({ ...place, part: 'key' });
    else {
      if (!/[[\]{}]/.test(token[0] ?? '')) tokens.push({ ...place, part: 'value' });
      node += 1;
    }
  }
  return tokens;
}

/** The content of a token, and the offset in the text of each UTF-16 unit of it and of its end. */
export function contentOf(text: string, { start, end, isString }: Token): { content: string; places: number[] } {
  const source = isString ? text.slice(start + 1, end - 1) : text.slice(start, end);
  const places: number[] = [];
  let at = isString ? start + 1 : start;
  // `[^]` without the `u` flag matches one UTF-16 unit.
  for (const [piece] of source.matchAll(isString ? /\\u[0-9a-fA-F]{4}|\\.|[^]/g : /[^]/g)) {
    places.push(at);
    at += piece.length;
  }
  places.push(at);
  return { content: isString ? (JSON.parse(`"${source}"`) as string) : source, places };
}

/** Whether a scope includes a token. */
export function inScope(token: Token, scope: SearchQuery['scope']): boolean {
  return scope === 'all' || scope === (token.part === 'key' ? 'keys' : 'values');
}

/** The hits of a query in a document. */
export function naiveSearch(bytes: Uint8Array, query: SearchQuery): NaiveHit[] {
  const text = decoder.decode(bytes);
  const byteAt = (unit: number): number => byteAtColumn(bytes, 0, bytes.length, unit);
  if (query.scope === 'text') {
    return findAll(text, query).map(({ start, end }) => ({
      start: byteAt(start),
      end: byteAt(end),
      node: null,
      part: 'text',
    }));
  }
  return tokensOf(text)
    .filter((token) => inScope(token, query.scope))
    .flatMap((token) => {
      const { content, places } = contentOf(text, token);
      return findAll(content, query).map(({ start, end }) => ({
        start: byteAt(places[start] ?? 0),
        end: byteAt(places[end] ?? 0),
        node: token.node,
        part: token.part,
      }));
    });
}

/** The document with every hit replaced. */
export function naiveReplace(bytes: Uint8Array, query: SearchQuery, replacement: string): Uint8Array {
  const text = decoder.decode(bytes);
  const insertOf = (found: Found): string => {
    const made = found.match === null ? replacement : expand(found.match, replacement);
    return query.scope === 'text' ? made.replaceAll(/\r\n?|\n/g, lineEndOf(text)) : made;
  };
  const replaceIn = (content: string): string => {
    let out = '';
    let at = 0;
    for (const found of findAll(content, query)) {
      out += content.slice(at, found.start) + insertOf(found);
      at = found.end;
    }
    return out + content.slice(at);
  };
  if (query.scope === 'text') return encoder.encode(replaceIn(text));
  let out = '';
  let done = 0;
  for (const token of tokensOf(text).filter((each) => inScope(each, query.scope))) {
    const { content, places } = contentOf(text, token);
    const hits = findAll(content, query);
    if (hits.length === 0) continue;
    if (token.isString) {
      for (const hit of hits) {
        out += text.slice(done, places[hit.start]) + JSON.stringify(insertOf(hit)).slice(1, -1);
        done = places[hit.end] ?? 0;
      }
    } else {
      const made = replaceIn(content);
      out += text.slice(done, token.start) + (isScalar(made) ? made : JSON.stringify(made));
      done = token.end;
    }
  }
  return encoder.encode(out + text.slice(done));
}

function isScalar(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return text.trim() === text && (value === null || typeof value === 'number' || typeof value === 'boolean');
  } catch {
    return false;
  }
}

/** Expands a replacement template for one match, with the JavaScript engine's own `replace`. */
function expand(match: RegExpExecArray, template: string): string {
  const whole = match[0];
  // A regular expression whose `exec` returns exactly this match once, so that `replace` substitutes for it.
  let used = false;
  const once = Object.assign(/./u, {
    exec: () => {
      if (used) return null;
      used = true;
      return Object.assign([...match], { index: 0, groups: match.groups, input: whole }) as unknown as RegExpExecArray;
    },
  });
  const escapes: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };
  return whole.replace(
    once,
    template.replaceAll(/\\([nt\\])/g, (_, letter: string) => escapes[letter] ?? ''),
  );
}
