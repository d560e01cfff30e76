// JSON out of a log: lines with a prefix, half of them with a record, some with prints of Java and Python.

import { finish } from '../../src/engine/base/work.ts';
import { extractJson } from '../../src/engine/extract/extract.ts';
import { FindList } from '../../src/engine/extract/find-list.ts';
import { writeRecords } from '../../src/engine/extract/log-records.ts';
import type { Step } from './step.ts';

/** For 100 MB. */
const ALL_MS = 3000;
const RECORDS_MS = 10_000;
const FIRST_MS = 200;

/** Returns the steps on a log of about so many bytes: until the first find, until all, and with all written. */
export function* extractionSteps(size: number): Generator<Step> {
  const text = makeLog(size);
  const facts = (): Record<string, number> => ({ bytes: text.length });
  yield {
    name: 'the first JSON in a log',
    own: () => {
      const finds = new FindList();
      const work = extractJson(text, finds);
      while (finds.length === 0 && work.next().done !== true);
    },
    beside: [],
    limit: { ms: FIRST_MS },
    facts,
  };
  yield {
    name: 'all JSON in a log',
    own: () => void finish(extractJson(text)),
    beside: [],
    limit: { ms: forSize(ALL_MS, size) },
    facts,
  };
  yield {
    name: 'all JSON of a log as records',
    own: () => void finish(writeRecords(text)),
    beside: [],
    limit: { ms: forSize(RECORDS_MS, size) },
    facts,
  };
}

function forSize(ms: number, size: number): number {
  return Math.max(1, Math.round((ms * size) / 1e8));
}

function makeLog(size: number): Uint8Array {
  const text = new Uint8Array(size);
  const encoder = new TextEncoder();
  let length = 0;
  for (let index = 0; ; index += 1) {
    const second = String(index % 60).padStart(2, '0');
    const total = (index * 1.1).toFixed(2);
    let lines = `2026-03-01T08:15:${second}.003Z INFO [exec-${index % 16}] c.a.OrderService - Received {"orderId":"A-${index}","total":${total},"lines":[{"sku":"x","n":${index % 7}}],"note":"a \\"b\\""} in ${index % 90} ms\n`;
    if (index % 5 === 0)
      lines += `08:15:${second} DEBUG [main] c.a.App - Order{id=${index}, lines=[Line{sku=A-1, qty=2}], note=null}\n`;
    if (index % 7 === 0) lines += `Mar  1 08:15:${second} gw01 app[77]: {'id': ${index}, 'ok': True, 'nick': None}\n`;
    if (index % 3 === 0) lines += '\tat com.acme.App.main(App.java:12) [app.jar:1.0]\n';
    const bytes = encoder.encode(lines);
    if (length + bytes.length > size) return text.subarray(0, length);
    text.set(bytes, length);
    length += bytes.length;
  }
}
