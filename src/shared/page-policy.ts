// The policies of the page and of the sandbox pages in it, for every server that serves them.

/** Sources by directive. @see docs/architecture.md, Trust */
export const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  // Monaco adds style elements.
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

/** Returns a policy as the value of its header. */
export function policyText(policy: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.length === 0 ? "'none'" : sources.join(' ')}`.trim())
    .join(';');
}

const SANDBOX_PAGE = /^sandbox\.[0-9a-f]+\.html$/;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;

/** Whether a file of the page is a sandbox page, which runs the user's code. */
export function isSandboxPage(name: string): boolean {
  return SANDBOX_PAGE.test(name);
}

/** Returns the policy of a sandbox page: its own, and an opaque origin however it is opened. @throws Error where it has none */
export function sandboxPolicy(name: string, html: string): string {
  const policy = POLICY.exec(html)?.[1];
  if (policy === undefined) throw new Error(`${name} has no policy of its own. Run "npm run build" again.`);
  return `sandbox allow-scripts; ${policy}`;
}
