// Subscriptions, reported by the provider in signed events or in a claim at a sign-in. Events may arrive twice and in any
// order: each id counts once, and the state with the latest time stays.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../errors.ts';

/** The state of a subscription according to the provider. */
export interface SubscriptionChange {
  readonly id: string;
  /** The subscriber, by the provider's `sub`. */
  readonly subject: string;
  readonly plan: string;
  readonly active: boolean;
  readonly expiresAt: Date | null;
  readonly changedAt: Date;
}

/** Tolerance for the timestamp of an event in both directions, in seconds. */
const TOLERANCE_SECONDS = 300;

const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]+$/);
const event = z.object({
  type: z.string(),
  data: z.object({
    id,
    subject: id,
    plan: z
      .string()
      .max(100)
      .regex(/^[^\0]*$/)
      .default(''),
    active: z.boolean(),
    expiresAt: z.iso.datetime({ offset: true }).nullish(),
    changedAt: z.iso.datetime({ offset: true }),
  }),
});
const claimed = z.object({
  active: z.boolean().default(true),
  plan: z.string().default(''),
  expiresAt: z.number().nullish(),
});
const claims = z.union([
  z.boolean().transform((active) => [{ active, plan: '', expiresAt: null }]),
  claimed.transform((one) => [one]),
  z.array(claimed).max(20),
]);

/** Stores a change, unless a later one is stored. */
export async function applyChange(db: Transaction<Tables>, change: SubscriptionChange): Promise<void> {
  const { id: key, subject, plan, active, expiresAt, changedAt } = change;
  const values = { subject, plan, active, expires_at: expiresAt, changed_at: changedAt };
  await db
    .insertInto('subscriptions')
    .values({ id: key, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('subscriptions.changed_at', '<', changedAt),
    )
    .execute();
}

/**
 * Checks and applies an event.
 * @see https://www.standardwebhooks.com
 * @throws Refusal 401 for a signature that is not the provider's, 400 for an event that can't be read
 */
export async function applyWebhookEvent(
  database: Database,
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<void> {
  const key = checkSignature(secret, headers, body, Date.now());
  const { success, data } = event.safeParse(parse(body));
  if (!success)
    throw new Refusal(400, 'The event can’t be read: it needs data with id, subject, active and changedAt.');
  const { expiresAt, changedAt, ...rest } = data.data;
  const end = expiresAt === null || expiresAt === undefined ? null : new Date(expiresAt);
  await database.transact(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('webhook_events')
      .values({ id: key, received_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await applyChange(db, { ...rest, expiresAt: end, changedAt: new Date(changedAt) });
  });
}

/** Returns the subscriptions in a claim, as of `at`; none for a claim that can't be read. */
export function changesOfClaim(subject: string, value: unknown, at: Date): SubscriptionChange[] {
  const { success, data } = claims.safeParse(value);
  if (!success) return [];
  return data.map(({ active, plan, expiresAt }, index) => ({
    id: `claim ${index} ${subject}`,
    subject,
    plan,
    active,
    expiresAt: expiresAt === null || expiresAt === undefined ? null : new Date(expiresAt * 1000),
    changedAt: at,
  }));
}

/** @returns the event's id. @throws Refusal 401 */
function checkSignature(secret: string, headers: IncomingHttpHeaders, body: Buffer, nowMs: number): string {
  const said = (name: string): string => {
    const value = headers[`webhook-${name}`];
    return typeof value === 'string' ? value : '';
  };
  const [key, timestamp] = [said('id'), said('timestamp')];
  const isTimely = /^\d+$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  const wanted = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${key}.${timestamp}.`)
    .update(body)
    .digest();
  const isSigned = said('signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
  if (key === '' || key.length > 200 || !isTimely || !isSigned)
    throw new Refusal(401, 'The event is not signed by the provider, or it is too old.');
  return key;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return null;
  }
}
