// Compares JSON values as the query languages define it: by own keys only, and without recursion.

/** Whether two values are equal; the order of an object's keys does not count. */
export function equalJson(a: unknown, b: unknown): boolean {
  const waiting: unknown[] = [a, b];
  while (waiting.length > 0) {
    const [right, left] = [waiting.pop(), waiting.pop()];
    if (left === right) continue;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
    if (Array.isArray(left) || Array.isArray(right)) {
      if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
      for (const [index, item] of left.entries()) waiting.push(item, right[index]);
      continue;
    }
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      waiting.push(Reflect.get(left, key), Reflect.get(right, key));
    }
  }
  return true;
}
