// Records which value of one document belongs to which of the other, in one word for each entry of either tape:
//
//    31 30 29 28                      0
//   ┌──┬──┬──┬─────────────────────────┐
//   │ D│ M│ N│ the other entry, plus 1 │      0: nothing is known
//   └──┴──┴──┴─────────────────────────┘
//    D   the two differ, or something in them does
//    M   the other entry is the other half of a move
//    N   there is no partner; the other entry is the nearest place
//
// Only visited values have a word: nothing inside values that are equal, created or deleted. A tape of 3.5 GB has fewer than
// 2^29 entries.

/** The two values differ. */
export const DIFFERS = 0x80000000;
/** The two values are halves of a move. */
export const MOVED = 0x40000000;
/** There is no partner, only a nearest place. */
export const NEAR = 0x20000000;
const ENTRY = 0x1fffffff;

/** The pairing words of both documents. */
export class Pairing {
  readonly left: Uint32Array;
  readonly right: Uint32Array;

  constructor(leftCount: number, rightCount: number) {
    this.left = new Uint32Array(leftCount);
    this.right = new Uint32Array(rightCount);
  }

  pair(left: number, right: number, flag = 0): void {
    this.left[left] = (right + 1) | flag;
    this.right[right] = (left + 1) | flag;
  }
}

/** Whether a word names a partner, not the other half of a move or a nearest place. */
export function isPaired(word: number): boolean {
  return word !== 0 && (word & (MOVED | NEAR)) === 0;
}

/** The entry that a word names; -1 for 0. */
export function entryOf(word: number): number {
  return (word & ENTRY) - 1;
}
