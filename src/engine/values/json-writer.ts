// Values of a document as compact JSON, from any dialect, without recursion. Numbers and strings of JSON stay as they are spelt.

import { hasComments } from '../../shared/document/dialect.ts';
import { BRACE, BRACKET, COLON, COMMA } from '../../shared/bytes/ascii.ts';
import { plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Places } from '../tape/places.ts';
import type { ByteBuffer } from '../base/byte-buffer.ts';

/** Writes a value. */
export function writeJson(places: Places, entry: number, out: ByteBuffer): void {
  const { tape, text } = places;
  const isRelaxed = hasComments(tape.dialect);
  const last = tape.closing(entry);
  /** Of each open container whether it is an object, and whether it has a member already. */
  const isObject: boolean[] = [];
  const hasMember: boolean[] = [];
  for (let at = entry; at <= last; at += 1) {
    if (tape.isClosing(at)) {
      out.put(isObject.pop() === true ? 0x7d : 0x5d);
      hasMember.pop();
      continue;
    }
    if (isObject.length > 0) {
      if (hasMember.at(-1) === true) out.put(COMMA);
      hasMember[hasMember.length - 1] = true;
    }
    if (isObject.at(-1) === true) {
      const { start, end } = places.keyRange(at);
      const key = text.slice(start, end);
      out.add(isRelaxed ? encodeUtf8(JSON.stringify(unquote(decodeUtf8(key)))) : key);
      out.put(COLON);
    }
    const kind = places.kind(at);
    if (kind === 'object' || kind === 'array') {
      out.put(kind === 'object' ? BRACE : BRACKET);
      isObject.push(kind === 'object');
      hasMember.push(false);
      continue;
    }
    const { start, end } = places.range(at);
    const scalar = text.slice(start, end);
    if (!isRelaxed) out.add(scalar);
    else if (kind === 'string') out.add(encodeUtf8(JSON.stringify(unquote(decodeUtf8(scalar)))));
    else out.add(kind === 'number' ? encodeUtf8(plainNumber(decodeUtf8(scalar))) : scalar);
  }
}
