// Query parameters.

import type { FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/** Returns a parameter; `null` where it is missing. @throws Refusal 400 for one that is repeated */
export function parameter({ query }: FastifyRequest, name: string): string | null {
  const value = new Map(Object.entries(query as Record<string, unknown>)).get(name) ?? null;
  if (value !== null && typeof value !== 'string')
    throw new Refusal(400, `The parameter ${name} is there more than once.`);
  return value;
}
