// The page in the sandboxed frame: it starts the workers that run a person's code, and ends them. It listens to the
// page around it alone, and to nothing that a worker says.

import { CONNECT, type FrameCommand, type FrameEvent } from '../../shared/protocol/sandbox.ts';

/** The script of the worker, put in by the build. */
declare const WORKER_SCRIPT: string;

const address = URL.createObjectURL(new Blob([WORKER_SCRIPT], { type: 'text/javascript' }));
/** Started ahead, so that the next run need not wait for it. */
let spare = new Worker(address);
const running = new Map<number, Worker>();

addEventListener('message', ({ data, source, ports: [port] }: MessageEvent<unknown>) => {
  if (source !== parent || data !== CONNECT || port === undefined) return;
  const tell = (event: FrameEvent): void => port.postMessage(event);
  port.onmessage = ({ data: command, ports }: MessageEvent<FrameCommand>) => {
    switch (command.type) {
      case 'ping':
        tell({ type: 'pong' });
        break;
      case 'run':
        running.set(command.run, spare);
        spare.postMessage(null, [...ports]);
        spare = new Worker(address);
        break;
      case 'stop':
        running.get(command.run)?.terminate();
        running.delete(command.run);
        break;
    }
  };
  tell({ type: 'ready' });
});
