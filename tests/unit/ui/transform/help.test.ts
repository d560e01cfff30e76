// The help of the query languages: its examples run, and its functions exist.
// @see requirements TRF-2

import { compile } from '@jsonquerylang/jsonquery';
import { search } from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { loadJq } from 'jq-wasm';
import { JSONPathEnvironment } from 'json-p3';
import _ from 'lodash';
import { describe, expect, it } from 'vitest';
import { QUERY_LANGUAGES } from '../../../../src/shared/protocol/query.ts';
import type { WizardFields } from '../../../../src/shared/protocol/wizard.ts';
import { functionsOf } from '../../../../src/ui/transform/functions.ts';
import { helpOf } from '../../../../src/ui/transform/help.ts';
import { wizardFields } from '../../../../src/engine/query/wizard.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument } from '../../engine/support/documents.ts';
import { documents } from '../../shared/wizard.ts';
import { FAST_LANGUAGES, runJq, runQuery } from './languages.ts';
import { runs, SEED } from '../../../runs.ts';

const PEOPLE = [
  { id: 1, name: 'Ada', age: 36, address: { city: 'London' }, tags: ['a'] },
  { id: 2, name: 'Bob', age: null, address: { city: 'Oslo' }, tags: [] },
  { id: 3, name: 'Cy', address: { city: 'Oslo', zip: 5 } },
];

const fieldsOf = (data: unknown): WizardFields => finish(wizardFields(makeDocument(JSON.stringify(data)), 0));

/** Without names of inherited properties: `groupBy` of JSON Query treats those as existing groups. */
const anyText = fc.string().filter((one) => !(one in {}));

/** Records with some fields in common. */
const records = fc.array(
  fc.record(
    {
      id: fc.nat(),
      name: anyText,
      age: fc.oneof(fc.nat(), fc.constant(null)),
      place: fc.record({ city: anyText, at: fc.nat() }, { requiredKeys: ['city'] }),
      mixed: fc.oneof(fc.nat(), fc.string(), fc.constant(null), fc.array(fc.nat())),
    },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 6 },
);

describe('help', () => {
  it.each(FAST_LANGUAGES)('[TRF-2] of %s has examples that run on what is open', (language) => {
    fc.assert(
      fc.property(fc.oneof(records, documents), (data) => {
        for (const { title, query } of helpOf(language, fieldsOf(data)).examples) {
          expect(() => runQuery(language, query, data), `${title}: ${query}`).not.toThrow();
        }
      }),
      { numRuns: runs(200) },
    );
    expect(helpOf(language, fieldsOf(PEOPLE)).examples.length).toBeGreaterThan(language === 'jsonpath' ? 3 : 7);
  });

  it('[TRF-2] of jq has examples that run on what is open', async () => {
    const seed = SEED;
    const made = [PEOPLE, ...fc.sample(fc.oneof(records, documents), { numRuns: runs(20), seed })];
    const cases = made.flatMap((data) =>
      helpOf('jq', fieldsOf(data)).examples.map(({ query: text }) => ({ text, data })),
    );
    expect(await runJq(cases), `seed ${seed}`).toHaveLength(cases.length);
  });

  it('[TRF-2] has examples that give what they say', () => {
    const results = (language: (typeof FAST_LANGUAGES)[number], title: string): unknown => {
      const example = helpOf(language, fieldsOf(PEOPLE)).examples.find((one) => one.title === title);
      return runQuery(language, example?.query ?? '', PEOPLE);
    };
    for (const language of FAST_LANGUAGES) {
      expect(results(language, 'Items whose id is more than 0')).toHaveLength(3);
      if (language === 'jsonpath') continue;
      expect(results(language, 'How many items there are')).toBe(3);
      expect(results(language, 'The sum of id')).toBe(6);
      expect(results(language, 'Each address.city once')).toEqual(['London', 'Oslo']);
      expect(Object.keys(results(language, 'Items by address.city') as object)).toEqual(['London', 'Oslo']);
      expect(results(language, 'Items whose name holds an a')).toHaveLength(1);
    }
  });

  it('[TRF-2] has something to say of any value, and leads to a reference', () => {
    for (const language of QUERY_LANGUAGES) {
      const { examples, sections, reference } = helpOf(language, null);
      expect(examples).toHaveLength(1);
      expect(sections.length).toBeGreaterThan(1);
      expect(reference).toMatch(/^https:/);
    }
  });
});

describe('functions', () => {
  const names = (language: (typeof QUERY_LANGUAGES)[number]): string[] => functionsOf(language).map(({ name }) => name);

  it('[TRF-2] of JMESPath are all there are', () => {
    const isKnown = (name: string): boolean => {
      try {
        search(null, `${name}()`);
      } catch (error) {
        return !String(error).includes('nknown function');
      }
      return true;
    };
    expect(names('jmespath').filter((name) => !isKnown(name))).toEqual([]);
    expect(isKnown('nothing')).toBe(false);
    expect(names('jmespath')).toHaveLength(41);
  });

  it('[TRF-2] of JSON Query exist', () => {
    const isKnown = (name: string): boolean => {
      try {
        compile([name] as never);
      } catch (error) {
        return !String(error).includes('Unknown function');
      }
      return true;
    };
    expect(names('jsonquery').filter((name) => !isKnown(name))).toEqual([]);
    expect(isKnown('nothing')).toBe(false);
  });

  it('[TRF-2] of jq exist', async () => {
    const jq = await loadJq();
    const [known] = jq.json<string[]>('null', '[builtins[] | split("/")[0]]');
    const written = new Set(['empty', 'error', 'not', ...(known ?? [])]);
    expect(names('jq').filter((name) => !written.has(name))).toEqual([]);
  });

  it('[TRF-2] of JSONPath, Lodash and JavaScript exist', () => {
    expect(names('jsonpath').slice(0, 5).toSorted()).toEqual(
      [...new JSONPathEnvironment().functionRegister.keys()].toSorted(),
    );
    const lodash = _ as unknown as Record<string, unknown>;
    expect(names('lodash').filter((name) => typeof lodash[name] !== 'function')).toEqual([]);
    const homes: object[] = [Array.prototype, String.prototype, Object, Array, Math, JSON, globalThis];
    // Missing in Node 20, but present in browsers.
    const missing = names('javascript').filter((name) => !homes.some((home) => name in home) && name !== 'groupBy');
    expect(missing).toEqual([]);
  });
});
