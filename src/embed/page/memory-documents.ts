// The sources of documents on the embed page: files, texts, addresses and the host. It stores no documents and has no access to
// those in this browser or in the cloud: it has no database, no token and no list of documents.

import { CodedError } from '../../shared/errors.ts';
import { isWithdrawn } from '../../ui/notices/notices.ts';
import type { ContentJobs } from '../../ui/documents/storage/content-form.ts';
import type { OpenableDocuments } from '../../ui/documents/open/opening.ts';
import { EMBED } from '../../ui/strings/embed/embed.ts';
import { URL_FAILED } from '../../ui/strings/documents/opening.ts';

/** Returns the documents of the embed page. `jobs` unpack them. */
export function memoryDocuments(jobs: Pick<ContentJobs, 'unpackedSize'>): OpenableDocuments {
  return {
    ...jobs,
    shelf: () => Promise.reject(new CodedError('refused', EMBED.shelves)),
    recent: { view: () => undefined, dialectOf: () => undefined },
    fetch: fetchWithoutCredentials,
  };
}

/**
 * Fetches what is public: without cookies, even from this server, and without the cache, which may hold private responses.
 * @throws CodedError `http`
 */
async function fetchWithoutCredentials(url: string, signal: AbortSignal): Promise<Blob> {
  const fail = (reason: string): CodedError => new CodedError('http', URL_FAILED.message(url, reason));
  const accept = 'application/json, text/plain, */*';
  let response: Response;
  let content: Blob;
  try {
    response = await fetch(url, {
      signal,
      headers: { accept },
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    content = await response.blob();
  } catch (error) {
    if (isWithdrawn(error)) throw error;
    throw fail(URL_FAILED.unreachable);
  }
  if (!response.ok) throw fail(URL_FAILED.status(`${response.status} ${response.statusText}`.trim()));
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(content.type)) throw fail(URL_FAILED.page);
  if (content.size === 0) throw fail(URL_FAILED.empty);
  return content;
}
