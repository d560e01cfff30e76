// Laws of edits: parsing the edited text gives the edited value, and everything that an edit does not concern keeps its
// spelling.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import { asNode } from '../../../../src/shared/units.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import {
  blankKeys,
  applyAndUndo,
  containerAt,
  forDocuments,
  modelOf,
  pathTo,
  type Container,
  type Model,
} from '../support/value-model.ts';
import { textOf } from '../support/documents.ts';

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
      const found = applyAndUndo(document, { type: 'remove', nodes: chosen.map(asNode) });
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
      const found = applyAndUndo(document, { type: 'duplicate', nodes: [asNode(node)] });
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
      const found = applyAndUndo(document, intent, true);
      // The same on the model: insert a mark at the destination, remove the items, then insert them at the mark.
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
      const found = applyAndUndo(
        document,
        {
          type: 'sort',
          nodes: [asNode(node)],
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
      // The list of NDJSON records cannot be converted.
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
        run({ type: 'unwrap', nodes: [asNode(node)] });
        expect(blankKeys(modelOf(document).root)).toEqual(blankKeys(root));
        return;
      }
      if ((picks[4] ?? 0) % 3 === 1) {
        if (model.type === 'scalar' && /^["']/.test(model.text)) return;
        run({ type: 'convert', nodes: [asNode(node)], to: 'text' });
        run({ type: 'convert', nodes: [asNode(node)], to: 'json' });
        expect(modelOf(document).root).toEqual(root);
        return;
      }
      if (model.type === 'scalar') return;
      const to = model.type === 'array' ? 'object' : 'array';
      run({ type: 'convert', nodes: [asNode(node)], to });
      expect((modelOf(document).nodes.get(node) as Container).items).toEqual(model.items);
      if (to === 'object') {
        run({ type: 'convert', nodes: [asNode(node)], to: 'array' });
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
      expect(applyAndUndo(document, { type: 'extract', nodes: [asNode(node)] })).toEqual(expected);
    });
  });
});
