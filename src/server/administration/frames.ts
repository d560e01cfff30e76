// What a command that runs in a server sends back through the socket: frames of a kind, a length and bytes.
//
//   1 byte   kind: 1 output, 2 message (a sentence about a failure), 3 end (without bytes; the connection is then closed)
//   4 bytes  length, big-endian
//
// Without the end frame the server has died, or was stopped, in the middle.

import type { Socket } from 'node:net';

export const OUTPUT = 1;
export const MESSAGE = 2;
export const END = 3;

const HEAD_BYTES = 5;

/** Sends a frame. Resolves once more can be sent. @throws Error where the other side has gone */
export async function sendFrame(socket: Socket, kind: number, payload: Uint8Array): Promise<void> {
  if (socket.destroyed) throw new Error('the connection has ended');
  const header = Buffer.alloc(HEAD_BYTES);
  header.writeUInt8(kind);
  header.writeUInt32BE(payload.length, 1);
  socket.write(header);
  if (socket.write(payload)) return;
  await new Promise<void>((resolve, reject) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      if (socket.destroyed) reject(new Error('the connection has ended'));
      else resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** Yields the frames of a connection. */
export async function* framesOf(
  socket: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly kind: number; readonly payload: Buffer }> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      yield { kind: rest.readUInt8(), payload: rest.subarray(HEAD_BYTES, end) };
      rest = rest.subarray(end);
    }
  }
}
