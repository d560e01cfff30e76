// Error responses: a status and JSON with a `message`, or a page where a browser shows it. For an error of the server itself the
// message gives no details; the log has them. @see requirements API-5

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logEvent } from './audit.ts';
import { failureOf } from './database/failures.ts';
import { isNavigation, sendFailurePage } from './pages/failure-page.ts';

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

/** Addresses whose responses are data, whoever asks: contents of documents, and those of other servers. */
const DATA = ['/v2/docs', '/v2/forwarder'];

/** Sends the response for an error. */
export function answerError(
  error: Pick<FastifyError, 'message'> & Partial<FastifyError>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, message, headers } = responseTo(error, request);
  return answerFailure(request, reply.headers(headers), status, message);
}

/** Sends the response for a request that failed: a page for a browser's navigation, otherwise JSON. */
export function answerFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): FastifyReply {
  if (isNavigation(request) && !DATA.some((path) => request.url.startsWith(path)))
    return sendFailurePage(request, reply, status, message);
  return reply.code(status).send({ message });
}

interface Response {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

function responseTo(error: Pick<FastifyError, 'message'> & Partial<FastifyError>, request: FastifyRequest): Response {
  const none = { headers: {} };
  if (error instanceof Refusal) {
    const { statusCode: status, message, headers } = error;
    if (status === 429) logEvent(request, 'too_many_requests');
    return { status, message, headers };
  }
  const { statusCode: status = 500, code = '' } = error;
  if (status >= 400 && status < 500) return { ...none, status, message: FRAMEWORK.get(code) ?? error.message };
  const failure = failureOf(error);
  if (failure === 'unstorable') return { ...none, status: 400, message: UNSTORABLE };
  request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  if (failure === 'away') return { status: 503, message: UNREACHABLE, headers: { 'retry-after': '2' } };
  return failure === 'full' ? { ...none, status: 507, message: FULL } : { ...none, status: 500, message: BROKEN };
}
