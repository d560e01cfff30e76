// What one worker hands to another: a document, as the receiving end of `sendSnapshot`, and its seal.

import { openSnapshot, type Snapshot } from '../../engine/document/snapshot.ts';
import type { JsonDocument } from '../../engine/document/document.ts';

/**
 * Receives the snapshot of a document over a port, and closes the port.
 * @throws CodedError `refused` for a snapshot of another version, `too-large`
 */
export async function receiveDocument(module: WebAssembly.Module, source: MessagePort): Promise<JsonDocument> {
  const snapshot = await new Promise<Snapshot>((resolve) => {
    source.onmessage = ({ data }: MessageEvent<Snapshot>) => resolve(data);
  });
  source.close();
  return openSnapshot(module, snapshot);
}

const SEALED = '?sealed';

/**
 * Seals the workers that this one starts, if it is sealed. The server sends the policy with a script that is asked for in this way.
 * @see public/sealed.js
 */
export function handOnSeal(): void {
  if (self.location.search !== SEALED) return;
  const PlainWorker = self.Worker;
  self.Worker = class extends PlainWorker {
    constructor(address: string | URL, options?: WorkerOptions) {
      const url = new URL(address, self.location.href);
      url.search = SEALED;
      super(url, options);
    }
  };
}
