// The beginning of a document is sent before it is requested, and painted before the rest is read.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TextRequest, TextWindow } from '../../../src/shared/protocol/textview.ts';
import { asByte } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';

const FIRST: TextRequest = {
  anchor: { byte: asByte(0) },
  linesBefore: 0,
  linesAfter: 800,
  bytesBefore: 0,
  bytesAfter: 32 * 1024,
};
/** The methods that the page called on the worker. */
const asked: string[] = [];
let client: DocumentClient;

function connect(): DocumentClient {
  client = connectDocument(() => {
    const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
    const worker = new Worker(url, { type: 'module' });
    const post = worker.postMessage.bind(worker);
    vi.spyOn(worker, 'postMessage').mockImplementation((message: { path?: string[] }, ...rest: unknown[]) => {
      asked.push(...(message.path ?? []));
      Reflect.apply(post, worker, [message, ...rest]);
    });
    return worker;
  });
  return client;
}

/** About 20 MB, which takes a while to read. */
const large = (mark: string): Blob =>
  new Blob([`["${mark}"`, ...Array.from({ length: 200 }, () => ',1'.repeat(50_000)), ']']);

/** Opens a document and reads a window of it as soon as its first bytes have arrived. */
async function openAndRead(content: Blob, request: TextRequest): Promise<TextWindow> {
  const before = client.state.revision;
  const begun = new Promise<TextWindow>((resolve, reject) => {
    const stop = client.subscribe(() => {
      if (client.state.revision === before) return;
      stop();
      client.readText(request).then(resolve, reject);
    });
  });
  const opening = client.open(content);
  const window = await begun;
  await opening;
  return window;
}

afterEach(() => {
  client.close();
  asked.length = 0;
});

describe('the beginning of what is opened', () => {
  it('[BIG-1] is there without asking the worker, once, and is of the document it says', async () => {
    connect().readAhead(FIRST);
    for (const mark of ['one', 'two']) {
      const { bytes, range, revision } = await openAndRead(large(mark), FIRST);
      expect(new TextDecoder().decode(bytes.subarray(0, 8))).toBe(`["${mark}",1`.slice(0, 8));
      expect(range.start).toBe(0);
      expect(revision).toBe(client.state.revision);
      expect(asked).not.toContain('readText');
    }
    // After loading, the worker is called: the text may have been folded or edited by then.
    const whole = await client.readText(FIRST);
    expect(asked).toContain('readText');
    expect(whole.size).toBe(client.state.size);
  });

  it('is asked for where something else is wanted, or nothing was said', async () => {
    const stop = connect().readAhead(FIRST);
    const other = { ...FIRST, bytesAfter: 1024 };
    expect((await openAndRead(large('one'), other)).bytes.length).toBeLessThan(FIRST.bytesAfter);
    expect(asked.filter((name) => name === 'readText')).toHaveLength(1);
    stop();
    await openAndRead(large('two'), FIRST);
    expect(asked.filter((name) => name === 'readText')).toHaveLength(2);
  });

  it('is not kept for a text that was written since', async () => {
    connect().readAhead(FIRST);
    await client.open(new Blob(['[1,2]']));
    await client.apply(
      client.state.revision,
      [{ start: asByte(1), end: asByte(2), insert: new TextEncoder().encode('7') }],
      'alone',
    );
    await client.caughtUp();
    expect(new TextDecoder().decode((await client.readText(FIRST)).bytes)).toBe('[7,2]');
  });
});
