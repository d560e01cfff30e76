// Validates a document over its tape: a machine with an explicit stack of frames, one for each schema that is being applied to
// a value that is large or has errors. For other values, `proof/prover.ts` shows faster that they hold. The machine makes no
// values, generates no code, does not recurse, and yields between slices.
//
//   report   errors are collected; checks that must all hold continue after the first error
//   test     the branches of anyOf, oneOf, not, if, contains: only whether they hold, up to the first error
//
// When all alternatives fail, the one that was meant is applied again and reports its errors.

import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Work } from '../base/work.ts';
import { CountedProblems } from '../problems/counted-problems.ts';
import type { Places } from '../tape/places.ts';
import { findIntended } from './intended-alternative.ts';
import type { SchemaFailure, Reason } from './failure.ts';
import { ValidationFrame } from './frames.ts';
import type { Check, InPlaceCheck, SchemaGraph, SchemaNode } from './graph.ts';
import { NONE } from './graph.ts';
import type { Parser } from '../../shared/document/parser.ts';
import { ARRAY, OBJECT } from './kinds.ts';
import type { Marks } from './marks.ts';
import { KNOWN, Memo, REPORTED, VALID } from './memo.ts';
import { Prover } from './proof/prover.ts';
import { Scopes } from './scopes.ts';
import { findRepeated, isAllowed, passes } from './value-checks.ts';
import { ValueHasher } from './value-hash.ts';
import { ValueReader } from './value-reader.ts';
import { walkItems, walkMembers, walkUnevaluated, type WalkMachine } from './walk.ts';

/** Steps per slice: about 1 ms, and 20 ms before the browser has optimised the code. */
const SLICE_STEPS = 1 << 12;
const TWO_32 = 4294967296;
const NO_NODES: readonly SchemaNode[] = [];
/** Marks are memoized for states below this number, where the keys of `markMemo` are exact. */
const MAX_MARKED_STATES = 1 << 20;

/** The result of a validation. */
export interface Validation {
  readonly isValid: boolean;
  readonly failures: CountedProblems<SchemaFailure>;
  readonly notes: readonly string[];
}

/** The part of a document to validate, and a callback for every error, including those that are not stored. */
export interface ValidationPart {
  /** A node of the graph, and an entry. */
  readonly node?: number;
  readonly value?: number;
  readonly onFailure?: (failure: SchemaFailure) => void;
}

/**
 * Validates a document, or a part of it. The tape must be that of the text. Cost: about six scans when most values hold, up to
 * fifty when few do.
 */
export function* validate(
  graph: SchemaGraph,
  places: Places,
  parser: Parser,
  { node = graph.root, value = 0, onFailure }: ValidationPart = {},
): Work<Validation> {
  const validator = new Validator(graph, places, parser, onFailure);
  const isValid = yield* validator.run(node, value);
  return { isValid, failures: validator.failures, notes: [...graph.notes, ...validator.notes] };
}

/**
 * Tests repeatedly whether schemas hold for values of one document. After a test was cancelled, the tester must not be used
 * again.
 */
export class SchemaTester {
  private readonly validator: Validator;

  constructor(graph: SchemaGraph, places: Places, parser: Parser) {
    this.validator = new Validator(graph, places, parser);
  }

  /** Whether the node with this number holds for a value. */
  holds(node: number, value: number): Work<boolean> {
    return this.validator.run(node, value, false);
  }

  /** The value at which the last test failed first. */
  get failedAt(): number {
    return this.validator.failedAt;
  }
}

class Validator implements WalkMachine {
  readonly failures = new CountedProblems<SchemaFailure>();
  readonly notes = new Set<string>();
  readonly reader: ValueReader;
  private readonly hasher: ValueHasher;
  private readonly scopes: Scopes;
  private readonly prover: Prover | null;
  private readonly memo = new Memo();
  private readonly markMemo = new Map<number, Marks | null>();
  private readonly frames: ValidationFrame[] = [];
  private top = -1;
  /** The number of frames on the stack with more than one check that may reach the same children. */
  private forks = 0;
  /** By state: the value that it is being applied to, plus 1. */
  private active: Int32Array;
  /** The result of the last frame or value. */
  result = true;
  /** Where the last test failed. */
  failedAt = 0;
  budget = SLICE_STEPS;

  constructor(
    readonly graph: SchemaGraph,
    readonly places: Places,
    parser: Parser,
    private readonly onFailure?: (failure: SchemaFailure) => void,
  ) {
    this.reader = new ValueReader(places, parser);
    this.hasher = new ValueHasher(this.reader);
    this.scopes = new Scopes(graph);
    this.prover = Prover.of(graph, this.hasher);
    this.active = new Int32Array(Math.max(64, graph.nodes.length));
  }

  *run(node = this.graph.root, value = 0, reports = true): Work<boolean> {
    const total = this.places.tape.count;
    if (this.apply(node, value, null, false, reports) && this.top < 0) return this.result;
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
   * Applies a schema to a value. Returns true when that was decided immediately; `result` then says whether it holds. Otherwise
   * pushes a frame and returns false.
   */
  apply(
    id: number,
    value: number,
    from: ValidationFrame | null,
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
    if (this.prover !== null && !tells && value >= 0) {
      const isProved = this.prover.holds(id, value);
      this.budget -= this.prover.spent;
      if (isProved) {
        this.result = true;
        return true;
      }
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
    const frame = (this.frames[this.top] ??= new ValidationFrame());
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

  /** Whether the result of a pair is already known; sets `result` then. */
  private recall(
    state: number,
    value: number,
    from: ValidationFrame | null,
    reports: boolean,
    tells: boolean,
  ): boolean {
    const facts = this.memo.get(state, value);
    if (facts === 0) return false;
    if ((facts & VALID) === 0) {
      if (reports && (facts & REPORTED) === 0) return false;
      if (tells && reports) {
        const marks = this.markMemo.get(state * TWO_32 + (value >>> 0));
        // Its errors are reported, but not which children it evaluated: none is reported as unevaluated.
        if (marks === undefined && from !== null) from.marks.isAll = true;
        else if (marks !== undefined && marks !== null) from?.marks.merge(marks);
      }
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

  private leave(frame: ValidationFrame): void {
    const { node, state, value, isValid, marked } = frame;
    this.top -= 1;
    this.active[state] = frame.before;
    if (node?.isShared === true && this.forks > 0) {
      this.memo.set(state, value, KNOWN | (isValid ? VALID : 0) | (frame.reports ? REPORTED : 0));
      if (frame.tells && (isValid || frame.reports) && state < MAX_MARKED_STATES)
        this.markMemo.set(state * TWO_32 + (value >>> 0), marked);
    }
    if (node?.forks[frame.kind] === true) {
      this.forks -= 1;
      if (this.forks === 0) {
        this.memo.clear();
        this.markMemo.clear();
      }
    }
    // Of a value with errors, children that were meant to be evaluated count as such.
    if (frame.tells && (isValid || frame.reports) && marked !== null) this.frames[this.top]?.marks.merge(marked);
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
      // Other errors would only follow from the wrong type.
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
    const matched = reason === 'several' ? this.matched() : NO_NODES;
    const make = (): SchemaFailure => ({ node, value, reason, check, detail, matched, within: this.alternatives() });
    this.failures.add(value < 0 ? ~value : value, make);
    this.onFailure?.(make());
  }

  /** The alternatives that the value of the present frame matches. */
  private matched(): readonly SchemaNode[] {
    const ids = this.frames[this.top]?.matched ?? [];
    return ids.flatMap((id) => this.graph.nodes[id] ?? []);
  }

  /** The innermost alternatives of which one is reporting its errors; `null` when there are none. */
  private alternatives(): SchemaFailure['within'] {
    for (let at = this.top; at >= 0; at -= 1) {
      const frame = this.frames[at];
      const check = frame?.checks[frame.at];
      if (frame === undefined || (check?.type !== 'any' && check?.type !== 'one')) continue;
      if (frame.step > check.nodes.length) return { nodes: check.nodes, value: frame.value };
    }
    return null;
  }

  failFrame(frame: ValidationFrame, reason: Reason, check: Check, detail = 0, value = frame.value): void {
    frame.isValid = false;
    this.fail(frame.node, value, reason, check, detail, frame.reports);
  }

  /** Runs a check that may take long. */
  private *work(frame: ValidationFrame, check: Check): Work<boolean> {
    if (check.type === 'unique') {
      const repeated = yield* findRepeated(frame.value, this.hasher);
      if (repeated >= 0) this.failFrame(frame, 'repeated', check, 0, repeated);
    } else if (check.type === 'values' && !(yield* isAllowed(check.values, frame.value, this.hasher))) {
      this.failFrame(frame, 'value', check);
    }
    return true;
  }

  /** Continues with a check. Returns whether it is done; otherwise it waits for a frame. */
  private carryOut(frame: ValidationFrame, check: Check): boolean {
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
        return walkMembers(this, frame, check);
      case 'elements':
        return walkItems(this, frame, check);
      case 'unevaluated':
        return walkUnevaluated(this, frame, check);
      default:
        if (!passes(check, frame.value, frame.kind, this.hasher, frame.node?.place.resource.vocabulary.draft === 4)) {
          this.failFrame(frame, 'value', check);
          if (check.type === 'type') frame.at = frame.checks.length;
        }
        return true;
    }
  }

  private applyAll(frame: ValidationFrame, nodes: readonly number[]): boolean {
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

  private applyAlternatives(frame: ValidationFrame, check: InPlaceCheck & { type: 'any' | 'one' }): boolean {
    const { nodes } = check;
    if (frame.step === 0 && !frame.awaits) {
      frame.clearPending();
      frame.clearMatched();
    }
    for (;;) {
      if (frame.awaits) {
        frame.awaits = false;
        // The alternative that was meant has reported its errors.
        if (frame.step > nodes.length) return true;
        if (this.result) frame.matched.push(nodes[frame.step - 1] ?? NONE);
        else frame.pending.push(this.failedAt);
        if (this.result && check.type === 'any' && !frame.tracks) return true;
        if (frame.matched.length > 1 && check.type === 'one' && !frame.reports) break;
      }
      const node = nodes[frame.step];
      if (node === undefined) break;
      frame.step += 1;
      frame.awaits = true;
      if (!this.apply(node, frame.value, frame, true, false, frame.tracks)) return false;
    }
    const matches = frame.matched.length;
    if (check.type === 'any' ? matches > 0 : matches === 1) return true;
    if (matches > 1) {
      this.failFrame(frame, 'several', check, matches);
      return true;
    }
    frame.isValid = false;
    this.failedAt = frame.value;
    if (!frame.reports) return true;
    const meant = findIntended(this.graph, this.hasher, frame.value, nodes, frame.pending);
    if (meant === null) {
      // Any of them may have been meant to evaluate the children.
      if (frame.tracks) frame.marks.isAll = true;
      this.failFrame(frame, 'none', check, nodes.length);
      return true;
    }
    frame.step = nodes.length + 1;
    if (meant.type === 'allowed') {
      if (frame.tracks) frame.marks.isAll = true;
      this.fail(meant.node, meant.value, 'value', meant.check, 0, true);
      return true;
    }
    frame.awaits = true;
    return this.apply(meant.node, frame.value, frame, true, true, frame.tracks);
  }

  private applyNot(frame: ValidationFrame, check: InPlaceCheck & { type: 'not' }): boolean {
    if (!frame.awaits) {
      frame.awaits = true;
      if (!this.apply(check.node, frame.value, frame, true, false)) return false;
    }
    frame.awaits = false;
    if (this.result) this.failFrame(frame, 'not', check);
    return true;
  }

  private applyIf(frame: ValidationFrame, { condition, yes, no }: InPlaceCheck & { type: 'if' }): boolean {
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
}

function needsWork(check: Check, { kind }: ValidationFrame): boolean {
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
