// The order of texts by their code points, which is that of their UTF-8 bytes and not that of UTF-16.

/** Below 0 when `a` comes first. Half a surrogate pair is a code point of its own. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  }
  return a.length - b.length;
}
