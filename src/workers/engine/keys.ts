// Keys for what is put into an object: spelt as JSON, and different from those that are there. One walk over
// the members, however many keys are wanted.

import { CodedError } from '../../shared/errors.ts';
import type { Places } from './places.ts';

/** A `Set` of V8 holds no more. */
const SET_LIMIT = 2 ** 24 - 1;

/** Gives out keys that an object does not have yet: the wanted one, or `wanted (copy)`, `wanted (copy 2)` and so on. */
export class FreeKeys {
  /** Of the members, those that may be in the way, and what was given out. */
  private readonly used = new Set<string>();
  /** Up to where the copies of a wanted key are known to be taken. */
  private readonly counts = new Map<string, number>();

  /**
   * `wanted` is every key that will be asked for. Cost: a walk over the members.
   * @throws CodedError `too-large` for more than 16 million keys that are alike
   */
  constructor(places: Places, container: number, wanted: Iterable<string>) {
    const names = new Set<string>();
    for (const key of wanted) names.add(splitCopy(key)[0]);
    if (names.size === 0) return;
    const { tape } = places;
    const close = tape.closing(container);
    for (let child = container + 1; child < close; child = tape.next(child)) {
      const key = places.key(child);
      if (names.has(key) || names.has(splitCopy(key)[0])) this.add(key);
    }
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
      throw new CodedError(
        'too-large',
        'An object of more than 16 million keys is too large to find a free key for each of so many values.',
      );
    }
    this.used.add(key);
  }
}

/** `name (copy 2)` is the second copy of `name`. */
function splitCopy(key: string): [name: string, count: number] {
  // Not one pattern for the whole key: it may have 50 MB.
  const at = key.endsWith(')') ? key.lastIndexOf(' (copy') : -1;
  const found = at < 0 ? null : /^ \(copy(?: (\d+))?\)$/.exec(key.slice(at));
  return found === null ? [key, 0] : [key.slice(0, at), Number(found[1] ?? 1)];
}
