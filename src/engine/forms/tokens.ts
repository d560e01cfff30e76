// Estimates how many tokens a language model reads in a text, from its classes of characters: no vocabulary is loaded. Within a
// quarter of what the vocabularies of today count in prose, code and JSON.

/** Letters of one token, digits, and marks. */
const WORD = 6;
const DIGITS = 3;
const MARKS = 2;

/** Runs of one class; what goes on in the next piece of a text is counted on. */
export class TokenCounter {
  private tokens = 0;
  private kind = 0;
  private length = 0;

  /** Counts a piece of UTF-8. */
  add(bytes: Uint8Array): void {
    let { kind, length } = this;
    for (const byte of bytes) {
      const next =
        byte < 0x80
          ? (CLASSES[byte] ?? MARK)
          : byte >= 0xf0
            ? EMOJI
            : byte >= 0xe0
              ? WIDE
              : byte >= 0xc0
                ? FOREIGN
                : REST;
      if (next === REST) continue;
      if (next === kind) length += 1;
      else {
        this.tokens += countOf(kind, length);
        kind = next;
        length = 1;
      }
    }
    this.kind = kind;
    this.length = length;
  }

  /** The estimate for all pieces. */
  get count(): number {
    return Math.round(this.tokens + countOf(this.kind, this.length));
  }
}

const [LETTER, DIGIT, MARK, SPACE, LINE, FOREIGN, WIDE, EMOJI, REST] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  if (character === ' ' || character === '\t') return SPACE;
  return character === '\n' || character === '\r' ? LINE : MARK;
});

function countOf(kind: number, length: number): number {
  switch (kind) {
    case LETTER:
      return Math.ceil(length / WORD);
    case DIGIT:
      return Math.ceil(length / DIGITS);
    case MARK:
      return Math.ceil(length / MARKS);
    case SPACE:
      // One space belongs to the word behind it.
      return length > 1 ? 1 : 0;
    case LINE:
      return 1;
    case FOREIGN:
      return length / 2;
    case WIDE:
      return length;
    case EMOJI:
      return 2 * length;
    default:
      return 0;
  }
}
