// Error responses: a status and JSON with a `message`. For an error of the server itself the message gives no details; the log
// has them. @see requirements API-5

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from './audit.ts';
import { failureOf } from './database/failures.ts';

/** An error response. The message is a sentence that the user reads. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const NOT_SIGNED_IN = 'You are not signed in.';
const BROKEN = 'Something went wrong on the server. Try again in a moment.';
const UNREACHABLE = 'The server can’t reach its database. Try again in a moment.';
const FULL = 'The disk of the server is full, and nothing was stored. Its operator has to make room.';
const UNSTORABLE = 'The request has a character that can’t be stored, such as NUL.';

/** Our messages for the errors of Fastify. */
const FRAMEWORK: ReadonlyMap<string, string> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'The request is larger than the server takes.'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'The server does not take a body of this content type here.'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body is not as long as the request says.'],
  ['FST_ERR_BAD_URL', 'The address can’t be read.'],
]);

/** Sends the response for an error. */
export function answerError(
  error: Pick<FastifyError, 'message'> & Partial<FastifyError>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Refusal && error.statusCode === 429) logEvent(request, 'too_many_requests');
  if (error instanceof Refusal)
    return reply.code(error.statusCode).headers(error.headers).send({ message: error.message });
  const { statusCode = 500, code = '' } = error;
  if (statusCode >= 400 && statusCode < 500)
    return reply.code(statusCode).send({ message: FRAMEWORK.get(code) ?? error.message });
  const failure = failureOf(error);
  if (failure === 'unstorable') return reply.code(400).send({ message: UNSTORABLE });
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  if (failure === 'away') return reply.code(503).header('retry-after', '2').send({ message: UNREACHABLE });
  return reply.code(failure === 'full' ? 507 : 500).send({ message: failure === 'full' ? FULL : BROKEN });
}
