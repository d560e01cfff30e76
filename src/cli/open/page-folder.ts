// The files of the built page, as they are sent: with their headers, and the page itself with the script that takes the token.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import { CONTENT_SECURITY_POLICY, isSandboxPage, policyText, sandboxPolicy } from '../../shared/page-policy.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const TOKEN_SCRIPT = '/open/token.js';
/** Not for this origin: it works without the network anyway, and a worker would go on to answer for another process at this port. */
const LEFT_OUT = /^\/(?:sw\.js|embed|workbox)|\.(?:br|gz|map)$/;
const IMMUTABLE = 'private, max-age=31536000, immutable';

/** What is sent for one address. */
export interface PageFile {
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes, or the file that has them. */
  readonly body: { readonly bytes: Uint8Array } | { readonly path: string };
}

/** Headers of all responses. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policyText({
    ...CONTENT_SECURITY_POLICY,
    'frame-src': ["'self'"],
    'frame-ancestors': ["'none'"],
  }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Reads which files there are. @throws CodedError `unreadable` where the page is not built */
export async function readPage(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  if (!existsSync(join(folder, 'index.html')))
    throw new CodedError('unreadable', `The page is not in ${folder}. Install the program again.`);
  const files = new Map<string, PageFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).split(sep).join('/');
    if (!entry.isFile() || LEFT_OUT.test(address)) continue;
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const isImmutable = address.startsWith('/assets/');
    const headers = { 'content-type': type, 'cache-control': isImmutable ? IMMUTABLE : 'no-store' };
    files.set(address, { headers, body: { path } });
    if (isSandboxPage(entry.name)) {
      const policy = sandboxPolicy(entry.name, await readFile(path, 'utf8'));
      files.set(address, {
        headers: { ...headers, 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' },
        body: { path },
      });
    }
  }
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const page = textFile(
    html.replace(/<head[^>]*>/, (head) => `${head}<script src="${TOKEN_SCRIPT}"></script>`),
    '.html',
  );
  files.set('/', page);
  files.set('/index.html', page);
  files.set(TOKEN_SCRIPT, textFile(`(${beginTab.toString()})();`, '.js'));
  return files;
}

function textFile(text: string, ending: string): PageFile {
  return {
    headers: { 'content-type': TYPES[ending] ?? '', 'cache-control': 'no-store' },
    body: { bytes: Buffer.from(text) },
  };
}

/**
 * Runs in the page before everything else: takes the token out of the address, so that no history and no script has it, and uses it; tells
 * the program when the tab leaves the page. Sets `diptychOpened`, a promise of a `ServedTab` that rejects where the token does not work;
 * nothing in a tab without one. It is sent as the text of this function, which therefore names nothing outside itself.
 */
function beginTab(): void {
  const key = 'diptych open';
  const tabKey = 'diptych open tab';
  const page = globalThis as { diptychOpened?: Promise<unknown>; diptychTab?: string; launchQueue?: unknown };
  const tokenOf = (): string | undefined => /^#open=([\w-]+)$/.exec(location.hash)?.[1];
  // An address that is given to a tab of the same page does not load it.
  addEventListener('hashchange', (event) => {
    if (tokenOf() === undefined) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  const token = tokenOf();
  const known = sessionStorage.getItem(key);
  if (token === undefined && known === null) return;
  if (token !== undefined) {
    history.replaceState(null, '', location.pathname);
    // The panels are for its files: not for what was open here before, and not for the sample of a first visit.
    sessionStorage.setItem('lastRoute', '');
    sessionStorage.setItem('shownFiles', '{"left":null,"right":null}');
    localStorage.setItem('firstTimeUse', 'false');
  }
  let sent: Record<string, string> = token === undefined ? { 'x-secret': known ?? '' } : { 'x-token': token };
  const call = (path: string, headers: Record<string, string>, keepalive = false): Promise<Response> =>
    fetch(path, { method: 'POST', headers: { ...sent, ...headers }, keepalive });
  const enter = async (before: string): Promise<unknown> => {
    // Of its own choice, so that it can say that it leaves before there is an answer.
    const tab = crypto.randomUUID();
    page.diptychTab = tab;
    sessionStorage.setItem(tabKey, tab);
    const response = await call('/open/session', { 'x-tab': tab, 'x-before': before });
    if (!response.ok) throw new Error(await response.text());
    const answer = (await response.json()) as { secret: string };
    sent = { 'x-secret': answer.secret };
    sessionStorage.setItem(key, answer.secret);
    return answer;
  };
  const [navigation] = performance.getEntriesByType('navigation');
  const { wasDiscarded = false } = document as { readonly wasDiscarded?: boolean };
  // A tab that has died has not said that it leaves. A copy of a tab has its storage, but is not reloaded.
  const isAgain = wasDiscarded || (navigation as { readonly type?: string } | undefined)?.type === 'reload';
  const opened = enter(isAgain && token === undefined ? (sessionStorage.getItem(tabKey) ?? '') : '');
  // Whoever opens the files says what is wrong.
  opened.catch(() => undefined);
  page.diptychOpened = opened;
  let isHere = true;
  // Sent although the page goes.
  addEventListener('pagehide', () => {
    isHere = false;
    call('/open/left', { 'x-tab': page.diptychTab ?? '' }, true).catch(() => undefined);
  });
  // The browser had kept the page, and shows it again.
  addEventListener('pageshow', () => {
    if (!isHere) enter('').catch(() => undefined);
    isHere = true;
  });
  // Browsers without this never look for files that a program has opened the page with.
  if (!('launchQueue' in page)) page.launchQueue = undefined;
}
