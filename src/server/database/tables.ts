// The tables as Kysely knows them; the migrations make them. Ids are text, times are `timestamptz`, counts of bytes `bigint`
// (read as numbers).

import type { Generated, Selectable } from 'kysely';

export interface Tables {
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
  provider_state: ProviderStateTable;
}

/** Somebody who has signed in, known by the subject that the provider gives. */
interface UserTable {
  id: string;
  subject: string;
  email: string;
  full_name: string;
  /** Bytes of all private documents that the user owns. */
  private_bytes: Generated<number>;
  created_at: Date;
}

/** Kept by subject: a webhook may come before its person has signed in. */
interface SubscriptionTable {
  id: string;
  subject: string;
  plan: string;
  active: boolean;
  expires_at: Date | null;
  /** When the provider says that this became so: an older event changes nothing. */
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
  /** Entries in JSON, as API-2 has them. */
  access: string;
  /** Whether any entry says so. */
  is_public: boolean;
  /** In JSON, spelt as it came. */
  schema: string;
  content: Uint8Array;
  /** How the content is packed: `gzip` or `none`. */
  packing: string;
  created_at: Date;
  updated_at: Date;
  viewed_at: Date;
}

/** Documents of others in a user's list. */
interface ListedDocumentTable {
  user_id: string;
  document_id: string;
}

/** A family of refresh tokens: one sign-in, until it ends. */
interface SessionTable {
  id: string;
  user_id: string;
  secret: string;
  generation: number;
  rotated_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  id_token: string;
}

/** A sign-in that has gone to the provider and not come back. */
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
}

/** Browsers that are signed in at the embedded provider; the id is a hash of the cookie's. */
interface ProviderSessionTable {
  id: string;
  account_id: string;
  expires_at: Date;
}

/** What oidc-provider keeps. */
interface ProviderStateTable {
  kind: string;
  id: string;
  payload: string;
  uid: string | null;
  grant_id: string | null;
  expires_at: Date | null;
}

export type ProviderAccount = Selectable<ProviderAccountTable>;
