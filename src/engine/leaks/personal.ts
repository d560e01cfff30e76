// Money and people: cards, bank accounts, e-mail addresses, telephone numbers.

import { ibanLength, isCard, isIban } from './check-digits.ts';
import type { SecretList } from './secret.ts';
import { ACCOUNT_START, AT, LONG_NUMBER, PHONE_DIGITS } from './text-features.ts';

const CARD = /(?<![\d.,/+-]|\d[ -])(?:\d[ -]?){12,18}\d(?!\d|[.,]\d)/g;
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,32}/g;
const EMAIL =
  /(?<![\p{L}\p{M}\d_.+/%-])[\p{L}\p{M}\d_.+%'-]{1,64}@((?:[\p{L}\p{M}\d](?:[\p{L}\p{M}\d-]{0,61}[\p{L}\p{M}\d])?\.){1,8})(\p{L}[\p{L}\p{M}\d-]{1,23})(?![\p{L}\d_-]|\.[\p{L}\d])/gu;
/** The same for a text in ASCII. */
const ASCII_EMAIL = new RegExp(
  EMAIL.source
    .replaceAll(/\\p\{M\}/g, '')
    .replaceAll('\\p{L}', 'A-Za-z')
    .replace('(A-Za-z[', '([A-Za-z]['),
  'g',
);
const ASCII = /^[\0-\x7f]*$/;
/** From the `@` on. */
const RESERVED = /@(?:[\w-]+\.)*(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local|internal)$/iy;
const NO_ADDRESS =
  /^(?:git|no-?reply|donotreply|hg)@|noreply\.github\.com$|gserviceaccount\.com$|\.(?:png|jpe?g|gif|svg|webp|css|m?js|tsx?|json|html?|md|py|txt|zip|gz)$|sentry\.io$/i;
const PHONE = /(?<![\w+/.,-]|[+/=]=)\+\d(?:[ ()./-]{0,2}\d){7,14}(?![\w=+/]|[.,]\d)/g;

/** Finds money and people in a text with these features. */
export function findMoneyAndPeople(text: string, has: number, found: SecretList): void {
  if ((has & LONG_NUMBER) !== 0) {
    for (const { index, 0: digits } of text.matchAll(CARD)) {
      const parts = digits.split(/[ -]/).map(({ length }) => length);
      const isGrouped = parts.length === 1 || /^(?:4,4,4,4(?:,3)?|4,6,5|4,6,4)$/.test(parts.join(','));
      if (isGrouped && isCard(digits.replaceAll(/\D/g, ''))) found.add('card', index, index + digits.length);
    }
  }
  if ((has & ACCOUNT_START) !== 0) for (const { index, 0: code } of text.matchAll(IBAN)) findIban(code, index, found);
  if ((has & AT) !== 0) {
    const pattern = ASCII.test(text) ? ASCII_EMAIL : EMAIL;
    // `matchAll` would make a copy of the expression.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [address] = match;
      RESERVED.lastIndex = address.indexOf('@');
      if (RESERVED.test(address) || NO_ADDRESS.test(address)) continue;
      const quotes = /^'+/.exec(address)?.[0].length ?? 0;
      found.add('email', match.index + quotes, match.index + address.length);
    }
  }
  if ((has & PHONE_DIGITS) !== 0) {
    for (const { index, 0: number } of text.matchAll(PHONE))
      if (!/^\+\d+\.\d+$/.test(number)) found.add('phone', index, index + number.length);
  }
}

/** The code may run into what stands behind it: only as many characters as the country's codes have are part of it. */
function findIban(code: string, index: number, found: SecretList): void {
  let left = ibanLength(code.slice(0, 2));
  let end = 0;
  while (left > 0 && end < code.length) {
    if (code[end] !== ' ') left -= 1;
    end += 1;
  }
  if (left === 0 && isIban(code.slice(0, end).replaceAll(' ', ''))) found.add('iban', index, index + end);
}
