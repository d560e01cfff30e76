// Fetches documents from a web address directly. If its server sends no CORS header, uses the forwarder of the server that serves
// this page, where one is configured:
//
//   <script type="application/json" id="configuration">{"forwarder": {"url": "/v2/forwarder/url"}}</script>

import { CodedError } from '../../../shared/errors.ts';
import { noteRequestReason } from '../../model/request-reasons.ts';
import { addressOf, readConfiguration } from '../../settings/server-configuration.ts';
import { isSealed } from '../../model/sealed.ts';
import { NEEDS_NET } from '../../strings/app/sealed.ts';
import { URL_FAILED } from '../../strings/documents/opening.ts';
import { isWithdrawn } from '../../notices/notices.ts';
import { sendAuthorized } from '../cloud/authorized.ts';
import type { TokenSource } from '../cloud/token.ts';

/**
 * Fetches a document as a Blob, which the browser may store on disk. `tokens` are sent to the forwarder only.
 * @throws CodedError `http`
 */
export async function fetchDocument(url: string, signal: AbortSignal, tokens?: TokenSource): Promise<Blob> {
  noteRequestReason(url, 'opened');
  const fail = (reason: string): CodedError => new CodedError('http', URL_FAILED.message(url, reason));
  let isForwarded = false;
  const { response, content } = await ask(url, signal).catch(async (error: unknown) => {
    if (isWithdrawn(error)) throw error;
    // The error does not say whether the network or CORS is the reason. The forwarder can find out.
    const forwarded = forwardedAddress(url);
    if (forwarded === null) throw fail(isSealed() ? NEEDS_NET : URL_FAILED.unreachable);
    isForwarded = true;
    return ask(forwarded, signal, tokens).catch((second: unknown) => {
      throw isWithdrawn(second) ? second : fail(URL_FAILED.unreachable);
    });
  });
  if (!response.ok) {
    const said = isForwarded ? await messageIn(content) : '';
    throw fail(said || URL_FAILED.status(`${response.status} ${response.statusText}`.trim()));
  }
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(content.type)) throw fail(URL_FAILED.page);
  if (content.size === 0) throw fail(URL_FAILED.empty);
  return content;
}

async function ask(
  url: string,
  signal: AbortSignal,
  tokens?: TokenSource,
): Promise<{ response: Response; content: Blob }> {
  const accept = 'application/json, text/plain, */*';
  const send = (authorization: string | null): Promise<Response> =>
    fetch(url, { signal, headers: { accept, ...(authorization !== null && { authorization }) } });
  const response = await sendAuthorized(tokens, send, true);
  return { response, content: await response.blob() };
}

/** Returns this server's reason for a refusal; empty when it gives none. @see requirements API-5 */
async function messageIn(content: Blob): Promise<string> {
  try {
    const { message } = JSON.parse(await content.text()) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

/** Returns the address at which the forwarder serves `url`; `null` without a forwarder, and for addresses of this server. */
function forwardedAddress(url: string): string | null {
  const forwarder = addressOf(readConfiguration('forwarder').get('url'));
  const target = URL.parse(url, location.href);
  if (forwarder === null || target === null || target.origin === location.origin) return null;
  const address = new URL(forwarder);
  if (address.origin !== location.origin) return null;
  address.searchParams.set('url', target.href);
  return address.href;
}
