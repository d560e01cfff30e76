// The API of the cloud's server, one method for each call (specification, §7). Any status but 2xx is a failure, whose message
// begins with the action that failed and continues with the server's reason.
//
//   GET    /docs/{id}, /docs/{id}/data            PUT   /docs/{id}/data, name, schema, access    If-Match: "_rev"
//   GET    /docs/list/currentUser                 PATCH /docs/list/currentUser/ids
//   POST   /docs?name=&schemaConfig=              DELETE /docs/{id}
//
// The dialect of a content that is not plain JSON is sent as `dialect=` with the POST and with the PUT of its data.

import { append } from '../../../shared/append.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import { isWithdrawn } from '../../notices/notices.ts';
import type { DocumentMeta, Access } from '../../model/document-meta.ts';
import type { Schema } from '../../model/schema.ts';
import {
  CLOUD_DOING,
  CLOUD_FAILED,
  LOAD_REASONS,
  OTHER_PERSON,
  REFUSED,
  SERVER_SAID,
} from '../../strings/documents/cloud-failures.ts';
import { readList, readMessage, readMeta, readNext, type CloudEntry } from './replies.ts';
import type { CloudConfig } from './cloud-config.ts';
import { CodedError } from '../../../shared/errors.ts';
import { sendAuthorized } from './authorized.ts';
import { ServerError } from '../../model/server-failure.ts';
import { personOf } from './stored-auth.ts';
import type { TokenSource } from './token.ts';

/** Ids of documents to add to a user's list, and to remove from it. */
export interface IdChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What a write changes: a document, or only a revision of it; and whose change it is. */
export interface RequestTarget {
  readonly id: string;
  /** `null` overwrites any revision. */
  readonly base: number | null;
  readonly person: string | null;
}

/** One request. */
interface Call {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly type?: 'application/json' | 'text/plain';
  /** The revision that a write is based on; `null` overwrites any revision. */
  readonly base?: number | null;
  /** The beginning of the message if the call fails. */
  readonly failed: string;
  /** What was to be done with a document. */
  readonly doing?: string;
  /** The person whose change it is, if that is known: it is not sent as another person's. */
  readonly person?: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** A schema that is longer, as part of an address, is sent by itself: servers and proxies limit addresses. */
const MAX_IN_ADDRESS = 2000;

/** Largest body of a request that may outlive its page, in bytes. The browser limits the sum of all such requests. */
const MAX_KEEPALIVE_BYTES = 60_000;

/** A server that has not begun to reply after this long is considered unreachable. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** An upload may take longer, at this rate in bytes per millisecond. */
const SLOWEST_BYTES = 16;

/** Calls the server. */
export class CloudClient {
  constructor(
    private readonly config: CloudConfig,
    private readonly tokens: TokenSource,
    private readonly request: typeof fetch = (input, init) => fetch(input, init),
  ) {}

  /** Returns the metadata of a document. @throws ServerError */
  async meta(id: string, signal?: AbortSignal): Promise<DocumentMeta> {
    const call = { path: pathOf(id), failed: CLOUD_FAILED.load(id), doing: CLOUD_DOING.load, signal };
    return this.read(call, () => this.answer(call), readMeta).catch(withReasons);
  }

  /** Returns the content, as unmodified bytes. @throws ServerError */
  async data(id: string, signal?: AbortSignal): Promise<Blob> {
    const call = { path: pathOf(id, 'data'), failed: CLOUD_FAILED.load(id), doing: CLOUD_DOING.load, signal };
    return this.answer(call)
      .then((response) => this.whole(call, null, response.blob()))
      .catch(withReasons);
  }

  /** Lists the documents of the user who is signed in. @throws ServerError */
  async list(signal?: AbortSignal): Promise<CloudEntry[]> {
    const entries: CloudEntry[] = [];
    const asked = new Set<string>();
    for (let query: Readonly<Record<string, string>> | null = {}; query !== null;) {
      const call: Call = { path: '/docs/list/currentUser', query, failed: CLOUD_FAILED.list, signal };
      const response = await this.answer(call);
      append(entries, await this.read(call, () => Promise.resolve(response), readList));
      // A long list comes in pages, each of which names the next one.
      const next: string | null = readNext(response.headers.get('link'));
      query = next === null || asked.has(next) ? null : Object.fromEntries(new URLSearchParams(next));
      asked.add(next ?? '');
    }
    return entries;
  }

  /** Adds documents to that list, or removes them. Sends no request if the user is not signed in. @throws ServerError */
  async patchIds({ add, remove }: IdChanges): Promise<unknown> {
    if ((await this.tokens.authorization()) === null) return [];
    const call: Call = {
      method: 'PATCH',
      path: '/docs/list/currentUser/ids',
      body: JSON.stringify({ add, remove }),
      type: 'application/json',
      failed: CLOUD_FAILED.ids,
    };
    return (await this.answer(call)).json().catch(() => null);
  }

  /** Creates a document. @throws ServerError */
  async create(
    name: string,
    schema: Schema,
    content: Blob,
    dialect: Dialect,
    person: string | null = null,
  ): Promise<DocumentMeta> {
    const schemaConfig = JSON.stringify(schema);
    const isLong = encodeURIComponent(schemaConfig).length > MAX_IN_ADDRESS;
    const query = { name, ...(!isLong && { schemaConfig }), ...queryOf(dialect) };
    const { create: failed } = CLOUD_FAILED;
    const made = await this.write({ method: 'POST', path: '/docs', query, body: content, failed, person });
    if (!isLong) return made;
    return this.putSchema({ id: made._id, base: made._rev, person }, schema).catch(async (error: unknown) => {
      // The document without its schema is not the one that was to be made, which is tried again as a whole.
      await this.delete(made._id).catch(() => undefined);
      throw error;
    });
  }

  /** Each of these returns the document's new metadata. @throws ServerError with code `conflict` for a stale `base` */
  putData({ id, base, person }: RequestTarget, content: Blob, dialect: Dialect): Promise<DocumentMeta> {
    const query = queryOf(dialect);
    return this.write({
      path: pathOf(id, 'data'),
      query,
      base,
      body: content,
      failed: CLOUD_FAILED.save(id),
      doing: CLOUD_DOING.save,
      person,
    });
  }

  putName({ id, base, person }: RequestTarget, name: string): Promise<DocumentMeta> {
    const how = { failed: CLOUD_FAILED.name(id), doing: CLOUD_DOING.name };
    return this.write({ path: pathOf(id, 'name'), base, body: name, type: 'text/plain', ...how, person });
  }

  putSchema({ id, base, person }: RequestTarget, schema: Schema): Promise<DocumentMeta> {
    return this.write({
      path: pathOf(id, 'schema'),
      base,
      body: JSON.stringify(schema),
      failed: CLOUD_FAILED.schema(id),
      doing: CLOUD_DOING.schema,
      person,
    });
  }

  putAccess({ id, base, person }: RequestTarget, access: readonly Access[]): Promise<DocumentMeta> {
    return this.write({
      path: pathOf(id, 'access'),
      base,
      body: JSON.stringify(access.map((entry) => ('id' in entry ? { id: entry.id, role: entry.role } : entry))),
      failed: CLOUD_FAILED.access(id),
      doing: CLOUD_DOING.access,
      person,
    });
  }

  /** @throws ServerError */
  async delete(id: string): Promise<void> {
    await this.answer({
      method: 'DELETE',
      path: pathOf(id),
      failed: CLOUD_FAILED.delete(id),
      doing: CLOUD_DOING.delete,
    });
  }

  private write(call: Call): Promise<DocumentMeta> {
    const written: Call = { method: 'PUT', type: 'application/json', ...call };
    return this.read(written, () => this.answer(written), readMeta);
  }

  /** Returns a reply's JSON, as read by `make`. @throws ServerError when `make` returns `null` */
  private async read<T>(call: Call, ask: () => Promise<Response>, make: (answer: unknown) => T | null): Promise<T> {
    const response = await ask();
    const text = await this.whole(call, null, response.text());
    const read = make(parse(text));
    if (read === null) throw new ServerError(`${call.failed} ${SERVER_SAID.unreadable}`, response.status);
    return read;
  }

  /** Sends a request, and returns the response. @throws ServerError unless its status is 2xx */
  private async answer({
    method = 'GET',
    path,
    query,
    body,
    type,
    base = null,
    failed,
    doing,
    person = null,
    signal,
  }: Call): Promise<Response> {
    const url = new URL(this.config.url + path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const size = body instanceof Blob ? body.size : (body?.length ?? 0);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), RESPONSE_TIMEOUT_MS + size / SLOWEST_BYTES);
    const send = (authorization: string | null): Promise<Response> => {
      const signedIn = personOf(authorization ?? '');
      if (person !== null && signedIn !== null && signedIn !== person)
        return Promise.reject(new CodedError('refused', `${failed} ${OTHER_PERSON}`));
      return this.request(url.href, {
        method,
        body: body ?? null,
        cache: 'no-store',
        signal: AbortSignal.any([limit.signal, ...(signal === undefined ? [] : [signal])]),
        // The last save continues after its page is closed.
        keepalive: method !== 'GET' && size <= MAX_KEEPALIVE_BYTES,
        headers: {
          accept: 'application/json, */*',
          ...(authorization !== null && { authorization }),
          ...(type !== undefined && { 'content-type': type }),
          ...(base !== null && { 'if-match': `"${base}"` }),
        },
      });
    };
    const response = await this.whole(
      { failed },
      limit.signal,
      sendAuthorized(this.tokens, send, method === 'GET'),
    ).finally(() => clearTimeout(timer));
    if (response.ok) return response;
    const said = readMessage(parse(await response.text().catch(() => '')));
    const status = `${response.status} ${response.statusText}`.trim();
    const message = `${failed} ${said || SERVER_SAID.status(status)}`;
    const lead = doing === undefined ? null : leadOf(response.status, said, doing);
    throw new ServerError(lead === null ? message : `${lead} ${message}`, response.status);
  }

  /** Awaits a response or its body. @throws ServerError when the network fails or `limit` aborts */
  private async whole<T>({ failed }: Pick<Call, 'failed'>, limit: AbortSignal | null, coming: Promise<T>): Promise<T> {
    try {
      return await coming;
    } catch (error) {
      throw (isWithdrawn(error) && limit?.aborted !== true) || error instanceof CodedError
        ? error
        : new ServerError(`${failed} ${SERVER_SAID.unreachable}`, null);
    }
  }
}

function pathOf(id: string, part?: string): string {
  return `/docs/${encodeURIComponent(id)}${part === undefined ? '' : `/${part}`}`;
}

/** JSON is the default of the API. */
function queryOf(dialect: Dialect): Readonly<Record<string, string>> {
  return dialect === 'json' ? {} : { dialect };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns the sentence that a person understands who was refused something; `null` for other failures. */
function leadOf(status: number, said: string, doing: string): string | null {
  if (status === 401) return REFUSED.unauthorized(doing);
  if (status !== 403) return null;
  return (/no active subscription/i.test(said) ? REFUSED.subscription : REFUSED.forbidden)(doing);
}

/** Adds possible reasons to a failed load. @see specification §8 */
function withReasons(error: unknown): never {
  if (!(error instanceof ServerError) || error.status === null) throw error;
  const { unauthorized, forbidden, other } = LOAD_REASONS;
  const reasons = error.status === 401 ? unauthorized : error.status === 403 ? forbidden : other;
  throw new ServerError(error.message, error.status, reasons);
}
