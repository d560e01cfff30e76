// Sends hits from a worker to a panel, packed: the first ones immediately, later ones when there are many or some have waited
// too long.

import { HIT_WORDS } from '../../shared/protocol/search.ts';
import type { Sink } from '../../engine/search/hits.ts';

/** Most hits per message. */
const BATCH_HITS = 8192;
/** How long hits wait for more, in milliseconds. */
const BATCH_MS = 50;

/** Collects the hits of one search and sends them over a port. */
export class HitBatch implements Sink {
  readonly done = false;
  count = 0;
  private words = new Uint32Array(BATCH_HITS * HIT_WORDS);
  private length = 0;
  /** The first hits are sent without delay: the user waits for them. */
  private sentAt = Number.NEGATIVE_INFINITY;

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
    if (this.length === 0) return;
    this.sentAt = performance.now();
    const words = this.words.slice(0, this.length);
    this.length = 0;
    this.port.postMessage(words, [words.buffer]);
  }
}
