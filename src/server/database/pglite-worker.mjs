// PGlite in a thread of its own: a query that takes long, or never ends because the disk is full, does not stop the server. It
// is JavaScript, because a worker runs the file as it is. @see watched-pglite.ts

import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Type id of `bigint`, which is read as a number. */
const BIGINT = 20;
/** Type id of `bytea`, which PGlite's own functions write and read byte by byte: 30 times as slowly. */
const BYTEA = 17;
/** Without these the log of changes may grow to 1 GB before its files are used again. */
const LOG_LIMITS = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'];

const pglite = await PGlite.create({
  dataDir: workerData.files,
  parsers: { [BIGINT]: Number, [BYTEA]: (hex) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')) },
  serializers: {
    [BYTEA]: (bytes) => String.raw`\x` + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex'),
  },
  startParams: [...PGlite.defaultStartParams, ...LOG_LIMITS],
});

parentPort.on('message', async ({ id, sql, parameters }) => {
  try {
    if (sql === null) {
      await pglite.close();
      parentPort.postMessage({ id, rows: [] });
      return;
    }
    const { rows, affectedRows } = await pglite.query(sql, parameters);
    parentPort.postMessage({ id, rows, affectedRows });
  } catch (error) {
    // An error without a code is one of the engine itself, which is not to be used any more.
    const { message = String(error), code = null } = error ?? {};
    parentPort.postMessage({ id, error: { message, code: typeof code === 'string' ? code : null } });
  }
});
parentPort.postMessage({ id: 0 });
