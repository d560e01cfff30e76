// Who may open a document of the cloud, as a list of entries: one may say that it is public, the others give somebody a
// role. @see requirements API-2

import type { Access } from '../../model/access.ts';

export const ROLES = ['owner', 'writer', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody with a role. A server may know of more roles than this page. */
export interface Person {
  readonly id: string;
  readonly role: string;
  readonly email?: string;
}

/** Whether everyone may read it: if any entry says so. */
export function isPublic(access: readonly Access[]): boolean {
  return access.some((entry) => 'public' in entry && entry.public);
}

/** The same people, public or not. */
export function withPublic(access: readonly Access[], isOpen: boolean): Access[] {
  return [{ public: isOpen }, ...peopleOf(access)];
}

/** Those with a role, in the order of the list. */
export function peopleOf(access: readonly Access[]): Person[] {
  return access.filter((entry) => 'id' in entry);
}

/** Gives somebody a role, in place of the one that they have. */
export function withRole(access: readonly Access[], id: string, role: Role): Access[] {
  const isThere = peopleOf(access).some((person) => person.id === id);
  if (!isThere) return [...access, { id, role }];
  return access.map((entry) => ('id' in entry && entry.id === id ? { ...entry, role } : entry));
}

/** Takes somebody's role away. */
export function withoutPerson(access: readonly Access[], id: string): Access[] {
  return access.filter((entry) => !('id' in entry && entry.id === id));
}
