// The law of the wizard over the tape: it gives what its reference implementation gives for the parsed values.
// @see requirements TRF-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_WIZARD, type Wizard } from '../../../../src/shared/protocol/wizard.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { carryOutWizard, wizardFields } from '../../../../src/engine/query/wizard.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import {
  carryOut,
  documents,
  filters,
  joinedFilters,
  matches,
  matchesAll,
  spellings,
  wizards,
} from '../../shared/wizard.ts';
import { makeDocument } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const of = (parts: Partial<Wizard>): Wizard => ({ ...NO_WIZARD, ...parts });

function run(document: JsonDocument, wizard: Wizard, node = 0): string {
  return new TextDecoder().decode(joinBytes(finish(carryOutWizard(document.places, node, wizard))));
}

describe('the wizard over the tape', () => {
  it('[TRF-1] keeps the items that match, however they are spelt', () => {
    fc.assert(
      fc.property(documents, filters, spellings, (data, filter, spell) => {
        const text = run(makeDocument(spell(data)), of({ filters: [filter] }));
        const kept = data.filter((item) => matches(item, filter));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(kept)));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('[TRF-1] keeps the items that match all of several conditions, or any, however they are spelt', () => {
    fc.assert(
      fc.property(documents, joinedFilters, spellings, (data, several, spell) => {
        const text = run(makeDocument(spell(data)), of(several));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(data.filter((item) => matchesAll(item, several)))));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TRF-1] orders and picks', () => {
    fc.assert(
      fc.property(wizards, spellings, ({ data, wizard }, spell) => {
        expect(JSON.parse(run(makeDocument(spell(data)), wizard))).toEqual(carryOut(data, wizard));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TRF-1] does the same in NDJSON and JSON5', () => {
    fc.assert(
      fc.property(wizards, ({ data, wizard }) => {
        const expected = carryOut(data, wizard);
        const lines = makeDocument(data.map((item) => `${JSON.stringify(item)}\n`).join(''), 1 << 20, 'ndjson');
        if (data.length > 0) expect(JSON.parse(run(lines, wizard))).toEqual(expected);
        const relaxed = JSON.stringify(data)
          .replaceAll(',"', ', // comment\n"')
          .replaceAll('}', ',}')
          .replaceAll('{,', '{');
        if (JSON.stringify(data).includes('//')) return;
        expect(JSON.parse(run(makeDocument(relaxed, 1 << 20, 'json5'), wizard))).toEqual(expected);
      }),
      { numRuns: runs(500) },
    );
  });

  it('[TRF-1] copies rows byte for byte, and puts what is neither number nor text last', () => {
    const text = '[{"n": 1.50, "x": "\\u0061"},{"n":"b"},{},{"n":  12345678901234567890},{"n":null} , {"n":"a"}]';
    const document = makeDocument(text);
    expect(run(document, of({ sort: { path: ['n'], direction: 'ascending' } }))).toBe(
      '[{"n": 1.50, "x": "\\u0061"},{"n":  12345678901234567890},{"n":"a"},{"n":"b"},{},{"n":null}]',
    );
    expect(run(document, of({ sort: { path: ['n'], direction: 'descending' } }))).toBe(
      '[{"n":"b"},{"n":"a"},{"n":  12345678901234567890},{"n": 1.50, "x": "\\u0061"},{},{"n":null}]',
    );
    expect(run(document, NO_WIZARD)).toBe(text);
    expect(run(document, of({ pick: [['n'], ['n'], ['x', 'n']] }))).toMatch(
      /^\[\{"n":1\.50,"n 2":1\.50,"x\.n":null\},/,
    );
  });

  it('[TRF-1] orders texts by units, those that begin alike too', () => {
    const texts = fc.array(
      fc
        .tuple(
          fc.constantFrom('', 'https://example.com/', 'Item 1', '🚀'),
          fc.string({ unit: 'binary', maxLength: 12 }),
        )
        .map((parts) => parts.join('')),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(texts, fc.boolean(), (values, rising) => {
        const direction = rising ? 'ascending' : 'descending';
        const sorted = values.toSorted((a, b) => (rising ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0));
        expect(JSON.parse(run(makeDocument(JSON.stringify(values)), of({ sort: { path: [], direction } })))).toEqual(
          sorted,
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('[TRF-1] knows the fields of all items', () => {
    const document = makeDocument('{"list":[{"a":1,"b":{"c":null}},{"a":"x"},5]}');
    const fields = finish(wizardFields(document, 1));
    expect(fields.items).toBe(3);
    expect(fields.fields.map(({ path, presence }) => [path.join('.'), presence])).toEqual([
      ['', 3],
      ['a', 2],
      ['b', 1],
      ['b.c', 1],
    ]);
    expect(fields.fields[1]?.kinds).toMatchObject({ number: 1, string: 1, null: 0 });
  });

  it('[TRF-1] lets others in, however much one item holds', () => {
    const wide = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`;
    const asked: Partial<Wizard>[] = [{}, { pick: [['k1']] }, { sort: { path: ['k1'], direction: 'ascending' } }];
    for (const data of [Array.from({ length: 100_000 }, () => '{"k1":1}'), Array.from({ length: 60 }, () => wide)]) {
      const { places } = makeDocument(`[${data.join(',')}]`);
      for (const parts of asked) {
        let slices = 0;
        const work = carryOutWizard(
          places,
          0,
          of({ filters: [{ path: ['k1'], operator: '>', literal: '0' }], ...parts }),
        );
        while (work.next().done !== true) slices += 1;
        expect(slices).toBeGreaterThan(1);
      }
    }
  });

  it('[TRF-1] refuses what is no array', () => {
    expect(() => run(makeDocument('{"a":1}'), NO_WIZARD)).toThrow('none');
  });
});
