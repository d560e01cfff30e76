// Reads and validates the parts of a request. Bodies are read as bytes, so that a document with a key `__proto__` is handled
// like any other.

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DIALECTS } from '../../shared/document/dialect.ts';
import { Refusal } from '../errors.ts';
import { parameter } from '../query.ts';

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_NAME_LENGTH = 500;
const MAX_SCHEMA_BYTES = 262_144;
const MAX_IDS = 5000;
const ids = z.array(z.string().regex(ID)).max(MAX_IDS).default([]);
const idChanges = z.object({ add: ids, remove: ids });

/** Returns the id in the path. @throws Refusal 404 for an id that no document can have */
export function idOf({ params }: FastifyRequest): string {
  const { id = '' } = params as { id?: string };
  if (!ID.test(id)) throw new Refusal(404, 'There is no such document.');
  return id;
}

/** Returns the bytes of the body. @throws Refusal 415 unless it has that type */
export function bytesOf({ body, headers }: FastifyRequest, type: 'application/json' | 'text/plain'): Buffer {
  const said = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (said !== type) throw new Refusal(415, `The body has to be sent as ${type}.`);
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Refusal(415, 'The body has to be sent without a content encoding.');
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Decodes bytes. @throws Refusal 400 unless they are UTF-8 */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not valid UTF-8.');
  }
}

/** Parses JSON. @throws Refusal 400 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
}

/** Validates the name of a document. @throws Refusal 400 */
export function readName(said: string): string {
  const name = said.trim();
  // PostgreSQL can't store NUL in a text.
  if (name === '' || name.length > MAX_NAME_LENGTH || name.includes('\0') || !name.isWellFormed())
    throw new Refusal(400, `A name has 1 to ${MAX_NAME_LENGTH} characters, none of them NUL.`);
  return name;
}

/** Validates a schema and returns it with its spelling. @throws Refusal 400 unless it is a JSON object, 413 */
export function readSchema(text: string): string {
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES) throw new Refusal(413, 'A schema has at most 256 KB.');
  const schema = jsonOf(text);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Refusal(400, 'A schema has to be an object with a type.');
  return text;
}

/** Returns the dialect of a content; `null` where the request names none, or JSON. @throws Refusal 400 */
export function dialectOf(request: FastifyRequest): string | null {
  const said = parameter(request, 'dialect');
  if (said === null || said === 'json') return null;
  if (!DIALECTS.some((dialect) => dialect === said))
    throw new Refusal(400, `The dialect has to be one of ${DIALECTS.join(', ')}.`);
  return said;
}

/** Returns how many elements of a list are asked for. @throws Refusal 400 */
export function limitOf(request: FastifyRequest, most: number): number {
  const said = parameter(request, 'limit');
  if (said === null) return most;
  const limit = /^\d{1,6}$/.test(said) ? Number(said) : 0;
  if (limit === 0) throw new Refusal(400, `The parameter limit has to be a number from 1 to ${most}.`);
  return Math.min(limit, most);
}

/** Validates the ids to add to a list and to remove from it. @throws Refusal 400 */
export function readIdChanges(value: unknown): z.output<typeof idChanges> {
  const { success, data } = idChanges.safeParse(value);
  if (success) return data;
  throw new Refusal(400, `The body has to be {"add": [ids], "remove": [ids]}, with at most ${MAX_IDS} ids each.`);
}
