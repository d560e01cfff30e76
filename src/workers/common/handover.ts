// The receiving end of `sendSnapshot`: a document that one worker hands to another.

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
