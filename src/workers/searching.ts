// A search in a job worker, on a snapshot that the document worker hands over: whatever a person's regular
// expression does, ending this worker ends it, and the panel works on meanwhile.

import { HIT_WORDS, type SearchQuery } from '../shared/search.ts';
import type { Sink } from './engine/hits.ts';
import { compileEngine } from './engine/memory.ts';
import { searchDocument } from './engine/search.ts';
import { openSnapshot, type Snapshot } from './engine/snapshot.ts';

/** Hits of one message. */
const BATCH_HITS = 8192;
/** How long hits wait for more. */
const BATCH_MS = 50;

/**
 * Searches the snapshot that comes over `source`; hits go over `hits`, packed as in `shared/search.ts` and in
 * order, while it goes on. Answers how many there are.
 * @throws CodedError as the engine's search; `refused` for a snapshot of another version
 */
export async function searchSnapshot(query: SearchQuery, source: MessagePort, hits: MessagePort): Promise<number> {
  const snapshot = await new Promise<Snapshot>((resolve) => {
    source.onmessage = ({ data }: MessageEvent<Snapshot>) => resolve(data);
  });
  source.close();
  const document = openSnapshot(compileEngine(), snapshot);
  const batch = new Batch(hits);
  const work = searchDocument(document, query, batch);
  while (work.next().done !== true) batch.sendSometimes();
  batch.send();
  hits.close();
  return batch.count;
}

/** Packs hits, and sends them when there are many or some have waited for long. */
class Batch implements Sink {
  readonly done = false;
  count = 0;
  private words = new Uint32Array(BATCH_HITS * HIT_WORDS);
  private length = 0;
  private sentAt = performance.now();

  constructor(private readonly port: MessagePort) {}

  take(words: Uint32Array): void {
    for (let at = 0; at < words.length;) {
      const part = words.subarray(at, at + this.words.length - this.length);
      this.words.set(part, this.length);
      this.length += part.length;
      at += part.length;
      if (this.length === this.words.length) this.send();
    }
    this.count += words.length / HIT_WORDS;
  }

  takeMatch(start: number, end: number, word: number): void {
    this.take(Uint32Array.of(start, end, word));
  }

  sendSometimes(): void {
    if (performance.now() - this.sentAt > BATCH_MS) this.send();
  }

  send(): void {
    this.sentAt = performance.now();
    if (this.length === 0) return;
    const words = this.words.slice(0, this.length);
    this.length = 0;
    this.port.postMessage(words, [words.buffer]);
  }
}
