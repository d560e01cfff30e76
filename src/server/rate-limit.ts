// Rate limits, counted in the database so that they hold for all processes together. A window starts with the first request and
// has a fixed length; later requests do not extend it.

import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
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

  /** Counts a request. @throws Refusal 429 */
  async take(key: string, rate: string): Promise<void> {
    const { most, waitSeconds } = await this.count(key, rate);
    if (most >= 0) return;
    throw new Refusal(429, `That was too often. Try again in ${waitSeconds} seconds.`, {
      'retry-after': String(waitSeconds),
    });
  }

  /** Counts a request. Returns how many remain (negative: over the limit) and the seconds until the window ends. */
  async count(key: string, rate: string): Promise<{ readonly most: number; readonly waitSeconds: number }> {
    const limit = this.rates[rate];
    if (limit === undefined) throw new RangeError(`there is no rate ${rate}`);
    const now = new Date();
    const oldest = new Date(now.getTime() - limit.windowMs);
    const hashed = createHash('sha256').update(`${rate} ${key}`).digest('base64url');
    const { count, window_start: start } = await this.database.write((db) =>
      db
        .insertInto('rate_limits')
        .values({ key: hashed, window_start: now, count: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(({ eb, ref }) => ({
            count: eb
              .case()
              .when(ref('rate_limits.window_start'), '>', oldest)
              .then(eb(ref('rate_limits.count'), '+', 1))
              .else(1)
              .end(),
            window_start: eb
              .case()
              .when(ref('rate_limits.window_start'), '>', oldest)
              .then(ref('rate_limits.window_start'))
              .else(now)
              .end(),
          })),
        )
        .returning(['count', 'window_start'])
        .executeTakeFirstOrThrow(),
    );
    const waitSeconds = Math.max(1, Math.ceil((start.getTime() + limit.windowMs - now.getTime()) / 1000));
    return { most: limit.most - count, waitSeconds };
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
