// The allowed values of `enum` and `const` as they are spelt, for documents that spell them in the same way: most do.

import { BACKSLASH } from '../../../../shared/bytes/ascii.ts';
import { decodeUtf8, encodeUtf8 } from '../../../../shared/bytes/utf8.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import { ARRAY, BOOLEAN, NULL, STRING, type ValueKind } from '../kinds.ts';
import type { ValueSet } from '../value-set.ts';

/** More values are looked up by their hash. */
const MOST_TOKENS = 32;

/** Finds a value by its bytes. */
export class AllowedTokens {
  private readonly tokens: Uint8Array[] = [];
  /** Kinds that are among the values, as bits. */
  private kinds = 0;
  private last = 0;

  /** `null` where there are too many, or such that have to be looked at more closely. */
  static of(values: ValueSet): AllowedTokens | null {
    if (values.count > MOST_TOKENS) return null;
    const allowed = new AllowedTokens();
    const { reader } = values;
    for (let index = 0; index < values.count; index += 1) {
      const value = values.at(index);
      const kind = reader.kind(value);
      allowed.kinds |= 1 << kind;
      if (kind >= ARRAY) continue;
      const { start, end } = reader.places.range(value);
      let token: Uint8Array = reader.bytes.slice(TEXT_BASE + start, TEXT_BASE + end);
      if (kind === STRING) {
        const text = reader.text(value);
        token = encodeUtf8(`"${text}"`);
        // A backslash of a document is never one of its string; half a surrogate pair has no bytes.
        if (text.includes('\\') || decodeUtf8(token) !== `"${text}"`) return null;
      }
      allowed.tokens.push(token);
    }
    return allowed;
  }

  /** 1: the value is one of these, 0: it is none, -1: has to be looked at more closely. Addresses of the bytes of a scalar. */
  find(kind: ValueKind, bytes: Uint8Array, start: number, end: number): -1 | 0 | 1 {
    if ((this.kinds & (1 << kind)) === 0) return 0;
    if (kind >= ARRAY) return -1;
    const { tokens } = this;
    for (let step = 0, index = this.last; step < tokens.length; step += 1) {
      const token = tokens[index];
      if (token !== undefined && isToken(token, bytes, start, end)) {
        this.last = index;
        return 1;
      }
      index = index + 1 < tokens.length ? index + 1 : 0;
    }
    if (kind === NULL || kind === BOOLEAN) return 0;
    // Numbers may be spelt in other ways, strings with escapes.
    if (kind !== STRING) return -1;
    for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return -1;
    return 0;
  }
}

function isToken(token: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = token;
  if (length !== end - start) return false;
  // The first byte says the kind, which is most often the same.
  for (let at = 1; at < length; at += 1) if (token[at] !== bytes[start + at]) return false;
  return length > 0 && token[0] === bytes[start];
}
