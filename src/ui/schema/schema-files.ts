// Files of schemas that are fetched: only from hosts that the person has agreed to, by https, without credentials.

import { CodedError } from '../../shared/errors.ts';
import type { Confirm } from '../model/question.ts';
import type { Settings } from '../settings/browser-settings.ts';
import { SCHEMA_CHECK, SCHEMA_CONSENT } from '../strings/panel/schema.ts';

const KEY = 'schemaHosts';
const MOST_BYTES = 10 * 1024 * 1024;

/** The host of an address that may be fetched at all; `null` for others. This machine's own needs no https. */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  const isOwn = parsed.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(parsed.hostname);
  return parsed.protocol === 'https:' || isOwn ? parsed.host : null;
}

/** Fetches, and remembers what a person has agreed to. */
export class SchemaFiles {
  private readonly fetched = new Map<string, Promise<Blob>>();
  private readonly refused = new Set<string>();

  constructor(
    private readonly settings: Settings,
    private readonly confirm: Confirm,
  ) {}

  /** Whether a person has agreed to fetch from a host. */
  isAllowed(host: string): boolean {
    return this.hosts().includes(host);
  }

  /** Asks whether to fetch from a host, unless that is known; `again` also after a no. */
  async ask(host: string, again = false): Promise<boolean> {
    if (this.isAllowed(host)) return true;
    if (this.refused.has(host) && !again) return false;
    const { title, text, yes } = SCHEMA_CONSENT;
    const agreed = await this.confirm({ title, text: text(host), yes });
    if (agreed) this.settings.write(KEY, JSON.stringify([...this.hosts(), host]));
    else this.refused.add(host);
    return agreed;
  }

  /** The file at an address, whose host must be allowed. @throws CodedError `http` with a sentence */
  get(url: string): Promise<Blob> {
    let file = this.fetched.get(url);
    if (file === undefined) {
      file = fetchFile(url);
      this.fetched.set(url, file);
      // What failed is tried again when it is wanted again.
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
  // A redirect could lead to a host that nobody has agreed to.
  const response = await fetch(url, { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' }).catch(
    () => {
      throw fail('the server could not be reached');
    },
  );
  if (!response.ok) throw fail(`the server answered ${response.status}`);
  const pieces: BlobPart[] = [];
  let size = 0;
  for await (const piece of response.body ?? new Blob([]).stream()) {
    size += piece.length;
    if (size > MOST_BYTES) throw new CodedError('http', SCHEMA_CHECK.tooLarge(url));
    pieces.push(piece);
  }
  return new Blob(pieces);
}
