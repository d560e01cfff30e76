// The lines of a list of hits: under the path of each container, the hits directly inside it. Groups are added in batches, in
// the order of the hits. A line is found by binary search, so that a list of a million lines stores only the first hit of each
// group:
//
//   hits     0  1  2 │ 3 │ 4  5          firsts   0  3  4
//   lines  # 0  1  2 # 3 # 4  5                   a line is a heading, or the hit `line - group - 1`

import { countWhile } from '../../shared/bytes/binary-search.ts';

/** A line of a list: the heading of a group, or a hit. */
export type Line =
  | { readonly type: 'heading'; readonly group: number }
  | { readonly type: 'hit'; readonly group: number; readonly hit: number };

/** Hits in order, grouped by their container. */
export class Grouping {
  /** The number of grouped hits. */
  count = 0;
  private readonly firsts: number[] = [];
  private readonly containers: number[] = [];

  get lineCount(): number {
    return this.count + this.firsts.length;
  }

  /** Adds the next hits, given the container of each. */
  add(containers: Uint32Array): void {
    for (const container of containers) {
      if (container !== this.containers.at(-1)) {
        this.firsts.push(this.count);
        this.containers.push(container);
      }
      this.count += 1;
    }
  }

  /** Returns what is at a line; `undefined` after the last one. O(log n). */
  at(line: number): Line | undefined {
    if (line >= this.lineCount) return undefined;
    const group = this.lastGroup((at) => (this.firsts[at] ?? 0) + at <= line);
    const heading = (this.firsts[group] ?? 0) + group;
    return line === heading ? { type: 'heading', group } : { type: 'hit', group, hit: line - group - 1 };
  }

  /** Returns the line of a hit. O(log n). */
  lineOf(hit: number): number {
    return hit + 1 + this.lastGroup((at) => (this.firsts[at] ?? 0) <= hit);
  }

  containerOf(group: number): number {
    return this.containers[group] ?? 0;
  }

  /** Returns the number of hits in a group so far. */
  sizeOf(group: number): number {
    return (this.firsts[group + 1] ?? this.count) - (this.firsts[group] ?? 0);
  }

  private lastGroup(holds: (group: number) => boolean): number {
    return countWhile(this.firsts.length, holds) - 1;
  }
}
