// Sends the provider's e-mail: in the background, to the address of an account or the one that it is to get, and so many in an
// hour to one address and for one client.

import type { FastifyRequest } from 'fastify';
import type { ProviderAccount } from '../database/tables.ts';
import type { Message } from '../mail/mailer.ts';
import { addressKey } from '../rate-limit.ts';
import { PROVIDER_PATH } from './address.ts';
import { changeAskedLetter, changeLetter, resetLetter, verifyLetter } from './letters.ts';
import type { LinkPurpose } from './links.ts';
import type { ProviderService } from './requests.ts';

type Addressed = Pick<ProviderAccount, 'id' | 'email' | 'epoch'>;

/** Counts a message that a client asks for. @throws Refusal 429 */
export function countMail(request: FastifyRequest, { limiter }: ProviderService): Promise<void> {
  return limiter.take(addressKey(request.ip), 'mails');
}

/** Sends the link that verifies an address. */
export function sendVerification(service: ProviderService, account: Addressed): void {
  sendLink(service, account, 'verify', account.email, verifyLetter);
}

/** Sends the link to choose a new password to an address, if there is an account with it. Nobody can tell whether there is. */
export function sendReset(service: ProviderService, email: string, onFound: (account: ProviderAccount) => void): void {
  const { accounts, mailer } = service;
  mailer.send(async () => {
    const account = await accounts.findByEmail(email);
    if (account === null) return null;
    onFound(account);
    return letterOf(service, account, 'reset', account.email, resetLetter);
  });
}

/** Sends the link to a new address, unless another account has it, and a notice to the present one. */
export function sendChange(service: ProviderService, account: Addressed, email: string): void {
  const { accounts, mailer, origin } = service;
  mailer.send(async () => {
    if ((await accounts.findByEmail(email)) !== null) return null;
    mailer.send(changeAskedLetter(account.email, origin.value, email));
    return letterOf(service, account, 'change', email, changeLetter);
  });
}

function sendLink(service: ProviderService, ...more: LetterArguments): void {
  service.mailer.send(() => letterOf(service, ...more));
}

type LetterArguments = [
  account: Addressed,
  purpose: LinkPurpose,
  to: string,
  letter: (to: string, origin: string, link: string) => Message,
];

async function letterOf(
  { limiter, links, origin }: ProviderService,
  ...[account, purpose, to, letter]: LetterArguments
): Promise<Message | null> {
  // Too many to one address: those that it has got still work, because no other is made.
  if ((await limiter.count(`${purpose} ${to}`, 'mailsTo')).most < 0) return null;
  const token = await links.make(account, purpose, to);
  return token === null ? null : letter(to, origin.value, origin.at(`${PROVIDER_PATH}/link?token=${token}`));
}
