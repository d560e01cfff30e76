// What the dialog remembers: queries that were run, and its state when it was closed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUERY_LANGUAGES, type QueryLanguage } from '../../../../src/shared/protocol/query.ts';
import { NO_WIZARD, OPERATORS, type Wizard } from '../../../../src/shared/protocol/wizard.ts';
import { createSettings, type Settings } from '../../../../src/ui/settings/browser-settings.ts';
import { saveDraft, readDraft, readHistory, remember, type Remembered } from '../../../../src/ui/transform/history.ts';
import { runs } from '../../../runs.ts';

const KEYS = ['transformQueries', 'transformDrafts'];

/** A `Storage` with this content. */
function storageOf(content: Readonly<Record<string, string>> = {}): Storage {
  const kept = new Map(Object.entries(content));
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

const settingsOf = (storage: Storage): Settings => createSettings(() => storage);
const fresh = (): Settings => settingsOf(storageOf());
const query = (text: string, language: QueryLanguage = 'jq', wizard: Wizard | null = null): Remembered => ({
  language,
  text,
  wizard,
});

const path = fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 3 });
const wizard: fc.Arbitrary<Wizard> = fc.record({
  filters: fc.array(fc.record({ path, operator: fc.constantFrom(...OPERATORS), literal: fc.string() }), {
    maxLength: 3,
  }),
  join: fc.constantFrom('and' as const, 'or' as const),
  sort: fc.option(fc.record({ path, direction: fc.constantFrom('ascending' as const, 'descending' as const) })),
  pick: fc.array(path, { maxLength: 3 }),
});
const remembered: fc.Arbitrary<Remembered> = fc.record({
  language: fc.constantFrom(...QUERY_LANGUAGES),
  text: fc.string(),
  wizard: fc.option(wizard),
});

/** Invalid stored values, some of them nearly valid. */
const hostile = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .array(
      fc.oneof(
        fc.anything(),
        remembered,
        fc.record(
          {
            language: fc.anything(),
            text: fc.anything(),
            wizard: fc.record(
              {
                filter: fc.anything(),
                filters: fc.anything(),
                join: fc.anything(),
                sort: fc.anything(),
                pick: fc.anything(),
              },
              { requiredKeys: [] },
            ),
          },
          { requiredKeys: [] },
        ),
      ),
    )
    .map((value) => {
      try {
        return JSON.stringify(value);
      } catch {
        return '[';
      }
    }),
);

describe('[TRF-2] queries that were carried out', () => {
  it('are read back as they were, newest first, in a later session too', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(remembered, { maxLength: 10, selector: ({ language, text }) => language + text }),
        (all) => {
          const storage = storageOf();
          for (const one of all) remember(settingsOf(storage), one);
          expect(readHistory(settingsOf(storage))).toEqual(JSON.parse(JSON.stringify(all.toReversed())));
        },
      ),
    );
  });

  it('are there once: again, one comes to the top', () => {
    const settings = fresh();
    for (const text of ['.a', '.b', '.a']) remember(settings, query(text));
    remember(settings, query('.a', 'javascript'));
    expect(readHistory(settings)).toEqual([query('.a', 'javascript'), query('.a'), query('.b')]);
    remember(settings, query('.b', 'jq', NO_WIZARD));
    expect(readHistory(settings)[0]).toEqual(query('.b', 'jq', NO_WIZARD));
    expect(readHistory(settings)).toHaveLength(3);
  });

  it('are the last fifty', () => {
    const settings = fresh();
    for (let index = 0; index < 60; index += 1) remember(settings, query(`.[${index}]`));
    const kept = readHistory(settings).map(({ text }) => text);
    expect(kept).toHaveLength(50);
    expect([kept[0], kept.at(-1)]).toEqual(['.[59]', '.[10]']);
  });

  it('are not kept where they are long, and leave the others there', () => {
    const settings = fresh();
    remember(settings, query('.'));
    remember(settings, query('x'.repeat(20_001)));
    expect(readHistory(settings)).toEqual([query('.')]);
    remember(settings, query('x'.repeat(20_000)));
    expect(readHistory(settings)).toHaveLength(2);
  });
});

describe('[TRF-2] what the dialog was left with', () => {
  it('is read back for its language alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(remembered, { selector: ({ language }) => language }), (drafts) => {
        const storage = storageOf();
        for (const draft of drafts) saveDraft(settingsOf(storage), draft);
        for (const language of QUERY_LANGUAGES) {
          const kept = drafts.find((draft) => draft.language === language) ?? null;
          expect(readDraft(settingsOf(storage), language)).toEqual(JSON.parse(JSON.stringify(kept)));
        }
      }),
    );
  });

  it('takes the place of what was there before, unless it is long', () => {
    const settings = fresh();
    saveDraft(settings, query('.a'));
    saveDraft(settings, query('.b'));
    expect(readDraft(settings, 'jq')).toEqual(query('.b'));
    saveDraft(settings, query('x'.repeat(20_001)));
    expect(readDraft(settings, 'jq')).toEqual(query('.b'));
  });
});

describe('what somebody else has stored', () => {
  it('is ignored as far as it is no query, and does not keep new ones out', () => {
    fc.assert(
      fc.property(hostile, (stored) => {
        const settings = settingsOf(storageOf(Object.fromEntries(KEYS.map((key) => [key, stored]))));
        for (const one of readHistory(settings)) check(one);
        for (const language of QUERY_LANGUAGES) {
          const draft = readDraft(settings, language);
          if (draft !== null) check(draft);
        }
        remember(settings, query('.new'));
        saveDraft(settings, query('.new'));
        expect(readHistory(settings)[0]).toEqual(query('.new'));
        expect(readDraft(settings, 'jq')).toEqual(query('.new'));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is read where it is right beside what is not', () => {
    const stored = JSON.stringify([
      null,
      query('.'),
      { ...query('.b'), language: 'sql' },
      { language: 'jq', wizard: null },
    ]);
    expect(readHistory(settingsOf(storageOf({ transformQueries: stored })))).toEqual([query('.')]);
  });
});

it('[TRF-2] a wizard of an earlier version, with one condition, is read', () => {
  const filter = { path: ['a'], operator: '>', literal: '1' };
  const stored = JSON.stringify([
    { language: 'jq', text: '.', wizard: { filter, sort: null, pick: [] } },
    { language: 'jq', text: '.a', wizard: { filter: null, sort: null, pick: [] } },
  ]);
  const read = readHistory(settingsOf(storageOf({ transformQueries: stored })));
  expect(read.map(({ wizard: one }) => one?.filters)).toEqual([[filter], []]);
});

/** Checks that a remembered query has the right types, at every level. */
function check({ language, text, wizard: written }: Remembered): void {
  expect(QUERY_LANGUAGES).toContain(language);
  expect(typeof text).toBe('string');
  if (written === null) return;
  const { filters, join, sort, pick } = written;
  const paths = [...pick, ...filters.map((filter) => filter.path), ...(sort === null ? [] : [sort.path])];
  for (const segment of paths.flat()) expect(['string', 'number']).toContain(typeof segment);
  for (const filter of filters)
    expect([OPERATORS.includes(filter.operator), typeof filter.literal]).toEqual([true, 'string']);
  expect(['and', 'or']).toContain(join);
  if (sort !== null) expect(['ascending', 'descending']).toContain(sort.direction);
}
