// What a request says, checked as it is read: bodies come as bytes, so that a document with a key `__proto__` is a document
// as any other.

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DIALECTS } from '../../shared/document/dialect.ts';
import { Refusal } from '../errors.ts';
import { parameter } from '../query.ts';

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const MOST_NAME = 500;
const MOST_SCHEMA_BYTES = 262_144;
const MOST_IDS = 5000;
const ids = z.array(z.string().regex(ID)).max(MOST_IDS).default([]);
const idChanges = z.object({ add: ids, remove: ids });

/** The id in the path; one that no document can have is one that no document has. @throws Refusal 404 */
export function idOf({ params }: FastifyRequest): string {
  const { id = '' } = params as { id?: string };
  if (!ID.test(id)) throw new Refusal(404, 'There is no such document.');
  return id;
}

/** The revision that a write is based on; `null` where it does not say. @throws Refusal 400 */
export function baseOf({ headers }: FastifyRequest): number | null {
  const said = headers['if-match'];
  if (said === undefined || said === '*') return null;
  const revision = /^"?(\d{1,9})"?$/.exec(said)?.[1];
  if (revision === undefined) throw new Refusal(400, 'If-Match has to be a revision in quotes, such as "3".');
  return Number(revision);
}

/** The body's bytes. @throws Refusal 415 unless it is of that type */
export function bytesOf({ body, headers }: FastifyRequest, type: 'application/json' | 'text/plain'): Buffer {
  const said = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (said !== type) throw new Refusal(415, `The body has to be sent as ${type}.`);
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Refusal(415, 'The body has to be sent without a content encoding.');
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Bytes as text. @throws Refusal 400 for what is not UTF-8 */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not valid UTF-8.');
  }
}

/** Text as JSON. @throws Refusal 400 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
}

/** A name for a document. @throws Refusal 400 */
export function readName(said: string): string {
  const name = said.trim();
  // PostgreSQL keeps no NUL in a text.
  if (name === '' || name.length > MOST_NAME || name.includes('\0') || !name.isWellFormed())
    throw new Refusal(400, `A name has 1 to ${MOST_NAME} characters, none of them NUL.`);
  return name;
}

/** A schema, as it is spelt. @throws Refusal 400 for what is no object in JSON, 413 */
export function readSchema(text: string): string {
  if (Buffer.byteLength(text) > MOST_SCHEMA_BYTES) throw new Refusal(413, 'A schema has at most 256 KB.');
  const schema = jsonOf(text);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Refusal(400, 'A schema has to be an object with a type.');
  return text;
}

/** The dialect of a content; `null` where the request does not say, or JSON. @throws Refusal 400 */
export function dialectOf(request: FastifyRequest): string | null {
  const said = parameter(request, 'dialect');
  if (said === null || said === 'json') return null;
  if (!DIALECTS.some((dialect) => dialect === said))
    throw new Refusal(400, `The dialect has to be one of ${DIALECTS.join(', ')}.`);
  return said;
}

/** Ids to take into a list and to leave out of it. @throws Refusal 400 */
export function readIdChanges(value: unknown): z.output<typeof idChanges> {
  const { success, data } = idChanges.safeParse(value);
  if (success) return data;
  throw new Refusal(400, `The body has to be {"add": [ids], "remove": [ids]}, with at most ${MOST_IDS} ids each.`);
}
