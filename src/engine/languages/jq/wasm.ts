// Patches the module of jq for large documents. It is built with a maximum of 256 MB of memory, enough for 20 MB of input. The
// maximum is a number in its memory section, and only that is changed.
//
//   module    \0asm 1 | id size content | id size content | …
//   memory    5 size | 1  flags  minimum  [maximum]            flags 1: there is a maximum; in pages of 64 KB, LEB128
//
// @see https://webassembly.github.io/spec/core/binary/modules.html#memory-section

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
/** 4 GB, all that 32 bits can address. */
const MAX_PAGES = 65536;

/** Returns the same module with memory up to 4 GB. @throws RangeError for a module of another form than expected */
export function raiseMemory(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < wasm.length;) {
    const size = readNumber(wasm, at + 1);
    const end = size.end + size.value;
    if (wasm[at] === MEMORY_SECTION) {
      const count = readNumber(wasm, size.end);
      const flags = readNumber(wasm, count.end);
      const minimum = readNumber(wasm, flags.end);
      if (count.value !== 1 || flags.value !== 1)
        throw new RangeError(`${count.value} memories with flags ${flags.value}, expected 1 with a maximum`);
      const content = [1, 1, ...spellNumber(minimum.value), ...spellNumber(MAX_PAGES)];
      return join(
        wasm.subarray(0, at),
        [MEMORY_SECTION, ...spellNumber(content.length), ...content],
        wasm.subarray(end),
      );
    }
    at = end;
  }
  throw new RangeError('no memory section, expected one');
}

function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start, scale = 1; ; at += 1, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

function spellNumber(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

function join(before: Uint8Array, section: readonly number[], after: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(before.length + section.length + after.length);
  joined.set(before);
  joined.set(section, before.length);
  joined.set(after, before.length + section.length);
  return joined;
}
