// Values without another notation: the contents of texts, JSON on one line, JSON as a string of JSON.

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import type { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { writeJson } from '../values/json-writer.ts';

/** Writes the text of a string, and other values as they are spelt; the children of a list on lines of their own. */
export function* writeContents({ places, tape }: JsonDocument, isList: boolean, out: TextBuffer): Work<void> {
  const write = (entry: number): void => {
    const { start, end } = places.range(entry);
    const bytes = places.text.slice(start, end).slice();
    if (places.kind(entry) === 'string') out.addText(unquote(decodeUtf8(bytes)));
    else out.add(bytes);
  };
  if (!isList) return write(0);
  const close = tape.closing(0);
  for (let child = 1; child < close; child = tape.next(child)) {
    if (child > 1) out.addText('\n');
    write(child);
    if (out.takeWritten(1 << 18)) yield { done: tape.start(child), total: places.text.size };
  }
}

/** Writes JSON without white space between its tokens. */
export function writeCompact({ places }: JsonDocument, out: TextBuffer): void {
  const json = new ByteBuffer();
  writeJson(places, 0, json);
  for (const piece of json.finish()) out.add(piece);
}

/** Writes a string of JSON that holds the compact JSON of a value. */
export function* writeEscaped({ places }: JsonDocument, out: TextBuffer): Work<void> {
  const json = new ByteBuffer();
  writeJson(places, 0, json);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  out.addText('"');
  for (const piece of json.finish()) {
    out.addText(JSON.stringify(decoder.decode(piece, { stream: true })).slice(1, -1));
    yield { done: out.size, total: 0 };
  }
  out.addText('"');
}
