// Writes the result of a query that was evaluated on the tape: entries as they are spelt, everything else as `JSON.stringify` does.

import { hasComments } from '../../shared/document/dialect.ts';
import { LINK_MASK } from '../tape/tape.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import { checkSize } from '../values/value-text.ts';
import { addSource } from './source-text.ts';
import { Entry, type MadeObject, type TapeValue, type TapeValues } from './tape-values.ts';

const SLICE_VALUES = 1 << 14;
/** Characters that are encoded per call. */
const PIECE = 1 << 16;
/** Most keys whose text is remembered. */
const MAX_KEYS = 4096;

/** A container that is being written. `keys` is `null` for an array. */
interface Level {
  readonly keys: readonly string[] | null;
  readonly items: readonly TapeValue[];
  next: number;
}

/** Returns the JSON text of a value in pieces, some of them views of the document's text. @throws CodedError `too-large` */
export function* writeTapeResult({ places }: TapeValues, value: TapeValue): Work<Uint8Array[]> {
  const out = new TextBuffer();
  const { tape } = places;
  const bytes = places.text.slice(0, places.text.size);
  const isRelaxed = hasComments(tape.dialect);
  const levels: Level[] = [];
  const keys = new Map<string, string>();
  let text = '';
  let left = SLICE_VALUES;
  let item = value;
  for (;;) {
    if (item instanceof Entry) {
      out.addText(text);
      text = '';
      const { entry } = item;
      const link = tape.link(entry);
      // Nearly all are scalars of JSON.
      if (link < LINK_MASK && !isRelaxed) out.add(bytes, tape.start(entry), tape.start(entry) + link);
      else yield* addSource(places, entry, out);
    } else if (typeof item !== 'object' || item === null) {
      text += JSON.stringify(item);
    } else {
      const isArray = Array.isArray(item);
      text += isArray ? '[' : '{';
      const items = isArray ? (item as readonly TapeValue[]) : Object.values(item as MadeObject);
      levels.push({ keys: isArray ? null : Object.keys(item), items, next: 0 });
    }
    let level = levels.at(-1);
    for (; level !== undefined && level.next === level.items.length; level = levels.at(-1)) {
      text += level.keys === null ? ']' : '}';
      levels.pop();
    }
    if (level === undefined) break;
    if (level.next > 0) text += ',';
    if (level.keys !== null) text += keyText(level.keys[level.next] ?? '', keys);
    item = level.items[level.next] ?? null;
    level.next += 1;
    if (text.length > PIECE) {
      out.addText(text);
      text = '';
    }
    left -= 1;
    if (left > 0) continue;
    left = SLICE_VALUES;
    checkSize(out.size);
    yield { done: out.size, total: 0 };
  }
  out.addText(text);
  checkSize(out.size);
  return out.finish();
}

function keyText(key: string, known: Map<string, string>): string {
  const found = known.get(key);
  if (found !== undefined) return found;
  const text = `${JSON.stringify(key)}:`;
  if (known.size < MAX_KEYS) known.set(key, text);
  return text;
}
