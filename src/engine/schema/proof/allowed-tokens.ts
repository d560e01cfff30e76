// The bytes of the allowed values of `enum` and `const`, for documents that spell them in the same way, as most do.

import { BACKSLASH } from '../../../shared/bytes/ascii.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import { ARRAY, BOOLEAN, NULL, STRING, type SchemaKind } from '../kinds.ts';
import type { ValueSet } from '../value-set.ts';

/** Larger sets are looked up by hash. */
const MAX_TOKENS = 32;

/** Finds a value by its bytes. */
export class AllowedTokens {
  private readonly tokens: Uint8Array[] = [];
  /** The kinds of the values, as bits. */
  private kinds = 0;
  private last = 0;

  /** Returns `null` when there are too many values, or one that can't be compared by its bytes. */
  static of(values: ValueSet): AllowedTokens | null {
    if (values.count > MAX_TOKENS) return null;
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
        // A document spells a backslash with an escape; an unpaired surrogate has no UTF-8 bytes.
        if (text.includes('\\') || decodeUtf8(token) !== `"${text}"`) return null;
      }
      allowed.tokens.push(token);
    }
    return allowed;
  }

  /**
   * Returns 1 when a value is allowed, 0 when it is not, -1 when its bytes can't decide that. `start` and `end` are the
   * addresses of a scalar's bytes.
   */
  find(kind: SchemaKind, bytes: Uint8Array, start: number, end: number): -1 | 0 | 1 {
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
    // Numbers have other spellings, and strings may have escapes.
    if (kind !== STRING) return -1;
    for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return -1;
    return 0;
  }
}

function isToken(token: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = token;
  if (length !== end - start) return false;
  // The first byte is compared last: it tells the kind, which is mostly the same.
  for (let at = 1; at < length; at += 1) if (token[at] !== bytes[start + at]) return false;
  return length > 0 && token[0] === bytes[start];
}
