// The security headers of every answer. Workers take the policy of their own script's answer, so the
// policy goes with every file and not only with the page.

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
  const directives = { ...CONTENT_SECURITY_POLICY, ...(frames.length === 0 ? {} : { 'frame-src': frames }) };
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    // Pages are served over plain http on a local start; a proxy with a certificate adds this one.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  };
}
