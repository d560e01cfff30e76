// Access rights of a document. Its access list gives roles to users and may make it public; the user who created it owns it. A
// private document can be changed only while its owner has a subscription. @see requirements API-2

import { z } from 'zod';
import { USER_ID } from '../auth/people.ts';
import { NOT_SIGNED_IN, Refusal } from '../errors.ts';

/** The roles. Each has all rights of those before it. */
export const ROLES = ['reader', 'writer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export type AccessEntry = { readonly public: boolean } | { readonly id: string; readonly role: Role };

export const NO_SUBSCRIPTION_TO_EDIT =
  'There is no active subscription: private documents can be read, and not changed any more.';
export const NO_SUBSCRIPTION_TO_HIDE = 'There is no active subscription: documents of a free account are public.';

const MAX_ENTRIES = 200;
const entrySchema = z.union([
  z.object({ public: z.boolean() }),
  z.object({ id: z.string().trim().min(1).max(320).refine(isStorable), role: z.enum(ROLES) }),
]);
const list = z.array(entrySchema).max(MAX_ENTRIES);

/** What the rights to a document depend on. */
export interface Guarded {
  readonly owner: string;
  readonly access: readonly AccessEntry[];
}

/** The address by which somebody was entered, and by whom: nobody else is shown it. */
export type Addresses = Readonly<Record<string, { readonly email: string; readonly by: string }>>;

/** Whether a database stores a text: PostgreSQL has no NUL, and no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Validates an access list from a request. @throws Refusal 400 */
export function readAccess(value: unknown): AccessEntry[] {
  const { success, data } = list.safeParse(value);
  if (success) return data;
  throw new Refusal(
    400,
    `Access has to be a list of at most ${MAX_ENTRIES} entries, each {"public": true or false} or {"id", "role"} with a role of ${ROLES.join(', ')}.`,
  );
}

/** Parses a stored access list. */
export function parseAccess(stored: string): AccessEntry[] {
  return JSON.parse(stored) as AccessEntry[];
}

/** Parses the stored addresses. */
export function parseAddresses(stored: string): Addresses {
  return JSON.parse(stored) as Addresses;
}

/**
 * Returns a list with ids in place of addresses, and the addresses that it was entered with. Only the first entry of each person
 * remains. Ids are taken as they are, so that nobody learns whose they are.
 */
export async function resolveAccess(
  access: readonly AccessEntry[],
  before: Addresses,
  user: string,
  find: (email: string) => Promise<string>,
): Promise<{ readonly access: AccessEntry[]; readonly addresses: Addresses }> {
  const resolved: AccessEntry[] = [];
  const addresses = new Map<string, Addresses[string]>();
  for (const entry of access) {
    if (!('id' in entry)) {
      resolved.push(entry);
      continue;
    }
    const isId = USER_ID.test(entry.id);
    const id = isId ? entry.id : await find(entry.id);
    if (resolved.some((one) => 'id' in one && one.id === id)) continue;
    resolved.push({ ...entry, id });
    const known = isId ? before[id] : { email: entry.id.toLowerCase(), by: user };
    if (known !== undefined) addresses.set(id, known);
  }
  return { access: resolved, addresses: Object.fromEntries(addresses) };
}

/** Whether every user may read a document: true if any entry says so. */
export function isPublic(access: readonly AccessEntry[]): boolean {
  return access.some((one) => 'public' in one && one.public);
}

/** Returns the role that the owner or an entry with the user's id has, regardless of whether the document is public. */
export function roleOf({ owner, access }: Guarded, user: string | null): Role | null {
  if (user === null) return null;
  if (user === owner) return 'owner';
  const given = access.filter((one) => 'id' in one).filter(({ id }) => id === user);
  return ROLES.findLast((role) => given.some((one) => one.role === role)) ?? null;
}

/** @throws Refusal for a user with less than the role `needed`: 403, or 401 when not signed in */
export function checkRole(document: Guarded, user: string | null, needed: Role): void {
  const role = roleOf(document, user) ?? (isPublic(document.access) ? 'reader' : null);
  if (role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed)) return;
  throw user === null
    ? new Refusal(401, NOT_SIGNED_IN, { 'www-authenticate': 'Bearer' })
    : new Refusal(403, `You have no access to this document as its ${needed}.`);
}

/** Returns the part of the access list that a user may see: only users with a role see the entries of others. */
export function shownAccess(document: Guarded, user: string | null): AccessEntry[] {
  if (roleOf(document, user) !== null) return [...document.access];
  return document.access.filter((one) => 'public' in one);
}
