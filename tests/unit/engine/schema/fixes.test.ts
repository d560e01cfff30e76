// Quick fixes: what each does to the text, and the law that a fix removes its error and changes nothing else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { ChangeMap } from '../../../../src/shared/document/changes.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { FixKind } from '../../../../src/shared/protocol/schema-fixes.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { describeFailure } from '../../../../src/engine/schema/describe.ts';
import type { SchemaFailure } from '../../../../src/engine/schema/failure.ts';
import { FixPlanner } from '../../../../src/engine/schema/fix/fix-plan.ts';
import { fixesOf, type Fix } from '../../../../src/engine/schema/fix/fixes.ts';
import type { SchemaGraph } from '../../../../src/engine/schema/graph.ts';
import { validate } from '../../../../src/engine/schema/validate.ts';
import { ValueReader } from '../../../../src/engine/schema/value-reader.ts';
import { runs } from '../../../runs.ts';
import { makeDocument, textOf } from '../support/documents.ts';
import { compileText } from './support.ts';

/** An error, its offset, and its fixes. */
interface Found {
  readonly start: number;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

function look(graph: SchemaGraph, { places }: JsonDocument): Found[] {
  const failures: SchemaFailure[] = [];
  finish(validate(graph, places, 'lossless', { onFailure: (failure) => failures.push(failure) }));
  const reader = new ValueReader(places, 'lossless');
  return failures.map((failure) => ({
    start: places.range(failure.value < 0 ? ~failure.value : failure.value).start,
    message: describeFailure(failure, reader),
    fixes: fixesOf(graph, failure, reader),
  }));
}

function carryOut(document: JsonDocument, fixes: readonly Fix[]): Splice[] {
  const plan = new FixPlanner(document.places);
  for (const { change } of fixes) plan.add(change);
  const splices = finish(plan.splices());
  document.apply(splices);
  finish(document.settle());
  return splices;
}

/** Applies the first fix of a kind, or all of them. */
function mend(schema: unknown, text: string, kind: FixKind, all = false, dialect: Dialect = 'json'): string {
  const graph = finish(compileText(JSON.stringify(schema), { draft: 2020 }));
  const document = makeDocument(text, undefined, dialect);
  const fixes = look(graph, document).flatMap(({ fixes: some }) => some.find((fix) => fix.kind === kind) ?? []);
  if (fixes.length === 0) return 'no fix';
  carryOut(document, all ? fixes : fixes.slice(0, 1));
  return textOf(document);
}

const item = (of: unknown): unknown => ({ properties: { a: of } });

describe('[SCH-2] a quick fix', () => {
  it.each<[string, unknown, string, FixKind, string]>([
    [
      'adds a missing property with its default, indented like the others',
      { required: ['b'], properties: { b: { default: { x: 1 } } } },
      '{\n    "a": 1\n}',
      'add',
      '{\n    "a": 1,\n    "b": {\n        "x": 1\n    }\n}',
    ],
    [
      'adds an empty value of its type',
      { required: ['b'], properties: { b: { $ref: '#/$defs/t' } }, $defs: { t: { type: ['array', 'null'] } } },
      '{"a": 1}',
      'add',
      '{"a": 1, "b": []}',
    ],
    [
      'adds a number within its bounds',
      { required: ['b'], properties: { b: { type: 'integer', exclusiveMinimum: 4 } } },
      '{}',
      'add',
      '{"b":5}',
    ],
    [
      'replaces a value by the nearest one that any of several alternatives allows',
      item({ oneOf: [{ const: 'left' }, { const: 'right' }] }),
      '{"a": "rigth"}',
      'replace',
      '{"a": "right"}',
    ],
    [
      'replaces the member that tells alternatives apart by the nearest value of all',
      item({
        oneOf: ['circle', 'rect'].map((kind) => ({ properties: { kind: { const: kind } }, required: ['kind'] })),
      }),
      '{"a": {"kind": "rct"}}',
      'replace',
      '{"a": {"kind": "rect"}}',
    ],
    [
      'adds what an existing property needs',
      { dependentRequired: { a: ['b'] }, properties: { b: { enum: ['x', 'y'] } } },
      '{"a":1}',
      'add',
      '{"a":1,"b":"x"}',
    ],
    [
      'adds an object with what is required of it in turn, and what that needs',
      {
        required: ['b'],
        properties: { b: { $ref: '#/$defs/home', required: ['zip'] } },
        $defs: {
          home: {
            type: 'object',
            required: ['street', 'land'],
            properties: { street: { type: 'string' }, land: { enum: ['DE'] }, at: { required: ['x'] }, floor: false },
            dependentRequired: { land: ['at', 'floor'] },
            patternProperties: { '^zip': { type: 'integer', minimum: 3 } },
          },
        },
      },
      '{"a":1}',
      'add',
      '{"a":1,"b":{"zip": 3, "street": "", "land": "DE", "at": {"x": null}}}',
    ],
    [
      'ends circles of what is required',
      {
        $ref: '#/$defs/n',
        $defs: { n: { type: 'object', required: ['n'], properties: { n: { $ref: '#/$defs/n' } } } },
      },
      '{}',
      'add',
      '{"n":{"n": {}}}',
    ],
    [
      'removes an unknown property with its comma',
      { additionalProperties: false, properties: { a: true } },
      '{\n  "a": 1,\n  "z": [2]\n}',
      'remove',
      '{\n  "a": 1\n}',
    ],
    ['removes an item that must not be', { prefixItems: [true], items: false }, '[1, 2]', 'remove', '[1]'],
    [
      'removes what was not evaluated',
      { properties: { a: true }, unevaluatedProperties: false },
      '{"z":1,"a":2}',
      'remove',
      '{"a":2}',
    ],
    [
      'renames an unknown property to the key that was meant',
      { additionalProperties: false, properties: { name: true } },
      '{"nmae": 1}',
      'rename',
      '{"name": 1}',
    ],
    [
      'renames no property to a key that is taken',
      { additionalProperties: false, properties: { name: true } },
      '{"nmae": 1, "name": 2}',
      'rename',
      'no fix',
    ],
    [
      'renames a key to an allowed one',
      { propertyNames: { enum: ['alpha', 'beta'] } },
      '{"alhpa": 1}',
      'rename',
      '{"alpha": 1}',
    ],
    [
      'replaces by the nearest allowed value',
      item({ enum: ['admin', 'reader'] }),
      '{"a": "admn"}',
      'replace',
      '{"a": "admin"}',
    ],
    ['replaces by a value that differs in its type alone', item({ enum: [1, 2] }), '{"a": "2"}', 'replace', '{"a": 2}'],
    ['replaces by the only value', item({ const: 7 }), '{"a": "x"}', 'replace', '{"a": 7}'],
    [
      'offers the allowed values where none comes near',
      item({ enum: ['x', 'y'] }),
      '{"a": 512}',
      'choose',
      '{"a": "x"}',
    ],
    ['reads a number', item({ type: 'integer' }), '{"a": "12"}', 'number', '{"a": 12}'],
    ['reads no fraction as a whole number', item({ type: 'integer' }), '{"a": "1.5"}', 'number', 'no fix'],
    ['writes a number as a string, as it is spelt', item({ type: 'string' }), '{"a": 1.50}', 'string', '{"a": "1.50"}'],
    ['reads true and false', item({ type: 'boolean' }), '{"a": "true"}', 'boolean', '{"a": true}'],
    ['reads an array that a string holds', item({ type: 'array' }), '{"a": "[1,2]"}', 'array', '{"a": [1,2]}'],
    ['puts one value into an array', item({ type: 'array' }), '{"a": {"b":\n 1}}', 'array', '{"a": [{"b":\n 1}]}'],
    ['takes the only item out of an array', item({ type: 'string' }), '{"a": [ "x" ]}', 'single', '{"a": "x"}'],
    ['gives null a value of the type', item({ type: ['object', 'string'] }), '{"a": null}', 'object', '{"a": {}}'],
    ['gives nothing up for null', item({ type: 'null' }), '{"a": "x"}', 'null', 'no fix'],
  ])('%s', (_, schema, text, kind, mended) => {
    expect(mend(schema, text, kind)).toBe(mended);
  });

  it('keeps comments, and the notation of JSON5', () => {
    const schema = {
      required: ['b'],
      additionalProperties: false,
      properties: { a: { type: 'number' }, b: { const: 2 } },
    };
    const text = "{\n  // first\n  a: '0x10', // kept\n  c: 3,\n}";
    expect(mend(schema, text, 'add', false, 'json5')).toBe("{\n  // first\n  a: '0x10', // kept\n  c: 3,\n  b: 2,\n}");
    expect(mend(schema, text, 'remove', false, 'json5')).toBe("{\n  // first\n  a: '0x10', // kept\n}");
  });

  it('leaves the list of records alone, and mends each of them', () => {
    const [list, each] = [{ type: 'object' }, { items: { required: ['b'] } }];
    expect(mend(list, '{"a":1}\n{"a":2}\n', 'array', false, 'ndjson')).toBe('no fix');
    expect(mend(each, '{"a":1}\n{"b":2}\n', 'add', true, 'ndjson')).toBe('{"a":1,"b":null}\n{"b":2}\n');
  });

  it('is carried out everywhere in one list of splices, inside of each other too', () => {
    const tree = {
      $defs: { n: { required: ['id'], properties: { c: { items: { $ref: '#/$defs/n' } } } } },
      $ref: '#/$defs/n',
    };
    expect(mend(tree, '{"c":[{"c":[{}]},{"id":1}]}', 'add', true)).toBe(
      '{"c":[{"c":[{"id":null}],"id":null},{"id":1}],"id":null}',
    );
    const many = Array.from({ length: 5000 }, (_, index) => String(index));
    const numbers = mend({ items: { type: 'integer' } }, JSON.stringify(many), 'number', true);
    expect(numbers).toBe(JSON.stringify(many.map(Number)));
    const wrapped = { items: { type: 'array' } };
    expect(mend(wrapped, '[1,[2],null,"[3]",{"a":"x"}]', 'array', true)).toBe('[[1],[2],[],[3],[{"a":"x"}]]');
  });
});

const KEYS = ['name', 'nmae', 'age', 'role', 'b'] as const;
const scalar = fc.constantFrom<unknown>(0, 1, 12, 1.5, '12', 'true', '', 'admn', 'admin', true, false, null, '[1]');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
  ),
}));
const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const { schema: anySchema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 2 }).map((type) => ({ type })),
    fc.constantFrom<unknown>(
      { enum: ['admin', 'reader'] },
      { const: 1 },
      { enum: [12, true, null] },
      { type: 'integer', minimum: 3 },
    ),
    fc.record({ items: tie('schema') }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom(...KEYS), tie('schema'), { maxKeys: 4 }),
      required: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 3 }),
      additionalProperties: fc.boolean(),
    }),
  ),
}));
const indent = fc.constantFrom<string | number>('', 2, '\t');
/** Schemas that some value satisfies: objects require only keys that they describe. */
const { fitting } = fc.letrec((tie) => ({
  fitting: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<unknown>(
      { type: 'string' },
      { enum: ['admin', 'reader'] },
      { type: ['integer', 'null'], minimum: 3 },
      { type: 'array' },
      { default: { x: 1 } },
    ),
    fc
      .dictionary(fc.constantFrom(...KEYS), tie('fitting'), { maxKeys: 4 })
      .chain((properties) =>
        fc.subarray(Object.keys(properties)).map((required) => ({ type: 'object', properties, required })),
      ),
  ),
}));

describe('laws of quick fixes', () => {
  it('[SCH-2] a fix removes its error, and no other error is new at another place', () => {
    fc.assert(
      fc.property(anySchema, value, indent, fc.nat(), (schema, json, space, choice) => {
        const graph = finish(compileText(JSON.stringify(schema)));
        const document = makeDocument(JSON.stringify(json, null, space));
        const before = look(graph, document);
        const offered = before.flatMap((error) => error.fixes.map((fix) => ({ error, fix })));
        const chosen = offered[choice % Math.max(1, offered.length)];
        if (chosen === undefined) return;
        const splices = carryOut(document, [chosen.fix]);
        document.check();
        const map = ChangeMap.of(splices);
        const inserts = splices.map(({ start, insert }) => {
          const at = map.mapOffset(start, 'before');
          return { start: at, end: at + insert.length };
        });
        // Under its new key, a member's value is validated by another schema.
        if (chosen.fix.change.type === 'rename') {
          const { start, end } = document.places.range(chosen.fix.change.node);
          inserts.push({ start: asByte(start), end });
        }
        const spot = map.mapOffset(chosen.error.start, 'before');
        const known = before
          .filter((error) => error !== chosen.error)
          .map(({ start, message }) => `${map.mapOffset(start, 'after')} ${message}`);
        for (const { start, message } of look(graph, document)) {
          expect(start === spot && message === chosen.error.message).toBe(false);
          const isInNew = inserts.some((range) => start >= range.start && start <= range.end);
          if (!isInNew) expect(known).toContain(`${start} ${message}`);
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it('[SCH-2] what a fix adds has what is required of it in turn', () => {
    fc.assert(
      fc.property(fitting, (schema) => {
        const graph = finish(compileText(JSON.stringify({ required: ['new'], properties: { new: schema } })));
        const document = makeDocument('{}');
        carryOut(document, look(graph, document)[0]?.fixes ?? []);
        expect(textOf(document)).not.toBe('{}');
        expect(look(graph, document)).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('[SCH-2] a fix of everything leaves no error of its kind but in what it has put in', () => {
    fc.assert(
      fc.property(anySchema, value, indent, fc.nat(), (schema, json, space, choice) => {
        const graph = finish(compileText(JSON.stringify(schema)));
        const document = makeDocument(JSON.stringify(json, null, space));
        const first = look(graph, document).map(({ fixes }) => fixes);
        const kinds = [...new Set(first.flat().map(({ kind }) => kind))];
        const wanted = kinds[choice % Math.max(1, kinds.length)];
        if (wanted === undefined) return;
        const isWanted = ({ kind }: Fix): boolean => kind === wanted;
        const splices = carryOut(
          document,
          first.flatMap((fixes) => fixes.find(isWanted) ?? []),
        );
        document.check();
        const map = ChangeMap.of(splices);
        const inserts = splices.map(({ start, insert }) => {
          const at = map.mapOffset(start, 'before');
          return { start: at, end: at + insert.length };
        });
        const left = look(graph, document).filter(
          ({ start, fixes }) =>
            fixes.some(isWanted) && !inserts.some((range) => start >= range.start && start < range.end),
        );
        expect(left.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: runs(2000) },
    );
  });
});
