// Files that `diptych open` serves on this computer, as handles like those of the browser. The page reads only what it needs of them, and
// a file is replaced only while it is as the page has seen it last. See src/cli/open/open-server.ts.

import type { FolderList, FolderSort, NamedFile } from '../../../shared/protocol/served-files.ts';
import type { DiskFile, DiskHandle, DiskPart, DiskTarget } from '../../model/open-file.ts';
import { servedFiles } from '../drafts/drafts.ts';
import { SERVED } from '../../strings/documents/disk.ts';

/** What a refusal to read would be for a handle of the browser. */
const ERRORS: Readonly<Record<number, string>> = {
  404: 'NotFoundError',
  409: 'NotAllowedError',
  412: 'NotReadableError',
};
const UNAUTHORIZED = 401;

/** What all requests of the page carry: its secret, and which tab it is in now. */
export function servedHeaders(secret: string): Record<string, string> {
  const { diptychTab = '' } = globalThis as { readonly diptychTab?: string };
  return { 'x-secret': secret, 'x-tab': diptychTab };
}

/** How a file was when it was looked at. */
interface Look {
  readonly mark: string;
  readonly size: number;
  /** Fractions tell states apart that another program has given the same time. */
  readonly changed: number;
}

/** A file of the server. Its methods are properties, so that a copy of it in a database or for a worker fails. */
export class ServedHandle implements DiskHandle {
  readonly kind = 'file';
  constructor(
    private readonly secret: string,
    private readonly id: number,
    readonly name: string,
    readonly path: string,
  ) {}

  readonly getFile = async (): Promise<DiskFile> => {
    const look = lookOf(await this.ask('HEAD', {}));
    return new SeenFile(look, this.name, (start, end) => this.read(look, start, end));
  };

  readonly createWritable = (): Promise<DiskTarget> => {
    const parts: (Blob | string)[] = [];
    const sending = new AbortController();
    return Promise.resolve({
      write: (content) => {
        parts.push(content);
        return Promise.resolve();
      },
      close: async (approved) => {
        // What came between is replaced by nobody who has not seen it.
        const state: Record<string, string> =
          approved instanceof SeenFile ? { 'if-match': `"${approved.mark}"` } : { 'if-none-match': '*' };
        await this.ask('PUT', state, new Blob(parts), sending.signal);
      },
      abort: () => {
        parts.length = 0;
        // What has come only in part is written nowhere.
        sending.abort();
        return Promise.resolve();
      },
    });
  };

  readonly isSameEntry = (other: DiskHandle): Promise<boolean> =>
    Promise.resolve(other instanceof ServedHandle && other.id === this.id && other.secret === this.secret);

  private read({ mark }: Look, start: number, end: number): Promise<Response> {
    // Also of the whole file: a log may be longer by now.
    const range: Record<string, string> = start >= end ? {} : { range: `bytes=${start}-${end - 1}` };
    return this.ask('GET', { 'if-match': `"${mark}"`, ...range });
  }

  private async ask(
    method: string,
    headers: Record<string, string>,
    body?: Blob,
    signal?: AbortSignal,
  ): Promise<Response> {
    const response = await fetch(`/open/files/${this.id}`, {
      method,
      headers: { ...headers, ...servedHeaders(this.secret) },
      cache: 'no-store',
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    }).catch(() => null);
    // Another call at the same port does not know this tab.
    if (response === null || response.status === UNAUTHORIZED)
      throw new DOMException(SERVED.ended(this.name), 'NetworkError');
    if (response.ok) return response;
    // The answer to HEAD has no text.
    const reason = (await response.text()) || SERVED.refused(this.name);
    const name = ERRORS[response.status];
    throw method === 'PUT' || name === undefined ? new Error(reason) : new DOMException(reason, name);
  }
}

function lookOf({ headers }: Response): Look {
  const [, mark = ''] = /^"(.*)"$/.exec(headers.get('etag') ?? '') ?? [];
  return { mark, size: Number(headers.get('x-size')), changed: Number(headers.get('x-changed-ms')) };
}

type Read = (start: number, end: number) => Promise<Response>;

/** A part of a served file. */
class Part implements DiskPart {
  constructor(
    private readonly from: number,
    readonly size: number,
    protected readonly read: Read,
  ) {}

  readonly arrayBuffer = async (): Promise<ArrayBuffer> => {
    const { from, size } = this;
    if (size === 0) return new ArrayBuffer();
    const bytes = await (await this.read(from, from + size)).arrayBuffer();
    if (bytes.byteLength !== size) throw new DOMException(SERVED.changed, 'NotReadableError');
    return bytes;
  };
}

/** A served file as it was seen. */
class SeenFile extends Part implements DiskFile {
  readonly lastModified: number;
  readonly mark: string;

  constructor(
    { mark, size, changed }: Look,
    readonly name: string,
    read: Read,
  ) {
    super(0, size, read);
    this.lastModified = changed;
    this.mark = mark;
  }

  slice(start = 0, end = this.size): DiskPart {
    const [from, to] = [start, end].map((at) => (at < 0 ? Math.max(0, this.size + at) : Math.min(at, this.size)));
    return new Part(from ?? 0, Math.max(0, (to ?? 0) - (from ?? 0)), this.read);
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const piping =
      this.size === 0 ? writable.close() : this.read(0, this.size).then(({ body }) => body?.pipeTo(writable));
    piping.catch((error: unknown) => writable.abort(error).catch(() => undefined));
    return readable;
  }
}

/** The folder that is served to this tab. */
export class ServedFolderHandle {
  constructor(
    private readonly secret: string,
    readonly name: string,
  ) {}

  /** Lists its files whose path contains a text. @throws Error */
  async list(query: string, sort: FolderSort, signal: AbortSignal): Promise<FolderList> {
    const response = await this.ask('GET', { query, sort }, signal);
    return (await response.json()) as FolderList;
  }

  /** Returns one of its files. @throws Error */
  async file(name: string): Promise<DiskHandle> {
    const file = (await (await this.ask('POST', { name })).json()) as NamedFile;
    return handleOf(this.secret, file);
  }

  private async ask(method: string, query: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const address = `/open/folder?${new URLSearchParams(query).toString()}`;
    const headers = servedHeaders(this.secret);
    const response = await fetch(address, { method, headers, cache: 'no-store', ...(signal && { signal }) });
    if (response.ok) return response;
    throw new Error(response.status === UNAUTHORIZED ? SERVED.ended(this.name) : await response.text());
  }
}

/** Returns the one handle of a file, and makes it known by its path. */
export function handleOf(secret: string, { id, name, path }: NamedFile): DiskHandle {
  const handle = servedFiles.get(path) ?? new ServedHandle(secret, id, name, path);
  servedFiles.set(path, handle);
  return handle;
}
