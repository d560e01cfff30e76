// Validates a document over its tape: a machine with an explicit stack of frames, one for each schema that is being applied
// to a value. It makes no values, generates no code and recurses nowhere, and yields between slices.
//
//   report   errors are collected; what must all hold goes on after the first one
//   test     the branches of anyOf, oneOf, not, if, contains: only whether they hold, ended by the first error
//
// Where alternatives fail, the one that was meant is applied once more and reports its errors.

import { SCHEMA } from '../../../shared/texts/schema.ts';
import type { Work } from '../base/work.ts';
import { Found } from '../problems/found.ts';
import type { Places } from '../tape/places.ts';
import { findMeant } from './branches.ts';
import type { Failure, Reason } from './failure.ts';
import { Frame } from './frames.ts';
import type {
  Check,
  InPlaceCheck,
  ItemsCheck,
  MembersCheck,
  SchemaGraph,
  SchemaNode,
  UnevaluatedCheck,
} from './graph.ts';
import { NONE } from './graph.ts';
import type { Parser } from '../../../shared/document/parser.ts';
import { ARRAY, OBJECT } from './kinds.ts';
import type { Marks } from './marks.ts';
import { KNOWN, Memo, REPORTED, VALID } from './memo.ts';
import { Scopes } from './scopes.ts';
import { findRepeated, isAllowed, passes } from './value-checks.ts';
import { ValueHasher } from './value-hash.ts';
import { ValueReader } from './value-reader.ts';

/** Steps between two slices: a few milliseconds. */
const SLICE_STEPS = 1 << 14;
const TWO_32 = 4294967296;
/** Marks of so many states are kept. */
const MOST_MARKED_STATES = 1 << 20;

/** What a validation found. */
export interface Validation {
  readonly isValid: boolean;
  readonly failures: Found<Failure>;
  readonly notes: readonly string[];
}

/** Validates a whole document, whose tape has to be that of its text. Cost: in most schemas, a few scans. */
export function* validate(graph: SchemaGraph, places: Places, parser: Parser): Work<Validation> {
  const validator = new Validator(graph, places, parser);
  const isValid = yield* validator.run();
  return { isValid, failures: validator.failures, notes: [...graph.notes, ...validator.notes] };
}

class Validator {
  readonly failures = new Found<Failure>();
  readonly notes = new Set<string>();
  private readonly reader: ValueReader;
  private readonly hasher: ValueHasher;
  private readonly scopes: Scopes;
  private readonly memo = new Memo();
  private readonly markMemo = new Map<number, Marks | null>();
  private readonly frames: Frame[] = [];
  private top = -1;
  /** Frames that more than one check goes on from. */
  private forks = 0;
  /** By state: the value that it is being applied to, and 1. */
  private active: Int32Array;
  /** The result of the last frame or value. */
  private result = true;
  /** Where the last test failed. */
  private failedAt = 0;
  private budget = SLICE_STEPS;

  constructor(
    private readonly graph: SchemaGraph,
    private readonly places: Places,
    parser: Parser,
  ) {
    this.reader = new ValueReader(places, parser);
    this.hasher = new ValueHasher(this.reader);
    this.scopes = new Scopes(graph);
    this.active = new Int32Array(Math.max(64, graph.nodes.length));
  }

  *run(): Work<boolean> {
    const total = this.places.tape.count;
    if (this.apply(this.graph.root, 0, null, false, true) && this.top < 0) return this.result;
    while (this.top >= 0) {
      const frame = this.frames[this.top];
      if (frame === undefined) throw new RangeError(`no frame ${this.top}`);
      this.budget -= 1;
      if (this.budget <= 0) {
        this.budget = SLICE_STEPS;
        yield { done: frame.value < 0 ? ~frame.value : Math.max(frame.value, frame.child), total };
      }
      const check = frame.checks[frame.at];
      if (check === undefined || (!frame.isValid && !frame.reports)) {
        this.leave(frame);
        continue;
      }
      const isDone = needsWork(check, frame) ? yield* this.work(frame, check) : this.carryOut(frame, check);
      if (!isDone) continue;
      frame.at += 1;
      frame.step = 0;
      frame.awaits = false;
    }
    return this.result;
  }

  /**
   * Applies a schema to a value: at once where that is simple, and then `result` says whether it holds; else in a frame of
   * its own, and the answer is false.
   */
  private apply(
    id: number,
    value: number,
    from: Frame | null,
    isInPlace: boolean,
    reports: boolean,
    tells = false,
  ): boolean {
    const node = this.graph.nodes[id];
    if (node === undefined) throw new RangeError(`no schema ${id} of ${this.graph.nodes.length}`);
    if (node.verdict !== null) {
      this.result = node.verdict;
      if (!node.verdict) this.fail(node, value, 'forbidden', null, 0, reports);
      return true;
    }
    const kind = from !== null && isInPlace ? from.kind : this.reader.kind(value);
    const checks = node.checks[kind] ?? [];
    if (checks.length === 0) {
      this.result = true;
      return true;
    }
    if (kind < ARRAY && (node.isSimple[kind] ?? false)) {
      this.result = this.judge(node, value, kind, checks, reports);
      return true;
    }
    const scope = this.scopes.enter(from?.scope ?? 0, node.place.resource.id);
    const state = this.scopes.state(id, scope);
    if (state >= this.active.length) {
      const wider = new Int32Array(this.active.length * 2);
      wider.set(this.active);
      this.active = wider;
    }
    const isKnown = this.forks > 0 && node.isShared && this.recall(state, value, from, reports, tells);
    if (isKnown) return true;
    if (isInPlace && this.active[state] === value + 1) {
      this.notes.add(SCHEMA.circular);
      this.result = true;
      return true;
    }
    this.top += 1;
    const frame = (this.frames[this.top] ??= new Frame());
    frame.begin(node, value, kind);
    frame.scope = scope;
    frame.state = state;
    frame.reports = reports;
    frame.isInPlace = isInPlace;
    frame.tells = tells;
    frame.before = this.active[state] ?? 0;
    this.active[state] = value + 1;
    if (node.forks[kind] ?? false) this.forks += 1;
    return false;
  }

  /** Whether the result of a pair is known already. */
  private recall(state: number, value: number, from: Frame | null, reports: boolean, tells: boolean): boolean {
    const facts = this.memo.get(state, value);
    if (facts === 0) return false;
    if ((facts & VALID) === 0) {
      if (reports && (facts & REPORTED) === 0) return false;
      this.failedAt = value;
      this.result = false;
      return true;
    }
    if (tells) {
      const marks = this.markMemo.get(state * TWO_32 + (value >>> 0));
      if (marks === undefined) return false;
      if (marks !== null) from?.marks.merge(marks);
    }
    this.result = true;
    return true;
  }

  private leave(frame: Frame): void {
    const { node, state, value, isValid, marked } = frame;
    this.top -= 1;
    this.active[state] = frame.before;
    if (node?.isShared === true && this.forks > 0) {
      this.memo.set(state, value, KNOWN | (isValid ? VALID : 0) | (frame.reports ? REPORTED : 0));
      if (frame.tells && isValid && state < MOST_MARKED_STATES)
        this.markMemo.set(state * TWO_32 + (value >>> 0), marked);
    }
    if (node?.forks[frame.kind] === true) {
      this.forks -= 1;
      if (this.forks === 0) {
        this.memo.clear();
        this.markMemo.clear();
      }
    }
    if (frame.tells && isValid && marked !== null) this.frames[this.top]?.marks.merge(marked);
    this.result = isValid;
  }

  private judge(
    node: SchemaNode,
    value: number,
    kind: 0 | 1 | 2 | 3 | 4 | 5,
    checks: readonly Check[],
    reports: boolean,
  ): boolean {
    let isValid = true;
    const isDraft4 = node.place.resource.vocabulary.draft === 4;
    for (const check of checks) {
      if (!isValueCheck(check)) throw new RangeError(`check ${check.type}, expected one of the value alone`);
      if (passes(check, value, kind, this.hasher, isDraft4)) continue;
      this.fail(node, value, 'value', check, 0, reports);
      if (!reports) return false;
      isValid = false;
      // What a wrong type leads to is told once.
      if (check.type === 'type') return false;
    }
    return isValid;
  }

  private fail(
    node: SchemaNode | null,
    value: number,
    reason: Reason,
    check: Check | null,
    detail: number,
    reports: boolean,
  ): void {
    this.failedAt = value;
    if (!reports || node === null) return;
    this.failures.add(value < 0 ? ~value : value, () => ({ node, value, reason, check, detail }));
  }

  private failFrame(frame: Frame, reason: Reason, check: Check, detail = 0, value = frame.value): void {
    frame.isValid = false;
    this.fail(frame.node, value, reason, check, detail, frame.reports);
  }

  /** Checks that may take long. */
  private *work(frame: Frame, check: Check): Work<boolean> {
    if (check.type === 'unique') {
      const repeated = yield* findRepeated(frame.value, this.hasher);
      if (repeated >= 0) this.failFrame(frame, 'repeated', check, 0, repeated);
    } else if (check.type === 'values' && !(yield* isAllowed(check.values, frame.value, this.hasher))) {
      this.failFrame(frame, 'value', check);
    }
    return true;
  }

  /** Goes on with a check; answers whether it is done, or waits for a frame. */
  private carryOut(frame: Frame, check: Check): boolean {
    switch (check.type) {
      case 'all':
        return this.applyAll(frame, check.nodes);
      case 'any':
      case 'one':
        return this.applyAlternatives(frame, check);
      case 'not':
        return this.applyNot(frame, check);
      case 'if':
        return this.applyIf(frame, check);
      case 'dynamic':
        return this.applyAll(frame, [this.scopes.resolve(frame.scope, check.node, check.anchor)]);
      case 'members':
        return this.walkMembers(frame, check);
      case 'elements':
        return this.walkItems(frame, check);
      case 'unevaluated':
        return this.walkUnevaluated(frame, check);
      default:
        if (!passes(check, frame.value, frame.kind, this.hasher, frame.node?.place.resource.vocabulary.draft === 4)) {
          this.failFrame(frame, 'value', check);
          if (check.type === 'type') frame.at = frame.checks.length;
        }
        return true;
    }
  }

  private applyAll(frame: Frame, nodes: readonly number[]): boolean {
    for (;;) {
      if (frame.awaits) {
        frame.awaits = false;
        if (!this.result) frame.isValid = false;
        if (!frame.isValid && !frame.reports) return true;
      }
      const node = nodes[frame.step];
      if (node === undefined) return true;
      frame.step += 1;
      frame.awaits = true;
      if (!this.apply(node, frame.value, frame, true, frame.reports, frame.tracks)) return false;
    }
  }

  private applyAlternatives(frame: Frame, check: InPlaceCheck & { type: 'any' | 'one' }): boolean {
    const { nodes } = check;
    if (frame.step === 0 && !frame.awaits) {
      frame.matches = 0;
      frame.pending.length = 0;
    }
    for (;;) {
      if (frame.awaits) {
        frame.awaits = false;
        // The meant one has reported its errors.
        if (frame.step > nodes.length) return true;
        if (this.result) frame.matches += 1;
        else frame.pending.push(this.failedAt);
        if (this.result && check.type === 'any' && !frame.tracks) return true;
        if (frame.matches > 1 && check.type === 'one' && !frame.reports) break;
      }
      const node = nodes[frame.step];
      if (node === undefined) break;
      frame.step += 1;
      frame.awaits = true;
      if (!this.apply(node, frame.value, frame, true, false, frame.tracks)) return false;
    }
    if (check.type === 'any' ? frame.matches > 0 : frame.matches === 1) return true;
    if (frame.matches > 1) {
      this.failFrame(frame, 'several', check, frame.matches);
      return true;
    }
    frame.isValid = false;
    this.failedAt = frame.value;
    if (!frame.reports) return true;
    const meant = findMeant(this.graph, this.hasher, frame.value, nodes, frame.pending);
    if (meant === NONE) {
      this.failFrame(frame, 'none', check, nodes.length);
      return true;
    }
    frame.step = nodes.length + 1;
    frame.awaits = true;
    return this.apply(meant, frame.value, frame, true, true);
  }

  private applyNot(frame: Frame, check: InPlaceCheck & { type: 'not' }): boolean {
    if (!frame.awaits) {
      frame.awaits = true;
      if (!this.apply(check.node, frame.value, frame, true, false)) return false;
    }
    frame.awaits = false;
    if (this.result) this.failFrame(frame, 'not', check);
    return true;
  }

  private applyIf(frame: Frame, { condition, yes, no }: InPlaceCheck & { type: 'if' }): boolean {
    if (frame.step === 0) {
      if (!frame.awaits) {
        frame.awaits = true;
        if (!this.apply(condition, frame.value, frame, true, false, frame.tracks)) return false;
      }
      frame.awaits = false;
      frame.step = 1;
      const chosen = this.result ? yes : no;
      if (chosen === NONE) return true;
      frame.awaits = true;
      if (!this.apply(chosen, frame.value, frame, true, frame.reports, frame.tracks)) return false;
    }
    frame.awaits = false;
    if (!this.result) frame.isValid = false;
    return true;
  }

  private walkMembers(frame: Frame, check: MembersCheck): boolean {
    const { tape } = this.places;
    if (frame.step === 0) {
      frame.step = 1;
      frame.next = frame.value + 1;
      frame.position = -1;
      frame.pending.length = 0;
      frame.pendingAt = 0;
      frame.clearSeen(check.names.count);
    }
    const close = tape.closing(frame.value);
    while (frame.step === 1) {
      if (frame.awaits) {
        frame.awaits = false;
        if (!this.result) frame.isValid = false;
        if (!frame.isValid && !frame.reports) return true;
      }
      const code = frame.pendingAt < frame.pending.length ? frame.pending[frame.pendingAt] : undefined;
      if (code !== undefined) {
        frame.pendingAt += 1;
        frame.awaits = true;
        const isKey = code < 0;
        if (!this.apply(isKey ? ~code : code, isKey ? ~frame.child : frame.child, frame, false, frame.reports))
          return false;
        continue;
      }
      if (frame.next >= close) {
        frame.step = 2;
        break;
      }
      this.budget -= 1;
      if (this.budget <= 0) return false;
      frame.child = frame.next;
      frame.next = tape.next(frame.child);
      frame.position += 1;
      this.chooseSchemas(frame, check);
    }
    if (frame.step === 2) {
      this.checkKeys(frame, check);
      frame.step = 3;
    }
    for (;;) {
      if (frame.awaits) {
        frame.awaits = false;
        if (!this.result) frame.isValid = false;
      }
      if (!frame.isValid && !frame.reports) return true;
      const dependent = check.dependentSchemas[frame.step - 3];
      if (dependent === undefined) return true;
      frame.step += 1;
      if (!frame.hasSeen(dependent.key)) continue;
      frame.awaits = true;
      if (!this.apply(dependent.node, frame.value, frame, true, frame.reports, frame.tracks)) return false;
    }
  }

  /** Lists the schemas that a member comes under. */
  private chooseSchemas(frame: Frame, check: MembersCheck): void {
    const { reader } = this;
    const { child, pending } = frame;
    pending.length = 0;
    frame.pendingAt = 0;
    let text: string | null = null;
    let key = -1;
    const isEscaped = reader.readKey(child);
    if (isEscaped || reader.isRelaxed) {
      text = this.places.key(child);
      key = check.names.find(text);
    } else if (check.names.count > 0) {
      key = check.names.findBytes(reader.bytes, reader.start, reader.end, frame.position);
    }
    if (key >= 0) frame.see(key);
    const property = key < 0 ? NONE : (check.properties[key] ?? NONE);
    if (property !== NONE) pending.push(property);
    let isCovered = property !== NONE;
    if (check.patterns.length > 0) {
      text ??= this.places.key(child);
      for (const { pattern, node } of check.patterns) {
        if (!pattern.test(text)) continue;
        pending.push(node);
        isCovered = true;
      }
    }
    if (!isCovered && check.additional !== NONE) {
      isCovered = true;
      if (this.graph.nodes[check.additional]?.verdict === false) this.failFrame(frame, 'unknown', check, 0, child);
      else pending.push(check.additional);
    }
    if (isCovered && frame.tracks) frame.marks.mark(frame.position);
    if (check.keys !== NONE) pending.push(~check.keys);
  }

  /** Checks which keys an object has, and how many. */
  private checkKeys(frame: Frame, check: MembersCheck): void {
    const count = frame.position + 1;
    if (count < check.least) this.failFrame(frame, 'tooFew', check, count);
    if (count > check.most) this.failFrame(frame, 'tooMany', check, count);
    for (const key of check.required) if (!frame.hasSeen(key)) this.failFrame(frame, 'missing', check, key);
    for (const [index, { key, needed }] of check.dependentRequired.entries()) {
      if (!frame.hasSeen(key)) continue;
      for (const other of needed) {
        if (!frame.hasSeen(other)) this.failFrame(frame, 'dependent', check, index * check.names.count + other);
      }
    }
  }

  private walkItems(frame: Frame, check: ItemsCheck): boolean {
    const { tape } = this.places;
    if (frame.step === 0) {
      frame.step = 1;
      frame.next = frame.value + 1;
      frame.position = -1;
      frame.matches = 0;
      frame.pending.length = 0;
      frame.pendingAt = 0;
      if (frame.tracks && check.rest !== NONE) frame.marks.isAll = true;
    }
    const close = tape.closing(frame.value);
    for (;;) {
      if (frame.awaits) {
        frame.awaits = false;
        if ((frame.pending[frame.pendingAt - 1] ?? 0) >= 0) {
          if (!this.result) frame.isValid = false;
          if (!frame.isValid && !frame.reports) return true;
        } else if (this.result) {
          frame.matches += 1;
          if (check.marks && frame.tracks) frame.marks.mark(frame.position);
        }
      }
      const code = frame.pendingAt < frame.pending.length ? frame.pending[frame.pendingAt] : undefined;
      if (code !== undefined) {
        frame.pendingAt += 1;
        frame.awaits = true;
        const isTest = code < 0;
        if (!this.apply(isTest ? ~code : code, frame.child, frame, false, !isTest && frame.reports)) return false;
        continue;
      }
      const isRest = frame.position + 1 >= check.prefix.length;
      if (frame.next >= close || (isRest && check.rest === NONE && check.contains === NONE)) break;
      this.budget -= 1;
      if (this.budget <= 0) return false;
      frame.child = frame.next;
      frame.next = tape.next(frame.child);
      frame.position += 1;
      frame.pending.length = 0;
      frame.pendingAt = 0;
      const node = isRest ? check.rest : (check.prefix[frame.position] ?? NONE);
      if (node !== NONE) frame.pending.push(node);
      if (!isRest && frame.tracks) frame.marks.mark(frame.position);
      if (check.contains !== NONE) frame.pending.push(~check.contains);
    }
    if (check.contains !== NONE && (frame.matches < check.least || frame.matches > check.most)) {
      this.failFrame(frame, 'contains', check, frame.matches);
    }
    return true;
  }

  private walkUnevaluated(frame: Frame, check: UnevaluatedCheck): boolean {
    const { tape } = this.places;
    if (frame.step === 0) {
      // A value that is wrong already has evaluated less than was meant.
      if (!frame.isValid) return true;
      frame.step = 1;
      frame.next = frame.value + 1;
      frame.position = -1;
    }
    const close = tape.closing(frame.value);
    const isForbidden = this.graph.nodes[check.node]?.verdict === false;
    for (;;) {
      if (frame.awaits) {
        frame.awaits = false;
        if (!this.result) frame.isValid = false;
      }
      if ((!frame.isValid && !frame.reports) || frame.next >= close) break;
      this.budget -= 1;
      if (this.budget <= 0) return false;
      frame.child = frame.next;
      frame.next = tape.next(frame.child);
      frame.position += 1;
      if (frame.marked?.has(frame.position) === true) continue;
      if (isForbidden) {
        this.failFrame(frame, 'unevaluated', check, 0, frame.child);
        continue;
      }
      frame.awaits = true;
      if (!this.apply(check.node, frame.child, frame, false, frame.reports)) return false;
    }
    frame.marks.isAll = true;
    return true;
  }
}

function needsWork(check: Check, { kind }: Frame): boolean {
  return check.type === 'unique' || (check.type === 'values' && (kind === ARRAY || kind === OBJECT));
}

function isValueCheck(
  check: Check,
): check is Extract<Check, { type: 'type' | 'values' | 'bound' | 'multiple' | 'length' | 'pattern' | 'format' }> {
  return VALUE_CHECKS.has(check.type);
}

const VALUE_CHECKS: ReadonlySet<Check['type']> = new Set([
  'type',
  'values',
  'bound',
  'multiple',
  'length',
  'pattern',
  'format',
]);
