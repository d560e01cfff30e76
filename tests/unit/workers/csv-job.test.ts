// Files whose names say CSV, but which hold JSON.

import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { CsvJob } from '../../../src/workers/jobs/csv-job.ts';
import { Snapshots } from '../../../src/workers/jobs/snapshots.ts';

const found = (content: BlobPart) =>
  new CsvJob(new Snapshots()).findJson(new Blob([content]), new MessageChannel().port1);

it.each([
  [' \n[{"a":1.10},\n {"a":2}]\n', 'json'],
  ['\ufeff{"a":"x\\ty"}', 'json'],
  ['[]', 'json'],
  ['{"a":1}\n{"a":2}\n', 'ndjson'],
  ['[a],b\n1,2\n', null],
  ['{"a":1},2\n{"a":2},3\n', null],
  ['[1,2\n3,4\n', null],
  ['{a:1}', null],
  ['"a","b"\n', null],
  ['', null],
])('[TAB-4] tells JSON from CSV, compressed or not: %j', async (text, dialect) => {
  expect(await found(text)).toBe(dialect);
  expect(await found(gzipSync(text))).toBe(dialect);
});
