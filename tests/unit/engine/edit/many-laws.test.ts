// Laws of changes to many values together: they do the same as one by one, skip the values that cannot be changed so, and
// select what was changed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../../src/shared/errors.ts';
import { asNode } from '../../../../src/shared/units.ts';
import type { ManyIntent } from '../../../../src/engine/edit/applicable.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { landingsOf, rowsAt } from '../../../../src/engine/edit/landing.ts';
import { resolveIntent } from '../../../../src/engine/edit/resolve-intent.ts';
import { outermost } from '../../../../src/engine/treeview/selected-nodes.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { blankKeys, forDocuments, modelOf, type Model } from '../support/value-model.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** Above this size, checking every entry would take seconds. */
const MANY = 100_000;

type Make = (nodes: Uint32Array) => ManyIntent;

/** A change that was made: how many values it changed, and the values that it selected. */
interface Done {
  readonly count: number;
  readonly entries: number[];
  readonly selected: Model[];
}

/** Applies a change; `null` if it is refused. */
function carryOut(document: JsonDocument, intent: ManyIntent): Done | null {
  try {
    const { intent: plain, count } = finish(resolveIntent(document.places, intent));
    if (plain === null) return null;
    const splices = finish(planEdit(document.places, plain));
    const landings = landingsOf(document.places, plain);
    const before = document.tape.count;
    document.apply(splices);
    finish(document.settle());
    expect(document.error?.message, textOf(document)).toBeUndefined();
    const entries: number[] = [];
    let behind = -1;
    for (const { first, last } of rowsAt(document, landings, document.tape.count - before)) {
      for (let row = first; row <= last; row += 1) {
        const entry = document.rows.entryAt(row);
        if (entry < behind) continue;
        entries.push(entry);
        behind = document.tape.next(entry);
      }
    }
    if (document.tape.count > MANY) return { count: count ?? 0, entries, selected: [] };
    document.check();
    const { nodes } = modelOf(document);
    return { count: count ?? 0, entries, selected: entries.map((entry) => nodes.get(entry) as Model) };
  } catch (error) {
    if (error instanceof CodedError && (error.code === 'refused' || error.code === 'syntax')) return null;
    throw error;
  }
}

/** Applies a change to many values of a random document together, and to a copy one by one, starting with the last. */
function compare(
  make: (picks: readonly number[]) => Make,
  check: (many: JsonDocument, single: JsonDocument, done: Done, ones: Done[]) => void,
): void {
  let compared = 0;
  forDocuments(250, (document, _, picks) => {
    const inner = [...modelOf(document).parents.keys()];
    if (inner.length < 2) return;
    if ((picks[0] ?? 0) % 2 === 0) document.rows.expandAll();
    const chosen = inner.filter((node) => (picks[node % picks.length] ?? 0) % 3 !== node % 3).map(asNode);
    const nodes = outermost(document.tape, Uint32Array.from(chosen));
    if (nodes.length < 2) return;
    const single = makeDocument(textOf(document), 1 << 20, document.dialect);
    const makeOf = make(picks);
    const before = textOf(document);
    const done = carryOut(document, makeOf(Uint32Array.from(chosen.toReversed())));
    const ones = [...nodes].toReversed().map((node) => carryOut(single, makeOf(Uint32Array.of(node))));
    const made = ones.filter((one) => one !== null);
    if (done === null) {
      expect(made, before).toEqual([]);
      return;
    }
    compared += 1;
    expect(done.count, before).toBe(made.length);
    check(document, single, done, made.toReversed());
  });
  // A law that is never exercised proves nothing.
  expect(compared).toBeGreaterThan(runs(20));
}

describe('[TRE-2] many values at once', () => {
  it('are converted as one after the other is, and what was converted is selected', () => {
    const to = (picks: readonly number[]) =>
      (['object', 'array', 'text', 'json'] as const)[(picks[1] ?? 0) % 4] ?? 'text';
    compare(
      (picks) => (nodes) => ({ type: 'convert', nodes, to: to(picks) }),
      (many, single, { selected }, ones) => {
        expect(textOf(many)).toBe(textOf(single));
        expect(selected).toEqual(ones.flatMap((one) => one.selected));
      },
    );
  });

  it('become texts, and what they were again', () => {
    compare(
      () => (nodes) => ({ type: 'convert', nodes, to: 'text' }),
      (many, single, done) => {
        expect(textOf(many)).toBe(textOf(single));
        expect(done.selected).toHaveLength(done.count);
        const back = carryOut(many, { type: 'convert', nodes: Uint32Array.from(done.entries), to: 'json' });
        expect(back?.count).toBe(done.count);
      },
    );
  });

  it('are sorted each by itself', () => {
    const by = (picks: readonly number[]) => ({ type: (picks[1] ?? 0) % 2 === 0 ? 'key' : 'value' }) as const;
    compare(
      (picks) => (nodes) => ({ type: 'sort', nodes, by: by(picks), direction: 'descending' }),
      (many, single, { selected }, ones) => {
        expect(textOf(many)).toBe(textOf(single));
        expect(selected).toEqual(ones.flatMap((one) => one.selected));
      },
    );
  });

  it('are unwrapped, and what was in them is selected', () => {
    compare(
      () => (nodes) => ({ type: 'unwrap', nodes }),
      (many, single) => expect(blankKeys(modelOf(many).root)).toEqual(blankKeys(modelOf(single).root)),
    );
  });

  it('become the document as an array, in their order', () => {
    forDocuments(200, (document, pick) => {
      const { nodes, parents } = modelOf(document);
      const inner = [...parents.keys()];
      if (inner.length === 0) return;
      const chosen = [pick(inner), pick(inner), pick(inner)].map(asNode);
      const outer = outermost(document.tape, Uint32Array.from(chosen));
      fc.pre(outer.length > 1);
      const items = [...outer].map((node) => nodes.get(node));
      expect(carryOut(document, { type: 'extract', nodes: chosen })).toMatchObject({ count: outer.length });
      expect(modelOf(document).root).toEqual({ type: 'array', items });
    });
  });
});

describe('[TRE-2] many values at once, spelt', () => {
  const edited = (text: string, make: Make, paths: readonly (readonly (string | number)[])[]): string => {
    const document = makeDocument(text);
    carryOut(document, make(Uint32Array.from(paths, (path) => document.places.atPath(path))));
    return textOf(document);
  };
  const refusal = (text: string, make: Make, paths: readonly (readonly (string | number)[])[]): string => {
    const { places } = makeDocument(text);
    try {
      finish(resolveIntent(places, make(Uint32Array.from(paths, (path) => places.atPath(path)))));
      return '';
    } catch (error) {
      return error instanceof CodedError ? error.message : String(error);
    }
  };

  it('leave those that they are not for', () => {
    const paths = [['a'], ['b'], ['c']];
    const text = '{"a": [1], "b": 2, "c": {"x": 3}}';
    expect(edited(text, (nodes) => ({ type: 'convert', nodes, to: 'object' }), paths)).toBe(
      '{"a": {"0": 1}, "b": 2, "c": {"x": 3}}',
    );
    expect(edited(text, (nodes) => ({ type: 'unwrap', nodes }), paths)).toBe('{"a": 1, "b": 2, "x": 3}');
    expect(edited('["[1]", "no", "2"]', (nodes) => ({ type: 'convert', nodes, to: 'json' }), [[0], [1], [2]])).toBe(
      '[[1], "no", 2]',
    );
  });

  it('give keys away that become free, and none twice', () => {
    const text = '{"a": {"b": 1}, "b": {"a": 2, "c": 3}, "c": 4}';
    expect(edited(text, (nodes) => ({ type: 'unwrap', nodes }), [['a'], ['b']])).toBe(
      '{"b": 1, "a": 2, "c (copy)": 3, "c": 4}',
    );
  });

  it('take those that hold nothing away, with their commas', () => {
    const unwrap: Make = (nodes) => ({ type: 'unwrap', nodes });
    expect(edited('[[], [1], [], 2, {}]', unwrap, [[0], [1], [2], [4]])).toBe('[1, 2]');
    expect(
      edited('[[[]], [[], {}]]', unwrap, [
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    ).toBe('[[], []]');
  });

  it('make an array that is laid out as the root was', () => {
    const extract: Make = (nodes) => ({ type: 'extract', nodes });
    expect(edited('{\n  "a": [\n    1\n  ],\n  "b": 2\n}\n', extract, [['a'], ['b']])).toBe(
      '[\n  [\n    1\n  ],\n  2\n]\n',
    );
    expect(edited('{"a":1,"b":{"c":2}}', extract, [['b', 'c'], ['a']])).toBe('[1,2]');
  });

  it('say why none of them can be changed', () => {
    const paths = [[0], [1]];
    expect(refusal('[1, 2]', (nodes) => ({ type: 'unwrap', nodes }), paths)).toMatch(/None of the 2 selected values/);
    expect(refusal('[1, "x"]', (nodes) => ({ type: 'convert', nodes, to: 'json' }), paths)).toMatch(/text that holds/);
    expect(refusal('["1", "x"]', (nodes) => ({ type: 'convert', nodes, to: 'text' }), paths)).toMatch(/text already/);
    const byKey: Make = (nodes) => ({ type: 'sort', nodes, by: { type: 'key' }, direction: 'ascending' });
    expect(refusal('[[1], 2]', byKey, paths)).toMatch(/keys to be sorted by/);
    expect(refusal('[1]', (nodes) => ({ type: 'extract', nodes }), [[]])).toMatch(/whole document already/);
  });

  it('are 200,000 as well', () => {
    const count = 200_000;
    const document = makeDocument(`[${'[1],'.repeat(count - 1)}[1]]`);
    const nodes = Uint32Array.from({ length: count }, (_, index) => 1 + index * 3);
    expect(carryOut(document, { type: 'convert', nodes, to: 'object' })?.count).toBe(count);
    expect(textOf(document)).toBe(`[${'{"0":1},'.repeat(count - 1)}{"0":1}]`);
    expect(carryOut(document, { type: 'unwrap', nodes })?.count).toBe(count);
    expect(textOf(document)).toBe(`[${'1,'.repeat(count - 1)}1]`);
  });
});
