// Values that are read piece by piece, with numbers as they are spelt: literals of JSON in a tree of arrays and maps.

import { isJsonToken } from '../../shared/document/json-text.ts';

/** JSON of a scalar, or a container. */
export type JsonTree = string | JsonTree[] | Map<string, JsonTree>;

/** Returns a tree as JSON. Without recursion. */
export function treeToJson(root: JsonTree): string {
  const out: string[] = [];
  const open: {
    readonly items: Iterator<readonly [string | number, JsonTree]>;
    readonly end: string;
    isEmpty: boolean;
  }[] = [];
  const write = (tree: JsonTree): void => {
    if (typeof tree === 'string') out.push(tree);
    else {
      const isArray = Array.isArray(tree);
      out.push(isArray ? '[' : '{');
      open.push({ items: tree.entries(), end: isArray ? ']' : '}', isEmpty: true });
    }
  };
  write(root);
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const step = level.items.next();
    if (step.done === true) {
      out.push(level.end);
      open.pop();
      continue;
    }
    const [key, child] = step.value;
    if (!level.isEmpty) out.push(',');
    level.isEmpty = false;
    if (typeof key === 'string') out.push(JSON.stringify(key), ':');
    write(child);
  }
  return out.join('');
}

/** A word as a scalar: a number, a boolean or null as it is spelt; `null` for any other. */
export function literalOf(word: string): string | null {
  return isJsonToken(word) ? word : null;
}
