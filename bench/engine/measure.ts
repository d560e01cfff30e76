// Measures the engine on one document, and its peers on the same bytes in the same run.

import { parse as parseLossless } from 'lossless-json';
import { Bench } from 'tinybench';
import { JsonDocument } from '../../src/workers/engine/document/document.ts';
import { formatDocument } from '../../src/workers/engine/layout/format.ts';
import { compileEngine, DocumentMemory, TEXT_BASE } from '../../src/workers/engine/base/memory.ts';
import { packRows } from '../../src/workers/engine/treeview/row-window.ts';
import { Scan } from '../../src/workers/engine/document/scan.ts';
import { finish } from '../../src/workers/engine/base/work.ts';
import { generate, type Shape, type Style } from '../generate.ts';
import type { QueryOrder } from './querying.ts';

/** What to measure, and how many rounds. */
export interface BenchJob {
  readonly shape: Shape;
  readonly style: Style;
  readonly size: number;
  readonly rounds: number;
  /** Whether to measure lossless-json too: about 6 s at 100 MB. */
  readonly lossless: boolean;
  /** Measures the operations instead of the engine and its peers. */
  readonly operations: boolean;
  /** Measures only Compare. */
  readonly comparing?: true;
  /** Measures only this query. */
  readonly querying?: QueryOrder;
}

/** Milliseconds are medians. A ratio is the peer's time divided by the engine's; infinite if the peer fails. */
export interface Figures {
  readonly shape: Shape;
  readonly style: Style;
  readonly bytes: number;
  /** Copying into new memory, scanning and counting lines: the worker's work to open a document. */
  readonly openMs: number;
  readonly openRatio: number;
  /** Copying into memory that is already allocated, and scanning. */
  readonly scanMs: number;
  readonly scanRatio: number;
  readonly losslessRatio: number | null;
  readonly tapePerByte: number;
  readonly formatMs: number;
  readonly formatRatio: number;
  readonly smartMs: number;
  readonly smartRatio: number;
  readonly compactMs: number;
  readonly compactRatio: number;
  /** As a share of the scan's time. */
  readonly expandAllShare: number;
  readonly windowMs: number;
}

/** Bytes per chunk, as in a file's stream. */
const PIECE = 512 * 1024;

/** Runs the measurements of one order. */
export async function measure(order: BenchJob): Promise<Figures> {
  const engine = compileEngine();
  const bytes = generate(order.shape, order.style, order.size);
  const open = (): JsonDocument => {
    const document = new JsonDocument(engine, bytes.length);
    for (let at = 0; at < bytes.length; at += PIECE) document.append(bytes.subarray(at, at + PIECE));
    document.complete();
    return document;
  };
  const document = open();
  if (document.validity !== 'valid') throw new Error(`${order.shape} is not valid: ${document.error?.message ?? ''}`);
  const options = { indent: '  ', maxLineLength: 80 } as const;
  const peer = (indent?: number): unknown => encode(JSON.stringify(JSON.parse(decode(bytes)), null, indent));
  // Like the peers' heap, the scan's memory remains from the round before; `open` allocates its own each time.
  const memory = new DocumentMemory(engine, bytes.length);
  let scan = Scan.whole(memory);
  const times = await medians(order.rounds, {
    open,
    scan: () => {
      for (let limit = 0; limit < bytes.length;) {
        const piece = bytes.subarray(limit, limit + PIECE);
        memory.bytes.set(piece, TEXT_BASE + limit);
        limit += piece.length;
        memory.size = limit;
        if (limit === piece.length) scan = Scan.whole(memory);
        if (scan.run(limit, limit === bytes.length).type === 'failed') throw new Error('the scan failed');
      }
    },
    parse: () => JSON.parse(decode(bytes)),
    format: () => finish(formatDocument(document, { ...options, style: 'format' })),
    smart: () => finish(formatDocument(document, { ...options, style: 'smart' })),
    compact: () => finish(formatDocument(document, { ...options, style: 'compact' })),
    expandAll: () => document.rows.expandAll(),
  });
  const peerFormat = await attempt(order.rounds, () => peer(2));
  const peerCompact = await attempt(order.rounds, () => peer());
  const lossless = order.lossless ? (await medians(1, { parse: () => parseLossless(decode(bytes)) })).parse : null;
  return {
    shape: order.shape,
    style: order.style,
    bytes: bytes.length,
    openMs: times.open,
    openRatio: times.parse / times.open,
    scanMs: times.scan,
    scanRatio: times.parse / times.scan,
    losslessRatio: lossless === null ? null : lossless / times.scan,
    tapePerByte: document.tape.byteLength / bytes.length,
    formatMs: times.format,
    formatRatio: peerFormat / times.format,
    smartMs: times.smart,
    smartRatio: peerFormat / times.smart,
    compactMs: times.compact,
    compactRatio: peerCompact / times.compact,
    expandAllShare: times.expandAll / times.scan,
    windowMs: windowMedian(document),
  };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the median of `rounds` runs of each task, in milliseconds, after one or three warm-up runs. */
async function medians<Name extends string>(
  rounds: number,
  tasks: Record<Name, () => unknown>,
): Promise<Record<Name, number>> {
  const bench = new Bench({
    time: 0,
    iterations: rounds,
    warmup: true,
    warmupTime: 0,
    warmupIterations: rounds > 3 ? 3 : 1,
    throws: true,
  });
  for (const [name, task] of Object.entries<() => unknown>(tasks)) {
    // Discarded, so that tinybench does not retain it.
    bench.add(name, () => void task());
  }
  await bench.run();
  const found = bench.tasks.map((task) => {
    const { result } = task;
    if (!('latency' in result)) throw new Error(`${task.name} was not measured`);
    return [task.name, result.latency.p50] as const;
  });
  return Object.fromEntries(found) as Record<Name, number>;
}

/** Returns the median of a peer's task; infinite if the peer can't do it, because a string exceeds 512 MB for example. */
async function attempt(rounds: number, task: () => unknown): Promise<number> {
  try {
    task();
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
  return (await medians(rounds, { task })).task;
}

/** Returns the median for windows of 60 rows throughout the fully expanded document. */
function windowMedian(document: JsonDocument): number {
  document.rows.expandAll();
  const samples = Array.from({ length: 200 }, (_, index) => {
    const first = Math.floor((document.rows.count * ((index * 73) % 200)) / 200);
    const started = performance.now();
    packRows(document.places, document.rows, first, 60);
    return performance.now() - started;
  });
  return samples.toSorted((a, b) => a - b)[100] ?? 0;
}
