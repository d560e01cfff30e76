// A secret in a text, and what is known about the text.

import type { LeakKind, LeakSeverity } from '../../shared/protocol/leaks.ts';

/** A secret in a text: the characters from `start` to `end`, in UTF-16 units. */
export interface Secret {
  readonly kind: LeakKind;
  readonly severity: LeakSeverity;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** What it stands for, decoded: the same text is the same secret. */
  readonly text: string;
  /** What a JSON web token says. */
  readonly claims?: string;
  /** Whether it is a number of JSON, which another number has to replace. */
  readonly isNumber?: boolean;
}

/** What is known about a text from where it stands. */
export interface TextContext {
  /** The key of its member, or what else names it. */
  readonly name: string | null;
  /** Whether it is the value of a cookie of that name. */
  readonly isCookie?: boolean;
  /** Number of encodings around it. */
  readonly depth?: number;
  /** Its features, where they are known. @see text-features.ts */
  readonly features?: number;
  /** Whether its JSON has been walked: only what stands in it as text is searched. */
  readonly isWalked?: boolean;
}

export const SEVERITIES: Readonly<Record<LeakKind, LeakSeverity>> = {
  'cloud-key': 'high',
  token: 'high',
  'private-key': 'high',
  'connection-string': 'high',
  'url-password': 'high',
  'basic-auth': 'high',
  password: 'high',
  jwt: 'medium',
  cookie: 'medium',
  card: 'medium',
  iban: 'medium',
  email: 'low',
  phone: 'low',
};

/** Whether a kind is known from a name, and yields to one that is known by its shape. */
function isAccess(kind: LeakKind): boolean {
  return (
    kind === 'token' || kind === 'password' || kind === 'url-password' || kind === 'cookie' || kind === 'basic-auth'
  );
}

/** The secrets of one text. */
export class SecretList {
  private readonly added: Secret[] = [];

  constructor(private readonly text: string) {}

  /** Those that are not a part of another, in their order. Cost: sorting them. */
  get all(): Secret[] {
    const { added } = this;
    if (added.length < 2) return [...added];
    const order = added.map((_, index) => index);
    const at = (index: number): Secret => added[index] as Secret;
    // Of two at one place, the one that gives access comes first, and then the one that was found first.
    order.sort((a, b) => at(a).start - at(b).start || at(b).end - at(a).end || rankOf(at(a)) - rankOf(at(b)) || a - b);
    const kept: Secret[] = [];
    let around: Secret[] = [];
    for (const index of order) {
      const secret = at(index);
      around = around.filter(({ end }) => end > secret.start);
      // What is inside a secret that is known is part of it: the password of a connection, or a token by its name.
      if (around.some(({ kind, end }) => secret.end <= end && (kind === secret.kind || isAccess(secret.kind))))
        continue;
      kept.push(secret);
      around.push(secret);
    }
    return kept;
  }

  add(kind: LeakKind, start: number, end: number, severity: LeakSeverity = SEVERITIES[kind], claims?: string): void {
    const text = this.text.slice(start, end);
    this.list({ kind, severity, start, end, text, ...(claims === undefined ? {} : { claims }) });
  }

  list(secret: Secret): void {
    this.added.push(secret);
  }
}

/** The order of kinds at one place: those known by their shape, and of the same kind those that give access. */
function rankOf({ kind, severity }: Secret): number {
  return (isAccess(kind) ? 2 : 0) + (severity === 'high' ? 0 : 1);
}

/** A range of a text, with the secret that it is called after. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

/** The ranges that hold secrets, ascending and apart: those that overlap or touch at a part are one. */
export function joinRanges(secrets: readonly Secret[]): SecretRange[] {
  // Of two at one place, what a number has to be is more than what its digits may be.
  const sorted = secrets.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.isNumber === true) - Number(a.isNumber === true),
  );
  const joined: SecretRange[] = [];
  for (const secret of sorted) {
    const last = joined.at(-1);
    if (last === undefined || secret.start >= last.end) joined.push({ start: secret.start, end: secret.end, secret });
    else if (secret.end > last.end) {
      const text = last.secret.text + secret.text.slice(Math.max(0, secret.text.length - (secret.end - last.end)));
      joined[joined.length - 1] = { start: last.start, end: secret.end, secret: { ...last.secret, text } };
    }
  }
  return joined;
}
