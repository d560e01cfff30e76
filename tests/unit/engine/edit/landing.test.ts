// Where a tree edit lands: the rows that it reports contain what was written, in any document.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { TreeIntent, EnteredItem, PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import type { RowRange } from '../../../../src/shared/protocol/rows.ts';
import { asNode } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { landingsOf, rowsAt } from '../../../../src/engine/edit/landing.ts';
import { resolveIntent } from '../../../../src/engine/edit/resolve-intent.ts';
import { runsOf } from '../../../../src/engine/edit/removal.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { jsonText, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** Applies an intent; returns the rows that it reports. */
function carryOut(document: JsonDocument, intent: TreeIntent): readonly RowRange[] {
  const { intent: written } = finish(resolveIntent(document.places, intent));
  if (written === null) return [];
  const splices = finish(planEdit(document.places, written));
  const landings = landingsOf(document.places, written);
  const before = document.tape.count;
  document.apply(splices);
  finish(document.settle());
  expect(document.validity).toBe('valid');
  const rows = rowsAt(document, landings, document.tape.count - before);
  document.rows.check();
  return rows;
}

/** The texts of the values in rows, without white space. Values inside others of them are left out. */
function valuesIn(document: JsonDocument, ranges: readonly RowRange[]): string[] {
  const found: string[] = [];
  let behind = -1;
  for (const { first, last } of ranges) {
    for (let row = first; row <= last; row += 1) {
      const entry = document.rows.entryAt(row);
      if (entry < behind) continue;
      found.push(plain(document, entry));
      behind = document.tape.next(entry);
    }
  }
  return found;
}

function plain({ places, memory }: JsonDocument, node: number): string {
  const { start, end } = places.range(node);
  const text = new TextDecoder().decode(memory.text(start, end));
  // Without white space outside strings: a moved value may be indented differently.
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** A document with a non-empty root, fully expanded or as it opens, and numbers that pick nodes. */
const cases = fc.tuple(jsonText, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.nat(), fc.boolean());

function forCases(run: (document: JsonDocument, nodes: number[], target: number) => void): void {
  fc.assert(
    fc.property(cases, ([text, picks, other, expanded]) => {
      const document = makeDocument(text);
      const all = Array.from({ length: document.tape.count }, (_, entry) => entry).filter(
        (entry) => entry > 0 && !document.tape.isClosing(entry),
      );
      fc.pre(all.length > 0);
      if (expanded) document.rows.expandAll();
      const nodes = [...new Set(picks.map((pick) => all[pick % all.length] ?? 0))];
      run(document, nodes, all[other % all.length] ?? 0);
    }),
    { numRuns: runs(300) },
  );
}

const topmost = (document: JsonDocument, nodes: readonly number[]): string[] =>
  runsOf(document.places, nodes.map(asNode)).flatMap(({ first, last }) => {
    const texts: string[] = [];
    for (let node = first; node <= last; node = document.tape.next(node)) texts.push(plain(document, node));
    return texts;
  });

describe('[TRE-2] [TRE-7] what is selected behind an edit', () => {
  it('are the copies', () => {
    forCases((document, nodes) => {
      const wanted = topmost(document, nodes);
      const before = document.tape.count;
      const rows = carryOut(document, { type: 'duplicate', nodes: nodes.map(asNode) });
      expect(valuesIn(document, rows)).toEqual(wanted);
      expect(document.tape.count).toBeGreaterThan(before);
    });
  });

  it('is what was moved, wherever it went', () => {
    forCases((document, nodes, target) => {
      const { tape } = document;
      fc.pre(nodes.every((node) => target < node || target >= tape.next(node)));
      const where = tape.isOpening(target) ? 'inside' : target % 2 === 0 ? 'before' : 'after';
      const wanted = topmost(document, nodes);
      const intent: PlainIntent = { type: 'move', nodes: nodes.map(asNode), target: asNode(target), where };
      expect(valuesIn(document, carryOut(document, intent))).toEqual(wanted);
    });
  });

  it('is what was inserted or pasted', () => {
    forCases((document, _, target) => {
      const where = document.tape.isOpening(target) ? 'inside' : target % 2 === 0 ? 'before' : 'after';
      const text = '[1, {"x": 2}],\n"y"';
      const rows = carryOut(document, { type: 'paste', node: asNode(target), where, text, keys: [], as: 'auto' });
      expect(valuesIn(document, rows)).toEqual(['[1,{"x":2}]', '"y"']);
    });
  });

  it('is what was wrapped', () => {
    forCases((document, nodes) => {
      const wanted = topmost(document, nodes);
      const rows = carryOut(document, { type: 'wrap', nodes: nodes.map(asNode), into: 'array' });
      expect(
        valuesIn(document, rows)
          .map((one) => one.slice(1, -1))
          .join(),
      ).toBe(wanted.join());
    });
  });

  it('is a value beside what was removed, or what it was in', () => {
    forCases((document, nodes) => {
      const rows = carryOut(document, { type: 'remove', nodes: nodes.map(asNode) });
      expect(rows).toHaveLength(1);
      expect(rows[0]?.last).toBeLessThan(document.rows.count);
    });
  });
});

describe('[TRE-2] moving by one place', () => {
  it('there and back again is the same text', () => {
    forCases((document, nodes) => {
      const { places } = document;
      fc.pre(new Set(nodes.map((node) => places.parent(node))).size === 1);
      const [run] = runsOf(places, nodes.map(asNode));
      fc.pre(run !== undefined && runsOf(places, nodes.map(asNode)).length === 1);
      const before = textOf(document);
      const down = carryOut(document, { type: 'shift', nodes: nodes.map(asNode), by: 'down' });
      if (down.length === 0) return expect(textOf(document)).toBe(before);
      const moved: number[] = [];
      for (let row = down[0]?.first ?? 0, behind = -1; row <= (down[0]?.last ?? -1); row += 1) {
        const entry = document.rows.entryAt(row);
        if (entry < behind) continue;
        moved.push(entry);
        behind = document.tape.next(entry);
      }
      carryOut(document, { type: 'shift', nodes: moved.map(asNode), by: 'up' });
      expect(textOf(document)).toBe(before);
    });
  });
});

describe('[TRE-2] what a pasted text is taken for', () => {
  const items = (...jsons: string[]): EnteredItem[] => jsons.map((json) => ({ key: '', json }));
  const pasted = (text: string, as: 'auto' | 'text' = 'auto'): string => {
    const document = makeDocument('{"list": [0], "into": {"a": 1}}');
    const node = asNode(document.places.atPath(['into']));
    const resolved = finish(
      resolveIntent(document.places, { type: 'paste', node, where: 'inside', text, keys: ['k'], as }),
    );
    carryOut(document, { type: 'paste', node, where: 'inside', text, keys: ['k'], as });
    const { into } = JSON.parse(textOf(document)) as { into: unknown };
    return `${resolved.pastedAs}: ${JSON.stringify(into)}`;
  };

  it.each([
    ['[1]', 'json: {"a":1,"k":[1]}'],
    [' {"a": 2}\n', 'json: {"a":1,"k":{"a":2}}'],
    ['"a": 2, "b": 3,', 'items: {"a":1,"a (copy)":2,"b":3}'],
    ['{"x": 1}, {"x": 2}', 'items: {"a":1,"k":{"x":1},"key":{"x":2}}'],
    ['1, 2', 'items: {"a":1,"k":1,"key":2}'],
    ['-3,\n1,', 'items: {"a":1,"k":-3,"key":1}'],
    ['true,\n"x"', 'items: {"a":1,"k":true,"key":"x"}'],
    ['null,\r\n[2]', 'items: {"a":1,"k":null,"key":[2]}'],
    ['false,\n{"x": 1}', 'items: {"a":1,"k":false,"key":{"x":1}}'],
    ['1, two', 'text: {"a":1,"k":"1, two"}'],
    ['1.2.3, 4', 'text: {"a":1,"k":"1.2.3, 4"}'],
    [',', 'text: {"a":1,"k":","}'],
    [' ', 'text: {"a":1,"k":" "}'],
    ['"a": ', 'text: {"a":1,"k":"\\"a\\": "}'],
    ['hello', 'text: {"a":1,"k":"hello"}'],
  ])('%j', (text, wanted) => {
    expect(pasted(text)).toBe(wanted);
  });

  it('[DOC-17] is what the document’s dialect can hold, and comments alone are a text', () => {
    const read = (text: string): unknown => {
      const document = makeDocument('[0]', 64, 'json5');
      const node = asNode(document.places.atPath([]));
      const intent = { type: 'paste', node, where: 'inside', text, keys: [], as: 'auto' } as const;
      const { intent: written } = finish(resolveIntent(document.places, intent));
      return written?.type === 'insert-all' ? written.items.map(({ json }) => json) : null;
    };
    expect(read("'x',\n.5, // half\nInfinity // the end")).toEqual(["'x'", '.5', 'Infinity']);
    expect(read('a: 1,\nb: 0xFF')).toEqual(['1', '0xFF']);
    expect(read('/* note */')).toEqual(['"/* note */"']);
    expect(read('// note')).toEqual(['"// note"']);
  });

  it.each<[string, Dialect, Dialect, number, readonly EnteredItem[]]>([
    ["'x',\n0xFF,\nNaN", 'json5', 'json', 3, items('"x"', '255', '"NaN"')],
    [
      'a: 1,\n"b c": [.5,]',
      'json5',
      'json',
      2,
      [
        { key: 'a', json: '1' },
        { key: 'b c', json: '[0.5]' },
      ],
    ],
    ['0xFF', 'json5', 'jsonc', 1, items('255')],
    ['{ // why\n  "a": 1,\n}', 'jsonc', 'json', 1, items('{"a":1}')],
    ['{ // why\n  "a": 1,\n}', 'jsonc', 'json5', 1, items('{ // why\n  "a": 1,\n}')],
    ['{"a":1},\n{"a":2}', 'ndjson', 'json5', 2, items('{"a":1}', '{"a":2}')],
    ['1,\n2', 'json', 'ndjson', 2, items('1', '2')],
  ])('[DOC-17] copied here, %j goes from %s to %s', (text, dialect, into, count, wanted) => {
    const document = makeDocument(into === 'ndjson' ? '0\n' : '[]', 64, into);
    const node = asNode(0);
    const copied = { count, dialect };
    const intent = { type: 'paste', node, where: 'inside', text, keys: [], as: 'auto', copied } as const;
    const { intent: written } = finish(resolveIntent(document.places, intent));
    expect(written?.type === 'insert-all' ? written.items : null).toEqual(wanted);
  });

  it('is a text where that is asked for', () => {
    expect(pasted('[1]', 'text')).toBe('text: {"a":1,"k":"[1]"}');
  });
});
