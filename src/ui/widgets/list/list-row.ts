// The rows of a list, in the order of the screen, and where its keys lead. Rows may be groups, which are opened and closed.

/** A row of a list. */
export interface ListRow {
  /** 1 at the top; the rows of a group are one deeper than the group. */
  readonly level: number;
  /** Whether a group is open; `null` for a row that is no group, or that can't be closed. */
  readonly isOpen: boolean | null;
  /** Its position among the rows of its group, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
  /** Its text, for the letters that are typed to go to it. */
  readonly text: string;
}

/** What a key does in a list. */
export type ListMove =
  | { readonly type: 'to'; readonly index: number }
  | { readonly type: 'toggle'; readonly isOpen: boolean };

/** A list as its keys see it. */
export interface ListShape {
  readonly count: number;
  /** The row with the focus. */
  readonly active: number;
  /** Rows that fit the screen. */
  readonly pageRows: number;
  /** A row; `undefined` while it is being read. */
  rowAt(index: number): ListRow | undefined;
}

/** Returns what a key without modifiers does; `null` for other keys. */
export function moveOf(key: string, { count, active, pageRows, rowAt }: ListShape): ListMove | null {
  const to = (index: number): ListMove => ({ type: 'to', index: Math.max(0, Math.min(count - 1, index)) });
  const row = rowAt(active);
  switch (key) {
    case 'ArrowDown':
      return to(active + 1);
    case 'ArrowUp':
      return to(active - 1);
    case 'PageDown':
      return to(active + Math.max(1, pageRows - 1));
    case 'PageUp':
      return to(active - Math.max(1, pageRows - 1));
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    case 'ArrowRight':
      if (row?.isOpen === false) return { type: 'toggle', isOpen: true };
      return (rowAt(active + 1)?.level ?? 0) > (row?.level ?? 0) ? to(active + 1) : null;
    case 'ArrowLeft':
      if (row?.isOpen === true) return { type: 'toggle', isOpen: false };
      return to(parentOf(active, rowAt));
    default:
      return null;
  }
}

/** Returns the group of a row, or the row itself where it has none that is known. */
function parentOf(index: number, rowAt: ListShape['rowAt']): number {
  const level = rowAt(index)?.level ?? 1;
  for (let at = index - 1; at >= 0; at -= 1) {
    const row = rowAt(at);
    if (row === undefined) break;
    if (row.level < level) return at;
  }
  return index;
}

/**
 * Returns the next row whose text starts with what was typed, wrapping around at the end; from the active one on if more than one
 * letter was typed. Rows that have not been read yet are skipped. -1 if there is none.
 */
export function findTyped(typed: string, { count, active, rowAt }: Omit<ListShape, 'pageRows'>): number {
  const sought = typed.toLowerCase();
  const letters = new Set(sought);
  // One letter, typed again and again, goes to the next row with it each time.
  const isRepeated = letters.size === 1;
  const prefix = isRepeated ? [...letters].join('') : sought;
  for (let step = isRepeated ? 1 : 0; step <= count; step += 1) {
    const index = (Math.max(0, active) + step) % Math.max(1, count);
    const row = rowAt(index);
    if (row !== undefined && row.text.toLowerCase().startsWith(prefix)) return index;
  }
  return -1;
}
