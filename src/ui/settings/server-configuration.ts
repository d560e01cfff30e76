// The configuration that the server writes into index.html as JSON: pages of the membership provider, ads. It is empty by
// default; the page then works without these.
//
//   <script type="application/json" id="configuration">{"account": {"signIn": "/v2/auth/sign_in"}}</script>

/** The configuration of one area; values are not validated yet. */
export type Configured = ReadonlyMap<string, unknown>;

/** Reads an area of the page's configuration. Empty if it is missing or invalid. */
export function readConfiguration(area: string): Configured {
  const text = document.getElementById('configuration')?.textContent ?? '';
  try {
    const all: unknown = JSON.parse(text);
    return entriesOf(entriesOf(all).get(area));
  } catch {
    return new Map();
  }
}

/** Returns an address that is safe to link to: http, https, or relative to this server; else `null`. */
export function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const url = URL.parse(value, location.href);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
