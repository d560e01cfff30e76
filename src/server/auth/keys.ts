// Secrets that all processes share: created by the first process that needs one, stored in the database, cached in each process
// for a while.

import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** How long a secret is known without a look at the database: it may be replaced. */
const KNOWN_MS = 15_000;

/** Secrets by name. */
export class SigningKeys {
  private readonly known = new Map<string, { readonly value: Promise<string>; readonly until: number }>();

  constructor(private readonly database: Database) {}

  /** Returns a secret. Creates it where there is none. */
  async secret(name: string, make: () => string | Promise<string> = randomSecret): Promise<string> {
    return this.recall(name) ?? this.remember(name, this.obtain(name, make));
  }

  /** Returns a secret; `null` where there is none. */
  async find(name: string): Promise<string | null> {
    return this.recall(name) ?? this.findAnew(name);
  }

  /** Returns a secret as it is in the database now; `null` where there is none. */
  async findAnew(name: string): Promise<string | null> {
    const row = await this.database.read.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst();
    if (row === undefined) return null;
    return this.remember(name, Promise.resolve(row.value));
  }

  /** Forgets all secrets: each is read again when it is needed. */
  forget(): void {
    this.known.clear();
  }

  private recall(name: string): Promise<string> | null {
    const known = this.known.get(name);
    return known !== undefined && performance.now() < known.until ? known.value : null;
  }

  private remember(name: string, value: Promise<string>): Promise<string> {
    const known = { value, until: performance.now() + KNOWN_MS };
    this.known.set(name, known);
    // A failed request is not known.
    value.catch(() => {
      if (this.known.get(name) === known) this.known.delete(name);
    });
    return value;
  }

  private async obtain(name: string, make: () => string | Promise<string>): Promise<string> {
    const value = (await this.findAnew(name)) ?? (await make());
    return this.database.transact(async (db) => {
      await db
        .insertInto('keys')
        .values({ name, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await db.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
    });
  }
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
