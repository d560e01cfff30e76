// The part of the service worker that counts: every request of a page that it controls passes here. What goes to another origin,
// or to this server's interface, is told to the page; of a sealed page, it is refused. It also keeps the sealed page, with its
// policy, for use without a network.
//
//   page, its workers ──▶ fetch event ──▶ own file? ── yes ─▶ the cache
//                                            └─ no ──▶ told to the page ──▶ sealed? ── yes ─▶ refused
(() => {
  /** Requests that are kept for a page until it asks for them. */
  const MAX_KEPT = 500;
  const CACHE = 'diptych-sealed';
  const PAGE = '/sealed';
  /** By the id of a page: its requests, and whether all since its start are among them. */
  const pages = new Map();
  /** The page of a worker, by its id. */
  const owners = new Map();

  const pageOf = (id) => {
    const known = pages.get(id);
    if (known !== undefined) return known;
    const made = { isWhole: false, isSealed: null, since: Date.now(), requests: [], dropped: 0 };
    pages.set(id, made);
    return made;
  };
  const rootOf = (id) => {
    let root = id;
    for (let depth = 0; depth < 8 && owners.has(root); depth += 1) root = owners.get(root);
    return root;
  };
  const isOwnFile = (url) => url.origin === location.origin && !/^\/(?:v2|health|ready)(?:\/|$)/.test(url.pathname);

  /** Requests of frames and workers whose page is not known: every page is told of them. */
  const strays = [];
  const keep = (requests, page, request) => {
    if (requests.length < MAX_KEPT) requests.push(request);
    else page.dropped += 1;
  };
  const tell = async (id, request) => {
    const client = id === '' ? undefined : await clients.get(id);
    const isPage = client?.type === 'window' && client.frameType === 'top-level';
    keep(isPage ? pageOf(id).requests : strays, pageOf(id), request);
    const windows = isPage ? [client] : await clients.matchAll({ type: 'window' });
    for (const one of windows) one.postMessage({ type: 'diptych-request', request });
  };

  const sentBytes = async (request) => {
    if (request.body === null || request.body === undefined) return 0;
    let sum = 0;
    for await (const piece of request.body) sum += piece.byteLength;
    return sum;
  };

  /** Fetches the sealed page and keeps it; without a network, the kept one. */
  const sealedPage = async () => {
    const cache = await caches.open(CACHE);
    try {
      const fresh = await fetch(PAGE, { credentials: 'omit' });
      if (fresh.ok) await cache.put(PAGE, fresh.clone());
      return fresh;
    } catch (error) {
      const kept = await cache.match(PAGE);
      if (kept !== undefined) return kept;
      throw error;
    }
  };

  /** The script of a worker of a sealed page: with the policy of that page, also without a network. */
  const sealedScript = async (request) => {
    const url = new URL(request.url);
    url.search = '';
    const [script, page] = [await caches.match(url.href), await (await caches.open(CACHE)).match(PAGE)];
    const policy = page?.headers.get('content-security-policy');
    if (script === undefined || !policy) return fetch(request);
    const headers = new Headers(script.headers);
    headers.set('content-security-policy', policy.replace(/;\s*sandbox [^;]*/, ''));
    return new Response(script.body, { status: script.status, headers });
  };

  addEventListener('install', (event) => event.waitUntil(sealedPage().catch(() => undefined)));

  addEventListener('fetch', (event) => {
    const { request, clientId, resultingClientId } = event;
    const url = new URL(request.url);
    if (request.mode === 'navigate') {
      if (url.origin !== location.origin) return;
      if (resultingClientId !== '')
        pages.set(resultingClientId, {
          isWhole: true,
          isSealed: url.pathname === PAGE,
          since: Date.now(),
          requests: [],
          dropped: 0,
        });
      if (url.pathname === PAGE) event.respondWith(sealedPage());
      return;
    }
    if (resultingClientId !== '' && clientId !== '') owners.set(resultingClientId, clientId);
    const root = rootOf(clientId);
    if (isOwnFile(url)) {
      if (url.search === '?sealed') event.respondWith(sealedScript(request));
      return;
    }
    const { isSealed } = pageOf(root);
    const told = {
      url: request.url,
      method: request.method,
      kind: request.destination,
      at: Date.now(),
      isRefused: isSealed === true,
      sent: 0,
    };
    if (isSealed === true) {
      event.respondWith(Response.error());
      event.waitUntil(tell(root, told));
      return;
    }
    if (isSealed === null) {
      // This worker was started after the page: ask what it is.
      event.respondWith(
        (async () => {
          const client = await clients.get(root);
          const page = pageOf(root);
          page.isSealed = client !== undefined && new URL(client.url).pathname === PAGE;
          if (!page.isSealed) return fetch(request);
          told.isRefused = true;
          return Response.error();
        })(),
      );
    }
    const body = /^(?:GET|HEAD)$/.test(request.method) ? null : request.clone();
    event.waitUntil(
      (async () => {
        if (body !== null) told.sent = await sentBytes(body).catch(() => 0);
        await tell(root, told);
      })(),
    );
  });

  addEventListener('message', (event) => {
    if (event.data?.type !== 'diptych-requests' || !(event.source instanceof Client)) return;
    const { isWhole, since, requests, dropped } = pageOf(event.source.id);
    const all = [...requests, ...strays.filter(({ at }) => at >= since)];
    event.source.postMessage({ type: 'diptych-requests', isWhole, since, requests: all, dropped });
  });
})();
