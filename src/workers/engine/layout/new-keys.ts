// Keys for what is put into an object: spelt as JSON, and different from those that are there. One walk over
// the members, however many keys are wanted.

import { CodedError } from '../../../shared/errors.ts';
import { nameOf, type Places } from '../tape/places.ts';
import type { Work } from '../base/work.ts';
import { TOO_MANY } from '../../../shared/texts/edits.ts';
import { APOSTROPHE, BACKSLASH, QUOTE } from '../../../shared/bytes/ascii.ts';

/** Up to so many names are looked for one by one. */
const FEW_NAMES = 4;
/** After so many members the work lets others in. */
const SLICE_KEYS = 4096;

const NAME = /^[A-Za-z_$][\w$]*$/;
/** A `Set` of V8 holds no more. */
const SET_LIMIT = 2 ** 24 - 1;

/** Gives out keys that an object does not have yet: the wanted one, or `wanted (copy)`, `wanted (copy 2)` and so on. */
export class FreeKeys {
  /** Of the members, those that may be in the way, and what was given out. */
  private readonly used = new Set<string>();
  /** Up to where the copies of a wanted key are known to be taken. */
  private readonly counts = new Map<string, number>();

  /**
   * `wanted` is every key that will be asked for. Keys of members that are `leaving` are free. Cost: a walk over the
   * members.
   * @throws CodedError `too-large` for more than 16 million keys that are alike
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
    // Of few names the bytes tell which keys need not be read.
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

  /** The key for one item; another one each time. */
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

/** Whether a member's key begins with one of these bytes, or is spelt with escapes. */
function mayStartWith(places: Places, member: number, starts: readonly Uint8Array[]): boolean {
  const { start, end } = places.keyRange(member);
  const first = places.text.byteAt(start);
  const quotes = first === QUOTE || first === APOSTROPHE ? 1 : 0;
  const spelt = places.text.slice(start + quotes, end - quotes);
  return starts.some((bytes) => bytes.every((byte, at) => spelt[at] === byte)) || spelt.includes(BACKSLASH);
}

/** A key as it is spelt in an object: in JSON5 as the first one there is, without quotes or in single ones. */
export function spellKey(places: Places, container: number, key: string): string {
  const { tape } = places;
  const first = container + 1;
  return tape.isClosing(first) ? JSON.stringify(key) : spellKeyLike(places, first, key);
}

/** A key as that of a member is spelt. */
export function spellKeyLike(places: Places, member: number, key: string): string {
  const json = JSON.stringify(key);
  if (places.tape.dialect !== 'json5') return json;
  const quote = places.text.byteAt(places.keyRange(member).start);
  if (quote === APOSTROPHE) return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return quote !== QUOTE && NAME.test(key) ? key : json;
}

/** `name (copy 2)` is the second copy of `name`. */
function splitCopy(key: string): [name: string, count: number] {
  // Not one pattern for the whole key: it may have 50 MB.
  const at = key.endsWith(')') ? key.lastIndexOf(' (copy') : -1;
  const found = at < 0 ? null : /^ \(copy(?: (\d+))?\)$/.exec(key.slice(at));
  return found === null ? [key, 0] : [key.slice(0, at), Number(found[1] ?? 1)];
}
