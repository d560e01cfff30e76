// The key of a person: the provider that says who they are, and its `sub`. The first provider of a server is recorded, and the
// people whom it has named keep their bare `sub`, so that processes of an earlier version find them; the `sub` of any other
// provider is stored with its issuer.

import type { SigningKeys } from './keys.ts';

/** The embedded provider's name: its address may change. */
export const EMBEDDED_ISSUER = 'embedded';

/** Keys of the people of one provider. */
export class Subjects {
  /** Never changes once it is recorded. */
  private first: string | null = null;

  constructor(
    private readonly keys: SigningKeys,
    private readonly issuer: string,
  ) {}

  /** Returns the key of a `sub` of this provider. Not to be called in a transaction: it may begin one. */
  async keyOf(subject: string): Promise<string> {
    const first = (this.first ??= await this.keys.secret('first issuer', () => this.issuer));
    return first === this.issuer ? subject : `${this.issuer} ${subject}`;
  }

  /** Returns the `sub` at this provider that a key may stand for; `null` for a key of another provider. */
  async subjectOf(key: string): Promise<string | null> {
    if ((await this.keyOf('')) === '') return key;
    return key.startsWith(`${this.issuer} `) ? key.slice(this.issuer.length + 1) : null;
  }
}
