// Who may use the files: a tab that came with the token of its address, which works once, and has a secret since.

import { createHash, randomBytes } from 'node:crypto';
import type { TabView } from '../../shared/protocol/served-files.ts';
import type { ServedFile } from './served-file.ts';
import type { ServedFolder } from './served-folder.ts';

/** A token that nobody has used for this long works no more, in milliseconds. */
const MAX_UNUSED_MS = 10 * 60_000;
/** A tab that is reloaded is back within this time, in milliseconds. */
const RELOAD_MS = 5000;
const RANDOM_BYTES = 32;

/** What one address was made for: the files that its tab may use, and the copies of that tab. */
export class TabSession {
  /** Names of documents with changes that are not saved. */
  unsaved: readonly string[] = [];
  /** Whether a tab has written a file. */
  hasWritten = false;
  /** Resolves once its tabs are closed. */
  readonly closed: Promise<void>;
  private readonly tabs = new Set<number>();
  private lastTab = 0;
  private timer: NodeJS.Timeout | undefined;
  private end: () => void = () => undefined;

  constructor(
    /** By their numbers: files of the folder are added as they are opened. */
    readonly files: ServedFile[],
    readonly view: TabView,
    readonly folder: ServedFolder | null = null,
  ) {
    this.closed = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Lets the tabs use a file, and returns its number. */
  add(file: ServedFile): number {
    const known = this.files.findIndex(({ path }) => path === file.path);
    return known >= 0 ? known : this.files.push(file) - 1;
  }

  /** Notes that a tab shows the page, and returns its number. */
  enter(): number {
    clearTimeout(this.timer);
    this.lastTab += 1;
    this.tabs.add(this.lastTab);
    return this.lastTab;
  }

  /** Notes that a tab has left the page, or that none has come: it may come back, because it is only reloaded. */
  leave(tab: number): void {
    this.tabs.delete(tab);
    if (this.tabs.size > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), RELOAD_MS);
  }
}

/** The sessions of one server. Tokens and secrets are kept as hashes, which also makes looking them up take the same time. */
export class TabSessions {
  private readonly tokens = new Map<string, TabSession>();
  private readonly secrets = new Map<string, TabSession>();

  /** Returns a token for a new session. */
  issue(session: TabSession): string {
    const token = randomText();
    const hash = hashOf(token);
    this.tokens.set(hash, session);
    setTimeout(() => {
      if (this.tokens.delete(hash)) session.leave(0);
    }, MAX_UNUSED_MS).unref();
    return token;
  }

  /** Returns the session of a token that was not used yet, and its secret; `null` for every other token. */
  begin(token: string): { readonly session: TabSession; readonly secret: string } | null {
    const hash = hashOf(token);
    const session = this.tokens.get(hash);
    if (session === undefined) return null;
    this.tokens.delete(hash);
    const secret = randomText();
    this.secrets.set(hashOf(secret), session);
    return { session, secret };
  }

  /** Returns the session of a secret; `null` for another text. */
  find(secret: string): TabSession | null {
    return this.secrets.get(hashOf(secret)) ?? null;
  }

  /** Names of unsaved documents in tabs that are open. */
  get unsaved(): readonly string[] {
    return Array.from(new Set(this.secrets.values())).flatMap((session) => session.unsaved);
  }
}

function randomText(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
