// The entry point of a draft worker, which writes one base file: a document worker that wrote it itself would answer nothing
// while the disk is busy. Its document worker starts it and ends it.

import { expose } from 'comlink';
import type { Reply } from '../shared/protocol/reply.ts';
import { reply } from './common/reply.ts';
import { DraftBaseFile } from './draft/base-file.ts';

/** The calls of a draft worker. */
export interface DraftApi {
  /** Creates or empties a base file. Returns `false` when the browser has no private file system. */
  open(name: string): Promise<Reply<boolean>>;
  /** @throws CodedError `full` */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<Reply<void>>;
  /** Writes everything to the disk. @throws CodedError `full` */
  finish(): Promise<Reply<void>>;
  remove(): Promise<Reply<void>>;
}

let file: DraftBaseFile | null = null;

const api: DraftApi = {
  open: (name) => reply(async () => (file = await DraftBaseFile.open(name)) !== null),
  append: (bytes) => reply(() => file?.append(bytes)),
  finish: () => reply(() => file?.finish()),
  remove: () => reply(() => file?.remove()),
};

expose(api);
