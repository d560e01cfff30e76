// Tables as CSV in tests.

import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { CsvWriteOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { writeTable } from '../../../../src/engine/csv/write.ts';
import { makeDocument } from './documents.ts';

/** The bytes of a JSON text as CSV. */
export function exported(document: string, options: CsvWriteOptions = {}): Uint8Array {
  return joinBytes(finish(writeTable(makeDocument(document), 0, options)).content);
}

/** The tokens of a JSON text, with strings by their value. */
function tokens(json: string): string[] {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)].map(([token]) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token,
  );
}

/** Whether two texts have the same values, with numbers as spelt and names in the same order. */
export function sameDocuments(one: string, other: string): boolean {
  return tokens(one).join(' ') === tokens(other).join(' ');
}

/** A JSON text with the names of each object sorted, numbers as spelt. */
export function sortedNames(json: string): string {
  const all = tokens(json);
  let at = 0;
  const read = (): string => {
    const token = all[at++] ?? '';
    if (token !== '{' && token !== '[') return token;
    const close = token === '{' ? '}' : ']';
    const parts: string[] = [];
    while (all[at] !== close) {
      if (all[at] === ',') at += 1;
      const part = read();
      if (token === '[') parts.push(part);
      else {
        at += 1;
        parts.push(`${part}:${read()}`);
      }
    }
    at += 1;
    return `${token}${(token === '{' ? parts.toSorted() : parts).join(',')}${close}`;
  };
  return read();
}
