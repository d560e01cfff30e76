// Laws of filters as edits: what remains is what filtering the parsed value leaves, and undo restores every byte.
// @see requirements TRF-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TreeIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import { asNode } from '../../../../src/shared/units.ts';
import type { WizardFilter } from '../../../../src/shared/protocol/wizard.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { resolveIntent, type Resolved } from '../../../../src/engine/edit/resolve-intent.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { documents, filters, matches, spellings } from '../../shared/wizard.ts';
import { forDocuments, modelOf, type Model } from '../support/value-model.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

/** Applies a filter, inspects the result, and undoes it. */
function edit(document: JsonDocument, intent: TreeIntent, look: (resolved: Resolved) => void): void {
  const before = textOf(document);
  const resolved = finish(resolveIntent(document.places, intent));
  if (resolved.intent === null) throw new Error('nothing to do');
  const back = document.apply(finish(planEdit(document.places, resolved.intent)));
  finish(document.settle());
  document.check();
  look(resolved);
  document.apply(back);
  finish(document.settle());
  expect(textOf(document)).toBe(before);
}

const intentOf = (filter: WizardFilter, ...nodes: number[]): TreeIntent => ({
  type: 'filter',
  nodes: nodes.map(asNode),
  filter,
});

describe('a filter as an edit', () => {
  it('[TRF-1] keeps the items that match, and takes back what it did', () => {
    fc.assert(
      fc.property(documents, filters, spellings, (data, filter, spell) => {
        const document = makeDocument(spell(data));
        const kept = data.filter((item) => matches(item, filter));
        edit(document, intentOf(filter, 0), (resolved) => {
          expect(JSON.parse(textOf(document))).toEqual(JSON.parse(JSON.stringify(kept)));
          expect(resolved.kept).toEqual({ count: kept.length, of: data.length });
        });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TRF-1] keeps the members whose values match, and does so in several containers at once', () => {
    const document = makeDocument('{"a": {"x": {"n": 1}, "y": {"n": 2}}, "b": 5, "c": [{"n": 3}, {"n": 0}, {}]}');
    const filter: WizardFilter = { path: ['n'], operator: '>', literal: '1' };
    const [a, b, c] = ['a', 'b', 'c'].map((key) => document.places.atPath([key])) as [number, number, number];
    edit(document, intentOf(filter, a, b, c), ({ count, kept }) => {
      expect(textOf(document)).toBe('{"a": {"y": {"n": 2}}, "b": 5, "c": [{"n": 3}]}');
      expect({ count, kept }).toEqual({ count: 2, kept: { count: 2, of: 5 } });
    });
  });

  it('[TRF-1] in every dialect, and comments go with their items', () => {
    forDocuments(250, (document, _, picks) => {
      const { nodes } = modelOf(document);
      const containers = [...nodes].filter(([, model]) => model.type !== 'scalar').map(([node]) => node);
      const node = containers[(picks[0] ?? 0) % Math.max(1, containers.length)];
      const model = node === undefined ? undefined : nodes.get(node);
      if (node === undefined || model === undefined || model.type === 'scalar') return;
      const filter: WizardFilter = { path: [], operator: (picks[1] ?? 0) % 2 === 0 ? '==' : '!=', literal: 'true' };
      const isKept = (item: Model): boolean => {
        const text = item.type === 'scalar' ? item.text : '';
        return text !== 'null' && (text === 'true') === (filter.operator === '==');
      };
      edit(document, intentOf(filter, node), () => {
        const after = modelOf(document).nodes.get(node);
        expect(after?.type === 'scalar' ? null : after?.items).toEqual(model.items.filter(isKept));
      });
    });
  });

  it('[TRF-1] refuses what holds nothing', () => {
    const filter: WizardFilter = { path: [], operator: '==', literal: '1' };
    expect(() => finish(resolveIntent(makeDocument('5').places, intentOf(filter, 0)))).toThrow('filtered');
  });
});
