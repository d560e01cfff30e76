// The stack of a validation, with a frame for each schema that is being applied to a value. Frames are reused, so their number
// depends on the depth of a document, not on its size.

import type { Check, SchemaNode } from './graph.ts';
import type { SchemaKind } from './kinds.ts';
import { Marks } from './marks.ts';

const NO_CHECKS: readonly Check[] = [];

/** A schema that is being applied to a value. */
export class ValidationFrame {
  node: SchemaNode | null = null;
  state = 0;
  /** The scope of the schemas inside. */
  scope = 0;
  value = 0;
  kind: SchemaKind = 0;
  checks: readonly Check[] = NO_CHECKS;
  /** The index of the current check. */
  at = 0;
  /** Progress of the current check, from 0; each check defines its own steps. */
  step = 0;
  child = 0;
  next = 0;
  position = 0;
  matches = 0;
  isValid = true;
  /** Whether the result of another frame, or of a value, has to be taken over. */
  awaits = false;
  /** Whether errors are reported; otherwise the first error ends the frame. */
  reports = false;
  /** Whether the frame below has to learn which children were evaluated. */
  tells = false;
  isInPlace = false;
  /** The previous value of `active` for this state. */
  before = 0;
  /**
   * Nodes still to be applied to a child. The complement of a node is to be applied to the child's key, or belongs to
   * `contains`.
   */
  readonly pending: number[] = [];
  pendingAt = 0;
  /** The alternatives that match. */
  readonly matched: number[] = [];
  private seen = new Uint32Array(0);
  private seenMark = 0;
  private ownMarks: Marks | null = null;

  /** Whether the frame records which children were evaluated. */
  get tracks(): boolean {
    return this.tells || (this.node?.tracks[this.kind] ?? false);
  }

  get marks(): Marks {
    this.ownMarks ??= new Marks();
    return this.ownMarks;
  }

  /** The marks; `null` when nothing was marked. */
  get marked(): Marks | null {
    return this.ownMarks;
  }

  begin(node: SchemaNode, value: number, kind: SchemaKind): void {
    this.node = node;
    this.value = value;
    this.kind = kind;
    this.checks = node.checks[kind] ?? NO_CHECKS;
    this.at = 0;
    this.step = 0;
    this.isValid = true;
    this.awaits = false;
    this.ownMarks = null;
  }

  /** Empties the list. Popping is faster than setting `length`. */
  clearPending(): void {
    while (this.pending.length > 0) this.pending.pop();
  }

  clearMatched(): void {
    while (this.matched.length > 0) this.matched.pop();
  }

  /** Clears the keys that were seen; their numbers are below `count`. */
  clearSeen(count: number): void {
    if (this.seen.length < count) {
      this.seen = new Uint32Array(count);
      this.seenMark = 0;
    }
    this.seenMark += 1;
  }

  see(key: number): void {
    this.seen[key] = this.seenMark;
  }

  hasSeen(key: number): boolean {
    return this.seen[key] === this.seenMark;
  }
}
