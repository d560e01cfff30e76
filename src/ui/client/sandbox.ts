// The frame that a person's code runs in. It has an origin of its own, no network and no storage; browsers that can
// give it a process of its own, so that code which takes all memory ends the frame and nothing else. Nothing tells of
// that: while code runs, the frame is asked whether it is still there.
//
//   open ──▶ frame loads, once ──▶ run: one end of a port goes to a new worker in the frame, the other to the caller
//            ping … pong           no answer for SILENT_MS: the frame is replaced

import sandboxName from 'virtual:sandbox';
import { CodedError } from '../../shared/errors.ts';
import { CONNECT, type FrameCommand, type FrameEvent } from '../../shared/protocol/sandbox.ts';
import { QUERY_TOO_LARGE, SANDBOX_TITLE, SANDBOX_UNREADABLE } from '../strings/app/client.ts';

const PING_MS = 250;
/** A frame that was silent for so long is taken for dead: a busy machine may be slow. */
const SILENT_MS = 3000;
const LOAD_MS = 15_000;

/** One run in the sandbox. */
export interface SandboxRun {
  /** To be handed to the job worker that sends the code. */
  readonly port: MessagePort;
  /** Rejects when the frame is gone; never resolves. */
  readonly lost: Promise<never>;
  /** Ends the code, whatever it is doing. */
  end(): void;
}

/** A loaded frame. */
interface Frame {
  readonly element: HTMLIFrameElement;
  readonly port: MessagePort;
  heardAt: number;
  /** Called once it is heard next. */
  onHeard: (() => void) | null;
}

/** The sandbox of one page. */
export class Sandbox {
  private frame: Promise<Frame> | null = null;
  /** The same, once it is there. */
  private loaded: Frame | null = null;
  /** The runs that have not ended, and how each is told that its frame is gone. */
  private readonly current = new Map<SandboxRun, () => void>();
  private runs = 0;

  constructor(private readonly address = import.meta.env.BASE_URL + sandboxName) {}

  /** Loads the frame, if it is not there: what is asked for later is there at once, also without a network. */
  prepare(): void {
    this.load().catch(() => undefined);
  }

  /** A fresh worker for one run, to be ended by whoever asked for it. @throws CodedError `unreadable` where the frame can't be loaded */
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
      // Where this page itself stood still, nobody could answer.
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
   * Makes sure that the frame is there: what the last code did may have ended it, and the next must not be blamed for that.
   * @throws CodedError `unreadable` where it can't be loaded
   */
  async check(): Promise<Frame> {
    const frame = await this.load();
    if (await answers(frame)) return frame;
    this.drop(frame);
    for (const lose of this.current.values()) lose();
    return this.load();
  }

  /** Takes the frame away. */
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

/** Whether a frame answers in time. */
function answers(frame: Frame): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // An answer may be waiting behind this, where the page itself stood still.
      setTimeout(() => resolve(false), PING_MS);
    }, SILENT_MS);
    frame.onHeard = () => {
      frame.onHeard = null;
      clearTimeout(timer);
      resolve(true);
    };
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
    const frame: Frame = { element, port, heardAt: 0, onHeard: null };
    port.onmessage = ({ data }: MessageEvent<FrameEvent>) => {
      frame.heardAt = performance.now();
      frame.onHeard?.();
      if (data.type !== 'ready') return;
      clearTimeout(timer);
      resolve(frame);
    };
    // Its origin is opaque, so that no other target can be named; what is told is nothing but a port.
    element.addEventListener('load', () => element.contentWindow?.postMessage(CONNECT, '*', [port2]), { once: true });
    document.body.append(element);
  });
}
