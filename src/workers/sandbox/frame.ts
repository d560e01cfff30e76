// The page in the sandboxed frame: it starts and terminates the workers that run the user's code. It only accepts messages from
// the page around it, and ignores those of workers. `ui/client/querier.ts` decides when a query has run too long, and
// `ui/client/sandbox.ts` when it has used up the memory.

import { CONNECT, type FrameCommand, type FrameEvent } from '../../shared/protocol/sandbox.ts';

/** The script of the worker, inserted by the build. */
declare const WORKER_SCRIPT: string;

const address = URL.createObjectURL(new Blob([WORKER_SCRIPT], { type: 'text/javascript' }));
/** Started in advance, so that the next run does not have to wait for it. */
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
