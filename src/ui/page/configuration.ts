// What the server that serves the page says of it, as JSON in index.html: which pages of the membership provider to
// link to, whether there are ads. It ships empty, and then the page does without.
//
//   <script type="application/json" id="configuration">{"account": {"signIn": "/v2/auth/sign_in"}}</script>

/** What is said of one area; values are not checked yet. */
export type Configured = ReadonlyMap<string, unknown>;

/** Reads an area of the page's configuration. Empty where it is missing or can't be read. */
export function readConfiguration(area: string): Configured {
  const text = document.getElementById('configuration')?.textContent ?? '';
  try {
    const all: unknown = JSON.parse(text);
    return entriesOf(entriesOf(all).get(area));
  } catch {
    return new Map();
  }
}

/** An address that may be linked to: of http or https, or of this server; else `null`. */
export function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const url = URL.parse(value, location.href);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
