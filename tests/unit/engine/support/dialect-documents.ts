// Random documents of every dialect: JSON texts with the additional syntax of a dialect, wherever it is allowed.

import fc from 'fast-check';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { Random } from '../../../../bench/generate.ts';
import { jsonText } from './documents.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\],:]/gsu;
const COMMENTS = ['/* a */', '// b\n', '/**/', '//\n', '/* "c": [1] */', '// "d": {\r\n', '/* é 🚀\n */', '// */ e\n'];
const SPACES = ['', ' ', '\n', '\n\n', '\r\n  ', '\t'];
const WIDE = ['\u00a0', '\u2028', '\ufeff', '\v', '\u3000'];

/** Adds comments, trailing commas and, for JSON5, other spellings to a text; also of numbers, if `numbers`. */
export function relax(text: string, dialect: Dialect, seed: number, numbers = true): string {
  const random = new Random(seed);
  const tokens = text.match(TOKEN) ?? [];
  const trivia = (): string => {
    let made = '';
    for (let count = random.int(3); count > 0; count -= 1) {
      made += random.pick(random.int(3) === 0 ? COMMENTS : dialect === 'json5' && random.int(4) === 0 ? WIDE : SPACES);
    }
    return made;
  };
  let out = trivia();
  for (const [index, token] of tokens.entries()) {
    const isKey = tokens[index + 1] === ':';
    const before = tokens[index - 1] ?? '';
    if (/^[\]}]$/.test(token) && !/^[[{]$/.test(before) && random.int(4) === 0) out += `,${trivia()}`;
    out += (dialect === 'json5' ? respell(token, isKey, random, numbers) : token) + trivia();
  }
  return out;
}

function respell(token: string, isKey: boolean, random: Random, numbers: boolean): string {
  if (random.int(2) === 0) return token;
  if (token.startsWith('"')) {
    const value = JSON.parse(token) as string;
    if (isKey && /^[A-Za-z_$][\w$]*$/.test(value)) return value;
    const single = token.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
    return `'${random.int(3) === 0 ? '\\\n' : ''}${single}'`;
  }
  if (!numbers) return token;
  if (/^\d+$/.test(token) && token.length < 15)
    return random.pick([`+${token}`, `0x${Number(token).toString(16)}`, `${token}.`]);
  return token.replace(/^(-?)0\./, '$1.');
}

/** Generates texts of a dialect. */
export function textIn(dialect: Dialect): fc.Arbitrary<string> {
  if (dialect === 'json') return jsonText;
  const seed = fc.integer();
  if (dialect === 'ndjson') {
    const lines = fc.constantFrom('\n', '\r\n', '\n\n', ' \n ');
    return fc
      .tuple(fc.array(jsonText, { maxLength: 6 }), lines, fc.boolean())
      .map(([records, eol, ends]) => records.join(eol) + (ends && records.length > 0 ? eol : ''));
  }
  return fc.tuple(jsonText, seed).map(([text, start]) => relax(text, dialect, start));
}

/** Returns the contents of all comments, in order, of a text whose dialect has comments. */
export function commentsIn(text: string): string[] {
  const found = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\r\n]*|\/\*.*?\*\//gsu) ?? [];
  // Without indentation, which moves with a comment, and without the end of a block comment, which one on a single line gets.
  return found
    .filter((part) => part.startsWith('/'))
    .map((part) =>
      part
        .slice(2)
        .replace(/\*\/$/, '')
        .replace(/\s*\n\s*/g, '\n')
        .trim(),
    );
}

export const anyDialect = fc.constantFrom<Dialect>('json', 'jsonc', 'json5', 'ndjson');
