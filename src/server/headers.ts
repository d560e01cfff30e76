// The security headers of every answer. Workers take the policy of their own script's answer, so the
// policy goes with every file and not only with the page.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyHelmetOptions } from '@fastify/helmet';

/** @see docs/architecture.md, Trust */
export const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  // Monaco writes style elements.
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  'img-src': ["'self'", 'data:', 'blob:'],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'connect-src': ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
};

/** Options of @fastify/helmet. `frames`: origins that the page may show in a frame. */
export function securityHeaders(frames: readonly string[]): FastifyHelmetOptions {
  const directives = { ...CONTENT_SECURITY_POLICY, 'frame-src': ["'self'", ...frames] };
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    // Pages are served over plain http on a local start; a proxy with a certificate adds this one.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  };
}

/** What is made for other pages: the embed page, and the scripts that they load. */
const EMBED_PAGE = /^\/embed(?:\.html|\/)?(?:\?|$)/;
const EMBED_FILE = /^\/embed(?:[/.?]|$)/;

/**
 * The headers that what stands under `/embed` has instead of the others: the page may be framed by `ancestors`, as sources of a
 * policy; its files may be loaded by any page. `null` for another address.
 */
export function embedHeaders(url: string, ancestors: string): Readonly<Record<string, string | null>> | null {
  if (!EMBED_FILE.test(url)) return null;
  // Of any origin, and also where the page has none, in a sandbox.
  const open = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };
  if (!EMBED_PAGE.test(url)) return open;
  const directives = { ...CONTENT_SECURITY_POLICY, 'frame-src': ["'self'"], 'frame-ancestors': [ancestors] };
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  return {
    ...open,
    'content-security-policy': policy.join(';'),
    'x-frame-options': null,
    // Others open it in windows of theirs, and speak to it there.
    'cross-origin-opener-policy': 'unsafe-none',
  };
}

const SANDBOX_PAGE = /^sandbox\.[0-9a-f]+\.html$/;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;

/** The policies of the pages that a person's code runs in, by file name: their own, and no origin however they are opened. */
export async function sandboxPolicies(clientFolder: string): Promise<ReadonlyMap<string, string>> {
  const policies = new Map<string, string>();
  for (const name of await readdir(clientFolder)) {
    if (!SANDBOX_PAGE.test(name)) continue;
    const policy = POLICY.exec(await readFile(join(clientFolder, name), 'utf8'))?.[1];
    if (policy === undefined) throw new Error(`${name} has no policy of its own. Run "npm run build" again.`);
    policies.set(name, `sandbox allow-scripts; ${policy}`);
  }
  return policies;
}
