// Decodes short runs of bytes: names, keys, strings. A decoder takes longer for these than the characters.

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const SHORT = 40;

/** The text of a range of bytes. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) return DECODER.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return DECODER.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}
