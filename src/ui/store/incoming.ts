// Documents on their way into a panel: out of a file, an address, a hash value, the browser's own database.

import { CodedError } from '../../shared/errors.ts';
import { NAMES, unreadable } from '../texts/opening.ts';
import { notFound } from '../texts/storage.ts';
import type { Documents } from './documents.ts';
import { readInline } from './inline.ts';
import type { OpenFile, Origin } from './panel.ts';

/** A document on its way into a panel. */
export interface Incoming {
  readonly name: string;
  readonly content: Blob;
  readonly origin: Origin;
  /** The file to save to, if the browser gave one. */
  readonly file?: OpenFile | null;
  /** Whether it is kept somewhere already. */
  readonly saved: boolean;
}

/** Reads one byte: a directory, or a file that was moved or deleted, fails here and not half-way. @throws CodedError `unreadable` */
export async function checkReadable({ name, content }: Incoming): Promise<void> {
  try {
    await content.slice(0, 1).arrayBuffer();
  } catch {
    throw new CodedError('unreadable', unreadable(name));
  }
}

/** The document in a hash value. @throws CodedError `unreadable` */
export async function fromInline(text: string): Promise<Incoming> {
  const content = await readInline(text);
  return { name: NAMES.inline, content, origin: { kind: 'json', key: { source: 'json', id: text } }, saved: true };
}

/** A document of this browser. @throws CodedError `missing`, `storage` */
export async function fromLocal({ local }: Documents, id: string): Promise<Incoming> {
  const meta = await local.view(id);
  const content = meta && (await local.content(id));
  if (meta === null || content === null) throw new CodedError('missing', notFound(id));
  const origin: Origin = { kind: 'local', key: { source: 'local', id }, rev: meta._rev };
  return { name: meta.name, content, origin, saved: true };
}

/** A document that was fetched from an address. */
export function fromUrl(url: string, content: Blob): Incoming {
  return { name: nameOfUrl(url), content, origin: { kind: 'url', key: { source: 'url', id: url } }, saved: true };
}

/** The last part of an address's path, or its host. */
export function nameOfUrl(url: string): string {
  const { pathname, host } = URL.canParse(url) ? new URL(url) : { pathname: url, host: '' };
  const last = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
