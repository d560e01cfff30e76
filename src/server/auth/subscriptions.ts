// Subscriptions, reported by the provider in signed events or in a claim at a sign-in. Events may arrive twice and in any
// order: each id counts once, and the state with the latest time stays.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { DatabaseTables } from '../database/tables.ts';
import { Refusal } from '../errors.ts';
import type { Subjects } from './subjects.ts';

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
const MAX_CLAIMED = 20;
const MAX_PLAN = 100;
/** The last date that every database stores. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** Stores a change, unless a later one is stored. Of two with one time the one that arrives last counts. */
export async function applyChange(db: Transaction<DatabaseTables>, change: SubscriptionChange): Promise<void> {
  const { id: key, subject, plan, active, expiresAt, changedAt } = change;
  const values = { subject, plan, active, expires_at: expiresAt, changed_at: changedAt };
  await db
    .insertInto('subscriptions')
    .values({ id: key, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('subscriptions.changed_at', '<=', changedAt),
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
  subjects: Subjects,
): Promise<void> {
  const key = checkSignature(secret, headers, body, Date.now());
  const { success, data } = event.safeParse(parse(body));
  if (!success)
    throw new Refusal(400, 'The event can’t be read: it needs data with id, subject, active and changedAt.');
  const { expiresAt, changedAt, ...rest } = data.data;
  const [subscription, subject] = [await subjects.keyOf(rest.id), await subjects.keyOf(rest.subject)];
  const end = expiresAt === null || expiresAt === undefined ? null : new Date(expiresAt);
  await database.transact(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('webhook_events')
      .values({ id: key, received_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await applyChange(db, { ...rest, id: subscription, subject, expiresAt: end, changedAt: new Date(changedAt) });
  });
}

/** Stores what a claim says at a sign-in: what an earlier one has named and this one does not is not active any more. */
export async function applyClaim(
  db: Transaction<DatabaseTables>,
  subject: string,
  value: unknown,
  at: Date,
): Promise<void> {
  const changes = changesOfClaim(subject, value, at);
  await db
    .updateTable('subscriptions')
    .set({ active: false, changed_at: at })
    .where('subject', '=', subject)
    .where('id', 'like', 'claim %')
    .where('active', '=', true)
    .execute();
  for (const change of changes) await applyChange(db, change);
}

/** Returns the subscriptions in a claim, as of `at`. What can't be read in it grants nothing. */
export function changesOfClaim(subject: string, value: unknown, at: Date): SubscriptionChange[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_CLAIMED) : [value];
  return entries.flatMap((entry, index) => {
    const fields = typeof entry === 'boolean' ? { active: entry } : entry;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return [];
    const said = new Map<string, unknown>(Object.entries(fields));
    const expiresAt = endOf(said.get('expiresAt') ?? null);
    const isActive = said.get('active') ?? true;
    return [
      {
        id: `claim ${index} ${subject}`,
        subject,
        plan: planOf(said.get('plan')),
        active: isActive === true && expiresAt !== undefined,
        expiresAt: expiresAt ?? null,
        changedAt: at,
      },
    ];
  });
}

function planOf(said: unknown): string {
  return typeof said === 'string' ? said.replaceAll('\0', '').slice(0, MAX_PLAN).toWellFormed() : '';
}

/** Returns the end in a claim: in seconds, or as a date; `null` where there is none, `undefined` for one that can't be read. */
function endOf(said: unknown): Date | null | undefined {
  if (said === null) return null;
  const ms = typeof said === 'number' ? said * 1000 : typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(Math.min(Math.max(ms, 0), LAST_MS));
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
