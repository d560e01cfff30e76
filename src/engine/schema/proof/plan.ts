// A schema in the form that the prover (`prover.ts`) reads: checks sorted by what they inspect, with numbers in place of lists
// of checks.

import { BACKSLASH, QUOTE } from '../../../shared/bytes/ascii.ts';
import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { AllowedTokens } from './allowed-tokens.ts';
import { makeByteTest } from './byte-pattern.ts';
import { NONE, type Check, type ItemsCheck, type MembersCheck, type SchemaGraph, type SchemaNode } from '../graph.ts';
import type { InPlaceCheck, ValueCheck } from '../graph.ts';
import { INTEGER_BIT, KINDS, NUMBER, OBJECT } from '../kinds.ts';
import { FAST_FORMAT_TESTS, type ByteTest } from './fast-formats.ts';

const WORD = 4;
/** Numbers in a row of `spellings`. */
const SPELLING = 4;
/** Keys of one object whose presence is recorded, one bit each. */
const MAX_WATCHED = 31;

/** Chained references that are followed. */
const MAX_REFERENCES = 16;

/** A pattern or a format, and a faster test that recognizes some of the strings that pass. */
export interface TextCheck {
  readonly check: ValueCheck & { type: 'pattern' | 'format' };
  readonly fastTest: ByteTest | null;
}

/** A schema as the prover reads it. */
export class ProofPlan {
  /** Kinds that pass `type`, as bits. */
  types = 0;
  /** Whether numbers have to be whole. */
  isWhole = false;
  /** Kinds, as bits, that have no check other than `type`. */
  uncheckedKinds = 0;
  /** Kinds, as bits, whose values all hold. */
  validKinds = 0;
  /** Kinds, as bits, that the prover can't decide. */
  undecidedKinds = 0;
  readonly isDraft4: boolean;
  allowed: AllowedTokens | null = null;
  allowedChecks: ValueCheck[] = [];
  /** Numbers strictly between these are within all bounds; numbers beyond them are not. */
  low = -Infinity;
  high = Infinity;
  /** Checks of numbers: bounds, for numbers that are not surely between the two above, and multiples. */
  bounds: ValueCheck[] = [];
  multiples: ValueCheck[] = [];
  /** Lengths of strings, in code points. */
  least = 0;
  most = Infinity;
  texts: TextCheck[] = [];
  leastItems = 0;
  mostItems = Infinity;
  isUnique = false;
  items: ItemsCheck | null = null;
  members: MembersPlan | null = null;
  inPlace: InPlaceCheck[] = [];
  /** Back-off after failed attempts: `pause` grows with each failure, `waits` counts the attempts still to be skipped. */
  pause = 0;
  waits = 0;

  constructor(graph: SchemaGraph | null, node: SchemaNode | null) {
    this.isDraft4 = node?.place.resource.vocabulary.draft === 4;
    if (graph === null || node === null || node.verdict !== null) {
      this.types = node?.verdict !== false ? (1 << KINDS) - 1 : 0;
      this.uncheckedKinds = this.types;
      this.validKinds = this.types;
      return;
    }
    this.types = (1 << KINDS) - 1;
    const known = new Set<Check>();
    for (const [kind, checks] of node.checks.entries()) {
      const others = checks.filter(({ type }) => type !== 'type');
      if (others.length === 0) this.uncheckedKinds |= 1 << kind;
      for (const check of checks) {
        if (check.type === 'dynamic' || check.type === 'unevaluated') this.undecidedKinds |= 1 << kind;
        else if (!known.has(check)) this.take(graph, check);
        known.add(check);
      }
    }
    this.validKinds = this.uncheckedKinds & this.types;
  }

  /** The schema `true`. */
  static everything(): ProofPlan {
    return new ProofPlan(null, null);
  }

  /** The target of a node that consists of a reference alone; otherwise the node itself. */
  static target(graph: SchemaGraph, node: number): number {
    let target = node;
    for (let step = 0; step < MAX_REFERENCES; step += 1) {
      const { checks, verdict } = graph.nodes[target] ?? { checks: [], verdict: true };
      const [check] = checks[0] ?? [];
      const [next, ...others] = verdict === null && check?.type === 'all' ? check.nodes : [];
      const isReference = checks.every((list) => list.length === 1 && list[0] === check);
      if (next === undefined || others.length > 0 || !isReference) break;
      target = next;
    }
    return target;
  }

  private take(graph: SchemaGraph, check: Exclude<Check, { type: 'dynamic' | 'unevaluated' }>): void {
    switch (check.type) {
      case 'type':
        this.types = check.mask & ((1 << KINDS) - 1);
        this.isWhole = (check.mask & INTEGER_BIT) !== 0 && (check.mask & (1 << NUMBER)) === 0;
        return;
      case 'values':
        // A schema with both `enum` and `const` is rare.
        this.allowed = this.allowedChecks.length === 0 ? AllowedTokens.of(check.values) : null;
        this.allowedChecks.push(check);
        return;
      case 'bound':
        if (check.isLower) this.low = Math.max(this.low, check.bound.nearest);
        else this.high = Math.min(this.high, check.bound.nearest);
        this.bounds.push(check);
        return;
      case 'multiple':
        this.multiples.push(check);
        return;
      case 'length':
        this.least = check.least;
        this.most = check.most;
        return;
      case 'pattern':
        this.texts.push({ check, fastTest: makeByteTest(check.source) });
        return;
      case 'format':
        this.texts.push({ check, fastTest: FAST_FORMAT_TESTS.get(check.name) ?? null });
        return;
      case 'items':
        this.leastItems = check.least;
        this.mostItems = check.most;
        return;
      case 'unique':
        this.isUnique = true;
        return;
      case 'elements':
        this.items = check;
        return;
      case 'members':
        this.members = new MembersPlan(graph, check);
        if (!this.members.isSure) this.undecidedKinds |= 1 << OBJECT;
        return;
      default:
        this.inPlace.push(check);
    }
  }
}

/** The checks of an object's members. */
export class MembersPlan {
  readonly isSure: boolean;
  readonly count: number;
  /** By key number: the first schema of its value, or `NONE`; `several` has all of them when there is more than one. */
  readonly single: Int32Array;
  readonly several: readonly (readonly number[] | null)[];
  readonly hasSeveral: boolean;
  /** By key number: the plan of `single`, made on first use. */
  readonly plans: (ProofPlan | null)[];
  /** By key number: its bit, if an object's having the key matters. */
  readonly bits: Int32Array;
  readonly required: number;
  readonly dependentRequired: readonly { readonly bit: number; readonly needed: number }[];
  readonly dependentSchemas: readonly { readonly bit: number; readonly node: number }[];
  /** By key number: the key that last followed it. The last slot holds the first key of an object. */
  private readonly followers: Int32Array;
  /**
   * Four numbers per key: its length in bytes (-1 when its spelling always has an escape), its first four and its last four
   * bytes (0 for shorter keys), and its start in `letters`.
   */
  private readonly spellings: Int32Array;
  private readonly letters: Uint8Array;

  constructor(
    graph: SchemaGraph,
    readonly check: MembersCheck,
  ) {
    const { names, patterns, additional } = check;
    this.count = names.count;
    this.single = new Int32Array(this.count).fill(NONE);
    this.several = names.names.map((name, key) => {
      const nodes = patterns.filter(({ pattern }) => pattern.test(name)).map(({ node }) => node);
      const property = check.properties[key] ?? NONE;
      if (property !== NONE) nodes.unshift(property);
      if (nodes.length === 0 && additional !== NONE) nodes.push(additional);
      const asking = nodes.filter((node) => graph.nodes[node]?.verdict !== true);
      this.single[key] = asking[0] ?? NONE;
      return asking.length > 1 ? asking : null;
    });
    this.hasSeveral = this.several.some((nodes) => nodes !== null);
    this.plans = Array.from({ length: this.count }, () => null);
    this.bits = new Int32Array(this.count);
    const watched = new Set([
      ...check.required,
      ...check.dependentRequired.flatMap(({ key, needed }) => [key, ...needed]),
      ...check.dependentSchemas.map(({ key }) => key),
    ]);
    this.isSure = watched.size <= MAX_WATCHED;
    if (this.isSure) for (const [index, key] of [...watched].entries()) this.bits[key] = 1 << index;
    const bitOf = (key: number): number => this.bits[key] ?? 0;
    const bitsOf = (keys: readonly number[]): number => keys.reduce((mask, key) => mask | bitOf(key), 0);
    this.required = bitsOf(check.required);
    this.dependentRequired = check.dependentRequired.map(({ key, needed }) => ({
      bit: bitOf(key),
      needed: bitsOf(needed),
    }));
    this.dependentSchemas = check.dependentSchemas.map(({ key, node }) => ({ bit: bitOf(key), node }));
    this.followers = new Int32Array(this.count + 1).fill(NONE);
    const spelt = names.names.map((name) => encodeUtf8(name));
    this.letters = new Uint8Array(spelt.reduce((sum, { length }) => sum + length, 0));
    this.spellings = new Int32Array(this.count * SPELLING);
    let at = 0;
    for (const [key, bytes] of spelt.entries()) {
      const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const hasWords = bytes.length >= WORD;
      // A document spells these characters with an escape.
      const length = /["\\]/.test(names.names[key] ?? '') ? -1 : bytes.length;
      const head = hasWords ? words.getInt32(0, true) : 0;
      const tail = hasWords ? words.getInt32(bytes.length - WORD, true) : 0;
      this.spellings.set([length, head, tail, at], key * SPELLING);
      this.letters.set(bytes, at);
      at += bytes.length;
    }
  }

  /** Returns the key that last followed `previous`, if it is the one whose closing quotation mark is at `end`; else -1. */
  expected(previous: number, bytes: Uint8Array, words: DataView, end: number): number {
    const key = this.followers[previous] ?? NONE;
    if (key < 0) return NONE;
    const { spellings, letters } = this;
    const spelling = key * SPELLING;
    const length = spellings[spelling] ?? 0;
    const first = end - length;
    // A quotation mark after a backslash may be part of a longer key.
    if (length < 0 || bytes[first - 1] !== QUOTE || bytes[first - 2] === BACKSLASH) return NONE;
    let at = 0;
    let rest = length;
    if (length >= WORD) {
      if (words.getInt32(first, true) !== spellings[spelling + 1]) return NONE;
      if (words.getInt32(end - WORD, true) !== spellings[spelling + 2]) return NONE;
      if (length <= 2 * WORD) return key;
      at = WORD;
      rest -= WORD;
    }
    const start = spellings[spelling + 3] ?? 0;
    for (; at < rest; at += 1) if (bytes[first + at] !== letters[start + at]) return NONE;
    return key;
  }

  /** Records that `key` followed `previous`. */
  follow(previous: number, key: number): void {
    this.followers[previous] = key;
  }
}
