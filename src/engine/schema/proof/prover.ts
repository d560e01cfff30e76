// Shows fast that a small value holds for a schema, as most values of most documents do. It makes no frames, reports no errors
// and has no scopes. When it can't tell for certain, the machine (`validate.ts`) checks the value from the start.
//
//   machine ── apply(schema, value) ──▶ prover ── yes ──▶ done
//                                          └── no, or unsure ──▶ the machine's own frames, which call it for the children
//
// It recurses, but never deeper than `MAX_DEPTH`. The machine handles values of more than `MAX_ENTRIES`, since it walks over
// their children and yields in between. It also handles documents with comments or broken records, and graphs with a dynamic
// scope.

import { BACKSLASH, MINUS, NINE, QUOTE, ZERO } from '../../../shared/bytes/ascii.ts';
import { hasComments } from '../../../shared/document/dialect.ts';
import { TEXT_BASE } from '../../base/memory.ts';
import type { Places } from '../../tape/places.ts';
import { LINK_MASK, OPENING } from '../../tape/tape.ts';
import { NONE, type InPlaceCheck, type ItemsCheck, type SchemaGraph, type ValueCheck } from '../graph.ts';
import { ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, type SchemaKind } from '../kinds.ts';
import { ProofPlan, type MembersPlan } from './plan.ts';
import { AsciiText } from './ascii-text.ts';
import { passes } from '../value-checks.ts';
import type { ValueHasher } from '../value-hash.ts';
import type { ValueReader } from '../value-reader.ts';

/** Entries of the largest value that is tried: about a tenth of a slice. */
const MAX_ENTRIES = 2048;
const MAX_DEPTH = 48;
/** Schemas that may be applied per entry. Circular schemas exceed this and are left to the machine. */
const STEPS_PER_ENTRY = 8;
const MIN_STEPS = 64;
/** The largest `pause` of a plan. A quarter of it is the number of attempts that are skipped. */
const MAX_PAUSE = 64;
/** Items that are compared with each other, at most. */
const MAX_UNIQUE_ITEMS = 16;
/** Bytes of the longest spelling of a code point: the two escapes of a surrogate pair. */
const MAX_CHARACTER_LENGTH = 12;
/** The kind of a value by its first byte. */
const KINDS_BY_BYTE = makeKinds();

const EVERYTHING = ProofPlan.everything();

/** Proves that values of one document hold. */
export class Prover {
  /** The number of schemas applied in the last attempt. */
  spent = 0;
  /** Schemas that may still be applied in this attempt. */
  private steps = 0;
  /** Whether this attempt met something that it can't decide; its result is then void. */
  private gaveUp = false;
  /** Where the last attempt failed. */
  private failedAt = NONE;
  private readonly plans: (ProofPlan | undefined)[] = [];
  private readonly reader: ValueReader;
  private readonly bytes: Uint8Array;
  private readonly words: Uint32Array;
  private readonly base: number;
  private readonly view: DataView;
  private readonly text: AsciiText;

  private constructor(
    private readonly graph: SchemaGraph,
    private readonly hasher: ValueHasher,
    private readonly places: Places,
  ) {
    const { tape } = places;
    this.reader = hasher.reader;
    this.bytes = tape.memory.bytes;
    this.words = tape.memory.words;
    this.base = tape.wordBase;
    this.view = new DataView(this.bytes.buffer);
    this.text = new AsciiText(this.bytes, TEXT_BASE + places.text.size);
  }

  /** Returns `null` when nothing can be proved. */
  static of(graph: SchemaGraph, hasher: ValueHasher): Prover | null {
    const { places } = hasher.reader;
    const { tape } = places;
    const isPlain = !hasComments(tape.dialect) && tape.broken.length === 0;
    return isPlain && !graph.isDynamic ? new Prover(graph, hasher, places) : null;
  }

  /** Whether a value certainly holds; `false` when it does not, or when that is unknown. `value` must not be a key. */
  holds(node: number, value: number): boolean {
    const plan = this.plan(node);
    this.spent = 0;
    if (plan.waits > 0) {
      plan.waits -= 1;
      return false;
    }
    const link = this.words[this.base + value * 2 + 1] ?? 0;
    const entries = (link & OPENING) === 0 ? 0 : link & LINK_MASK;
    // The root of NDJSON, the list of records, has no bracket that tells its kind.
    if (entries > MAX_ENTRIES || this.places.tape.bracketLength(value) === 0) return false;
    // The last attempt failed inside this value and would fail again.
    if (this.failedAt > value && this.failedAt <= value + entries) return false;
    const steps = MIN_STEPS + entries * STEPS_PER_ENTRY;
    this.steps = steps;
    this.gaveUp = false;
    const isProved = this.prove(plan, value, 0) && !this.gaveUp;
    this.spent = steps - this.steps;
    if (isProved) plan.pause = 0;
    else {
      plan.pause = Math.min(plan.pause * 2 + 1, MAX_PAUSE);
      // The first failures skip nothing: they may come from single invalid values.
      plan.waits = plan.pause >> 2;
    }
    return isProved;
  }

  private plan(node: number): ProofPlan {
    return this.plans[node] ?? this.makePlan(node);
  }

  private makePlan(node: number): ProofPlan {
    const target = ProofPlan.target(this.graph, node);
    const schema = this.graph.nodes[target];
    if (schema === undefined) throw new RangeError(`no schema ${target} of ${this.graph.nodes.length}`);
    const plan = this.plans[target] ?? new ProofPlan(this.graph, schema);
    this.plans[node] = plan;
    this.plans[target] = plan;
    return plan;
  }

  private giveUp(value: number): false {
    this.gaveUp = true;
    this.failedAt = value;
    return false;
  }

  private fail(value: number): false {
    this.failedAt = value;
    return false;
  }

  private prove(plan: ProofPlan, value: number, depth: number): boolean {
    const word = this.base + value * 2;
    const start = TEXT_BASE + (this.words[word] ?? 0);
    const link = this.words[word + 1] ?? 0;
    const kind = KINDS_BY_BYTE[this.bytes[start] ?? 0] as SchemaKind;
    const bit = 1 << kind;
    this.steps -= 1;
    if (this.steps < 0 || depth > MAX_DEPTH || (plan.undecidedKinds & bit) !== 0) return this.giveUp(value);
    if ((plan.types & bit) === 0 && (kind !== NUMBER || !plan.isWhole)) return this.fail(value);
    if (kind < ARRAY) {
      if (!this.proveScalar(plan, value, kind, start, link & LINK_MASK)) return this.fail(value);
    } else if ((plan.uncheckedKinds & bit) === 0) {
      if (plan.allowedChecks.length > 0) {
        if (plan.allowed?.find(kind, this.bytes, start, start) !== 0) return this.giveUp(value);
        return this.fail(value);
      }
      const close = value + (link & LINK_MASK);
      if (kind === OBJECT) {
        if (plan.members !== null && !this.proveMembers(plan.members, value, close, depth)) return false;
      } else if (!this.proveItems(plan, value, close, depth)) return false;
    }
    const { inPlace } = plan;
    for (let index = 0; index < inPlace.length; index += 1) {
      const check = inPlace[index];
      if (check !== undefined && !this.proveInPlace(check, value, depth + 1)) return false;
    }
    return true;
  }

  /** Proves that the schema of a node holds for a value; `NONE` always holds. */
  private proveNode(node: number, value: number, depth: number): boolean {
    return node === NONE || this.prove(this.plan(node), value, depth);
  }

  private proveScalar(plan: ProofPlan, value: number, kind: SchemaKind, start: number, length: number): boolean {
    if (length === LINK_MASK) return this.giveUp(value);
    if (kind === NUMBER && plan.isWhole && !this.isInteger(plan, value, start, length)) return false;
    if ((plan.uncheckedKinds & (1 << kind)) !== 0) return true;
    if (plan.allowedChecks.length > 0 && !this.isAllowed(plan, value, kind, start, length)) return false;
    if (kind === NUMBER) return this.isWithin(plan, value, start, length);
    return kind !== STRING || this.isText(plan, value, start + 1, start + length - 1);
  }

  private isAllowed(plan: ProofPlan, value: number, kind: SchemaKind, start: number, length: number): boolean {
    const found = plan.allowed === null ? -1 : plan.allowed.find(kind, this.bytes, start, start + length);
    return found < 0 ? this.pass(plan, plan.allowedChecks, value, kind) : found === 1;
  }

  private isInteger(plan: ProofPlan, value: number, start: number, length: number): boolean {
    const { bytes } = this;
    const end = start + length;
    let at = bytes[start] === MINUS ? start + 1 : start;
    while (at < end && (bytes[at] ?? 0) >= ZERO && (bytes[at] ?? 0) <= NINE) at += 1;
    return at === end || this.reader.isInteger(value, plan.isDraft4);
  }

  private isWithin(plan: ProofPlan, value: number, start: number, length: number): boolean {
    if (plan.bounds.length > 0) {
      const isInside = this.reader.isSurelyBetween(plan.low, plan.high, start, length);
      if (!isInside && !this.pass(plan, plan.bounds, value, NUMBER)) return false;
    }
    return plan.multiples.length === 0 || this.pass(plan, plan.multiples, value, NUMBER);
  }

  /** `start` and `end` are the addresses of the bytes between the quotation marks. */
  private isText(plan: ProofPlan, value: number, start: number, end: number): boolean {
    const length = end - start;
    // A string has at most one code point per byte, and at least one per `MAX_CHARACTER_LENGTH` bytes.
    const isSurelyShort = length <= plan.most;
    const isSurelyLong = plan.least <= 1 ? length >= plan.least : length >= plan.least * MAX_CHARACTER_LENGTH;
    if (!isSurelyShort || !isSurelyLong) {
      const count = this.reader.codePoints(value);
      if (count < plan.least || count > plan.most) return false;
    }
    const { texts } = plan;
    for (let index = 0; index < texts.length; index += 1) {
      const one = texts[index];
      if (one === undefined || one.fastTest?.(this.bytes, start, end) === true) continue;
      const text = this.text.read(start, end) ?? this.reader.text(value);
      const { check } = one;
      if (!(check.type === 'pattern' ? check.pattern.test(text) : check.test(text))) return false;
    }
    return true;
  }

  /** Runs checks of the value alone, as the machine would. */
  private pass(plan: ProofPlan, checks: readonly ValueCheck[], value: number, kind: SchemaKind): boolean {
    for (const check of checks) if (!passes(check, value, kind, this.hasher, plan.isDraft4)) return false;
    return true;
  }

  private proveMembers(members: MembersPlan, object: number, close: number, depth: number): boolean {
    const { bytes, words, base, view } = this;
    const { check, plans, hasSeveral } = members;
    let previous = members.count;
    let seen = 0;
    let count = 0;
    for (let child = object + 1; child < close; count += 1) {
      const word = base + child * 2;
      const link = words[word + 1] ?? 0;
      const start = TEXT_BASE + (words[word] ?? 0);
      let end = start - 1;
      while (bytes[end] !== QUOTE) end -= 1;
      let key = members.expected(previous, bytes, view, end);
      if (key < 0) {
        key = this.findKey(members, child);
        if (key >= 0) members.follow(previous, key);
      }
      if (key >= 0) {
        previous = key;
        seen |= members.bits[key] ?? 0;
        if (hasSeveral && !this.proveSeveral(members, key, child, depth + 1)) return false;
        const plan = plans[key] ?? this.planOf(members, key);
        const isHeld = (plan.validKinds & (1 << (KINDS_BY_BYTE[bytes[start] ?? 0] ?? 0))) !== 0;
        if (!isHeld && !this.prove(plan, child, depth + 1)) return false;
      } else if (!this.proveUnnamed(members, child, depth + 1)) return false;
      if (check.keys !== NONE && !this.proveKey(check.keys, child)) return false;
      child += (link & OPENING) === 0 ? 1 : (link & LINK_MASK) + 1;
    }
    if ((seen & members.required) !== members.required || count < check.least || count > check.most)
      return this.fail(object);
    for (const { bit, needed } of members.dependentRequired)
      if ((seen & bit) !== 0 && (seen & needed) !== needed) return this.fail(object);
    for (const { bit, node } of members.dependentSchemas)
      if ((seen & bit) !== 0 && !this.proveNode(node, object, depth + 1)) return false;
    return true;
  }

  private planOf(members: MembersPlan, key: number): ProofPlan {
    const node = members.single[key] ?? NONE;
    const plan = node === NONE ? EVERYTHING : this.plan(node);
    members.plans[key] = plan;
    return plan;
  }

  private proveSeveral(members: MembersPlan, key: number, child: number, depth: number): boolean {
    for (const node of members.several[key] ?? []) if (!this.proveNode(node, child, depth)) return false;
    return true;
  }

  private findKey({ check: { names } }: MembersPlan, member: number): number {
    const { reader } = this;
    if (reader.readKey(member)) return names.find(this.places.key(member));
    return names.count === 0 ? NONE : names.findBytes(this.bytes, reader.start, reader.end, Infinity);
  }

  /** Proves a member whose key no keyword names. */
  private proveUnnamed({ check }: MembersPlan, child: number, depth: number): boolean {
    let isCovered = false;
    if (check.patterns.length > 0) {
      const text = this.places.key(child);
      for (const { pattern, node } of check.patterns) {
        if (!pattern.test(text)) continue;
        isCovered = true;
        if (!this.proveNode(node, child, depth)) return false;
      }
    }
    return isCovered || this.proveNode(check.additional, child, depth);
  }

  private proveKey(node: number, member: number): boolean {
    const schema = this.graph.nodes[node];
    if (schema?.verdict === true) return true;
    if (schema?.isSimple[STRING] !== true || schema.verdict === false) return this.giveUp(member);
    const isDraft4 = schema.place.resource.vocabulary.draft === 4;
    for (const check of schema.checks[STRING] ?? []) {
      if (check.type === 'pattern' && this.isPlainKey(member)) {
        const text = this.text.read(this.reader.start, this.reader.end);
        if (text !== null && check.pattern.test(text)) continue;
      }
      if (!passes(check as ValueCheck, ~member, STRING, this.hasher, isDraft4)) return this.fail(member);
    }
    return true;
  }

  private isPlainKey(member: number): boolean {
    return !this.reader.readKey(member);
  }

  private proveItems(plan: ProofPlan, array: number, close: number, depth: number): boolean {
    const { words, base } = this;
    const check = plan.items;
    if (plan.isUnique && !this.isSurelyUnique(array, close)) return this.giveUp(array);
    if (check === null) {
      const count = plan.leastItems > 0 || plan.mostItems < Infinity ? this.reader.count(array) : 0;
      return count >= plan.leastItems && count <= plan.mostItems ? true : this.fail(array);
    }
    let count = 0;
    let matches = 0;
    const rest = check.rest === NONE ? EVERYTHING : this.plan(check.rest);
    for (let child = array + 1; child < close; count += 1) {
      if (count < check.prefix.length) {
        if (!this.proveNode(check.prefix[count] ?? NONE, child, depth + 1)) return false;
      } else if (!this.prove(rest, child, depth + 1)) return false;
      if (check.contains !== NONE) {
        if (this.proveNode(check.contains, child, depth + 1)) matches += 1;
        if (this.gaveUp) return false;
      }
      const link = words[base + child * 2 + 1] ?? 0;
      child += (link & OPENING) === 0 ? 1 : (link & LINK_MASK) + 1;
    }
    const isCounted = count >= plan.leastItems && count <= plan.mostItems;
    return isCounted && isContained(check, matches) ? true : this.fail(array);
  }

  /** Whether no two items are equal; only decided for a few scalars. */
  private isSurelyUnique(array: number, close: number): boolean {
    if (close - array - 1 > MAX_UNIQUE_ITEMS) return false;
    for (let one = array + 1; one < close; one += 1) {
      if (((this.words[this.base + one * 2 + 1] ?? 0) & OPENING) !== 0) return false;
      for (let other = array + 1; other < one; other += 1) if (!this.areDistinct(one, other)) return false;
    }
    return true;
  }

  private areDistinct(one: number, other: number): boolean {
    const { bytes, words, base } = this;
    const [a, b] = [TEXT_BASE + (words[base + one * 2] ?? 0), TEXT_BASE + (words[base + other * 2] ?? 0)];
    const [length, otherLength] = [words[base + one * 2 + 1] ?? 0, words[base + other * 2 + 1] ?? 0];
    if (length === LINK_MASK || otherLength === LINK_MASK) return false;
    const kind = KINDS_BY_BYTE[bytes[a] ?? 0];
    if (kind !== KINDS_BY_BYTE[bytes[b] ?? 0]) return true;
    if (kind === NUMBER) return this.reader.nearestAt(one, a, length) !== this.reader.nearestAt(other, b, otherLength);
    let isDistinct = length !== otherLength;
    for (let at = 0; at < length || at < otherLength; at += 1) {
      if (at < length && bytes[a + at] === BACKSLASH) return false;
      if (at < otherLength && bytes[b + at] === BACKSLASH) return false;
      if (bytes[a + at] !== bytes[b + at]) isDistinct = true;
    }
    return isDistinct;
  }

  private proveInPlace(check: InPlaceCheck, value: number, depth: number): boolean {
    switch (check.type) {
      case 'all':
        for (const node of check.nodes) if (!this.proveNode(node, value, depth)) return false;
        return true;
      case 'any':
        for (const node of check.nodes) {
          if (this.proveNode(node, value, depth)) return true;
          if (this.gaveUp) return false;
        }
        return false;
      case 'one': {
        let matches = 0;
        for (const node of check.nodes) {
          if (this.proveNode(node, value, depth)) matches += 1;
          if (this.gaveUp || matches > 1) return false;
        }
        return matches === 1;
      }
      case 'not':
        return !this.proveNode(check.node, value, depth) && !this.gaveUp;
      case 'if': {
        const isMet = this.proveNode(check.condition, value, depth);
        return !this.gaveUp && this.proveNode(isMet ? check.yes : check.no, value, depth);
      }
      case 'dynamic':
        return this.giveUp(value);
    }
  }
}

function isContained(check: ItemsCheck, matches: number): boolean {
  return check.contains === NONE || (matches >= check.least && matches <= check.most);
}

function makeKinds(): Uint8Array {
  const kinds = new Uint8Array(256).fill(NUMBER);
  kinds[0x7b] = OBJECT;
  kinds[0x5b] = ARRAY;
  kinds[QUOTE] = STRING;
  kinds[0x74] = BOOLEAN;
  kinds[0x66] = BOOLEAN;
  kinds[0x6e] = NULL;
  return kinds;
}
