// Laws of the queries that the wizard writes: every language selects, sorts and picks the same.
// @see requirements TRF-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY_LANGUAGES } from '../../../../src/shared/protocol/query.ts';
import { NO_WIZARD, pickKeys, type Wizard } from '../../../../src/shared/protocol/wizard.ts';
import { unsupported, writeQuery } from '../../../../src/ui/transform/writing/query.ts';
import {
  carryOut,
  documents,
  filters,
  joinedFilters,
  matches,
  matchesAll,
  valueAt,
  wizards,
} from '../../shared/wizard.ts';
import { FAST_LANGUAGES, runJq, runQuery } from './languages.ts';
import { runs, SEED } from '../../../runs.ts';

/** The seed of the samples that jq gets in one run. */
const seed = SEED;

const of = (parts: Partial<Wizard>): Wizard => ({ ...NO_WIZARD, ...parts });

describe('a filter', () => {
  it.each(FAST_LANGUAGES)('[TRF-1] in %s keeps the items that match', (language) => {
    fc.assert(
      fc.property(documents, filters, (data, filter) => {
        const text = writeQuery(language, of({ filters: [filter] }));
        const kept = data.filter((item) => matches(item, filter));
        expect(runQuery(language, text, data), text).toEqual(JSON.parse(JSON.stringify(kept)));
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each(QUERY_LANGUAGES)(
    '[TRF-1] a condition without a value is not applied in %s; "" is the empty text',
    (language) => {
      const path = ['city'];
      const filter = (literal: string): Wizard => ({ ...NO_WIZARD, filters: [{ path, operator: '==', literal }] });
      expect(writeQuery(language, filter(''))).toBe(writeQuery(language, NO_WIZARD));
      expect(writeQuery(language, filter('  '))).toBe(writeQuery(language, NO_WIZARD));
      expect(writeQuery(language, filter('""'))).not.toBe(writeQuery(language, NO_WIZARD));
    },
  );

  it.each(FAST_LANGUAGES)('[TRF-1] of several conditions in %s keeps the items that match all, or any', (language) => {
    fc.assert(
      fc.property(documents, joinedFilters, (data, several) => {
        const text = writeQuery(language, of(several));
        const kept = data.filter((item) => matchesAll(item, several));
        expect(runQuery(language, text, data), text).toEqual(JSON.parse(JSON.stringify(kept)));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TRF-1] of several conditions in jq keeps the items that match all, or any', async () => {
    const made = fc.sample(fc.tuple(documents, joinedFilters), { numRuns: runs(200), seed });
    const cases = made.map(([data, several]) => ({ data, text: writeQuery('jq', of(several)) }));
    const results = await runJq(cases);
    for (const [index, [data, several]] of made.entries()) {
      const kept = data.filter((item) => matchesAll(item, several));
      expect(results[index], `seed ${seed}: ${cases[index]?.text} of ${JSON.stringify(data)}`).toEqual(
        JSON.parse(JSON.stringify(kept)),
      );
    }
  });

  it('[TRF-1] in jq keeps the items that match', async () => {
    const made = fc.sample(fc.tuple(documents, filters), { numRuns: runs(300), seed });
    const cases = made.map(([data, filter]) => ({ data, text: writeQuery('jq', of({ filters: [filter] })) }));
    const results = await runJq(cases);
    for (const [index, [data, filter]] of made.entries()) {
      const kept = data.filter((item) => matches(item, filter));
      expect(results[index], `seed ${seed}: ${cases[index]?.text} of ${JSON.stringify(data)}`).toEqual(
        JSON.parse(JSON.stringify(kept)),
      );
    }
  });
});

/** Keeps only the first of items with the same text: JMESPath does not sort them stably. */
function withoutEquals(data: readonly unknown[], path: readonly (string | number)[]): unknown[] {
  const seen = new Set<unknown>();
  return data.filter((item) => {
    const value = valueAt(item, path);
    if (typeof value !== 'string') return true;
    return !seen.has(value) && seen.add(value);
  });
}

/** Libraries that build objects by assignment, where the key `__proto__` sets the prototype instead. */
const LOSING = new Set(['jmespath', 'jsonquery']);

describe('a key of digits', () => {
  it('[TRF-1] is no position, but for JSON Query', async () => {
    const data = [[5], '5', { 0: 5 }, { 0: '5' }, null, 7, { a: 5 }];
    const filter = { path: ['0'], operator: '==' as const, literal: '5' };
    for (const language of FAST_LANGUAGES) {
      const expected = language === 'jsonquery' ? [[5], { 0: 5 }] : [{ 0: 5 }];
      expect(runQuery(language, writeQuery(language, of({ filters: [filter] })), data), language).toEqual(expected);
    }
    expect(await runJq([{ data, text: writeQuery('jq', of({ filters: [filter] })) }])).toEqual([[{ 0: 5 }]]);
  });
});

describe('an order and a choice', () => {
  const able = FAST_LANGUAGES.filter((language) => language !== 'jsonpath');

  it.each(able)('[TRF-1] in %s give what they give', (language) => {
    fc.assert(
      fc.property(wizards, ({ data: all, wizard }) => {
        const data = language === 'jmespath' ? withoutEquals(all, wizard.sort.path) : all;
        if (LOSING.has(language) && pickKeys(wizard.pick).includes('__proto__') && wizard.pick.length > 1) return;
        const text = writeQuery(language, wizard);
        expect(runQuery(language, text, data), text).toEqual(carryOut(data, wizard));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[TRF-1] in jq give what they give', async () => {
    const made = fc.sample(wizards, { numRuns: runs(200), seed });
    const results = await runJq(made.map(({ data, wizard }) => ({ data, text: writeQuery('jq', wizard) })));
    for (const [index, { data, wizard }] of made.entries())
      expect(results[index], `seed ${seed}`).toEqual(carryOut(data, wizard));
  });

  it('[TRF-1] are what JSONPath can not say', () => {
    const wizard = of({ sort: { path: ['a'], direction: 'ascending' }, pick: [['b']] });
    expect(QUERY_LANGUAGES.map((language) => unsupported(language, wizard))).toEqual([
      [],
      [],
      [],
      ['sort', 'pick'],
      [],
      [],
    ]);
  });
});

describe('a query', () => {
  const wizard = of({
    filters: [{ path: ['age'], operator: '>', literal: '10' }],
    sort: { path: ['age'], direction: 'ascending' },
    pick: [['name'], ['address', 'city']],
  });

  it('[TRF-1] is written as a person would', () => {
    const written = Object.fromEntries(QUERY_LANGUAGES.map((language) => [language, writeQuery(language, wizard)]));
    expect(written).toMatchInlineSnapshot(`
      {
        "javascript": "function query (data) {
        return data
          .filter(item => Number.isFinite(item?.age) && item.age > 10)
          .toSorted((a, b) => compare(a?.age, b?.age))
          .map(item => ({ name: item?.name ?? null, city: item?.address?.city ?? null }))
      }

      // Ascending; what is missing comes last.
      function compare (a, b) {
        if (a == null || b == null) return (a == null) - (b == null)
        return a < b ? -1 : a > b ? 1 : 0
      }
      ",
        "jmespath": "[?age > \`10\`] | sort_by(@, &age) | [*].{name: name, city: address.city}",
        "jq": "map(select((.age? | numbers) > 10)) | sort_by(.age) | map({name, city: .address.city})",
        "jsonpath": "$[?@.age > 10]",
        "jsonquery": "filter(.age > 10) | sort(.age) | pick(.name, .address.city)",
        "lodash": "function query (data) {
        data = _.filter(data, item => Number.isFinite(item?.age) && item.age > 10)
        data = _.orderBy(data, item => item?.age, 'asc')
        data = _.map(data, item => ({ name: item?.name ?? null, city: item?.address?.city ?? null }))
        return data
      }
      ",
      }
    `);
    const plain = of({ filters: [{ path: ['city'], operator: '!=', literal: 'Rome' }] });
    expect(Object.fromEntries(QUERY_LANGUAGES.map((language) => [language, writeQuery(language, plain)])))
      .toMatchInlineSnapshot(`
      {
        "javascript": "function query (data) {
        return data.filter(item => item != null && item.city !== "Rome")
      }
      ",
        "jmespath": "[?city != 'Rome']",
        "jq": "map(select(. != null and (try .city catch null) != "Rome"))",
        "jsonpath": "$[?@ != null && @.city != 'Rome']",
        "jsonquery": "filter(get() != null and .city != "Rome")",
        "lodash": "function query (data) {
        data = _.filter(data, item => item != null && item.city !== "Rome")
        return data
      }
      ",
      }
    `);
    const text = of({ filters: [{ path: ['city'], operator: '>=', literal: 'Rome' }], pick: [['city']] });
    expect(Object.fromEntries(QUERY_LANGUAGES.map((language) => [language, writeQuery(language, text)])))
      .toMatchInlineSnapshot(`
      {
        "javascript": "function query (data) {
        return data
          .filter(item => typeof item?.city === 'string' && item.city >= "Rome")
          .map(item => item?.city ?? null)
      }
      ",
        "jmespath": "[?type(city) == 'string' && sort([city, 'Rome'])[0] == 'Rome'] | map(&city, @)",
        "jq": "map(select((.city? | strings) >= "Rome")) | map(.city)",
        "jsonpath": "$[?@.city >= 'Rome']",
        "jsonquery": "filter(.city >= "Rome") | map(.city)",
        "lodash": "function query (data) {
        data = _.filter(data, item => typeof item?.city === 'string' && item.city >= "Rome")
        data = _.map(data, item => item?.city ?? null)
        return data
      }
      ",
      }
    `);
  });

  it('[TRF-1] of texts, lists and several conditions is written as a person would', () => {
    const several = of({
      filters: [
        { path: ['city'], operator: 'contains', literal: 'ome' },
        { path: ['city'], operator: 'starts with', literal: 'R.' },
        { path: ['age'], operator: 'is one of', literal: '1, "two"' },
      ],
      join: 'or',
    });
    expect(Object.fromEntries(QUERY_LANGUAGES.map((language) => [language, writeQuery(language, several)])))
      .toMatchInlineSnapshot(`
        {
          "javascript": "function query (data) {
          return data.filter(item => (typeof item?.city === 'string' && item.city.includes("ome")) || (typeof item?.city === 'string' && item.city.startsWith("R.")) || [1, "two"].includes(item?.age))
        }
        ",
          "jmespath": "[?(type(city) == 'string' && contains(city, 'ome')) || (type(city) == 'string' && starts_with(city, 'R.')) || (age == \`1\` || age == 'two')]",
          "jq": "map(select(((.city? | strings | contains("ome")) // false) or ((.city? | strings | startswith("R.")) // false) or ((.age? == 1 or .age? == "two") // false)))",
          "jsonpath": "$[?(@.city >= '' && search(@.city, 'ome')) || (@.city >= '' && match(@.city, 'R\\\\.(.|\\n|\\r)*')) || (@.age == 1 || @.age == 'two')]",
          "jsonquery": "filter(if(.city >= "", regex(.city, "ome"), false) or if(.city >= "", regex(.city, "^R\\\\."), false) or (.age == 1 or .age == "two"))",
          "lodash": "function query (data) {
          data = _.filter(data, item => (typeof item?.city === 'string' && item.city.includes("ome")) || (typeof item?.city === 'string' && item.city.startsWith("R.")) || [1, "two"].includes(item?.age))
          return data
        }
        ",
        }
      `);
  });

  it('[TRF-1] of an empty wizard changes nothing', () => {
    const data = [1, { a: null }];
    for (const language of FAST_LANGUAGES) {
      const expected = language === 'jsonpath' ? [data] : data;
      expect(runQuery(language, writeQuery(language, NO_WIZARD), data)).toEqual(expected);
    }
  });
});
