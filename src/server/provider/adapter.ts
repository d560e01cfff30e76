// Stores the state of oidc-provider in a table that all processes share. @see https://github.com/panva/node-oidc-provider,
// Adapter

import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../database/database.ts';

/** Returns the factory by which oidc-provider creates one adapter for each kind of state. */
export function adapterOver(database: Database): (kind: string) => Adapter {
  return (kind) => new StateAdapter(database, kind);
}

class StateAdapter implements Adapter {
  constructor(
    private readonly database: Database,
    private readonly kind: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const values = {
      payload: JSON.stringify(payload),
      uid: payload.uid ?? null,
      grant_id: payload.grantId ?? null,
      expires_at: expiresIn === undefined ? null : sql<Date>`now() + ${sql.lit(expiresIn)} * interval '1 second'`,
    };
    await this.database.transact(async (db) => {
      await db
        .deleteFrom('provider_state')
        .where('kind', '=', this.kind)
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
      await db
        .insertInto('provider_state')
        .values({ kind: this.kind, id, ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(values))
        .execute();
    });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.findBy('id', id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy('uid', uid);
  }

  findByUserCode(): Promise<undefined> {
    // The device flow is not supported.
    return Promise.resolve(undefined);
  }

  /** Marks an entry as consumed. oidc-provider refuses one that is. */
  async consume(id: string): Promise<void> {
    await this.database.transact(async (db) => {
      const row = await db
        .selectFrom('provider_state')
        .select('payload')
        .where('kind', '=', this.kind)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return;
      const payload = { ...(JSON.parse(row.payload) as AdapterPayload), consumed: Math.floor(Date.now() / 1000) };
      await db
        .updateTable('provider_state')
        .set({ payload: JSON.stringify(payload) })
        .where('kind', '=', this.kind)
        .where('id', '=', id)
        .execute();
    });
  }

  async destroy(id: string): Promise<void> {
    await this.database.transact((db) =>
      db.deleteFrom('provider_state').where('kind', '=', this.kind).where('id', '=', id).execute(),
    );
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.database.transact((db) =>
      db.deleteFrom('provider_state').where('kind', '=', this.kind).where('grant_id', '=', grantId).execute(),
    );
  }

  private async findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    if (value.includes('\0')) return undefined;
    const row = await this.database.read
      .selectFrom('provider_state')
      .select(['payload', 'expires_at', sql<Date>`now()`.as('now')])
      .where('kind', '=', this.kind)
      .where(column, '=', value)
      .executeTakeFirst();
    if (row === undefined || (row.expires_at !== null && row.expires_at < row.now)) return undefined;
    return JSON.parse(row.payload) as AdapterPayload;
  }
}
