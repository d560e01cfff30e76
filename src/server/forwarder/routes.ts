// `GET /v2/forwarder/url?url=`: fetches a document of another server, for a page that may not fetch it itself. Only this
// server's page may use it, and it gets data: never a type that a browser would execute or show as a page.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/people.ts';
import { Refusal } from '../errors.ts';
import { parameter } from '../query.ts';
import { addressKey, type RateLimiter } from '../rate-limit.ts';
import { INTERNET, type Network } from './connector.ts';
import { fetchTarget, FORWARD_LIMITS, type ForwardLimits } from './fetch-target.ts';

/** Dependencies of the route. */
export interface ForwarderService {
  readonly people: Authenticator;
  readonly limiter: RateLimiter;
  readonly network?: Network;
  readonly limits?: ForwardLimits;
}

const MAX_ADDRESS_LENGTH = 8192;
/** Types that a browser executes, shows as a page, or splits into parts. */
const ACTIVE = /html|xml|svg|script|css|multipart|wasm|pdf|x-mixed|shockwave|java/i;
const TYPE = /^[\w.+-]+\/[\w.+-]+\s*(;.*)?$/;

/** Adds the route to `app`, whose prefix is that of the API. */
export function forwarderRoutes(app: FastifyInstance, service: ForwarderService): void {
  const { people, limiter, network = INTERNET, limits = FORWARD_LIMITS } = service;
  app.get('/forwarder/url', { exposeHeadRoute: false }, async (request, reply) => {
    checkSameOrigin(request);
    const url = parameter(request, 'url') ?? '';
    if (url === '') throw new Refusal(400, 'The parameter url is missing.');
    if (url.length > MAX_ADDRESS_LENGTH) throw new Refusal(400, 'The url is too long.');
    const person = await people.identify(request);
    await limiter.take(addressKey(request.ip), 'forwards');
    if (person !== null) await limiter.take(person.id, 'forwards');
    const gone = new AbortController();
    request.raw.on('close', () => gone.abort());
    reply.raw.on('close', () => gone.abort());
    const { type, body } = await fetchTarget(url, network, limits, gone.signal);
    body.on('error', () => reply.raw.destroy());
    return reply
      .headers({
        'content-type': passiveType(type),
        'content-security-policy': 'sandbox',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-disposition': 'attachment',
      })
      .send(body);
  });
}

/** Returns the type of a response, or plain text in place of a type that a browser would act on. */
export function passiveType(type: string | null): string {
  if (type === null) return 'application/octet-stream';
  return TYPE.test(type) && !ACTIVE.test(type) ? type : 'text/plain; charset=utf-8';
}

/** @throws Refusal 403 for a request from another site, or from no page */
function checkSameOrigin({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] !== 'same-origin')
    throw new Refusal(403, 'The forwarder answers the page of this server only.');
}
