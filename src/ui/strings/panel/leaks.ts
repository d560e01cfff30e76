// Texts about secrets and personal data in a document.

import type { LeakKind, LeakSeverity } from '../../../shared/protocol/leaks.ts';

const KINDS: Readonly<Record<LeakKind, readonly [one: string, more: string]>> = {
  'cloud-key': ['cloud key', 'cloud keys'],
  token: ['token', 'tokens'],
  'private-key': ['private key', 'private keys'],
  'connection-string': ['connection string', 'connection strings'],
  'url-password': ['address with a password', 'addresses with a password'],
  'basic-auth': ['user name with a password', 'user names with a password'],
  password: ['password', 'passwords'],
  jwt: ['JSON web token', 'JSON web tokens'],
  cookie: ['session cookie', 'session cookies'],
  card: ['card number', 'card numbers'],
  iban: ['bank account', 'bank accounts'],
  email: ['e-mail address', 'e-mail addresses'],
  phone: ['telephone number', 'telephone numbers'],
};

const SEVERITIES: Readonly<Record<LeakSeverity, string>> = {
  high: 'gives access',
  medium: 'sensitive',
  low: 'personal',
};

/** "1 password", "1,204 tokens" */
const counted = (kind: LeakKind, count: number): string =>
  `${count.toLocaleString('en-US')} ${KINDS[kind][count === 1 ? 0 : 1]}`;

/** "1 password, 2 tokens and 3 e-mail addresses" */
const list = (groups: readonly { readonly kind: LeakKind; readonly count: number }[]): string =>
  new Intl.ListFormat('en').format(groups.map(({ kind, count }) => counted(kind, count)));

export const LEAKS = {
  title: 'Secrets and personal data',
  working: 'Looking for secrets',
  kind: (kind: LeakKind): string => KINDS[kind][1],
  severity: (severity: LeakSeverity): string => SEVERITIES[severity],
  counted,
  none: 'Nothing was found that looks like a secret or a person’s data.',
  limits: 'A rule can’t know every secret: look yourself, too, before you share.',
  stays: 'All of it was looked for in this browser. Nothing was sent or stored.',
  found: (groups: Parameters<typeof list>[0]): string => `This document holds ${list(groups)}.`,
  foundIn: (name: string, groups: Parameters<typeof list>[0]): string => `“${name}” holds ${list(groups)}.`,
  inAddress: (groups: Parameters<typeof list>[0]): string => `The address holds ${list(groups)}.`,
  go: (path: string): string => `Go to ${path}`,
  inKey: 'in a key',
  inComment: 'in a comment',
  line: (line: number): string => `Line ${(line + 1).toLocaleString('en-US')}`,
  asText: 'The text is not valid, so it was searched as text.',
  ignore: 'Ignore',
  ignoreHere: 'Ignore in this document',
  never: 'Never',
  neverHere: 'Never report this path, in any document',
  isIgnored: (count: number): string =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'place is' : 'places are'} ignored.`,
  report: 'Report again',
  more: (count: number): string => `Show ${count.toLocaleString('en-US')} more`,
  rest: (count: number): string =>
    `${count.toLocaleString('en-US')} more are not listed. They are redacted with the others.`,
  claims: 'It says:',
  form: 'Placeholders',
  formHint: 'The same secret gets the same one everywhere.',
  label: 'short',
  length: 'same length',
  people: 'Also personal data',
  peopleHint: 'E-mail addresses and telephone numbers.',
  redact: 'Redact here',
  redacting: 'Redacting',
  copy: 'Open a redacted copy',
  copyName: (name: string): string => name.replace(/\.gz$/i, '').replace(/(\.[^.]*)?$/, ' (redacted)$1'),
  redacted: (count: number): string =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'place was' : 'places were'} redacted.`,
  show: 'Show…',
  shareCopy: 'Link to a redacted copy',
  shareAll: 'Link to the whole document',
  isRedacted: 'The link holds a redacted copy.',
  notSaved: 'Not saved: this document is public. Redact it, or save it to be asked again.',
  areRedacted: 'It will hold redacted copies.',
  unchecked: 'It could not be checked for secrets:',
  /** Before a document leaves the browser. */
  ask: {
    title: 'Secrets in this document',
    text: (found: string, to: string): string => `${found} They would go ${to}.`,
    send: 'to the address',
    publish: 'to the cloud, where whoever has the link can read it',
    link: 'into the link',
    view: 'into the link',
    people: 'to whoever gets access',
    public: 'to the cloud, where this document is public',
    host: 'to the page around this editor',
    unchecked: 'Not checked for secrets',
    yes: {
      send: 'Send anyway',
      publish: 'Publish anyway',
      link: 'Copy anyway',
      view: 'Make it anyway',
      people: 'Give access anyway',
      public: 'Save anyway',
      host: 'Save anyway',
    },
  },
} as const;
