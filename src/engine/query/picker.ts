// Writes what is selected of each row: the row, the value at a path, or an object of the values at several paths.

import { hasComments } from '../../shared/document/dialect.ts';
import type { Path } from '../../shared/document/path.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { pickKeys } from '../../shared/protocol/wizard.ts';
import type { Places } from '../tape/places.ts';
import { readValue } from '../values/values.ts';
import { writeValue } from '../values/value-text.ts';
import type { Work } from '../base/work.ts';
import type { TextBuffer } from '../base/text-buffer.ts';

const NULL = encodeUtf8('null');

/** Writes the selected parts of rows. Reads the live tape. */
export class Picker {
  /** Whether the document is plain JSON, so that its bytes can be copied to the result; else values are spelt anew. */
  readonly isPlain: boolean;
  /** Whether rows are copied whole. */
  readonly copies: boolean;
  /** The text of the document. */
  readonly bytes: Uint8Array;
  /** The paths of the values that are written of a row. */
  readonly paths: readonly Path[];
  private readonly openings: readonly Uint8Array[];
  private readonly closing: Uint8Array;

  constructor(
    private readonly places: Places,
    pick: readonly Path[],
  ) {
    const isObject = pick.length > 1;
    this.paths = pick.length === 0 ? [[]] : pick;
    this.bytes = places.text.slice(0, places.text.size);
    this.isPlain = !hasComments(places.tape.dialect);
    this.copies = this.isPlain && pick.length === 0;
    this.openings = pickKeys(this.paths).map((key, index) =>
      encodeUtf8(isObject ? `${index === 0 ? '{' : ','}${JSON.stringify(key)}:` : ''),
    );
    this.closing = encodeUtf8(isObject ? '}' : '');
  }

  /** Writes a row of a plain document. Its nodes at `paths` begin at index `from`. */
  write(nodes: Int32Array, from: number, text: TextBuffer): void {
    const { places, openings } = this;
    for (let index = 0; index < openings.length; index += 1) {
      text.add(openings[index] ?? NULL);
      const node = nodes[from + index] ?? -1;
      if (node < 0) {
        text.add(NULL);
      } else {
        const { start, end } = places.range(node);
        text.add(this.bytes, start, end);
      }
    }
    text.add(this.closing);
  }

  /** The same for a document that may have comments or other syntax beyond JSON. */
  *spell(nodes: Int32Array, from: number, text: TextBuffer): Work<void> {
    for (const [index, opening] of this.openings.entries()) {
      text.add(opening);
      const node = nodes[from + index] ?? -1;
      text.add((node < 0 ? null : yield* writeValue(yield* readValue(this.places, node, 'lossless'))) ?? NULL);
    }
    text.add(this.closing);
  }
}
