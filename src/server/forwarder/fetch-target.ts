// Fetches a document from a public address: without cookies, credentials or the proxy of the environment. Redirects are
// followed here, so that each is checked; bytes are counted after they are unpacked.

import { pipeline, Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request, type Dispatcher } from 'undici';
import { Refusal } from '../errors.ts';
import { publicConnector, type Network } from './connector.ts';
import { checkUrl } from './public-address.ts';

/** Limits of a fetch. */
export interface ForwardLimits {
  readonly bytes: number;
  /** Time until the first byte of the body, including all redirects. */
  readonly firstByteMs: number;
  /** Time until the last byte. */
  readonly wholeMs: number;
  readonly redirects: number;
}

export const FORWARD_LIMITS: ForwardLimits = {
  bytes: 104_857_600,
  firstByteMs: 10_000,
  wholeMs: 120_000,
  redirects: 5,
};

/** The response of the address, with its body unpacked. */
export interface ForwardedAnswer {
  readonly type: string | null;
  readonly body: Readable;
}

const HEADERS = {
  accept: 'application/json, */*;q=0.8',
  'accept-encoding': 'gzip, br',
  'user-agent': 'Diptych',
} as const;

/**
 * Fetches `text`, an address. The body fails with an error when it is too large or too slow.
 * @throws Refusal 400, 403, 413, 502, 504
 */
export async function fetchTarget(
  text: string,
  network: Network,
  limits: ForwardLimits,
  signal: AbortSignal,
): Promise<ForwardedAnswer> {
  let url = checkUrl(text);
  const stop = new AbortController();
  const whole = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(limits.wholeMs)]);
  const first = setTimeout(
    () => stop.abort(new Refusal(504, 'The address took too long to answer.')),
    limits.firstByteMs,
  );
  const agent = new Agent({
    connect: publicConnector(network, limits.firstByteMs),
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.firstByteMs,
    maxHeaderSize: 32_768,
    keepAliveTimeout: 1,
  });
  const close = (): void => void agent.destroy().catch(() => undefined);
  try {
    for (let hops = 0; hops <= limits.redirects; hops++) {
      const answer = await request(url, { dispatcher: agent, method: 'GET', headers: HEADERS, signal: whole });
      const location = headerOf(answer, 'location');
      if (answer.statusCode >= 300 && answer.statusCode < 400 && location !== null) {
        answer.body.on('error', () => undefined);
        answer.body.destroy();
        url = checkUrl(URL.parse(location, url)?.href ?? '');
        continue;
      }
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw new Refusal(502, `The address answered with status ${answer.statusCode}.`);
      if (Number(headerOf(answer, 'content-length') ?? 0) > limits.bytes) throw tooLarge(limits);
      const body = limited(unpacked(answer), limits, close);
      await firstByte(body, whole);
      clearTimeout(first);
      return { type: headerOf(answer, 'content-type'), body };
    }
    throw new Refusal(502, `The address leads on more than ${limits.redirects} times.`);
  } catch (error) {
    clearTimeout(first);
    close();
    throw refusalOf(error, stop.signal);
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = new Map(Object.entries(headers)).get(name);
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function unpacked(answer: Dispatcher.ResponseData): Readable {
  const encoding = (headerOf(answer, 'content-encoding') ?? 'identity').trim().toLowerCase();
  const unpack = unpackerOf(encoding);
  if (unpack === null) return answer.body;
  return pipeline(answer.body, unpack, () => undefined);
}

/**
 * Returns the decompressor of a content encoding; `null` where there is none.
 * @throws Refusal 502 for one that is not supported
 */
function unpackerOf(encoding: string): Transform | null {
  if (encoding === 'identity' || encoding === '') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'deflate') return createInflate();
  throw new Refusal(502, 'The address answers in a packing that was not asked for.');
}

/** Passes the bytes on, with an error after too many. `close` runs when they end, with or without an error. */
function limited(source: Readable, limits: ForwardLimits, close: () => void): Readable {
  let count = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      if (count > limits.bytes) done(tooLarge(limits));
      else done(null, chunk);
    },
  });
  return pipeline(source, counter, close);
}

/** Waits until the body is readable or has ended. */
function firstByte(body: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      body.off('readable', end).off('end', end).off('error', fail);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error(String(error)));
    const abort = (): void => {
      body.destroy();
      fail(signal.reason);
    };
    body.on('readable', end).on('end', end).on('error', fail);
    signal.addEventListener('abort', abort);
  });
}

function tooLarge({ bytes }: ForwardLimits): Refusal {
  return new Refusal(413, `The document at the address is larger than ${Math.round(bytes / 1_048_576)} MB.`);
}

function refusalOf(error: unknown, stop: AbortSignal): Refusal {
  if (error instanceof Refusal) return error;
  if (stop.aborted && stop.reason instanceof Refusal) return stop.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT/.test(code) || (error instanceof DOMException && error.name === 'TimeoutError'))
    return new Refusal(504, 'The address took too long to answer.');
  return new Refusal(502, `The address can’t be reached${code === '' ? '' : ` (${code})`}.`);
}
