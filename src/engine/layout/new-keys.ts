// Keys for items that are inserted into an object: spelt in its style, and different from the existing ones. One walk over the
// members, however many keys are needed.

import { CodedError } from '../../shared/errors.ts';
import { nameOf, type Places } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { TOO_MANY } from '../../shared/texts/edits.ts';
import { APOSTROPHE, BACKSLASH, QUOTE } from '../../shared/bytes/ascii.ts';

/** Up to this many names are compared one by one. */
const FEW_NAMES = 4;
/** Members per slice. */
const SLICE_KEYS = 4096;

const NAME = /^[A-Za-z_$][\w$]*$/;
/** The most that a `Set` in V8 can hold. */
const SET_LIMIT = 2 ** 24 - 1;

/** Hands out keys that an object does not have yet: the wanted one, or `wanted (copy)`, `wanted (copy 2)` and so on. */
export class FreeKeys {
  /** Keys that are taken: those of members that may conflict, and those handed out. */
  private readonly used = new Set<string>();
  /** For each wanted key, up to which number its copies are known to be taken. */
  private readonly counts = new Map<string, number>();

  /**
   * `wanted` must hold every key that `take` will be called with. Keys of members for which `leaving` returns true are free.
   * Cost: a walk over the members.
   * @throws CodedError `too-large` for more than 16 million keys that may conflict
   */
  static *make(
    places: Places,
    container: number,
    wanted: Iterable<string>,
    leaving: (member: number) => boolean = () => false,
  ): Work<FreeKeys> {
    const free = new FreeKeys();
    const names = new Set<string>();
    for (const key of wanted) names.add(splitCopy(key)[0]);
    if (names.size === 0) return free;
    // With few names, comparing bytes avoids decoding most keys.
    const starts = names.size <= FEW_NAMES ? Array.from(names, (name) => nameOf(name).bytes) : null;
    const { tape } = places;
    const close = tape.closing(container);
    let count = 0;
    for (let child = container + 1; child < close; child = tape.next(child)) {
      if (!leaving(child) && (starts === null || mayStartWith(places, child, starts))) {
        const key = places.key(child);
        if (names.has(key) || names.has(splitCopy(key)[0])) free.add(key);
      }
      count += 1;
      if (count % SLICE_KEYS === 0) yield { done: child - container, total: close - container };
    }
    return free;
  }

  /** Returns a key for one item; a different one each time. */
  take(wanted: string): string {
    let free = wanted;
    if (this.used.has(wanted)) {
      const [name, copy] = splitCopy(wanted);
      let count = this.counts.get(wanted) ?? copy;
      do {
        count += 1;
        free = count === 1 ? `${name} (copy)` : `${name} (copy ${count})`;
      } while (this.used.has(free));
      this.counts.set(wanted, count);
    }
    this.add(free);
    return free;
  }

  private add(key: string): void {
    if (this.used.size === SET_LIMIT) {
      throw new CodedError('too-large', TOO_MANY.keys);
    }
    this.used.add(key);
  }
}

/** Whether a member's key begins with one of these byte strings, or is spelt with escapes. */
function mayStartWith(places: Places, member: number, starts: readonly Uint8Array[]): boolean {
  const { start, end } = places.keyRange(member);
  const first = places.text.byteAt(start);
  const quotes = first === QUOTE || first === APOSTROPHE ? 1 : 0;
  const spelt = places.text.slice(start + quotes, end - quotes);
  return starts.some((bytes) => bytes.every((byte, at) => spelt[at] === byte)) || spelt.includes(BACKSLASH);
}

/** A key as spelt in an object: in JSON5 in the style of its first key, which may be unquoted or single-quoted. */
export function formatKey(places: Places, container: number, key: string): string {
  const { tape } = places;
  const first = container + 1;
  return tape.isClosing(first) ? JSON.stringify(key) : formatKeyLike(places, first, key);
}

/** A key, spelt in the style of a member's key. */
export function formatKeyLike(places: Places, member: number, key: string): string {
  const json = JSON.stringify(key);
  if (places.tape.dialect !== 'json5') return json;
  const quote = places.text.byteAt(places.keyRange(member).start);
  if (quote === APOSTROPHE) return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return quote !== QUOTE && NAME.test(key) ? key : json;
}

/** Splits `name (copy 2)` into `name` and the copy number 2; a key that is not a copy has the number 0. */
function splitCopy(key: string): [name: string, count: number] {
  // Only the end is matched against a pattern: a key may have 50 MB.
  const at = key.endsWith(')') ? key.lastIndexOf(' (copy') : -1;
  const found = at < 0 ? null : /^ \(copy(?: (\d+))?\)$/.exec(key.slice(at));
  return found === null ? [key, 0] : [key.slice(0, at), Number(found[1] ?? 1)];
}
