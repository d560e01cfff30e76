// AssemblyScript. Finds the numbers that a double may not hold, by their digits and their exponent. `engine/receipt` checks them.

import { CLOSING, LONG, OPENING } from './states';

/** Digits that a double keeps of any decimal. */
const SAFE_DIGITS: u32 = 15;
const COMMA: u8 = 0x2c;

/** After `suspects`: the entry to continue from. */
export let suspectsEnd: u32 = 0;

/** Whether a number of these bytes may not be exact. */
function isSuspect(p: u32, end: u32): bool {
  let digits: u32 = 0;
  for (; p < end; p++) {
    const c = <u32>load<u8>(p);
    if (c - 0x30 < 10) {
      // Leading zeros don't count.
      if (digits > 0 || c != 0x30) digits++;
    } else if (c != 0x2e && c != 0x2d) return true;
  }
  return digits > SAFE_DIGITS;
}

/**
 * Copies the numbers at the entries from `from` to `to` that may not be exact to `out`, each with a comma after it; stops when the
 * next one may reach `outEnd`. One that is longer than the room is cut. Returns the end of the copy.
 */
export function suspects(text: u32, tape: u32, from: u32, to: u32, out: u32, outEnd: u32): u32 {
  const first = out;
  let entry = from;
  for (; entry < to; entry++) {
    const at = tape + (entry << 3);
    const link = load<u32>(at, 4);
    if ((link & (OPENING | CLOSING)) != 0) continue;
    const length = link & LONG;
    const start = text + load<u32>(at);
    const c = <u32>load<u8>(start);
    // A string, true, false or null.
    if (c == 0x22 || c == 0x27 || c >= 0x61) continue;
    if (!isSuspect(start, start + length)) continue;
    let copied = length;
    if (copied + 1 > outEnd - out) {
      if (out > first) break;
      // One alone that has no room: its first digits are enough to know.
      copied = outEnd - out - 1;
    }
    memory.copy(out, start, copied);
    out += copied;
    store<u8>(out, COMMA);
    out++;
  }
  suspectsEnd = entry;
  return out;
}
