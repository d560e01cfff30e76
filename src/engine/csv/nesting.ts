// The columns of a file in the order in which they are written when dots in their names make objects: those of one object
// together.

import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { NamedColumn } from './names.ts';

/** A column with its path. Equal parts of two paths are the same array of bytes. */
export interface NestedColumn {
  readonly column: number;
  /** With quotes and a colon. */
  readonly keys: readonly Uint8Array[];
  /** The columns whose values would stand where an object of this path does. */
  readonly ancestors: readonly number[];
}

interface Branch {
  readonly key: Uint8Array;
  readonly inside: Map<string, Branch>;
  /** The column of this very path; -1 if there is none. */
  column: number;
}

const branch = (name: string): Branch => ({
  key: encodeUtf8(`${JSON.stringify(name)}:`),
  inside: new Map(),
  column: -1,
});

/** Plans the objects of rows. In a file of another form, a name with an empty part is not a path. */
export function planNesting(columns: readonly NamedColumn[], typed: boolean): NestedColumn[] {
  const root = branch('');
  const order: NestedColumn[] = [];
  for (const [column, { name, isLiteral }] of columns.entries()) {
    const parts = name.split('.');
    const isPath = !isLiteral && parts.length > 1 && (typed || !parts.includes(''));
    if (!isPath && isLiteral) {
      // Kept apart from a path of the same spelling.
      order.push({ column, keys: [encodeUtf8(`${JSON.stringify(name)}:`)], ancestors: [] });
      continue;
    }
    let at = root;
    for (const part of isPath ? parts : [name]) {
      const next = at.inside.get(part) ?? branch(part);
      at.inside.set(part, next);
      at = next;
    }
    at.column = column;
  }
  const levels: { readonly branches: Iterator<Branch>; readonly keys: Uint8Array[]; readonly above: number[] }[] = [
    { branches: root.inside.values(), keys: [], above: [] },
  ];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const step = level.branches.next();
    if (step.done === true) {
      levels.pop();
      continue;
    }
    const { key, inside, column } = step.value;
    const keys = [...level.keys, key];
    if (column >= 0) order.push({ column, keys, ancestors: level.above });
    if (inside.size > 0)
      levels.push({
        branches: inside.values(),
        keys,
        above: column >= 0 ? [...level.above, column] : level.above,
      });
  }
  return order;
}
