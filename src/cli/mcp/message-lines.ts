// The lines of an input, of a limited length. A line that is longer is not kept, and the next one is read as usual.

const LF = 0x0a;

/** Yields each line without its line feed, and `null` for one that is too long. The last line needs no line feed. */
export async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | null, void, void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isTooLong = false;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) {
      isTooLong = true;
      parts = [];
    } else {
      parts.push(part);
    }
  };
  const end = (): Uint8Array | null => {
    const line = isTooLong ? null : Buffer.concat(parts);
    [parts, length, isTooLong] = [[], 0, false];
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      take(chunk.subarray(start, at));
      start = at + 1;
      yield end();
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield end();
}
