// Secrets that all processes share: made by the first that needs one, kept in the database, remembered in each process.

import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The secrets by name. */
export class Keys {
  private readonly known = new Map<string, Promise<string>>();

  constructor(private readonly database: Database) {}

  /** A secret, made where there is none yet. */
  async secret(name: string, make: () => string | Promise<string> = randomSecret): Promise<string> {
    const known = this.known.get(name) ?? this.obtain(name, make);
    this.known.set(name, known);
    // One that could not be had is asked for again.
    known.catch(() => this.known.delete(name));
    return known;
  }

  /** A secret; `null` where there is none. */
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
