// What validation against a schema costs, in scans of the same document, beside what a page would do otherwise: decode,
// JSON.parse and ajv, whose compiled code our policy forbids. Both must find the same number of errors.

import Ajv from 'ajv/dist/2020.js';
import { JsonDocument } from '../../src/workers/engine/document/document.ts';
import { Scan } from '../../src/workers/engine/document/scan.ts';
import { compileEngine } from '../../src/workers/engine/base/memory.ts';
import { compileSchema } from '../../src/workers/engine/schema/compile.ts';
import { inferSchema } from '../../src/workers/engine/schema/infer/infer-schema.ts';
import { validate } from '../../src/workers/engine/schema/validate.ts';
import { finish } from '../../src/workers/engine/base/work.ts';
import { FORMATS } from '../../src/workers/schema/formats.ts';
import { makePatterns } from '../../src/workers/schema/patterns.ts';
import { generate } from '../generate.ts';

/** Best times of some rounds, in milliseconds. */
export interface ValidatingFigures {
  readonly name: string;
  readonly bytes: number;
  readonly ms: number;
  readonly scans: number;
  readonly peerMs: number | null;
  readonly errors: number;
}

const number = { type: 'number' };
const RECORDS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'integer', minimum: 0 },
      guid: { type: 'string', pattern: '^[0-9a-f-]{19}$' },
      active: { type: 'boolean' },
      name: { type: 'string', minLength: 1, maxLength: 100 },
      email: { type: 'string', maxLength: 40 },
      age: { anyOf: [{ type: 'integer', maximum: 76 }, { type: 'null' }] },
      balance: { type: 'number', minimum: 0 },
      address: { $ref: '#/$defs/address' },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
      created: { type: 'string' },
    },
    required: ['id', 'name', 'address'],
    additionalProperties: false,
  },
  $defs: {
    address: {
      type: 'object',
      properties: {
        street: { type: 'string' },
        city: { enum: ['Århus', 'Bogotá', 'Cork', 'Gdańsk', 'Osaka', 'Quito', 'Tromsø'] },
        position: { type: 'object', properties: { lat: number, lng: number }, required: ['lat', 'lng'] },
      },
      required: ['street', 'city'],
    },
  },
};

/** Measures one document of records of about `size` bytes. */
export function measureValidating(size: number, rounds: number): ValidatingFigures[] {
  const bytes = generate('records', 'pretty', size);
  const engine = compileEngine();
  const open = (content: Uint8Array): JsonDocument => {
    const document = new JsonDocument(engine, content.length);
    document.append(content);
    document.complete();
    return document;
  };
  const document = open(bytes);
  const { memory, tape, places } = document;
  const best = (work: () => unknown): number => {
    const times = Array.from({ length: rounds }, () => {
      const started = performance.now();
      work();
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  const scanMs = best(() => {
    if (Scan.aside(memory, tape).run(memory.size, true).type !== 'done') throw new Error('the scan failed');
  });
  const options = { assertsFormats: false, patterns: makePatterns(), formats: FORMATS } as const;
  const found: ValidatingFigures[] = [];
  for (const parser of ['native', 'lossless'] as const) {
    const schema = open(new TextEncoder().encode(JSON.stringify(RECORDS)));
    const graph = finish(compileSchema(schema, 'bench:///records.json', () => null, { ...options, parser }));
    let errors = 0;
    const ms = best(() => {
      errors = finish(validate(graph, places, parser)).failures.count;
    });
    let peerErrors = 0;
    let peerMs: number | null = null;
    if (parser === 'native') {
      const test = new Ajv({ allErrors: true, strict: false }).compile(RECORDS);
      peerMs = best(() => {
        test(JSON.parse(new TextDecoder().decode(bytes)));
        // Of alternatives ajv counts each error and one more; ours counts those of the one that was meant.
        peerErrors = new Set(test.errors?.map(({ instancePath }) => instancePath)).size;
      });
      if (peerErrors !== errors) throw new RangeError(`${errors} errors, ajv finds ${peerErrors}`);
    }
    found.push({ name: `validate, ${parser} numbers`, bytes: bytes.length, ms, scans: ms / scanMs, peerMs, errors });
  }
  const ms = best(() => finish(inferSchema(places, 'native', FORMATS)));
  found.push({ name: 'infer a schema', bytes: bytes.length, ms, scans: ms / scanMs, peerMs: null, errors: 0 });
  return found;
}
