// Texts about what this page talked to.

import type { RequestReason } from '../../model/request-reasons.ts';

const count = (value: number): string => value.toLocaleString('en-US');
const addresses = (value: number): string => `${count(value)} ${value === 1 ? 'address' : 'addresses'}`;
const time = (at: number): string => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium' });

const REASONS: Readonly<Record<RequestReason, string>> = {
  opened: 'You opened this address.',
  sent: 'You sent the document to this address.',
  schema: 'It is the schema of a document, or a part of it.',
};

/** The item of the status line about what became of the document. */
export const TRUST = {
  hint: 'What left this browser, what a save has kept, and secrets in the text',
  traffic: 'What this page talked to…',
} as const;

export const TRAFFIC = {
  title: 'What this page talked to',
  badge: {
    none: 'Not counted yet',
    nothing: 'Nothing left this browser',
    nothingSince: (at: number): string => `Nothing left since ${time(at)}`,
    talked: (destinations: number): string => `Talked to ${addresses(destinations)}`,
    sealed: 'Sealed',
    notSealed: 'Not sealed',
  },
  coverage: {
    none: 'Requests are not all counted yet: the part of the browser that counts them starts some seconds after the first visit, and sees a page from its next start on. It needs https, and does not run in an embedded editor or a sandbox. What is listed was seen by the page itself.',
    since: (at: number): string =>
      `Requests are counted since ${time(at)}. What was before that is listed as far as the page itself has seen it.`,
    whole: 'All requests of this page are counted, from its start on, as far as a page can see them.',
  },
  limits:
    'A page can’t see where a server forwards a request, nor what the browser does by itself: looking up names, checking for updates of this page, or what an extension asks for. A window or a page that a link opened is counted as that link.',
  nothing: 'No request has left for another address than this page’s own files.',
  list: 'Addresses',
  refused: 'Refused by the policy of this page',
  at: (first: number, last: number, times: number): string =>
    times > 1 ? `${count(times)} times, ${time(first)} to ${time(last)}` : time(first),
  received: (size: string): string => `${size} received`,
  sent: (size: string): string => `${size} sent`,
  reason: (reason: string | null, isOwnServer: boolean): string =>
    reason !== null && Object.hasOwn(REASONS, reason)
      ? REASONS[reason as RequestReason]
      : isOwnServer
        ? 'It is this page’s own server: cloud documents, your account, or an address fetched for you.'
        : 'No reason is known.',
  unlisted: (more: number): string => `${addresses(more)} more ${more === 1 ? 'is' : 'are'} not listed.`,
  build: (version: string): string => `Diptych ${version}, build`,
  buildHint: 'SHA-256 of the script that names all others. Two people with the same one have the same page.',
  buildUnknown: 'not known: this page is not served over https',
  reading: 'is being read…',
  sealedNow:
    'This page is sealed: its policy refuses every other address, and all of this server but the page’s own files.',
  notSealed:
    'This page is not sealed: its server did not send the policy that refuses other addresses. What leaves is counted as in any page.',
  seal: 'Seal this page',
  sealHint:
    'Loads the page again under a policy that refuses every other address. Documents, drafts and both panels stay.',
  unseal: 'Open the seal',
  unsaved: 'There is unsaved work that this browser does not keep: save it first, then seal the page.',
  unavailable: 'This server has no sealed page.',
} as const;
