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
