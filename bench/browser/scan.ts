// Duration of a scan of a document on this machine: limits of tree steps are multiples of it.

import { JsonDocument } from '../../src/engine/document/document.ts';
import { compileEngine } from '../../src/engine/base/memory.ts';
import { Scan } from '../../src/engine/document/scan.ts';

const ROUNDS = 5;

/** Returns the best time of several scans of a text that is already in memory, in milliseconds. */
export function measureScan(bytes: Uint8Array): number {
  const document = new JsonDocument(compileEngine(), bytes.length);
  document.append(bytes);
  document.complete();
  const { memory, tape } = document;
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    if (Scan.aside(memory, tape).run(memory.size, true).type !== 'done') throw new Error('the scan failed');
    return performance.now() - started;
  });
  return Math.min(...times);
}
