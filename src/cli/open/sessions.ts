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
  /** Whether a tab has written a file. */
  hasWritten = false;
  /** Whether its tabs are closed. A tab that was closed may be opened again. */
  isClosed = false;
  /** Resolves once its tabs are closed. */
  readonly closed: Promise<void>;
  /** Called when its tabs are closed, and when one of them is open again. */
  onTabs: () => void = () => undefined;
  private readonly tabs = new Set<string>();
  /** What a tab that has left has asked for may arrive after that. */
  private readonly left = new Set<string>();
  /** Names of documents with changes that are not saved, by tab. */
  private readonly unsavedIn = new Map<string, readonly string[]>();
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

  /** Names of documents with changes that are not saved, in tabs that are open. */
  get unsaved(): readonly string[] {
    return Array.from(this.unsavedIn.values()).flat();
  }

  /** Lets the tabs use a file, and returns its number. */
  add(file: ServedFile): number {
    const known = this.files.findIndex(({ path }) => path === file.path);
    return known >= 0 ? known : this.files.push(file) - 1;
  }

  /** Notes that a tab shows the page. `before`: what it was before a reload, of which it may not have told. */
  enter(tab: string, before: string): void {
    this.forget(before);
    if (!this.left.has(tab)) this.note(tab);
    this.closeSoon();
  }

  /** Notes that a tab is there, whatever it has asked for. */
  note(tab: string): void {
    if (tab === '' || this.left.has(tab)) return;
    clearTimeout(this.timer);
    this.tabs.add(tab);
    if (!this.isClosed) return;
    this.isClosed = false;
    this.onTabs();
  }

  /** Notes which documents of a tab are not saved. */
  noteUnsaved(tab: string, names: readonly string[]): void {
    if (!this.left.has(tab)) this.unsavedIn.set(tab, names);
  }

  /** Notes that a tab has left the page: it may come back, because it is only reloaded. */
  leave(tab: string): void {
    this.left.add(tab);
    this.forget(tab);
    this.closeSoon();
  }

  /** Ends what nobody has come to. */
  closeSoon(): void {
    if (this.tabs.size > 0 || this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isClosed = true;
      this.end();
      this.onTabs();
    }, RELOAD_MS);
  }

  private forget(tab: string): void {
    this.tabs.delete(tab);
    this.unsavedIn.delete(tab);
  }
}

/** The sessions of one server. Tokens and secrets are kept as hashes, which also makes looking them up take the same time. */
export class TabSessions {
  private readonly tokens = new Map<string, TabSession>();
  private readonly secrets = new Map<string, TabSession>();
  /** Of tokens that were used. */
  private readonly used = new Map<string, TabSession>();

  /** Returns a token for a new session. */
  issue(session: TabSession): string {
    const token = randomText();
    const hash = hashOf(token);
    this.tokens.set(hash, session);
    setTimeout(() => {
      if (this.tokens.delete(hash)) session.closeSoon();
    }, MAX_UNUSED_MS).unref();
    return token;
  }

  /** Returns the session of a token that was not used yet, and its secret; `null` for every other token. */
  begin(token: string): { readonly session: TabSession; readonly secret: string } | null {
    const hash = hashOf(token);
    const session = this.tokens.get(hash);
    if (session === undefined) return null;
    this.tokens.delete(hash);
    this.used.set(hash, session);
    const secret = randomText();
    this.secrets.set(hashOf(secret), session);
    return { session, secret };
  }

  /** Returns the session of a secret; `null` for another text. */
  find(secret: string): TabSession | null {
    return this.secrets.get(hashOf(secret)) ?? null;
  }

  /** Returns the session of a token, used or not; `null` for another text. For no more than to say that its tab has gone. */
  ofToken(token: string): TabSession | null {
    const hash = hashOf(token);
    return this.tokens.get(hash) ?? this.used.get(hash) ?? null;
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
