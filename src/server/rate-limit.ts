// Rate limits, counted in the database so that they hold for all processes together. A window starts with the first request and
// has a fixed length; later requests do not extend it.

import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { Refusal } from './errors.ts';

/** At most so many requests in a window of so many milliseconds. */
export interface Rate {
  readonly most: number;
  readonly windowMs: number;
}

/** How many requests remain (negative: over the limit), and the seconds until the window ends. */
interface Count {
  readonly most: number;
  readonly waitSeconds: number;
}

/** Requests of one client that this process may serve without asking the database. */
interface Lease {
  left: number;
  /** Until when, by this process's clock, which measures but tells no time. */
  readonly until: number;
}

/** The most requests that are counted in advance, and the share of a limit that they may be. */
const MAX_LEASE = 10;
const LEASE_SHARE = 1 / 60;
const MAX_LEASES = 10_000;

/** Counts requests and refuses those over a limit. */
export class RateLimiter {
  private readonly leases = new Map<string, Lease>();
  private readonly counting = new Map<string, Promise<Count>>();

  constructor(
    private readonly database: Database,
    private readonly rates: Readonly<Record<string, Rate>>,
  ) {}

  /**
   * Counts a request, or several. Where a limit is high, some of one client are counted in advance, so that not each of them
   * writes to the database; those that a process does not serve are lost to that client until the window ends.
   * @throws Refusal 429
   */
  async take(key: string, rate: string, requests = 1): Promise<void> {
    const ahead = Math.min(MAX_LEASE, Math.floor((this.rates[rate]?.most ?? 0) * LEASE_SHARE));
    const waitSeconds =
      requests === 1 && ahead > 1
        ? await this.takeLent(key, rate, ahead)
        : waitOf(await this.count(key, rate, requests));
    if (waitSeconds === 0) return;
    throw new Refusal(429, `That was too often. Try again in ${waitSeconds} seconds.`, {
      'retry-after': String(waitSeconds),
    });
  }

  /** Takes one of those that are counted in advance. Returns the seconds until there are others, if there are none. */
  private async takeLent(key: string, rate: string, ahead: number): Promise<number> {
    const name = `${rate} ${key}`;
    for (;;) {
      const lease = this.leases.get(name);
      if (lease !== undefined && lease.left > 0 && performance.now() < lease.until) {
        lease.left -= 1;
        return 0;
      }
      const counting = this.counting.get(name);
      if (counting === undefined) break;
      // Another request is counting: it may leave some for this one.
      await counting.catch(() => undefined);
    }
    const counting = this.count(key, rate, ahead);
    this.counting.set(name, counting);
    try {
      const { most, waitSeconds } = await counting;
      // The limit may have room for a part of them.
      const left = ahead - 1 + Math.min(0, most);
      if (left < 0) return waitSeconds;
      if (this.leases.size >= MAX_LEASES) this.leases.clear();
      this.leases.set(name, { left, until: performance.now() + (waitSeconds - 1) * 1000 });
      return 0;
    } finally {
      this.counting.delete(name);
    }
  }

  /** Counts a request. Returns how many remain (negative: over the limit) and the seconds until the window ends. */
  async count(key: string, rate: string, requests = 1): Promise<Count> {
    const limit = this.rates[rate];
    if (limit === undefined) throw new RangeError(`there is no rate ${rate}`);
    // By the database's clock: a process whose own is fast would begin windows again that others count in.
    const now = sql<Date>`now()`;
    const oldest = sql<Date>`now() - ${sql.lit(limit.windowMs / 1000)} * interval '1 second'`;
    const hashed = createHash('sha256').update(`${rate} ${key}`).digest('base64url');
    const row = await this.database.write((db) =>
      db
        .insertInto('rate_limits')
        .values({ key: hashed, window_start: now, count: requests })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(({ eb, ref }) => ({
            count: eb
              .case()
              .when(ref('rate_limits.window_start'), '>', oldest)
              .then(eb(ref('rate_limits.count'), '+', requests))
              .else(requests)
              .end(),
            window_start: eb
              .case()
              .when(ref('rate_limits.window_start'), '>', oldest)
              .then(ref('rate_limits.window_start'))
              .else(now)
              .end(),
          })),
        )
        .returning(['count', 'window_start', now.as('now')])
        .executeTakeFirstOrThrow(),
    );
    const waitMs = row.window_start.getTime() + limit.windowMs - row.now.getTime();
    return { most: limit.most - row.count, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  /** Resets a count. */
  async forget(key: string, rate: string): Promise<void> {
    const hashed = createHash('sha256').update(`${rate} ${key}`).digest('base64url');
    await this.database.write((db) => db.deleteFrom('rate_limits').where('key', '=', hashed).execute());
  }
}

function waitOf({ most, waitSeconds }: Count): number {
  return most >= 0 ? 0 : waitSeconds;
}

/**
 * Returns the key that an address is counted under: the address for IPv4, its /64 for IPv6, which one customer has as a whole.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
