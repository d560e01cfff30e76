// CSV in and out beside papaparse: bytes to bytes on our side, bytes to objects and objects to bytes on its side, without the JSON
// that would have to follow or precede.

import Papa from 'papaparse';
import { joinBytes } from '../../src/shared/bytes/bytes.ts';
import { finish } from '../../src/engine/base/work.ts';
import { readTable } from '../../src/engine/csv/read.ts';
import { writeTable } from '../../src/engine/csv/write.ts';
import { generate } from '../generate.ts';
import { decode, encode, holding, openDocument } from './open.ts';
import type { Step } from './step.ts';

/** Returns the steps on a table with the records of a document of `size` bytes. */
export function* csvSteps(size: number): Generator<Step> {
  const records = openDocument(generate('records', 'pretty', size));
  const bytes = joinBytes(finish(writeTable(records, 0)).content);
  const json = joinBytes(finish(readTable(bytes)).json);
  const document = openDocument(json);
  const options = { header: true, dynamicTyping: true } as const;
  const facts = (): Record<string, number> => ({ bytes: bytes.length });
  yield {
    name: 'CSV in',
    own: () => void finish(readTable(bytes)),
    beside: [{ name: 'papaparse', start: 'bytes', run: () => Papa.parse(decode(bytes), options) }],
    facts,
  };
  yield {
    name: 'CSV out',
    own: () => finish(writeTable(document, 0)),
    fromBytes: () => finish(writeTable(openDocument(json), 0)),
    beside: [
      {
        name: 'JSON.parse, papaparse',
        start: 'bytes',
        run: () => encode(Papa.unparse(JSON.parse(decode(json)) as unknown[])),
      },
      holding(
        'papaparse',
        () => JSON.parse(decode(json)) as unknown[],
        (rows) => encode(Papa.unparse(rows)),
      ),
    ],
    facts,
  };
}
