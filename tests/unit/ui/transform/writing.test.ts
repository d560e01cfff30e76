// Laws of the wizard's queries: each of the languages selects, orders and picks the same. @see requirements TRF-1

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY_LANGUAGES } from '../../../../src/shared/query.ts';
import { NO_WIZARD, pickKeys, readLiteral, type Wizard, type WizardFilter } from '../../../../src/shared/wizard.ts';
import { unsupported, writeQuery } from '../../../../src/ui/transform/writing/query.ts';
import { documents, FAST_LANGUAGES, filters, keys, runJq, runQuery, valueAt } from './languages.ts';

const of = (parts: Partial<Wizard>): Wizard => ({ ...NO_WIZARD, ...parts });

/** The wizard's meaning, in the plainest words. */
function matches(item: unknown, { path, operator, literal }: WizardFilter): boolean {
  if (item === null) return false;
  const left = valueAt(item, path);
  const { value: right } = readLiteral(literal);
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const isOrdered = typeof left === typeof right && (typeof left === 'number' || typeof left === 'string');
  if (!isOrdered) return operator.endsWith('=') && left === right;
  const [one, other] = [left, right] as [number, number];
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

describe('a filter', () => {
  it.each(FAST_LANGUAGES)('[TRF-1] in %s keeps the items that match', (language) => {
    fc.assert(
      fc.property(documents, filters, (data, filter) => {
        const text = writeQuery(language, of({ filter }));
        const kept = data.filter((item) => matches(item, filter));
        expect(runQuery(language, text, data), text).toEqual(JSON.parse(JSON.stringify(kept)));
      }),
      { numRuns: 3000 },
    );
  });

  it('[TRF-1] in jq keeps the items that match', async () => {
    const made = fc.sample(fc.tuple(documents, filters), 300);
    const cases = made.map(([data, filter]) => ({ data, text: writeQuery('jq', of({ filter })) }));
    const results = await runJq(cases);
    for (const [index, [data, filter]] of made.entries()) {
      const kept = data.filter((item) => matches(item, filter));
      expect(results[index], `${cases[index]?.text} of ${JSON.stringify(data)}`).toEqual(
        JSON.parse(JSON.stringify(kept)),
      );
    }
  });
});

/** Items that all have a number, or all a text, at two paths; a path of the one kind and one of the other. */
const typed = fc
  .tuple(keys, keys, keys)
  .filter(([one, two]) => one !== two)
  .chain(([one, two, three]) =>
    fc
      .array(
        fc.record({
          number: fc.constantFrom(3, 1, 2, -1, 10, 0.5),
          text: fc.constantFrom('b', 'a', 'B', '10', '9', 'é', '🚀', ''),
        }),
        { maxLength: 12 },
      )
      .map((values) => ({
        number: [one],
        text: [two, three],
        data: values.map(({ number, text }, index): unknown =>
          JSON.parse(
            `{${JSON.stringify(one)}:${number},${JSON.stringify(two)}:{${JSON.stringify(three)}:${JSON.stringify(text)}},"at":${index}}`,
          ),
        ),
      })),
  );

const wizards = typed.chain(({ data, number, text }) =>
  fc
    .record({
      filter: fc.constantFrom(null, { path: number, operator: '>' as const, literal: '1' }),
      sort: fc.record({
        path: fc.constantFrom(number, text),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
      pick: fc.constantFrom<string[][]>(
        [],
        [number],
        [text],
        [number, text],
        [number, text, ['missing']],
        [['at'], text, [text[0] ?? '']],
      ),
    })
    .map((wizard) => ({ data, wizard })),
);

/** Filters, sorts and picks in the plainest words. */
function carryOut(data: readonly unknown[], { filter, sort, pick }: Wizard): unknown {
  const kept = data.filter((item) => filter === null || matches(item, filter));
  const sign = sort?.direction === 'descending' ? -1 : 1;
  const sorted = kept.toSorted((one, other) => {
    const [a, b] = [valueAt(one, sort?.path ?? []), valueAt(other, sort?.path ?? [])] as [number, number];
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
  const names = pickKeys(pick);
  const picked = sorted.map((item) => {
    const values = pick.map((path) => valueAt(item, path));
    if (values.length === 0) return item;
    if (values.length === 1) return values[0];
    return JSON.parse(
      `{${values.map((value, index) => `${JSON.stringify(names[index])}:${JSON.stringify(value)}`).join(',')}}`,
    ) as unknown;
  });
  return JSON.parse(JSON.stringify(picked));
}

/** Of items with the same text the first: the order that JMESPath gives these is not theirs. */
function withoutEquals(data: readonly unknown[], path: readonly (string | number)[]): unknown[] {
  const seen = new Set<unknown>();
  return data.filter((item) => {
    const value = valueAt(item, path);
    if (typeof value !== 'string') return true;
    return !seen.has(value) && seen.add(value);
  });
}

/** These libraries assign what they make, so that key sets a prototype. */
const LOSING = new Set(['jmespath', 'jsonquery']);

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
      { numRuns: 1000 },
    );
  });

  it('[TRF-1] in jq give what they give', async () => {
    const made = fc.sample(wizards, 200);
    const results = await runJq(made.map(({ data, wizard }) => ({ data, text: writeQuery('jq', wizard) })));
    for (const [index, { data, wizard }] of made.entries()) expect(results[index]).toEqual(carryOut(data, wizard));
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
    filter: { path: ['age'], operator: '>', literal: '10' },
    sort: { path: ['age'], direction: 'ascending' },
    pick: [['name'], ['address', 'city']],
  });

  it('[TRF-1] is written as a person would', () => {
    const written = Object.fromEntries(QUERY_LANGUAGES.map((language) => [language, writeQuery(language, wizard)]));
    expect(written).toMatchInlineSnapshot(`
      {
        "javascript": "function query (data) {
        return data
          .filter(item => typeof item?.age === 'number' && item.age > 10)
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
        data = _.filter(data, item => typeof item?.age === 'number' && item.age > 10)
        data = _.orderBy(data, item => item?.age, 'asc')
        data = _.map(data, item => ({ name: item?.name ?? null, city: item?.address?.city ?? null }))
        return data
      }
      ",
      }
    `);
    const plain = of({ filter: { path: ['city'], operator: '!=', literal: 'Rome' } });
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
    const text = of({ filter: { path: ['city'], operator: '>=', literal: 'Rome' }, pick: [['city']] });
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

  it('[TRF-1] of an empty wizard changes nothing', () => {
    const data = [1, { a: null }];
    for (const language of FAST_LANGUAGES) {
      const expected = language === 'jsonpath' ? [data] : data;
      expect(runQuery(language, writeQuery(language, NO_WIZARD), data)).toEqual(expected);
    }
  });
});
