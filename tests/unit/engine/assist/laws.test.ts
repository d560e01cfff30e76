// The law of suggestions: inserted where it was offered, a suggestion causes no validation error there.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument } from '../support/documents.ts';
import { validateText } from '../schema/support.ts';
import { runs, SEED } from '../../../runs.ts';
import { ask, caretIn, guideOf, namesAt } from './support.ts';

const KEYS = ['a', 'b', 'c', 'x1'];
const scalar = fc.constantFrom(1, 2, 'a', 'b', true, null, '');
const values = fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 });
const leaf = fc.oneof(
  fc.record({ enum: values }),
  fc.record({ const: scalar }),
  fc.record({ type: fc.constantFrom('string', 'number', 'boolean', 'null'), default: scalar, examples: values }),
  fc.record({ type: fc.constantFrom('string', 'integer'), minLength: fc.constant(1), minimum: fc.constant(2) }),
  fc.constant({}),
);

/** Random schemas; with `forks`, some contain `anyOf`. */
function schemas(forks: boolean): fc.Arbitrary<object> {
  return fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.record(
        {
          properties: fc.dictionary(fc.constantFrom(...KEYS), tie('schema'), { maxKeys: 4 }),
          patternProperties: fc.dictionary(fc.constantFrom('^x', 'a'), tie('schema'), { maxKeys: 1 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
      fc.record({ items: tie('schema') }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), $ref: fc.constant('#/$defs/d') }),
      fc.record({ $ref: fc.constant('#/$defs/d'), enum: values }),
      ...(forks ? [fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) })] : []),
    ),
  })).schema;
}
const whole = (forks: boolean): fc.Arbitrary<object> =>
  fc.tuple(schemas(forks), leaf).map(([schema, d]) => ({ ...schema, $defs: { d } }));

const documents = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

/** The text of a document with a mark at one of its scalars, or as the first member of one of its objects. */
const marked = fc.tuple(documents, fc.nat()).map(([value, which]) => {
  const text = JSON.stringify([value]);
  const places = [...text.matchAll(/\{|(?<=[[:,])(?=["0-9tfn])/g)].filter(({ index, 0: found }) => {
    // Skips strings that are keys.
    return found === '{' || !/^"[^"]*":/.test(text.slice(index));
  });
  const place = places[which % Math.max(1, places.length)];
  if (place === undefined) return { before: '[', behind: ']' };
  const at = place.index + place[0].length;
  return { before: text.slice(0, at), behind: text.slice(at) };
});

describe('[SCH-3] what is offered', () => {
  it('as a key is known to every schema that holds there, and is not there yet', () => {
    fc.assert(
      fc.property(whole(false), marked, (inner, { before, behind }) => {
        if (!before.endsWith('{')) return;
        const schema = { items: inner, $defs: { d: {} } };
        for (const key of namesAt(schema, `${before}¦▮¦${behind}`) ?? []) {
          const member = `${JSON.stringify(key)}:0${behind.startsWith('}') ? '' : ','}`;
          const text = before + member + behind;
          const { errors } = finish(validateText(JSON.stringify(schema), text));
          const document = makeDocument(text);
          const path = document.places.path(document.places.atOffset(before.length + 1));
          const here = path.map((segment) => `/${segment}`).join('');
          expect(errors.filter((error) => error.startsWith(`${here}: Unknown property`))).toEqual([]);
          expect(behind.slice(0, behind.indexOf('}')).startsWith(`"${key}":`)).toBe(false);
        }
      }),
      { numRuns: runs(1000), seed: SEED },
    );
  });

  it('as a value is valid under every schema that holds there', () => {
    let offered = 0;
    fc.assert(
      fc.property(whole(false), marked, (inner, { before, behind }) => {
        if (before.endsWith('{')) return;
        const schema = { items: inner, $defs: { d: {} } };
        // The end of the token that the value replaces.
        const token = /^(?:"[^"]*"|[^,\]}]*)/.exec(behind)?.[0] ?? '';
        for (const json of namesAt(schema, `${before}¦▮¦${behind.slice(token.length)}`) ?? []) {
          offered += 1;
          const text = before + json + behind.slice(token.length);
          const document = makeDocument(text);
          const path = document.places.path(document.places.atOffset(before.length));
          const here = path.map((segment) => `/${segment}`).join('');
          const { errors } = finish(validateText(JSON.stringify(schema), text));
          expect(errors.filter((error) => error.startsWith(`${here}: `))).toEqual([]);
        }
      }),
      { numRuns: runs(1000), seed: SEED },
    );
    expect(offered).toBeGreaterThan(0);
  });

  it('as a value of one alternative is valid under that and all that holds in any case', () => {
    fc.assert(
      fc.property(whole(true), (inner) => {
        const schema = { items: inner, $defs: { d: {} } };
        const at = caretIn('[▮]');
        const answer = at && ask(guideOf(schema), { type: 'values', at, typed: '' });
        for (const { json } of answer?.type === 'values' ? answer.values.items : []) {
          expect(finish(validateText(JSON.stringify(schema), `[${json}]`)).errors).toEqual([]);
        }
      }),
      { numRuns: runs(1000), seed: SEED },
    );
  });
});
