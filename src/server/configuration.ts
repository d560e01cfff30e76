// The configuration of the page is in the page itself, as JSON: see src/ui/settings/server-configuration.ts.

import { createHash } from 'node:crypto';

const CONFIGURATION = /(<script type="application\/json" id="configuration">)([^<]*)(<\/script>)/;
const REVISION = /(url:\s*"index\.html",\s*revision:\s*")[^"]*(")/;

/** Returns the configuration in a page; `null` where it can't be read. */
export function readConfiguration(page: string): unknown {
  try {
    return JSON.parse(CONFIGURATION.exec(page)?.[2] ?? '') as unknown;
  } catch {
    return null;
  }
}

/** Parses the setting CONFIGURATION. @throws Error unless it is a JSON object */
export function configurationOf(text: string): Readonly<Record<string, unknown>> {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`CONFIGURATION has to be an object in JSON, such as {"cloud": {"url": "/v2"}}. It is: ${text}`);
}

/**
 * Returns the page with the given areas in its configuration. Its other areas stay as they are.
 * @throws RangeError where the page has no configuration element
 */
export function configurePage(page: string, configuration: Readonly<Record<string, unknown>>): string {
  if (!CONFIGURATION.test(page)) throw new RangeError('the page has no element with the id "configuration"');
  const before = readConfiguration(page);
  const all = { ...(typeof before === 'object' ? before : {}), ...configuration };
  // No string in it can close the script element.
  const json = JSON.stringify(all).replaceAll('<', String.raw`\u003c`);
  return page.replace(CONFIGURATION, (_, start: string, _was: string, end: string) => start + json + end);
}

/** Returns the page that lets nothing out: it closes first what a policy can't, and has neither cloud nor account nor ads. */
export function sealedPage(page: string): string {
  return page.replace(/<head[^>]*>|^/, (head) => `${head}<script src="/sealed.js"></script>`);
}

/**
 * Returns the service worker with the revision of `page` in its list of files, because the page that is served differs from the
 * one that was built. A changed configuration is then a new version, which reaches browsers that have an older one.
 * @throws RangeError where the list does not name the page
 */
export function configureWorker(script: string, page: string): string {
  if (!REVISION.test(script)) throw new RangeError('the service worker keeps no index.html');
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 32);
  return script.replace(REVISION, (_, start: string, end: string) => start + revision + end);
}
