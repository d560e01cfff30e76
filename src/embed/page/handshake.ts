// The first message of a host, the only one that is accepted on the window: from the parent window, with one port. Where the
// browser reports the origins of the ancestors, the message has to come from that of the nearest. One host is served for the
// life of the page.
//
//   message ──▶ from the parent? its origin? ──▶ "connect", one port ──▶ version? ──▶ the port is the host's, for good
//                     └─▶ ignored                      └─▶ ignored           └─▶ "error" on the port, which is closed

import { HOST_FAILED } from '../../ui/strings/embed/embed.ts';
import { VERSION, type EditorFailure } from '../sdk/protocol.ts';

/** A host that has connected. */
export interface ConnectedHost {
  readonly port: MessagePort;
  /** The origin of the host. */
  readonly origin: string;
  /** As received from the host: not validated yet. */
  readonly options: unknown;
}

/** Calls `onHost` once, when a host has connected. To be called before the page has loaded, because hosts connect then. */
export function awaitHost(onHost: (greeting: ConnectedHost) => void): void {
  if (window.parent === window) return;
  const hear = ({ data, source, origin, ports }: MessageEvent<unknown>): void => {
    if (source !== window.parent || !isFromAround(origin) || !isConnect(data)) return;
    const [port, ...more] = ports;
    if (port === undefined || more.length > 0) {
      for (const one of ports) one.close();
      return;
    }
    if (data.version !== VERSION) {
      refuse(port, { code: 'version', message: HOST_FAILED.version(VERSION) });
      return;
    }
    removeEventListener('message', hear);
    onHost({ port, origin, options: data.options });
  };
  addEventListener('message', hear);
}

function isConnect(data: unknown): data is { readonly version: unknown; readonly options: unknown } {
  return typeof data === 'object' && data !== null && Reflect.get(data, 'diptych') === 'connect';
}

/** Firefox does not report the ancestors; the source is known to be the parent anyway. */
function isFromAround(origin: string): boolean {
  const { ancestorOrigins } = location as { readonly ancestorOrigins?: DOMStringList };
  if (ancestorOrigins === undefined || ancestorOrigins[0] === origin) return true;
  // A page of a file is `file://` among the ancestors, and `null` in a message.
  return origin === 'null' && !/^https?:/.test(ancestorOrigins[0] ?? '');
}

function refuse(port: MessagePort, failure: EditorFailure): void {
  port.postMessage({ type: 'error', ...failure });
  port.close();
}
