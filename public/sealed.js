// Runs first in the sealed page. The policy of that page refuses every request but those for its own files; this closes what a
// policy can't: it hands the policy on to workers, and stops navigations, windows, and connections between browsers.
(() => {
  const { origin } = location;
  const tell = (kind, url) =>
    dispatchEvent(new CustomEvent('diptych-refused', { detail: { kind, url: String(url), at: Date.now() } }));

  const PlainWorker = Worker;
  globalThis.Worker = class Worker extends PlainWorker {
    constructor(address, options) {
      const url = new URL(address, document.baseURI);
      // The server sends the policy with the script of a worker that asks for it.
      if (url.origin === origin) url.search = 'sealed';
      super(url, options);
    }
  };
  const closed = new WeakSet();
  const close = (scope) => {
    if (closed.has(scope)) return;
    closed.add(scope);
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
      Reflect.deleteProperty(scope, name);
    scope.open = (url = '') => {
      tell('window', url);
      return null;
    };
  };
  close(globalThis);
  // A new frame has all of that anew.
  for (const name of ['contentWindow', 'contentDocument']) {
    const plain = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, name);
    Object.defineProperty(HTMLIFrameElement.prototype, name, {
      ...plain,
      get() {
        const value = plain.get.call(this);
        try {
          const inner = name === 'contentWindow' ? value : value?.defaultView;
          // Reading it fails in a frame of another origin.
          if (inner?.document) close(inner);
        } catch {
          // It has a policy of its own.
        }
        return value;
      },
    });
  }
  /** Whether an address is that of this page, open or sealed. */
  const isOwnPage = ({ origin: at, pathname, search }) =>
    at === origin && search === '' && (pathname === '/' || pathname === '/sealed');
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url);
    if (isOwnPage(url) || url.protocol === 'blob:' || event.downloadRequest !== null || !event.cancelable) return;
    event.preventDefault();
    tell('navigation', url);
  });
  // A download of something that is not made here is a request.
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href], area[href]') : null;
      if (link === null || /^(?:blob|data|javascript):/.test(link.href)) return;
      const url = new URL(link.href, document.baseURI);
      if (isOwnPage(url)) return;
      event.preventDefault();
      tell(link.hasAttribute('download') ? 'download' : 'navigation', url);
    },
    true,
  );
  // The title comes later in the page: the page puts this in front of it.
  document.documentElement.dataset.sealed = 'true';
})();
