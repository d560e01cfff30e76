// The page for a request that failed, where a browser shows the response as a page.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, sendPage, type Html } from './layout.ts';

const TITLES: ReadonlyMap<number, string> = new Map([
  [401, 'Not signed in'],
  [403, 'Not allowed'],
  [404, 'Nothing here'],
  [429, 'Too often'],
]);

/** Where the person begins again after a failure of a request, if not at its own address. */
const retries = new WeakMap<FastifyRequest, string>();

/** Records where a failed request leads to, for one that can't be repeated, such as a form or a code that is used up. */
export function retryAt(request: FastifyRequest, address: string): void {
  retries.set(request, address);
}

/** Whether a browser shows the response as a page: it says so, or, where it doesn't say, prefers HTML to JSON. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  const accepted = headers.accept ?? '';
  return weightOf(accepted, 'text/html') > weightOf(accepted, 'application/json');
}

/** Returns the weight that a header `Accept` gives to a type, by the most exact of its ranges. */
function weightOf(accepted: string, type: string): number {
  const ranges = ['*/*', `${type.split('/')[0]}/*`, type];
  const found = accepted.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1');
    return { rank: ranges.indexOf(range), weight: Number.isNaN(weight) ? 0 : weight };
  });
  return found.reduce((best, one) => (one.rank > best.rank ? one : best), { rank: -1, weight: 0 }).weight;
}

/** Returns what such a page contains. `again` is where the person may try again; `null` where that does not help. */
export function failureContent(message: string, again: string | null): Html {
  return html`<p class="wrong" role="alert">${message}</p>
    ${again === null ? null : html`<a class="button" href="${again}">Try again</a>`}
    <a class="${again === null ? 'button' : 'button quiet'}" href="/">Back to Diptych</a>`;
}

/** Sends the page for a failure. */
export function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): FastifyReply {
  const title = TITLES.get(status) ?? (status >= 500 ? 'Not available' : 'That did not work');
  return sendPage(reply, title, failureContent(message, retryOf(request, status)), status);
}

function retryOf(request: FastifyRequest, status: number): string | null {
  const known = retries.get(request);
  if (known !== undefined) return status === 404 ? null : known;
  const isPassing = status === 429 || status >= 500;
  const { method, server, url } = request;
  if (method === 'GET' || method === 'HEAD') return isPassing ? url : null;
  // The form that was sent, empty again.
  const route = request.routeOptions.url;
  const isForm = route !== undefined && server.hasRoute({ method: 'GET', url: route });
  return isForm && (isPassing || status === 403) ? url : null;
}
