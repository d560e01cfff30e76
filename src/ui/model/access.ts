// Who may open a document of the cloud, as a list of entries: one may make it public, the others give a person a role. @see
// requirements API-2

import type { Access } from './document-meta.ts';

export const ROLES = ['owner', 'writer', 'reader'] as const;
export type SharedRole = (typeof ROLES)[number];

/** A person with a role. A server may have more roles than this page knows. */
export interface SharedPerson {
  readonly id: string;
  readonly role: string;
  readonly email?: string;
}

/** Whether everyone may read it: true if any entry is public. */
export function isPublic(access: readonly Access[]): boolean {
  return access.some((entry) => 'public' in entry && entry.public);
}

/** Returns the access of the same people, public or not. */
export function withPublic(access: readonly Access[], isOpen: boolean): Access[] {
  return [{ public: isOpen }, ...peopleOf(access)];
}

/** Returns the people with a role, in the order of the list. */
export function peopleOf(access: readonly Access[]): SharedPerson[] {
  return access.filter((entry) => 'id' in entry);
}

/** Gives a person a role, replacing the previous one. */
export function withRole(access: readonly Access[], id: string, role: SharedRole): Access[] {
  const isThere = peopleOf(access).some((person) => person.id === id);
  if (!isThere) return [...access, { id, role }];
  return access.map((entry) => ('id' in entry && entry.id === id ? { ...entry, role } : entry));
}

/** Removes a person and their role. */
export function withoutPerson(access: readonly Access[], id: string): Access[] {
  return access.filter((entry) => !('id' in entry && entry.id === id));
}
