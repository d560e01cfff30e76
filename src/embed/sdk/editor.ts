// One editor in a frame, as promises and events. It connects each time the frame loads: after a reload a new port replaces the
// old one, and pending requests are rejected.

import {
  VERSION,
  type ConnectMessage,
  type EditorFailure,
  type EditorOptions,
  type Events,
  type Requests,
} from './protocol.ts';

/** An error from the editor. `code` is for programs, the message for users. */
export class EditorError extends Error {
  override readonly name = 'EditorError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Waiting {
  resolve(value: never): void;
  reject(error: EditorError): void;
}

/** A request that is sent once the editor is ready. */
interface Queued extends Pick<Waiting, 'reject'> {
  send(): void;
}

const CLOSED = 'The connection was closed.';
/** How long requests wait for the editor to connect, in milliseconds. */
const CONNECT_MS = 30_000;

type Listener<Name extends keyof Events> = (event: Events[Name]) => void;

/** An editor in a frame. */
export class Editor {
  private port: MessagePort | null = null;
  private isReady = false;
  private isClosed = false;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private queue: Queued[] = [];
  private readonly listeners = new Map<string, Set<(event: never) => void>>();

  /**
   * Takes over a frame that has not loaded yet. `options` are sent with each connection. Requests that wait longer than
   * `connectMs` for it are rejected with the code `timeout`.
   */
  constructor(
    readonly frame: HTMLIFrameElement,
    private options: EditorOptions = {},
    private readonly connectMs = CONNECT_MS,
  ) {
    frame.addEventListener('load', this.connect);
  }

  /** Adds a listener for an event. Returns the function that removes it. */
  on<Name extends keyof Events>(type: Name, listener: Listener<Name>): () => void {
    const all = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, all.add(listener));
    return () => all.delete(listener);
  }

  /** Sends a request to the editor. The objects in `transfer` are moved without a copy. */
  request<Name extends keyof Requests>(
    type: Name,
    request: Requests[Name]['request'] = {},
    transfer: Transferable[] = [],
  ): Promise<Requests[Name]['answer']> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new EditorError('closed', CLOSED));
      const send = (): void => {
        const id = (this.lastId += 1);
        this.waiting.set(id, { resolve, reject });
        this.port?.postMessage({ ...request, id, type }, transfer);
      };
      if (this.isReady) return send();
      const queued = { send, reject };
      this.queue.push(queued);
      setTimeout(() => {
        if (!this.queue.includes(queued)) return;
        this.queue = this.queue.filter((one) => one !== queued);
        reject(new EditorError('timeout', `The editor at ${this.frame.src} does not answer.`));
      }, this.connectMs);
    });
  }

  /** Loads a content: a Blob, an ArrayBuffer (transferred, detached afterwards), a string, or a URL. */
  load(content: Blob | ArrayBuffer | string | URL, more: Omit<Requests['load']['request'], 'content' | 'url'> = {}) {
    return content instanceof URL
      ? this.request('load', { ...more, url: content.href })
      : this.request('load', { ...more, content }, content instanceof ArrayBuffer ? [content] : []);
  }

  /** Returns the whole text. */
  async read(panel?: Requests['read']['request']['panel']): Promise<Blob> {
    return (await this.request('read', panel && { panel })).content;
  }

  apply(request: Requests['apply']['request']) {
    return this.request('apply', request);
  }

  select(request: Requests['select']['request']) {
    return this.request('select', request);
  }

  /** Sets options, which are applied again after a reload. */
  setOptions(options: EditorOptions) {
    this.options = { ...this.options, ...options };
    return this.port === null ? Promise.resolve(null) : this.request('options', options);
  }

  markSaved(request: Requests['markSaved']['request'] = {}) {
    return this.request('markSaved', request);
  }

  /** Moves the focus into the editor. */
  focus(panel?: Requests['focus']['request']['panel']) {
    this.frame.focus();
    return this.request('focus', panel && { panel });
  }

  /** Ends the connection; the frame stays. Pending and later requests are rejected with the code `closed`. */
  close(): void {
    this.isClosed = true;
    this.frame.removeEventListener('load', this.connect);
    this.disconnect(CLOSED);
    for (const { reject } of this.queue.splice(0)) reject(new EditorError('closed', CLOSED));
  }

  private readonly connect = (): void => {
    this.disconnect('The frame was loaded anew.');
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent) => this.onMessage(data);
    const message: ConnectMessage = { diptych: 'connect', version: VERSION, options: this.options };
    // Only the editor's own origin gets the port, whatever page the frame shows by now.
    this.frame.contentWindow?.postMessage(message, new URL(this.frame.src, location.href).origin, [port2]);
  };

  private disconnect(why: string): void {
    this.port?.close();
    this.port = null;
    this.isReady = false;
    for (const { reject } of this.waiting.values()) reject(new EditorError('closed', why));
    this.waiting.clear();
  }

  private onMessage(data: { id?: number; type?: keyof Events; value?: never; error?: EditorFailure }): void {
    const { id, type, value, error } = data;
    if (id !== undefined) {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) waiting?.reject(new EditorError(error.code, error.message));
      else waiting?.resolve(value as never);
      return;
    }
    if (type === 'ready') {
      this.isReady = true;
      for (const { send } of this.queue.splice(0)) send();
    }
    for (const listener of this.listeners.get(type ?? '') ?? []) listener(data as never);
  }
}

/** Applies a change to the text before it, by reference: no bytes are copied until the result is read. */
export function applyChange(text: Blob, { splices }: Pick<Events['change'], 'splices'>): Blob {
  const parts: BlobPart[] = [];
  let kept = 0;
  for (const { start, end, insert } of splices) {
    parts.push(text.slice(kept, start), insert);
    kept = end;
  }
  return new Blob([...parts, text.slice(kept)], { type: text.type });
}
