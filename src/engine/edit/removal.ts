// Removes values from their containers, with their keys, and for each run of neighbours exactly the commas that become
// superfluous.

import { CodedError } from '../../shared/errors.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import type { NodeList } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import type { Places } from '../tape/places.ts';
import type { Range } from '../tape/tape.ts';
import type { Run } from './run.ts';
import { removeRelaxed } from './relaxed-edit.ts';
import { SpliceList } from '../base/splice-list.ts';
import type { Work } from '../base/work.ts';
import { EDIT, TOO_MANY } from '../../shared/texts/edits.ts';

const NOTHING = new Uint8Array();

/** Most runs that are held in memory: with its splices, each takes about 800 bytes. */
export const MANY_RUNS = 2_000_000;
/** Siblings that are passed one by one before a lookup is made. */
const FAR = 1024;
/** Runs per slice. */
const SLICE_RUNS = 4096;

/**
 * Sorts nodes into runs, in text order. Nodes inside another of the nodes are covered by that one.
 * @throws CodedError `refused` for the root; `too-large` for more runs than `MANY_RUNS`
 */
export function runsOf(places: Places, nodes: NodeList): Run[] {
  const runs: Run[] = [];
  for (const run of eachRun(places, nodes)) {
    runs.push(run);
    if (runs.length > MANY_RUNS) {
      throw new CodedError('too-large', TOO_MANY.runs(MANY_RUNS));
    }
  }
  return runs;
}

/** The splices that remove nodes, in any number. @throws CodedError `refused` for the root */
export function* removeNodes(places: Places, nodes: NodeList): Work<Splice[]> {
  const list = new SpliceList(places.tape.memory);
  let done = 0;
  for (const run of eachRun(places, nodes)) {
    for (const { start, end } of rangesOf(places, run)) list.add(start, end, NOTHING);
    done += 1;
    if (done % SLICE_RUNS === 0) yield { done: places.tape.start(run.first), total: places.text.size };
  }
  return list.finish();
}

/** Yields the runs that nodes form, in any number. @throws CodedError `refused` for the root */
export function* eachRun(places: Places, nodes: NodeList): Generator<Run> {
  const { tape } = places;
  const sorted = new Uint32Array(nodes);
  if (!isRising(sorted)) sorted.sort();
  const locator = new Locator(places);
  for (let index = 0; index < sorted.length;) {
    const first = sorted[index] ?? 0;
    const { container, ordinal } = locator.locate(first);
    let last = first;
    let length = 1;
    for (index += 1; index < sorted.length; index += 1) {
      const node = sorted[index] ?? 0;
      const next = tape.next(last);
      if (node > next) break;
      if (node < next) continue;
      last = node;
      length += 1;
    }
    yield { container, ordinal, first, last, length };
  }
}

function isRising(numbers: Uint32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) if ((numbers[at - 1] ?? 0) > (numbers[at] ?? 0)) return false;
  return true;
}

/** A container on the way down, and the last child that was passed. */
interface Level {
  readonly container: number;
  readonly close: number;
  child: number;
  ordinal: number;
}

/**
 * Finds the containers and positions of nodes in ascending order, in one walk: starting at the root for each would take far too
 * long for deep ones.
 */
class Locator {
  private readonly levels: Level[] = [];

  constructor(private readonly places: Places) {}

  /** @throws CodedError `refused` for the root */
  locate(node: number): { container: number; ordinal: number } {
    if (node === 0) throw new CodedError('refused', EDIT.rootStays);
    const { levels } = this;
    let level = levels.at(-1);
    while (level !== undefined && level.close < node) {
      levels.pop();
      level = levels.at(-1);
    }
    level ??= this.open(0);
    for (;;) {
      this.goTo(level, node);
      if (level.child === node) return level;
      level = this.open(level.child);
    }
  }

  private open(container: number): Level {
    const level = { container, close: this.places.tape.closing(container), child: container + 1, ordinal: 0 };
    this.levels.push(level);
    return level;
  }

  private goTo(level: Level, node: number): void {
    const { tape, children } = this.places;
    let { child, ordinal } = level;
    for (let next = tape.next(child), steps = 0; next <= node; next = tape.next(child), steps += 1) {
      if (steps === FAR) {
        ({ child, ordinal } = children.containing(level.container, node));
        break;
      }
      child = next;
      ordinal += 1;
    }
    level.child = child;
    level.ordinal = ordinal;
  }
}

/** The splices that remove runs, which are sorted and neither overlap nor touch. */
export function removeRuns(places: Places, runs: readonly Run[]): Splice[] {
  return runs.flatMap((run) =>
    rangesOf(places, run).map(({ start, end }) => ({ start: asByte(start), end: asByte(end), insert: NOTHING })),
  );
}

/** The byte ranges that a run's removal covers: its own, and the commas that become superfluous. */
export function rangesOf(places: Places, run: Run): readonly Range[] {
  return hasComments(places.tape.dialect) ? removeRelaxed(places, run) : [rangeOf(places, run)];
}

function rangeOf(places: Places, { container, ordinal, first, last }: Run): Range {
  const { tape, children } = places;
  const close = tape.closing(container);
  const behind = tape.next(last);
  if (behind < close) return { start: places.itemStart(container, first), end: places.itemStart(container, behind) };
  if (ordinal === 0) return { start: tape.start(container) + tape.bracketLength(container), end: tape.start(close) };
  return { start: places.range(children.nth(container, ordinal - 1)).end, end: places.range(last).end };
}
