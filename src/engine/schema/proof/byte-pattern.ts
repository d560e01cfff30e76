// Regular expressions over the bytes of ASCII strings, as a deterministic automaton: one table lookup per byte, no decoding,
// and time linear in the string. It supports what patterns of schemas mostly use: characters, classes, groups, alternatives,
// counts, and anchors at both ends. All other patterns are left to the browser's engine.

import { BACKSLASH } from '../../../shared/bytes/ascii.ts';
import { parsePattern, type PatternNode } from './pattern-syntax.ts';
import type { ByteTest } from './fast-formats.ts';

const ASCII = 128;
const MAX_PLACES = 1000;
const MAX_STATES = 200;
const DEAD = 0;
const START = 1;

/**
 * A state of the nondeterministic automaton. It consumes a character of a set and goes on, or goes on to several states without
 * consuming one.
 */
type Place = { readonly set: Uint8Array; readonly to: number } | { readonly set: null; readonly to: readonly number[] };

/**
 * Compiles an expression to a test that is true only for strings that certainly match; `false` means unknown. Returns `null`
 * when the expression is too large or has unsupported parts.
 */
export function makeByteTest(source: string): ByteTest | null {
  const alternatives = parsePattern(source);
  if (alternatives === null) return null;
  const nfa = new Places();
  const end = nfa.add({ set: null, to: [] });
  const anything = nfa.addLoop(end);
  const starts = alternatives.map(({ node, isFromStart, isToEnd }) => {
    const first = nfa.build(node, isToEnd ? end : anything);
    return isFromStart ? first : nfa.addLoop(first);
  });
  return nfa.isTooLarge ? null : determine(nfa.places, starts, end);
}

class Places {
  readonly places: Place[] = [];

  get isTooLarge(): boolean {
    return this.places.length > MAX_PLACES;
  }

  add(place: Place): number {
    return this.places.push(place) - 1;
  }

  /** Adds a state that consumes any characters and then goes on to `to`. */
  addLoop(to: number): number {
    const loop = this.places.length + 1;
    this.add({ set: new Uint8Array(ASCII).fill(1), to: loop });
    return this.add({ set: null, to: [loop - 1, to] });
  }

  /** Returns the first state of a part that goes on to `to`. Recurses as deep as the expression, which the parser limits. */
  build(node: PatternNode, to: number): number {
    if (this.isTooLarge) return to;
    switch (node.type) {
      case 'set':
        return this.add({ set: node.set, to });
      case 'sequence':
        return node.parts.reduceRight((next, part) => this.build(part, next), to);
      case 'alternatives':
        return this.add({ set: null, to: node.parts.map((part) => this.build(part, to)) });
      case 'repeat':
        return this.buildRepeat(node.part, node.least, node.most, to);
    }
  }

  private buildRepeat(part: PatternNode, least: number, most: number, to: number): number {
    let first = to;
    if (most === Infinity) {
      const ways: number[] = [];
      first = this.add({ set: null, to: ways });
      ways.push(this.build(part, first), to);
    } else {
      for (let count = least; count < most && !this.isTooLarge; count += 1)
        first = this.add({ set: null, to: [this.build(part, first), to] });
    }
    for (let count = 0; count < least && !this.isTooLarge; count += 1) first = this.build(part, first);
    return first;
  }
}

/** The subset construction: each state of the result is a set of `places`. */
function determine(places: readonly Place[], starts: readonly number[], end: number): ByteTest | null {
  const { classes, samples } = classify(places);
  const known = new Map<string, number>([['', DEAD]]);
  const states: number[][] = [[]];
  const stateOf = (from: readonly number[]): number => {
    const closed = close(places, from);
    const key = closed.join();
    let state = known.get(key);
    if (state === undefined) {
      state = states.push(closed) - 1;
      known.set(key, state);
    }
    return state;
  };
  if (stateOf(starts) !== START) return null;
  const width = samples.length;
  const table: number[] = Array.from({ length: width }, () => DEAD);
  for (let state = START; state < states.length; state += 1) {
    if (states.length > MAX_STATES) return null;
    for (const sample of samples) {
      const next = (states[state] ?? []).flatMap((at) => {
        const place = places[at];
        return place?.set?.[sample] === 1 ? place.to : [];
      });
      table.push(next.length === 0 ? DEAD : stateOf(next));
    }
  }
  const accepts = Uint8Array.from(states, (state) => (state.includes(end) ? 1 : 0));
  const steps = Uint8Array.from(table);
  return (bytes, from, to) => {
    let state = START;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= ASCII || byte === BACKSLASH) return false;
      state = steps[state * width + (classes[byte] ?? 0)] ?? DEAD;
      if (state === DEAD) return false;
    }
    return accepts[state] === 1;
  };
}

/** Groups characters that are in the same sets into classes, and picks a sample of each class. */
function classify(places: readonly Place[]): { classes: Uint8Array; samples: number[] } {
  const sets = new Set(places.flatMap(({ set }) => set ?? []));
  const bySignature = new Map<string, number>();
  const samples: number[] = [];
  const classes = Uint8Array.from({ length: ASCII }, (_, char) => {
    const signature = Array.from(sets, (set) => set[char]).join('');
    const known = bySignature.get(signature) ?? samples.push(char) - 1;
    bySignature.set(signature, known);
    return known;
  });
  return { classes, samples };
}

/** The states reachable without consuming a character: those that consume one, and the end; sorted. */
function close(places: readonly Place[], from: readonly number[]): number[] {
  const reached = new Set(from);
  for (const at of reached) {
    const place = places[at];
    if (place?.set === null) for (const next of place.to) reached.add(next);
  }
  return [...reached].filter((at) => places[at]?.set !== null || places[at].to.length === 0).toSorted((a, b) => a - b);
}
