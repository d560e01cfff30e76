// Writes the result of a query as JSON text. Values that the query passed through, even deep inside new ones, are copied from
// the bytes that they were made from: numbers, escapes, duplicate keys and order are preserved.

import type { ReadPlaces } from '../tape/places.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import { writePieces, type KnownMembers, type KnownTexts } from '../values/value-text.ts';
import type { Work } from '../base/work.ts';
import type { QueryInput } from './input.ts';
import { childEntries, entriesByKey } from './members.ts';
import { addKey, addScalar, addSource } from './source-text.ts';
import { Unchanged } from './unchanged.ts';

/**
 * Whether containers of the input are known to be unchanged. `checked` compares them with their bytes first, for code that may
 * have changed them: what the code left alone keeps its spelling, even next to what it changed.
 */
export type Trust = 'unchanged' | 'checked';

/**
 * Returns the text of a result in pieces, some of them views of the input's text; `null` for a value without JSON text, such as
 * a function. For `checked`, call `input.respeltNodes` before the code runs: the text of all other containers is what
 * `JSON.stringify` writes, except for white space.
 * @throws CodedError `refused` for a value that contains itself, `too-large`
 */
export function* writeOutput(input: QueryInput, value: unknown, trust: Trust): Work<Uint8Array[] | null> {
  const { places, node } = input;
  const nodes = trust === 'checked' ? yield* input.respeltNodes() : yield* input.nodes();
  const checker = new Unchanged(places, node, nodes, input.kind);
  if (!places.tape.isOpening(node) && checker.holdsScalar(value, node)) {
    // A document that is a scalar has no container to identify it by.
    const out = new TextBuffer();
    addScalar(places, node, out);
    return out.finish();
  }
  if (nodes.size === 0) return yield* writePieces(value, '', null);
  return yield* writePieces(value, '', new SourceTexts(places, nodes, trust === 'checked' ? checker : null));
}

/** The bytes of containers that were passed through. */
class SourceTexts implements KnownTexts {
  constructor(
    private readonly places: ReadPlaces,
    private readonly nodes: ReadonlyMap<object, number>,
    private readonly checker: Unchanged | null,
  ) {}

  knows(container: object): boolean {
    return this.nodes.has(container);
  }

  *add(container: object, out: TextBuffer): Work<boolean> {
    const entry = this.nodes.get(container);
    if (entry === undefined) return false;
    if (this.checker !== null && !(yield* this.checker.holds(container, entry))) return false;
    yield* addSource(this.places, entry, out);
    return true;
  }

  open(container: object): KnownMembers | null {
    const entry = this.nodes.get(container);
    if (entry === undefined || this.checker === null) return null;
    return new SourceMembers(this.places, this.checker, entry, Array.isArray(container));
  }
}

/** The bytes of the unchanged members of a container that was changed. */
class SourceMembers implements KnownMembers {
  private readonly items: readonly number[];
  private readonly byKey: ReadonlyMap<string, number>;

  constructor(
    private readonly places: ReadPlaces,
    private readonly checker: Unchanged,
    entry: number,
    isArray: boolean,
  ) {
    this.items = isArray ? childEntries(places, entry) : [];
    this.byKey = new Map(isArray ? [] : Object.entries(entriesByKey(places, entry)));
  }

  addKey(key: string, out: TextBuffer): boolean {
    const entry = this.byKey.get(key);
    if (entry === undefined) return false;
    addKey(this.places, entry, out);
    return true;
  }

  addScalar(key: string | null, index: number, value: unknown, out: TextBuffer): boolean {
    const entry = key === null ? this.items[index] : this.byKey.get(key);
    if (entry === undefined || this.places.tape.isOpening(entry) || !this.checker.holdsScalar(value, entry))
      return false;
    addScalar(this.places, entry, out);
    return true;
  }
}
