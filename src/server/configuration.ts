// What a server has set up for the page stands in the page, as JSON: see src/ui/page/configuration.ts.

import { createHash } from 'node:crypto';

const CONFIGURATION = /(<script type="application\/json" id="configuration">)([^<]*)(<\/script>)/;
const REVISION = /(url:\s*"index\.html",\s*revision:\s*")[^"]*(")/;

/** What a page says, or nothing where that can't be read. */
export function readConfiguration(page: string): unknown {
  try {
    return JSON.parse(CONFIGURATION.exec(page)?.[2] ?? '') as unknown;
  } catch {
    return null;
  }
}

/** What the environment says. @throws Error for what is no object in JSON */
export function configurationOf(text: string): Readonly<Record<string, unknown>> {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`CONFIGURATION has to be an object in JSON, such as {"cloud": {"url": "/v2"}}. It is: ${text}`);
}

/**
 * The page with its areas as given; those that it had besides stay.
 * @throws RangeError where the page has no place for it
 */
export function configurePage(page: string, configuration: Readonly<Record<string, unknown>>): string {
  if (!CONFIGURATION.test(page)) throw new RangeError('the page has no element with the id "configuration"');
  const before = readConfiguration(page);
  const all = { ...(typeof before === 'object' ? before : {}), ...configuration };
  // Whatever a text in it says, the element does not end there.
  const json = JSON.stringify(all).replaceAll('<', String.raw`\u003c`);
  return page.replace(CONFIGURATION, (_, start: string, _was: string, end: string) => start + json + end);
}

/**
 * The service worker of the page that is served, which is not the one that was built: the page's revision in its list of
 * files is made of `page`. So a changed configuration is a new version, and reaches those who keep an older one.
 * @throws RangeError where its list does not name the page
 */
export function configureWorker(script: string, page: string): string {
  if (!REVISION.test(script)) throw new RangeError('the service worker keeps no index.html');
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 32);
  return script.replace(REVISION, (_, start: string, end: string) => start + revision + end);
}
