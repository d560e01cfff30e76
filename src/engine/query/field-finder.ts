// Finds the values at several paths inside each of many items, in one walk over the members of each item: the bytes of a key
// are read once, and compared with all names of the same length.

import { hasComments } from '../../shared/document/dialect.ts';
import type { Path } from '../../shared/document/path.ts';
import { PathFinder } from '../tape/path-finder.ts';
import { nameOf, type Name, type Places } from '../tape/places.ts';
import { LINK_MASK, OPENING } from '../tape/tape.ts';
import { BACKSLASH, BRACE, QUOTE } from '../../shared/bytes/ascii.ts';

/** A first key, shared by all paths that begin with it. */
interface Head extends Name {
  /** The member with this key in the current item; the last one of duplicates. */
  found: number;
}

/** One of the paths. */
interface Route {
  /** `null` for the item itself. */
  readonly head: Head | null;
  /** Finds the rest of the path from there. */
  readonly rest: PathFinder | null;
}

/** Looks up paths through objects, on the live tape. */
export class FieldFinder {
  /** The number of paths. */
  readonly count: number;
  private readonly heads: Head[] = [];
  private readonly routes: readonly Route[];
  /** Whether keys can be compared by their bytes. */
  private readonly isPlain: boolean;
  private readonly bytes: Uint8Array;

  constructor(
    private readonly places: Places,
    paths: readonly Path[],
  ) {
    this.count = paths.length;
    this.bytes = places.text.slice(0, places.text.size);
    this.isPlain = !hasComments(places.tape.dialect);
    this.routes = paths.map((path) => ({
      head: path.length === 0 ? null : this.headOf(String(path[0])),
      rest: path.length < 2 ? null : new PathFinder(places, path.slice(1), 'objects'),
    }));
  }

  /** Writes the nodes at the paths inside an item to `found`, starting at index `at`; -1 where there is none. */
  find(item: number, found: Int32Array, at: number): void {
    const { heads, routes } = this;
    if (heads.length > 0) this.findHeads(item);
    for (let index = 0; index < routes.length; index += 1) {
      const route = routes[index];
      let node = route === undefined ? -1 : route.head === null ? item : route.head.found;
      if (node >= 0 && route !== undefined && route.rest !== null) node = route.rest.inside(node);
      found[at + index] = node;
    }
  }

  private headOf(text: string): Head {
    const known = this.heads.find((head) => head.text === text);
    const head = known ?? { ...nameOf(text), found: -1 };
    if (known === undefined) this.heads.push(head);
    return head;
  }

  private findHeads(item: number): void {
    const { heads, isPlain, places, bytes } = this;
    const { tape } = places;
    const { words } = tape.memory;
    const base = tape.wordBase;
    for (const head of heads) head.found = -1;
    if (bytes[words[base + item * 2] ?? 0] !== BRACE) return;
    const close = item + ((words[base + item * 2 + 1] ?? 0) & LINK_MASK);
    for (let child = item + 1; child < close;) {
      if (!isPlain || !this.matchKey(words[base + child * 2] ?? 0, child)) this.matchSlowly(child);
      const link = words[base + child * 2 + 1] ?? 0;
      child += (link & OPENING) === 0 ? 1 : (link & LINK_MASK) + 1;
    }
  }

  /** Compares the key before a value with the names; false when the key has escapes, so that its bytes do not decide. */
  private matchKey(value: number, child: number): boolean {
    const { heads, bytes } = this;
    let end = value - 1;
    while (bytes[end] !== QUOTE) end -= 1;
    let start = end - 1;
    while (bytes[start] !== QUOTE && bytes[start] !== BACKSLASH) start -= 1;
    if (bytes[start] === BACKSLASH || bytes[start - 1] === BACKSLASH) return false;
    start += 1;
    for (const head of heads) {
      const { bytes: name } = head;
      if (name.length !== end - start) continue;
      let same = 0;
      while (same < name.length && bytes[start + same] === name[same]) same += 1;
      if (same === name.length) head.found = child;
    }
    return true;
  }

  private matchSlowly(child: number): void {
    for (const head of this.heads) if (this.places.isKey(child, head)) head.found = child;
  }
}
