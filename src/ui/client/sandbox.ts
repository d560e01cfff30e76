// The iframe that runs the user's code. It has an origin of its own, no network and no storage. Browsers that can, give it a
// process of its own, so that code which exhausts the memory ends only the frame. No event reports that, so the frame is pinged
// while code runs.
//
//   open ──▶ frame loads, once ──▶ run: one end of a port goes to a new worker in the frame, the other to the caller
//            ping … pong           no message for SILENT_MS: the frame is replaced

import sandboxName from 'virtual:sandbox';
import { CodedError } from '../../shared/errors.ts';
import { CONNECT, type FrameCommand, type FrameEvent } from '../../shared/protocol/sandbox.ts';
import { QUERY_TOO_LARGE, SANDBOX_TITLE, SANDBOX_UNREADABLE } from '../strings/app/sandbox.ts';

const PING_MS = 250;
/** A frame is considered dead after being silent for this long; a busy machine may be slow. */
const SILENT_MS = 3000;
const LOAD_MS = 15_000;

export interface SandboxRun {
  /** The port for the job worker that sends the code. */
  readonly port: MessagePort;
  /** Rejects when the frame is lost; never resolves. */
  readonly lost: Promise<never>;
  /** Ends the code, whatever it is doing. */
  end(): void;
}

/** A loaded frame. */
interface Frame {
  readonly element: HTMLIFrameElement;
  readonly port: MessagePort;
  heardAt: number;
  /** Called when its next message arrives. Several checks may wait at once. */
  readonly onHeard: Set<() => void>;
}

/** The sandbox of one page. */
export class Sandbox {
  private frame: Promise<Frame> | null = null;
  /** The frame, once it has loaded. */
  private loaded: Frame | null = null;
  /** The runs that have not ended, each with the function that rejects its `lost`. */
  private readonly current = new Map<SandboxRun, () => void>();
  private runs = 0;

  constructor(private readonly address = import.meta.env.BASE_URL + sandboxName) {}

  /** Loads the frame unless it is loaded: later runs then start immediately, even without a network. */
  prepare(): void {
    this.load().catch(() => undefined);
  }

  /** Starts a new worker for one run, which the caller ends. @throws CodedError `unreadable` when the frame can't be loaded */
  async open(): Promise<SandboxRun> {
    const frame = await this.check();
    const { port1, port2 } = new MessageChannel();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    frame.heardAt = performance.now();
    let askedAt = frame.heardAt;
    const id = (this.runs += 1);
    const timer = setInterval(() => {
      const now = performance.now();
      // While this page itself was suspended, no reply could arrive.
      if (now - askedAt > 2 * PING_MS) frame.heardAt = now;
      askedAt = now;
      if (now - frame.heardAt > SILENT_MS) {
        this.drop(frame);
        lose();
      } else send(frame, { type: 'ping' });
    }, PING_MS);
    const lose = (): void => {
      run.end();
      lost.reject(new CodedError('worker-died', QUERY_TOO_LARGE));
    };
    const run: SandboxRun = {
      port: port1,
      lost: lost.promise,
      end: () => {
        clearInterval(timer);
        if (this.current.delete(run)) send(frame, { type: 'stop', run: id });
      },
    };
    this.current.set(run, lose);
    send(frame, { type: 'run', run: id }, [port2]);
    return run;
  }

  /**
   * Returns the frame once it is known to be alive, replaced if necessary: the previous code may have ended it, and the next
   * must not be blamed for that.
   * @throws CodedError `unreadable` when it can't be loaded
   */
  async check(): Promise<Frame> {
    const frame = await this.load();
    if (await answers(frame)) return frame;
    this.drop(frame);
    for (const lose of this.current.values()) lose();
    return this.load();
  }

  /** Removes the frame. */
  close(): void {
    for (const run of this.current.keys()) run.end();
    this.frame?.then(
      (frame) => this.drop(frame),
      () => undefined,
    );
  }

  private load(): Promise<Frame> {
    if (this.frame !== null) return this.frame;
    const loading = loadFrame(this.address);
    this.frame = loading;
    loading.then(
      (frame) => {
        this.loaded = frame;
      },
      () => {
        if (this.frame === loading) this.frame = null;
      },
    );
    return loading;
  }

  private drop(frame: Frame): void {
    frame.port.close();
    frame.element.remove();
    if (this.loaded !== frame) return;
    this.loaded = null;
    this.frame = null;
  }
}

function send({ port }: Frame, command: FrameCommand, ports: MessagePort[] = []): void {
  port.postMessage(command, ports);
}

/** Whether a frame replies in time. */
function answers(frame: Frame): Promise<boolean> {
  return new Promise((resolve) => {
    const hear = (): void => {
      frame.onHeard.delete(hear);
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      // If the page itself was suspended, a reply may be queued behind this timer.
      setTimeout(() => {
        frame.onHeard.delete(hear);
        resolve(false);
      }, PING_MS);
    }, SILENT_MS);
    frame.onHeard.add(hear);
    send(frame, { type: 'ping' });
  });
}

function loadFrame(address: string): Promise<Frame> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.title = SANDBOX_TITLE;
  element.hidden = true;
  element.src = address;
  return new Promise<Frame>((resolve, reject) => {
    const { port1: port, port2 } = new MessageChannel();
    const timer = setTimeout(() => {
      port.close();
      element.remove();
      reject(new CodedError('unreadable', SANDBOX_UNREADABLE));
    }, LOAD_MS);
    const frame: Frame = { element, port, heardAt: 0, onHeard: new Set() };
    port.onmessage = ({ data }: MessageEvent<FrameEvent>) => {
      frame.heardAt = performance.now();
      for (const hear of frame.onHeard) hear();
      if (data.type !== 'ready') return;
      clearTimeout(timer);
      resolve(frame);
    };
    // The frame's origin is opaque, so no narrower target can be named. The message holds nothing but a port.
    element.addEventListener('load', () => element.contentWindow?.postMessage(CONNECT, '*', [port2]), { once: true });
    document.body.append(element);
  });
}
