// The types of the tables for Kysely; migrations.ts creates the tables. Ids are text, times are `timestamptz`, byte counts are
// `bigint` (read as numbers).

import type { Generated, Selectable } from 'kysely';

export interface DatabaseTables {
  users: UserTable;
  subscriptions: SubscriptionTable;
  webhook_events: WebhookEventTable;
  documents: DocumentTable;
  listed_documents: ListedDocumentTable;
  sessions: SessionTable;
  sign_ins: SignInTable;
  keys: KeyTable;
  rate_limits: RateLimitTable;
  locks: LockTable;
  provider_accounts: ProviderAccountTable;
  provider_sessions: ProviderSessionTable;
  provider_links: ProviderLinkTable;
  provider_state: ProviderStateTable;
}

/** Users who have signed in, identified by the subject that the provider gives them. */
interface UserTable {
  id: string;
  subject: string;
  email: string;
  full_name: string;
  /** Bytes of all private documents that the user owns. */
  private_bytes: Generated<number>;
  /** Bytes of all documents that the user owns, with their schemas and access lists, and their number. */
  stored_bytes: Generated<number>;
  stored_documents: Generated<number>;
  created_at: Date;
  /** Since when the user may not sign in any more. */
  blocked_at: Generated<Date | null>;
  /** Counts the acts that have ended all sessions. A session of an earlier epoch is refused. */
  epoch: Generated<number>;
}

/** By subject: a webhook may arrive before the user first signs in. */
interface SubscriptionTable {
  id: string;
  subject: string;
  plan: string;
  active: boolean;
  expires_at: Date | null;
  /** When this state began, according to the provider. An event with an earlier time is ignored. */
  changed_at: Date;
}

interface WebhookEventTable {
  id: string;
  received_at: Date;
}

interface DocumentTable {
  id: string;
  owner: string;
  rev: number;
  name: string;
  /** Bytes of the content, unpacked. */
  size: number;
  dialect: string | null;
  /** The entries as JSON, in the form of API-2. */
  access: string;
  /** The e-mail addresses by which people were entered, as JSON: `{id: {email, by}}`. */
  addresses: Generated<string>;
  /** Whether an entry makes the document public. */
  is_public: boolean;
  /** JSON, with its original spelling. */
  schema: string;
  content: Uint8Array;
  /** How the content is packed: `gzip` or `none`. */
  packing: string;
  created_at: Date;
  updated_at: Date;
  viewed_at: Date;
}

/** Documents of other users in a user's list. */
interface ListedDocumentTable {
  user_id: string;
  document_id: string;
}

/** A family of refresh tokens: one sign-in until its end. */
interface SessionTable {
  id: string;
  user_id: string;
  secret: string;
  generation: number;
  rotated_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  id_token: string;
  /** When the sign-in was; `null` where an earlier version has not recorded it. */
  created_at: Generated<Date | null>;
  /** Browser and system, such as `Firefox on Linux`. */
  agent: Generated<string>;
  /** The user's epoch when the session began. */
  epoch: Generated<number>;
}

/** Sign-ins that were sent to the provider and have not returned. */
interface SignInTable {
  state: string;
  verifier: string;
  nonce: string;
  redirect_url: string;
  page_nonce: string | null;
  expires_at: Date;
}

interface KeyTable {
  name: string;
  value: string;
}

interface RateLimitTable {
  key: string;
  window_start: Date;
  count: number;
}

interface LockTable {
  name: string;
  holder: string;
  expires_at: Date;
}

/** Accounts of the embedded provider. */
interface ProviderAccountTable {
  id: string;
  email: string;
  full_name: string;
  password_hash: string;
  created_at: Date;
  /** When the owner has shown to receive what is sent to the address. */
  verified_at: Generated<Date | null>;
  /** Counts the acts that have ended all sessions and links. @see ../provider/credentials.ts */
  epoch: Generated<number>;
}

/** Browsers that are signed in at the embedded provider. The id is a hash of the cookie. */
interface ProviderSessionTable {
  id: string;
  account_id: string;
  expires_at: Date;
  /** The account's epoch in which the password was checked. */
  epoch: Generated<number>;
}

/** Links that were sent by e-mail. The id is a hash of what the link contains. */
interface ProviderLinkTable {
  id: string;
  account_id: string;
  purpose: string;
  /** The address that it was sent to. */
  email: string;
  expires_at: Date;
  /** The account's epoch in which the link was asked for. */
  epoch: Generated<number>;
}

/** State of oidc-provider. */
interface ProviderStateTable {
  kind: string;
  id: string;
  payload: string;
  uid: string | null;
  grant_id: string | null;
  expires_at: Date | null;
}

export type ProviderAccount = Selectable<ProviderAccountTable>;
