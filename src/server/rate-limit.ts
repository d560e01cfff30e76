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

/** Counts requests and refuses those over a limit. */
export class RateLimiter {
  constructor(
    private readonly database: Database,
    private readonly rates: Readonly<Record<string, Rate>>,
  ) {}

  /** Counts a request, or several. @throws Refusal 429 */
  async take(key: string, rate: string, requests = 1): Promise<void> {
    const { most, waitSeconds } = await this.count(key, rate, requests);
    if (most >= 0) return;
    throw new Refusal(429, `That was too often. Try again in ${waitSeconds} seconds.`, {
      'retry-after': String(waitSeconds),
    });
  }

  /** Counts a request. Returns how many remain (negative: over the limit) and the seconds until the window ends. */
  async count(
    key: string,
    rate: string,
    requests = 1,
  ): Promise<{ readonly most: number; readonly waitSeconds: number }> {
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
