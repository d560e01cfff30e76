// Fetches the files of schemas: only from hosts that the user has allowed, by https, without credentials.

import { CodedError } from '../../shared/errors.ts';
import { noteRequestReason } from '../model/request-reasons.ts';
import { isSealed } from '../model/sealed.ts';
import { NEEDS_NET } from '../strings/app/sealed.ts';
import type { Confirm } from '../model/question.ts';
import type { Settings } from '../settings/browser-settings.ts';
import { SCHEMA_CHECK, SCHEMA_CONSENT } from '../strings/panel/schema.ts';

const KEY = 'schemaHosts';
const MAX_BYTES = 10 * 1024 * 1024;

/** Returns the host of an address that may be fetched; `null` for others. Requires https, except for the local machine. */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  const isOwn = parsed.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(parsed.hostname);
  return parsed.protocol === 'https:' || isOwn ? parsed.host : null;
}

/** Fetches files, and stores which hosts the user has allowed. */
export class SchemaFiles {
  private readonly fetched = new Map<string, Promise<Blob>>();
  private readonly refused = new Set<string>();

  constructor(
    private readonly settings: Settings,
    private readonly confirm: Confirm,
  ) {}

  /** Whether the user has allowed a host. */
  isAllowed(host: string): boolean {
    return this.hosts().includes(host);
  }

  /** Asks the user to allow a host, unless that is decided; `again` asks even after a refusal. */
  async ask(host: string, again = false): Promise<boolean> {
    if (this.isAllowed(host)) return true;
    if (this.refused.has(host) && !again) return false;
    const { title, text, yes } = SCHEMA_CONSENT;
    const agreed = await this.confirm({ title, text: text(host), yes });
    if (agreed) this.settings.write(KEY, JSON.stringify([...this.hosts(), host]));
    else this.refused.add(host);
    return agreed;
  }

  /** Returns the file at an address, whose host must be allowed. @throws CodedError `http` with a message for the user */
  get(url: string): Promise<Blob> {
    let file = this.fetched.get(url);
    if (file === undefined) {
      file = fetchFile(url);
      this.fetched.set(url, file);
      // A failed fetch is repeated on the next call.
      file.catch(() => this.fetched.delete(url));
    }
    return file;
  }

  private hosts(): readonly string[] {
    return this.settings.read(KEY, readHosts, []);
  }
}

function readHosts(stored: string): readonly string[] | undefined {
  try {
    const hosts: unknown = JSON.parse(stored);
    return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : undefined;
  } catch {
    return undefined;
  }
}

async function fetchFile(url: string): Promise<Blob> {
  const fail = (reason: string): CodedError => new CodedError('http', SCHEMA_CHECK.failed(url, reason));
  // A redirect could lead to a host that the user has not allowed.
  noteRequestReason(url, 'schema');
  const response = await fetch(url, { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' }).catch(
    () => {
      throw fail(isSealed() ? NEEDS_NET : SCHEMA_CHECK.unreachable);
    },
  );
  if (!response.ok) throw fail(SCHEMA_CHECK.status(response.status));
  const pieces: BlobPart[] = [];
  let size = 0;
  for await (const piece of response.body ?? new Blob([]).stream()) {
    size += piece.length;
    if (size > MAX_BYTES) throw new CodedError('http', SCHEMA_CHECK.tooLarge(url));
    pieces.push(piece);
  }
  return new Blob(pieces);
}
