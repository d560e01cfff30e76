// Orders strings by code points, which is the order of their UTF-8 bytes but not that of their UTF-16 units.

/** Returns a number below 0 when `a` comes first. A lone surrogate counts as a code point of its own. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  }
  return a.length - b.length;
}
