// The security headers of every response. A worker takes its policy from the response with its own script, so every file has
// the policy and not only the page.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import { CONTENT_SECURITY_POLICY, isSandboxPage, policyText, sandboxPolicy } from '../shared/page-policy.ts';

/** Returns the options of @fastify/helmet. `frames` are the origins that the page may show in a frame. */
export function securityHeaders(frames: readonly string[]): FastifyHelmetOptions {
  const directives = { ...CONTENT_SECURITY_POLICY, 'frame-src': ["'self'", ...frames] };
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    // A local server uses plain http; a proxy with a certificate adds this header.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  };
}

/** The path of the page that lets nothing out. */
export const SEALED_PATH = '/sealed';
const SEALED_FILE = /^\/assets\/[^?]*\.js\?sealed$/;
/** A host with its port, as it may stand in a policy. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

/**
 * Returns the headers that replace the usual ones for the sealed page and the scripts of its workers: they reach the files of the
 * page and nothing else, neither another origin nor the rest of this one. `null` for another address. `frames` are the names of
 * the sandbox pages.
 */
export function sealedHeaders(
  url: string,
  host: string,
  frames: Iterable<string>,
): Readonly<Record<string, string>> | null {
  const isPage = /^\/sealed(?:\?|$)/.test(url);
  if (!isPage && !SEALED_FILE.test(url)) return null;
  // Without a scheme, it is that of the page, whatever a proxy speaks with this server.
  const at = (path: string): string => (HOST.test(host) ? `${host}${path}` : "'self'");
  const policy = {
    ...CONTENT_SECURITY_POLICY,
    'script-src': [at('/assets/'), at('/theme.js'), at('/sealed.js'), "'wasm-unsafe-eval'"],
    'style-src': [at('/assets/'), "'unsafe-inline'"],
    'font-src': [at('/assets/'), 'data:'],
    'img-src': [at('/assets/'), at('/icon.svg'), 'data:', 'blob:'],
    'worker-src': [at('/assets/'), at('/sw.js')],
    'manifest-src': [at('/manifest.webmanifest')],
    'connect-src': [at('/assets/')],
    'frame-src': Array.from(frames, (name) => at(`/${name}`)),
    'form-action': ["'none'"],
    webrtc: ["'block'"],
    // No window can be opened, whatever a script tries. Dialogs are forms, which `form-action` lets go nowhere.
    ...(isPage && {
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-downloads', 'allow-modals'],
    }),
  };
  return {
    'content-security-policy': policyText(policy),
    // A sandboxed page may have no other one.
    ...(isPage && { 'cross-origin-opener-policy': 'unsafe-none' }),
  };
}

/** Files for other pages: the embed page, and the scripts that those pages load. */
const EMBED_PAGE = /^\/embed(?:\.html|\/)?(?:\?|$)/;
const EMBED_FILE = /^\/embed(?:[/.?]|$)/;

/**
 * Returns the headers that replace the usual ones under `/embed`; `null` for another address. A header whose value is `null` is
 * removed. `ancestors`, sources of a policy, may frame the page; any page may load its files.
 */
export function embedHeaders(url: string, ancestors: string): Readonly<Record<string, string | null>> | null {
  if (!EMBED_FILE.test(url)) return null;
  // For any origin, and for the opaque origin of a sandboxed page.
  const open = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };
  if (!EMBED_PAGE.test(url)) return open;
  const { 'frame-ancestors': _, ...directives } = CONTENT_SECURITY_POLICY;
  const policy = policyText({
    ...directives,
    'frame-src': ["'self'"],
    // Even `*` names only pages of the web: not those of a file, of an app, or with an opaque origin.
    ...(ancestors !== '*' && { 'frame-ancestors': [ancestors] }),
  });
  return {
    ...open,
    'content-security-policy': policy,
    // A host with this policy shows only frames that have it too.
    'cross-origin-embedder-policy': 'require-corp',
    'x-frame-options': null,
    // Host pages open it in a window and communicate with that window.
    'cross-origin-opener-policy': 'unsafe-none',
  };
}

/**
 * Returns the policies of the sandbox pages, which run the user's code, by file name: the page's own policy, and an opaque
 * origin however the page is opened.
 */
export async function sandboxPolicies(clientFolder: string): Promise<ReadonlyMap<string, string>> {
  const policies = new Map<string, string>();
  for (const name of await readdir(clientFolder)) {
    if (isSandboxPage(name)) policies.set(name, sandboxPolicy(name, await readFile(join(clientFolder, name), 'utf8')));
  }
  return policies;
}
