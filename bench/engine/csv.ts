// CSV in and out beside papaparse: bytes to bytes on our side, bytes to objects and objects to bytes on its side, without the JSON
// that would have to follow or precede.

import Papa from 'papaparse';
import { joinBytes } from '../../src/shared/bytes/bytes.ts';
import { finish } from '../../src/engine/base/work.ts';
import { readTable } from '../../src/engine/csv/read.ts';
import { writeTable } from '../../src/engine/csv/write.ts';
import { generate } from '../generate.ts';
import { decode, encode, openDocument } from './open.ts';
import type { Step } from './step.ts';

/** More would not fit into memory as objects. */
const MAX_BYTES = 20_000_000;

/** Returns the steps on a table of about the size of the records, in bytes, or less. */
export function* csvSteps(size: number): Generator<Step> {
  const records = openDocument(generate('records', 'pretty', Math.min(size, MAX_BYTES)));
  const bytes = joinBytes(finish(writeTable(records, 0)).content);
  const document = openDocument(joinBytes(finish(readTable(bytes)).json));
  const options = { header: true, dynamicTyping: true } as const;
  const { data } = Papa.parse<unknown>(decode(bytes), options);
  const facts = (): Record<string, number> => ({ bytes: bytes.length });
  yield {
    name: 'CSV in',
    own: () => void finish(readTable(bytes)),
    beside: [{ name: 'papaparse', run: () => Papa.parse(decode(bytes), options) }],
    facts,
  };
  yield {
    name: 'CSV out',
    own: () => void finish(writeTable(document, 0)),
    beside: [{ name: 'papaparse', run: () => encode(Papa.unparse(data)) }],
    facts,
  };
}
