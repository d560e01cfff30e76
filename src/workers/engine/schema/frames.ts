// The stack of a validation: a frame for each schema that is being applied to a value. Frames are used again, so that a
// document of millions of values makes only as many as it is deep.

import type { Check, SchemaNode } from './graph.ts';
import type { ValueKind } from './kinds.ts';
import { Marks } from './marks.ts';

const NO_CHECKS: readonly Check[] = [];

/** A schema that is being applied to a value. */
export class Frame {
  node: SchemaNode | null = null;
  state = 0;
  /** Of the schemas inside. */
  scope = 0;
  value = 0;
  kind: ValueKind = 0;
  checks: readonly Check[] = NO_CHECKS;
  /** The check that is being carried out. */
  at = 0;
  /** How far that has come, from 0; the check's own affair. */
  step = 0;
  child = 0;
  next = 0;
  position = 0;
  matches = 0;
  isValid = true;
  /** Whether the result of another frame, or of a value, is to be taken in. */
  awaits = false;
  /** Whether errors are reported; else the first one ends it. */
  reports = false;
  /** Whether the frame below has to know which children were evaluated. */
  tells = false;
  isInPlace = false;
  /** What `active` held before. */
  before = 0;
  /** Nodes still to be applied to a child; the complement of one for its key, or for `contains`. */
  readonly pending: number[] = [];
  pendingAt = 0;
  private seen = new Uint32Array(0);
  private seenMark = 0;
  private ownMarks: Marks | null = null;

  /** Whether it has to know which children were evaluated. */
  get tracks(): boolean {
    return this.tells || (this.node?.tracks[this.kind] ?? false);
  }

  get marks(): Marks {
    this.ownMarks ??= new Marks();
    return this.ownMarks;
  }

  /** What was marked, where anything was. */
  get marked(): Marks | null {
    return this.ownMarks;
  }

  begin(node: SchemaNode, value: number, kind: ValueKind): void {
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

  /** A list is emptied faster from its end than by its length. */
  clearPending(): void {
    while (this.pending.length > 0) this.pending.pop();
  }

  /** Forgets which keys were seen; `count` are numbered. */
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
