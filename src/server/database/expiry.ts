// Deletes expired rows, so that the tables do not grow with time. Each process does so about once an hour, at a random moment.

import type { Database } from './database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Starts deleting expired rows about once an hour. Returns the function that stops it. */
export function deleteExpiredHourly(database: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(
    () => void deleteExpired(database, new Date()).catch(onError),
    HOUR_MS * (0.75 + Math.random() / 2),
  );
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Deletes the rows that have expired by `now`. A revoked session is retained for a day, so that its end can still be detected.
 */
export async function deleteExpired({ transact }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await transact((db) => db.deleteFrom('sign_ins').where('expires_at', '<', now).execute());
  await transact((db) => db.deleteFrom('provider_sessions').where('expires_at', '<', now).execute());
  await transact((db) => db.deleteFrom('provider_links').where('expires_at', '<', now).execute());
  await transact((db) => db.deleteFrom('provider_state').where('expires_at', '<', now).execute());
  await transact((db) => db.deleteFrom('rate_limits').where('window_start', '<', before).execute());
  // An event of that age is refused for its timestamp alone.
  await transact((db) => db.deleteFrom('webhook_events').where('received_at', '<', before).execute());
  await transact((db) =>
    db
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('expires_at', '<', now), eb('revoked_at', '<', before)]))
      .execute(),
  );
}
