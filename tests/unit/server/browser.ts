// A browser without a page: it stores cookies by path, follows redirects, and fills in forms.

/** The page that a navigation has arrived at. */
export interface Visit {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser for one origin, with its cookies. */
export class TestBrowser {
  private readonly cookies = new Map<string, { readonly value: string; readonly path: string }>();

  constructor(private readonly origin: string) {}

  /** Opens an address and follows redirects within the origin, but none to the path `before`. */
  async go(
    address: string,
    form?: Readonly<Record<string, string>>,
    site = 'same-origin',
    before = '',
  ): Promise<Visit> {
    let url = new URL(address, this.origin);
    let body = form === undefined ? null : new URLSearchParams(form).toString();
    for (let hops = 0; hops < 15; hops++) {
      const response = await fetch(url, {
        method: body === null ? 'GET' : 'POST',
        redirect: 'manual',
        ...(body !== null && { body }),
        headers: {
          cookie: this.cookiesFor(url),
          'sec-fetch-site': site,
          accept: 'text/html',
          ...(body !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      });
      for (const line of response.headers.getSetCookie()) this.keep(line);
      const location = response.headers.get('location');
      const next = location === null ? null : new URL(location, url);
      if (next === null || next.hash !== '' || next.origin !== url.origin || next.pathname === before)
        return { url: next ?? url, status: response.status, headers: response.headers, text: await response.text() };
      await response.arrayBuffer();
      url = next;
      body = null;
    }
    throw new Error('redirected too often');
  }

  /** Submits the first form of a page. */
  async submit(visit: Visit, fields: Readonly<Record<string, string>>): Promise<Visit> {
    const action = /<form method="post" action="([^"]+)"/.exec(visit.text)?.[1];
    if (action === undefined) throw new Error(`there is no form on ${visit.url.href}: ${visit.text}`);
    return this.go(new URL(action, visit.url).href, fields);
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = ''] = pair.split('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const expires = attributes.find((one) => /^expires=/i.test(one))?.slice(8);
    const key = `${name} ${path}`;
    if (expires !== undefined && Date.parse(expires) < Date.now()) this.cookies.delete(key);
    else this.cookies.set(key, { value: pair, path });
  }

  private cookiesFor({ pathname }: URL): string {
    return [...this.cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ value }) => value)
      .join('; ');
  }
}
