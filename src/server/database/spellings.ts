// Gives the addresses that earlier versions have stored their one spelling. @see ../email-address.ts

import { sql, type Kysely, type SqlBool } from 'kysely';
import { canonicalAddress } from '../email-address.ts';
import type { DatabaseTables } from './tables.ts';

/** What may have another spelling: letters that are not ASCII, upper case, or a dot at the end. */
const OTHER = sql<SqlBool>`(octet_length(email) <> char_length(email) or email <> lower(email) or email like '%.')`;

/** Changes the addresses of accounts and users. Of several accounts with one address the oldest gets the one spelling. */
export async function spellAddressesOnce(db: Kysely<DatabaseTables>): Promise<void> {
  const accounts = await db
    .selectFrom('provider_accounts')
    .select(['id', 'email'])
    .where(OTHER)
    .orderBy('created_at')
    .execute();
  for (const { id, email: stored } of accounts) {
    const email = canonicalAddress(stored);
    const taken = db.selectFrom('provider_accounts').select('id').where('email', '=', email);
    await db
      .updateTable('provider_accounts')
      .set({ email })
      .where('id', '=', id)
      .where(({ exists, not }) => not(exists(taken)))
      .execute();
  }
  const users = await db.selectFrom('users').select(['id', 'email']).where(OTHER).execute();
  for (const { id, email } of users)
    await db
      .updateTable('users')
      .set({ email: canonicalAddress(email) })
      .where('id', '=', id)
      .execute();
}
