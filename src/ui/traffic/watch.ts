// Watches what this page asks for: the service worker where it controls the page, the browser's timings of resources, the reports
// of the page's policy, and the calls that none of these sees.

import type { SeenRequest, TrafficLog } from './traffic-log.ts';

/** What the service worker tells. @see public/gate.js */
interface GateRequest {
  readonly url: string;
  readonly method: string;
  readonly kind: string;
  readonly at: number;
  readonly isRefused: boolean;
  readonly sent: number;
}

/** Starts to watch. Lasts as long as the page. */
export function watchTraffic(log: TrafficLog): void {
  watchGate(log);
  watchWindow(log, window);
  // Of the sealed page. @see public/sealed.js
  addEventListener('diptych-refused', (event) => {
    const { url, kind } = (event as CustomEvent<{ readonly url: string; readonly kind: string }>).detail;
    log.refuse({ url, kind, at: Date.now() });
  });
  watchFrames(log);
}

function watchWindow(log: TrafficLog, scope: Scope): void {
  watchTimings(log, scope);
  watchPolicy(log, scope);
  watchCalls(log, scope);
}

type Scope = Window & typeof globalThis;

/** A frame without an address of its own has timings of its own, and the service worker does not see it: watched when it is touched. */
function watchFrames(log: TrafficLog): void {
  const watched = new WeakSet<Window>([window]);
  const { prototype } = HTMLIFrameElement;
  for (const name of ['contentWindow', 'contentDocument'] as const) {
    const plain = Object.getOwnPropertyDescriptor(prototype, name);
    const get = plain?.get as ((this: HTMLIFrameElement) => Window | Document | null) | undefined;
    if (get === undefined) continue;
    Object.defineProperty(prototype, name, {
      ...plain,
      get(this: HTMLIFrameElement) {
        const value = get.call(this);
        try {
          const inner = value !== null && 'defaultView' in value ? value.defaultView : value;
          // Reading it fails in a frame of another origin.
          if (inner !== null && inner.document !== null && !watched.has(inner)) {
            watched.add(inner);
            watchWindow(log, inner as Scope);
          }
        } catch {
          // A frame of another origin has a page of its own.
        }
        return value;
      },
    });
  }
}

function watchGate(log: TrafficLog): void {
  // It is undefined in a page without https, and in a sandbox.
  const { serviceWorker: workers } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (workers === undefined) return;
  const note = ({ isRefused, kind, ...request }: GateRequest): void => {
    const seen: SeenRequest = { ...request, kind: kind === '' ? 'fetch' : kind };
    if (isRefused) log.refuse(seen);
    else log.note('worker', seen);
  };
  let isAnswered = false;
  const ask = (): void => {
    isAnswered = false;
    workers.controller?.postMessage({ type: 'diptych-requests' });
  };
  workers.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = data as
      | { readonly type: 'diptych-request'; readonly request: GateRequest }
      | {
          readonly type: 'diptych-requests';
          readonly isWhole: boolean;
          readonly since: number;
          readonly requests: readonly GateRequest[];
          readonly dropped: number;
        }
      | null;
    if (message?.type === 'diptych-request') {
      // Before the list has come, it is in the list.
      if (isAnswered) note(message.request);
    } else if (message?.type === 'diptych-requests') {
      if (isAnswered) return;
      isAnswered = true;
      message.requests.forEach(note);
      const isWhole = message.isWhole && message.dropped === 0;
      log.cover(isWhole ? { type: 'whole' } : { type: 'since', at: message.since });
    }
  });
  workers.startMessages();
  workers.addEventListener('controllerchange', ask);
  ask();
}

function watchTimings(log: TrafficLog, { performance, PerformanceObserver: Observer }: Scope): void {
  new Observer((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      log.note('timing', {
        url: entry.name,
        kind: entry.initiatorType,
        at: performance.timeOrigin + entry.startTime,
        received: entry.transferSize,
      });
  }).observe({ type: 'resource', buffered: true });
}

function watchPolicy(log: TrafficLog, { document: observed }: Scope): void {
  observed.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    const kind = effectiveDirective.replace(/-src(?:-elem|-attr)?$/, '');
    if (disposition === 'enforce') log.refuse({ url: blockedURI, kind, at: Date.now() });
  });
}

/** Calls that start no request of the page itself, or one that has no timing. */
function watchCalls(log: TrafficLog, scope: Scope): void {
  const note = (kind: string, url: unknown, sent = 0): void =>
    log.note('call', { url: String(url), kind, at: Date.now(), sent });
  const constructors = scope as unknown as Record<string, (new (...args: unknown[]) => object) | undefined>;
  for (const name of ['WebSocket', 'WebTransport', 'EventSource', 'RTCPeerConnection']) {
    const Plain = constructors[name];
    if (Plain === undefined) continue;
    constructors[name] = new Proxy(Plain, {
      construct(target, args: unknown[], newTarget: new () => object) {
        note(name.toLowerCase(), name === 'RTCPeerConnection' ? 'webrtc:' : args[0]);
        return Reflect.construct<unknown[], object>(target, args, newTarget);
      },
    });
  }
  const { open, navigator: own } = scope;
  scope.open = (url = '', ...rest) => {
    if (url !== '') note('window', url);
    return open.call(scope, url, ...rest);
  };
  const beacon = own.sendBeacon.bind(own);
  own.sendBeacon = (url, data) => {
    note('beacon', url);
    return beacon(url, data);
  };
  const { prototype: forms } = scope.HTMLFormElement;
  const { submit } = forms;
  forms.submit = function submitNoted(this: HTMLFormElement) {
    note('form', this.action);
    submit.call(this);
  };
  scope.addEventListener(
    'submit',
    ({ target }) => target instanceof scope.HTMLFormElement && note('form', target.action),
    true,
  );
  scope.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof scope.Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      for (const url of link?.ping.split(/\s+/) ?? []) if (url !== '') note('ping', url);
      if (link !== null && (link.target !== '' || link.hasAttribute('download'))) note('link', link.href);
    },
    true,
  );
  // Not in every browser. A navigation ends the page, unless it is a download.
  const { navigation } = scope as { readonly navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, hashChange } = event as Event & {
      readonly destination: { readonly url: string };
      readonly hashChange: boolean;
    };
    if (!hashChange) note('navigation', destination.url);
  });
}
