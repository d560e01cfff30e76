// Reads the content of a response, with its progress.

import type { Task } from '../client/document.ts';

/** Progress is reported at most this often, in milliseconds. */
const REPORT_MS = 50;

/** Returns the content. Progress is reported where its length is known, which that of a packed response is not. */
export function receive(response: Response, onProgress: Required<Task>['onProgress']): Promise<Blob> {
  const { body, headers } = response;
  const total = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  if (body === null || !(total > 0)) return response.blob();
  let done = 0;
  let reportedAt = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.length;
      const now = performance.now();
      if (now - reportedAt > REPORT_MS) {
        reportedAt = now;
        onProgress(done, total);
      }
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counter), { headers }).blob();
}
