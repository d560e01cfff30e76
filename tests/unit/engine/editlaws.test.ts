// Laws of the edits: whatever is done to the text, `JSON.parse` of it is the same done to the value; what an
// edit does not concern stays letter for letter.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasComments } from '../../../src/shared/dialect.ts';
import type { PlainIntent } from '../../../src/shared/protocol.ts';
import { asNode } from '../../../src/shared/units.ts';
import type { JsonDocument } from '../../../src/workers/engine/document.ts';
import { spliceIntent } from '../../../src/workers/engine/edit.ts';
import { finish } from '../../../src/workers/engine/work.ts';
import { formatDocument } from '../../../src/workers/engine/format.ts';
import { anyDialect, commentsIn, textIn } from './relaxed.ts';
import { makeDocument, textOf } from './support.ts';

/** A value with its members in order: duplicate keys count. */
type Model =
  | { readonly type: 'scalar'; readonly text: string }
  | { readonly type: 'array'; readonly items: Model[] }
  | { readonly type: 'object'; readonly items: Model[]; readonly keys: string[] };

type Container = Exclude<Model, { type: 'scalar' }>;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The model of a document, and the model of each of its nodes. */
function modelOf(document: JsonDocument): { root: Model; nodes: Map<number, Model>; parents: Map<number, number> } {
  const { tape, places } = document;
  const nodes = new Map<number, Model>();
  const parents = new Map<number, number>();
  const open: number[] = [];
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (tape.isClosing(entry)) {
      open.pop();
      continue;
    }
    const kind = places.kind(entry);
    const { start, end } = places.range(entry);
    const model: Model =
      kind === 'array'
        ? { type: 'array', items: [] }
        : kind === 'object'
          ? { type: 'object', items: [], keys: [] }
          : { type: 'scalar', text: decoder.decode(document.memory.text(start, end)) };
    const parent = open.at(-1);
    if (parent !== undefined) {
      parents.set(entry, parent);
      const around = nodes.get(parent) as Container;
      around.items.push(model);
      if (around.type === 'object') around.keys.push(places.key(entry));
    }
    nodes.set(entry, model);
    if (tape.isOpening(entry)) open.push(entry);
  }
  const root = nodes.get(0);
  if (root === undefined) throw new Error('no root');
  return { root, nodes, parents };
}

/** Carries an edit out and takes it back. `keeps`: every comment has to be there still. */
function checked(document: JsonDocument, intent: PlainIntent, keeps = false): Model {
  const before = textOf(document);
  const splices = spliceIntent(document.places, intent);
  const inverse = document.apply(splices);
  finish(document.settle());
  expect(document.error?.message, textOf(document)).toBeUndefined();
  document.check();
  if (keeps && hasComments(document.dialect)) {
    expect(commentsIn(textOf(document)).toSorted()).toEqual(commentsIn(before).toSorted());
  }
  const { root } = modelOf(document);
  document.apply(inverse);
  finish(document.settle());
  expect(textOf(document)).toBe(before);
  return root;
}

/** Runs `body` on random documents, compact, as generated and formatted, with nodes picked at random. */
function forDocuments(
  runs: number,
  body: (document: JsonDocument, pick: (nodes: readonly number[]) => number, picks: readonly number[]) => void,
): void {
  fc.assert(
    fc.property(
      anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ text, dialect }))),
      fc.constantFrom('as it is', 'format', 'smart', 'compact'),
      fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      ({ text, dialect }, style, picks) => {
        let document = makeDocument(text, 1 << 20, dialect);
        if (style !== 'as it is')
          document = finish(formatDocument(document, { style, indent: '\t', maxLineLength: 40 }));
        let used = 0;
        body(document, (nodes) => nodes[(picks[used++ % picks.length] ?? 0) % nodes.length] ?? 0, picks);
      },
    ),
    { numRuns: runs * Number(process.env.DIPTYCH_RUNS ?? 1) },
  );
}

const inside = (document: JsonDocument, node: number): number[] =>
  Array.from({ length: document.tape.closing(node) - node + 1 }, (_, index) => node + index);

function remove(model: Container, index: number): void {
  model.items.splice(index, 1);
  if (model.type === 'object') model.keys.splice(index, 1);
}

describe('[TRE-2] an edit of the text is the same edit of the value', () => {
  it('remove of any nodes', () => {
    forDocuments(300, (document, pick) => {
      const { root, nodes, parents } = modelOf(document);
      const inner = [...parents.keys()];
      if (inner.length === 0) return;
      const chosen = [...new Set([pick(inner), pick(inner), pick(inner)])];
      const found = checked(document, { type: 'remove', nodes: chosen.map(asNode) });
      for (const node of chosen.toSorted((a, b) => b - a)) {
        const around = nodes.get(parents.get(node) ?? 0) as Container;
        remove(around, around.items.indexOf(nodes.get(node) as Model));
      }
      expect(found).toEqual(root);
    });
  });

  it('duplicate of any nodes', () => {
    forDocuments(200, (document, pick) => {
      const { nodes, parents } = modelOf(document);
      const inner = [...parents.keys()];
      if (inner.length === 0) return;
      const node = pick(inner);
      const around = nodes.get(parents.get(node) ?? 0) as Container;
      const index = around.items.indexOf(nodes.get(node) as Model);
      const count = around.items.length;
      const found = checked(document, { type: 'duplicate', nodes: [asNode(node)] });
      const after = containerAt(found, pathTo(document, parents.get(node) ?? 0));
      expect(after.items).toHaveLength(count + 1);
      expect(after.items[index + 1]).toEqual(after.items[index]);
      if (after.type === 'object') expect(after.keys.filter((key) => key === after.keys[index + 1])).toHaveLength(1);
    });
  });

  it('move of any nodes to any place', () => {
    forDocuments(500, (document, pick, picks) => {
      const { root, nodes, parents } = modelOf(document);
      const inner = [...parents.keys()];
      if (inner.length < 2) return;
      const chosen = [...new Set([pick(inner), pick(inner)])].toSorted((a, b) => a - b);
      const covered = new Set(chosen.flatMap((node) => inside(document, node)));
      const where = (['before', 'after', 'inside'] as const)[(picks[5] ?? 0) % 3] ?? 'after';
      const targets = [...nodes.keys()].filter((node) =>
        where === 'inside'
          ? document.tape.isOpening(node) && !covered.has(node)
          : parents.has(node) && !covered.has(parents.get(node) ?? 0),
      );
      if (targets.length === 0) return;
      const target = pick(targets);
      const intent: PlainIntent = { type: 'move', nodes: chosen.map(asNode), target: asNode(target), where };
      const found = checked(document, intent, true);
      // The same on the model: a mark where they go, then out with them, then in at the mark.
      const into = nodes.get(where === 'inside' ? target : (parents.get(target) ?? 0)) as Container;
      const mark: Model = { type: 'scalar', text: 'mark' };
      const at =
        where === 'inside'
          ? into.items.length
          : into.items.indexOf(nodes.get(target) as Model) + (where === 'after' ? 1 : 0);
      into.items.splice(at, 0, mark);
      if (into.type === 'object') into.keys.splice(at, 0, '');
      const outermost = chosen.filter(
        (node) => !chosen.some((other) => other < node && document.tape.closing(other) > node),
      );
      const moved: { model: Model; key: string | null; from: number }[] = [];
      for (const node of outermost) {
        const around = nodes.get(parents.get(node) ?? 0) as Container;
        const model = nodes.get(node) as Model;
        const index = around.items.indexOf(model);
        moved.push({
          model,
          key: around.type === 'object' ? (around.keys[index] ?? '') : null,
          from: parents.get(node) ?? 0,
        });
        remove(around, index);
      }
      const place = into.items.indexOf(mark);
      into.items.splice(place, 1, ...moved.map(({ model }) => model));
      if (into.type === 'object') {
        into.keys.splice(place, 1, ...moved.map(() => '*'));
      }
      expect(blankKeys(found)).toEqual(blankKeys(root));
    });
  });

  it('sort puts in order, and changes nothing else', () => {
    forDocuments(300, (document, pick, picks) => {
      const { nodes } = modelOf(document);
      const containers = [...nodes].filter(([, model]) => model.type !== 'scalar').map(([node]) => node);
      if (containers.length === 0) return;
      const node = pick(containers);
      const before = nodes.get(node) as Container;
      const byKey = before.type === 'object' && (picks[5] ?? 0) % 2 === 0;
      const direction = (picks[4] ?? 0) % 2 === 0 ? 'ascending' : 'descending';
      const found = checked(
        document,
        {
          type: 'sort',
          node: asNode(node),
          by: { type: byKey ? 'key' : 'value' },
          direction,
        },
        true,
      );
      const after = containerAt(found, pathTo(document, node));
      const text = (model: Container): string[] =>
        model.items.map(
          (item, index) => `${model.type === 'object' ? JSON.stringify(model.keys[index]) : ''}${JSON.stringify(item)}`,
        );
      expect(text(after).toSorted()).toEqual(text(before).toSorted());
      if (byKey && after.type === 'object') {
        const lower = after.keys.map((key) => key.toLowerCase());
        const digits = /\d/;
        for (let index = 1; index < lower.length; index += 1) {
          const [one, two] =
            direction === 'ascending'
              ? [lower[index - 1] ?? '', lower[index] ?? '']
              : [lower[index] ?? '', lower[index - 1] ?? ''];
          if (!digits.test(one + two)) expect(one <= two).toBe(true);
        }
      } else {
        const numbers = after.items
          .filter((item) => item.type === 'scalar' && /^[-\d]/.test(item.text))
          .map((item) => Number((item as { text: string }).text));
        const sorted = numbers.toSorted((a, b) => (direction === 'ascending' ? a - b : b - a));
        expect(numbers).toEqual(sorted);
      }
    });
  });

  it('convert there and back, wrap and unwrap, text and back', () => {
    forDocuments(300, (document, pick, picks) => {
      const { root, nodes } = modelOf(document);
      const isLines = document.dialect === 'ndjson';
      const node = pick([...nodes.keys()]);
      // The list of records can't become anything else.
      fc.pre(!isLines || node > 0);
      const model = nodes.get(node) as Model;
      const run = (intent: PlainIntent): void => {
        document.apply(spliceIntent(document.places, intent));
        finish(document.settle());
        expect(document.error?.message, textOf(document)).toBeUndefined();
        document.check();
      };
      if ((picks[4] ?? 0) % 3 === 0) {
        run({ type: 'wrap', nodes: [asNode(node)], into: (picks[5] ?? 0) % 2 === 0 ? 'array' : 'object' });
        expect((modelOf(document).nodes.get(node) as Container).items).toEqual([model]);
        run({ type: 'unwrap', node: asNode(node) });
        expect(blankKeys(modelOf(document).root)).toEqual(blankKeys(root));
        return;
      }
      if ((picks[4] ?? 0) % 3 === 1) {
        if (model.type === 'scalar' && /^["']/.test(model.text)) return;
        run({ type: 'convert', node: asNode(node), to: 'text' });
        run({ type: 'convert', node: asNode(node), to: 'json' });
        expect(modelOf(document).root).toEqual(root);
        return;
      }
      if (model.type === 'scalar') return;
      const to = model.type === 'array' ? 'object' : 'array';
      run({ type: 'convert', node: asNode(node), to });
      expect((modelOf(document).nodes.get(node) as Container).items).toEqual(model.items);
      if (to === 'object') {
        run({ type: 'convert', node: asNode(node), to: 'array' });
        expect(modelOf(document).root).toEqual(root);
      }
    });
  });

  it('extract makes a value the document', () => {
    forDocuments(300, (document, pick) => {
      const { nodes } = modelOf(document);
      const node = pick([...nodes.keys()]);
      const isLines = document.dialect === 'ndjson';
      fc.pre(!isLines || node > 0);
      const value = nodes.get(node);
      const expected = isLines ? { type: 'array', items: [value] } : value;
      expect(checked(document, { type: 'extract', node: asNode(node) })).toEqual(expected);
    });
  });
});

/** Positions from the root: keys may be there twice. */
function pathTo(document: JsonDocument, node: number): number[] {
  return document.places.steps(node).map(({ ordinal }) => ordinal);
}

function containerAt(root: Model, path: readonly number[]): Container {
  let model = root;
  for (const ordinal of path) model = (model as Container).items[ordinal] ?? model;
  return model as Container;
}

/** A model without its keys: what a move gives a new key to. */
function blankKeys(model: Model): unknown {
  return JSON.parse(JSON.stringify(model), (key, value: unknown) => (key === 'keys' ? undefined : value)) as unknown;
}
