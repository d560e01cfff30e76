// The model for the laws of Compare: values as plain data with ordered members, comparisons checked through their marks alone,
// and pairs of similar texts.

import fc from 'fast-check';
import { expect } from 'vitest';
import {
  CHANGE_WORDS,
  COMPARE_DEFAULTS,
  listDifferences,
  MARK_WORDS,
  markOf,
  readChange,
  type CompareOptions,
} from '../../../../src/shared/protocol/compare.ts';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { plainNumber, unquote } from '../../../../src/shared/bytes/literals.ts';
import { compareDocuments, type Comparison } from '../../../../src/engine/diff/result/compare.ts';
import { spelling } from '../../../../src/engine/diff/match/equal.ts';
import type { Places } from '../../../../src/engine/tape/places.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument } from '../support/documents.ts';

/** Compares two texts. */
export function compareTexts(
  left: string | Uint8Array,
  right: string | Uint8Array,
  options: Partial<CompareOptions> = {},
  dialects: readonly [Dialect, Dialect] = ['json', 'json'],
): Comparison {
  const documents = [makeDocument(left, 1 << 20, dialects[0]), makeDocument(right, 1 << 20, dialects[1])] as const;
  return finish(compareDocuments(...documents, { ...COMPARE_DEFAULTS, ...options }));
}

/** The changes as lines, for expectations: `~ /a/0 1 → 2`, `- /b 1`, `+ /c 2`. The two halves of a move are `<` and `>`. */
export function linesOf({ changes, sides }: Comparison): string[] {
  return Array.from({ length: changes.length / CHANGE_WORDS }, (_, index) => {
    const { kind, left, right, partner } = readChange(changes, index);
    const at = (places: Places, node: number): string =>
      places
        .path(node)
        .map((segment) => `/${segment}`)
        .join('');
    if (left !== null && right !== null)
      return `~ ${at(sides.left.places, left)} ${spelling(sides.left.places, left)} → ${spelling(sides.right.places, right)}`;
    const [places, node] = left === null ? [sides.right.places, right ?? 0] : [sides.left.places, left];
    const sign = partner === null ? (kind === 'create' ? '+' : '-') : kind === 'create' ? '>' : '<';
    return `${sign} ${at(places, node)} ${spelling(places, node)}`;
  });
}

/** A value in a canonical form: members sorted by key, duplicates in order, numbers by exact value. */
export function canonical(places: Places, node: number): string {
  const kind = places.kind(node);
  if (kind === 'number') return exactNumber(plainNumber(spelling(places, node)));
  if (kind === 'string') return JSON.stringify(unquote(spelling(places, node)));
  if (kind !== 'object' && kind !== 'array') return kind;
  const children = childrenIn(places, node).map((child): [string, string] => [
    kind === 'object' ? places.key(child) : '',
    canonical(places, child),
  ]);
  // The sort is stable: duplicates stay in order.
  const sorted = kind === 'object' ? children.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) : children;
  return `${kind}(${sorted.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')})`;
}

function exactNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return whole === '' ? text : '0';
  return `${sign}${trimmed}e${BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - trimmed.length)}`;
}

export function childrenIn({ tape }: Places, container: number): number[] {
  const children: number[] = [];
  const close = tape.closing(container);
  for (let child = container + 1; child < close; child = tape.next(child)) children.push(child);
  return children;
}

/** Checks, from the marks alone, that a comparison reports every difference and nothing else, and that it is consistent. */
export function checkComparison(comparison: Comparison): void {
  const { sides, marks, changes, count } = comparison;
  const [a, b] = [sides.left.places, sides.right.places];
  expect(listDifferences(changes)).toHaveLength(count);
  for (const side of ['left', 'right'] as const) {
    const words = marks[side];
    for (let at = MARK_WORDS; at < words.length; at += MARK_WORDS)
      expect(words[at]).toBeGreaterThan(words[at - MARK_WORDS] ?? 0);
    if (count > 0) expect(markOf(words, 0)?.count).toBe(count);
    else expect(words).toHaveLength(0);
  }
  for (let index = 0; index < changes.length / CHANGE_WORDS; index += 1) {
    const { kind, left, right, partner } = readChange(changes, index);
    if (left !== null) expect(markOf(marks.left, left)).toEqual({ mark: kind, count: 1, node: left });
    if (right !== null) expect(markOf(marks.right, right)).toEqual({ mark: kind, count: 1, node: right });
    if (partner === null) continue;
    const other = readChange(changes, partner);
    expect([other.partner, `${kind} ${other.kind}`]).toEqual([
      index,
      kind === 'create' ? 'create delete' : 'delete create',
    ]);
  }
  const same = (left: number, right: number): void => {
    const [mark, other] = [markOf(marks.left, left), markOf(marks.right, right)];
    expect(mark?.mark).toBe(other?.mark);
    expect(mark?.count).toBe(other?.count);
    if (mark === null) {
      expect(canonical(a, left)).toBe(canonical(b, right));
    } else if (mark.mark === 'update') {
      expect(canonical(a, left)).not.toBe(canonical(b, right));
    } else {
      expect(mark.mark).toBe('child-update');
      const kind = a.kind(left);
      expect(b.kind(right)).toBe(kind);
      const ours = childrenIn(a, left).filter((child) => markOf(marks.left, child)?.mark !== 'delete');
      const theirs = childrenIn(b, right).filter((child) => markOf(marks.right, child)?.mark !== 'create');
      expect(ours).toHaveLength(theirs.length);
      const partners = kind === 'array' ? theirs : byKey(a, ours, b, theirs);
      for (const [index, child] of ours.entries()) same(child, partners[index] ?? -1);
    }
  };
  same(0, 0);
}

/** The members of one object, reordered like the other object's. Both must have the same keys, equally often. */
function byKey(a: Places, ours: readonly number[], b: Places, theirs: readonly number[]): number[] {
  const rest = [...theirs];
  return ours.map((child) => {
    const at = rest.findIndex((other) => b.key(other) === a.key(child));
    expect(at).toBeGreaterThanOrEqual(0);
    return rest.splice(at, 1)[0] ?? -1;
  });
}

/** The same value spelt differently: members in another order, escapes, white space, exponents. */
export function respell(places: Places, node: number, pick: () => number): string {
  const kind = places.kind(node);
  const space = (): string => ['', '', ' ', '\n', '\t '][pick() % 5] ?? '';
  if (kind === 'string') return respellString(unquote(spelling(places, node)), pick);
  if (kind === 'number') {
    const text = spelling(places, node);
    if (pick() % 2 === 0 || /[eE]/.test(text)) return text;
    return text.includes('.')
      ? `${text}0`
      : ([`${text}.0`, `${text}e0`, /^-?0/.test(text) ? `${text}.00` : `${text}0E-1`][pick() % 3] ?? text);
  }
  if (kind !== 'object' && kind !== 'array') return spelling(places, node);
  const children = childrenIn(places, node).map((child) => {
    const value = respell(places, child, pick);
    return kind === 'array' ? value : `${respellString(places.key(child), pick)}${space()}:${space()}${value}`;
  });
  if (kind === 'array') return `[${children.join(`${space()},${space()}`)}]`;
  // Members with the same key keep their order.
  const order = childrenIn(places, node).map((child, index) => ({ key: places.key(child), index, rank: pick() }));
  const ranks = new Map(order.map(({ key, rank }) => [key, rank]));
  const sorted = order.toSorted((x, y) => (ranks.get(x.key) ?? 0) - (ranks.get(y.key) ?? 0) || x.index - y.index);
  return `{${sorted.map(({ index }) => children[index]).join(`,${space()}`)}}`;
}

function respellString(value: string, pick: () => number): string {
  const units = Array.from({ length: value.length }, (_, at) => value[at] ?? '');
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const spelt = units.map((unit) => {
    // A lone surrogate can only be escaped; both halves of a pair are escaped likewise.
    if (/[\ud800-\udfff]/.test(unit)) return escape(unit);
    return pick() % 3 === 0 ? escape(unit) : JSON.stringify(unit).slice(1, -1);
  });
  return `"${spelt.join('')}"`;
}

/** Small values with much in common, so that two of them differ in interesting ways. */
export const closeText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom('0', '1', '2', '1.0', '"a"', '"b"', 'null', 'true', '{}', '[]', '"longer text"'),
    fc.array(tie('value'), { maxLength: 7 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'id', 'name', '__proto__', 'toString'), tie('value')), {
        maxLength: 5,
      })
      .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
  ),
})).value;
