// What this page talked to: one entry for each address, merged from what the service worker counts, what the browser's timings and
// reports of its policy say, and what was asked for in other ways. It claims no more than these can know.

import { proxy, ref } from 'valtio';
import { reasonFor } from '../model/request-reasons.ts';
import { isOwnFile, plainAddress } from './addresses.ts';

/** Addresses that are listed; further ones are counted. */
const MAX_LISTED = 500;

/** How a request was noticed. Counts of several ways are not added: all may have seen the same request. */
export type Witness = 'worker' | 'timing' | 'call';

/** An address, and what is known of the requests for it. */
export interface Destination {
  readonly url: string;
  readonly count: number;
  /** In milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
  /** Bytes of the responses, packed, as far as the server lets the page know; 0 otherwise. */
  readonly received: number;
  readonly sent: number;
  /** What was used: `fetch`, `image`, `websocket`. */
  readonly kinds: readonly string[];
  readonly reason: string | null;
  /** Whether all requests were refused by the page's policy. */
  readonly isRefused: boolean;
}

/** Since when all requests are counted: since the page began, since a moment, or not at all. */
export type Coverage =
  | { readonly type: 'none' }
  | { readonly type: 'since'; readonly at: number }
  | { readonly type: 'whole' };

/** Whether the page is sealed: it says so only once its policy was seen to refuse. */
export type Seal = 'open' | 'checking' | 'sealed' | 'failed';

export interface TrafficState {
  seal: Seal;
  coverage: Coverage;
  /** In the order of their first request. */
  destinations: readonly Destination[];
  /** Addresses that are not listed. */
  unlisted: number;
}

/** One request. */
export interface SeenRequest {
  readonly url: string;
  readonly kind: string;
  readonly at: number;
  readonly received?: number;
  readonly sent?: number;
}

interface Entry {
  readonly counts: Map<Witness, number>;
  refused: number;
  first: number;
  last: number;
  received: number;
  sent: number;
  readonly kinds: Set<string>;
}

/** The requests of this page. */
export class TrafficLog {
  readonly state = proxy<TrafficState>({
    seal: 'open',
    coverage: ref({ type: 'none' }),
    destinations: [],
    unlisted: 0,
  });
  private readonly entries = new Map<string, Entry>();
  private readonly unlisted = new Set<string>();
  private isPending = false;

  /** Notes a request. Those for files of the page itself are none that matter. */
  note(witness: Witness, request: SeenRequest): void {
    // In a sealed page, a request without an answer is one that its policy has refused.
    if (this.state.seal === 'sealed' && witness !== 'worker' && (request.received ?? 0) === 0)
      return this.refuse(request);
    const entry = this.entryOf(request);
    if (entry === null) return;
    entry.counts.set(witness, (entry.counts.get(witness) ?? 0) + 1);
    entry.received += request.received ?? 0;
    entry.sent += request.sent ?? 0;
    this.publish();
  }

  /** Notes that the policy has refused a request. */
  refuse(request: SeenRequest): void {
    const entry = this.entryOf(request);
    if (entry === null) return;
    entry.refused += 1;
    this.publish();
  }

  cover(coverage: Coverage): void {
    this.state.coverage = ref(coverage);
  }

  private entryOf({ url: address, kind, at }: SeenRequest): Entry | null {
    const url = plainAddress(address);
    if (url === null || isOwnFile(url)) return null;
    const known = this.entries.get(url);
    if (known === undefined && this.entries.size >= MAX_LISTED) {
      if (this.unlisted.size < 100 * MAX_LISTED) this.unlisted.add(url);
      this.publish();
      return null;
    }
    const entry = known ?? {
      counts: new Map(),
      refused: 0,
      first: at,
      last: at,
      received: 0,
      sent: 0,
      kinds: new Set(),
    };
    this.entries.set(url, entry);
    entry.first = Math.min(entry.first, at);
    entry.last = Math.max(entry.last, at);
    if (kind !== '') entry.kinds.add(kind);
    return entry;
  }

  /** Many requests may end at once. */
  private publish(): void {
    if (this.isPending) return;
    this.isPending = true;
    queueMicrotask(() => {
      this.isPending = false;
      this.state.destinations = Array.from(this.entries, ([url, entry]) => ref(destinationOf(url, entry))).toSorted(
        (a, b) => a.first - b.first,
      );
      this.state.unlisted = this.unlisted.size;
    });
  }
}

function destinationOf(url: string, { counts, refused, first, last, received, sent, kinds }: Entry): Destination {
  const seen = Math.max(0, ...counts.values());
  return {
    url,
    // A request that was refused may have a timing all the same.
    count: Math.max(seen, refused),
    first,
    last,
    received,
    sent,
    kinds: [...kinds],
    reason: reasonFor(url) ?? null,
    isRefused: refused > 0 && refused >= seen,
  };
}
