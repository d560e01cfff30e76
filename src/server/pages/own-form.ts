// Forms of the server's own pages: only those are taken, and their fields are texts.

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** The most bytes of a form. */
export const MAX_FORM_BYTES = 16_384;

/** @throws Refusal 403 for a form that was sent from another site */
export function checkOwnForm({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isOwn) throw new Refusal(403, 'The form was sent from another page.');
}

/** Returns the value that was entered in a field. `isAsIs`: with blanks around it, as in a password. */
export function entered({ body }: FastifyRequest, name: string, isAsIs = false): string {
  const value = new Map(Object.entries((body ?? {}) as Record<string, unknown>)).get(name);
  const text = typeof value === 'string' ? value.slice(0, 1000).toWellFormed() : '';
  return isAsIs ? text : text.trim().replaceAll('\0', '');
}
