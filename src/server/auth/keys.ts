// Secrets that all processes share: created by the first process that needs one, stored in the database, cached in each
// process.

import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** Secrets by name. */
export class Keys {
  private readonly known = new Map<string, Promise<string>>();

  constructor(private readonly database: Database) {}

  /** Returns a secret. Creates it where there is none. */
  async secret(name: string, make: () => string | Promise<string> = randomSecret): Promise<string> {
    const known = this.known.get(name) ?? this.obtain(name, make);
    this.known.set(name, known);
    // A failed request is not cached.
    known.catch(() => this.known.delete(name));
    return known;
  }

  /** Returns a secret; `null` where there is none. */
  async find(name: string): Promise<string | null> {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const row = await this.database.read.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst();
    if (row === undefined) return null;
    this.known.set(name, Promise.resolve(row.value));
    return row.value;
  }

  private async obtain(name: string, make: () => string | Promise<string>): Promise<string> {
    const value = (await this.find(name)) ?? (await make());
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
