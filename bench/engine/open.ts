// Opens documents as a worker does, and scans them again.

import type { Dialect } from '../../src/shared/document/dialect.ts';
import { JsonDocument } from '../../src/engine/document/document.ts';
import { compileEngine } from '../../src/engine/base/memory.ts';
import { Scan } from '../../src/engine/document/scan.ts';
import { SCAN, type Peer } from './step.ts';

/** Bytes per chunk, as in a file's stream. */
export const PIECE = 512 * 1024;

const engine = compileEngine();

/** Opens a document from bytes that arrive in pieces. */
export function openDocument(bytes: Uint8Array, dialect: Dialect = 'json'): JsonDocument {
  const document = new JsonDocument(engine, bytes.length, dialect);
  for (let at = 0; at < bytes.length; at += PIECE) document.append(bytes.subarray(at, at + PIECE));
  document.complete();
  return document;
}

/** Returns the scan of documents that are in memory, as the unit for other costs. The new tape is written after the existing one. */
export function scanOf(...documents: readonly JsonDocument[]): Peer {
  return {
    name: SCAN,
    start: 'open',
    run: () => {
      for (const { memory, tape } of documents)
        if (Scan.aside(memory, tape).run(memory.size, true).type !== 'done') throw new Error('the scan failed');
    },
  };
}

/**
 * A peer that holds something while it is measured, and not longer: its garbage collector would go through it in the runs of
 * others.
 */
export function holding<T>(name: string, make: () => T, work: (held: T) => unknown, refusal?: string): Peer {
  let held: readonly [T] | null = null;
  return {
    name,
    start: 'open',
    refusal,
    hold: () => (held = [make()]),
    release: () => (held = null),
    run: () => {
      if (held === null) throw new Error(`${name} holds nothing`);
      return work(held[0]);
    },
  };
}

/** Returns a copy of a document's bytes, as a save reads them. */
export function bytesOf({ memory }: JsonDocument): Uint8Array {
  return memory.text().slice();
}

export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const encodeValue = (value: unknown): Uint8Array => encode(JSON.stringify(value));
