// JSON-RPC 2.0 in lines, as the Model Context Protocol sends it over standard input and output. Requests are answered as they are
// done: one that takes long keeps neither the next one nor a ping waiting, and can be cancelled.
// @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports

import { LIMITS } from '../limits.ts';
import { memberTexts } from './json-members.ts';
import { messageLines } from './message-lines.ts';
import { clipText } from './pages.ts';

/** One request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The parameters as the message spells them. */
  paramsText(): string;
  /** Aborted when the client cancels the request, or is gone. */
  readonly signal: AbortSignal;
}

/** Answers the requests of one client. */
export interface RpcHandler {
  /** Returns the result. @throws RpcError */
  request(request: RpcRequest): Promise<unknown>;
  /** Ends what still runs. */
  close(): void;
}

/** A failure with a code of JSON-RPC. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export const RPC_CODES = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
} as const;

/** Bytes of an error's message; a method's or tool's name in it may be as long as a message. */
const MAX_ERROR_BYTES = 300;

type Send = (line: string) => Promise<void>;

/** Serves requests until the input ends. What runs then has a moment to end. */
export async function serve(input: AsyncIterable<Uint8Array>, send: Send, handler: RpcHandler): Promise<void> {
  const client = new RpcClient(send, handler);
  try {
    for await (const line of messageLines(input, LIMITS.messageBytes)) await client.take(line);
  } finally {
    await client.end();
    handler.close();
  }
}

class RpcClient {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  /** Requests under way, by their id as the client spells it. */
  private readonly running = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();

  constructor(
    private readonly send: Send,
    private readonly handler: RpcHandler,
  ) {}

  /** Takes a line; resolves once the next one may come. */
  async take(line: Uint8Array | null): Promise<void> {
    if (line === null)
      return this.fail('null', RPC_CODES.request, `The message is longer than ${LIMITS.messageBytes} bytes.`);
    let message: unknown;
    let text: string;
    try {
      text = this.decoder.decode(line).trim();
      if (text === '') return undefined;
      message = JSON.parse(text);
    } catch {
      return this.fail('null', RPC_CODES.parse, 'This is not JSON.');
    }
    // An answer to a request of ours; there are none.
    if (isRecord(message) && !('method' in message) && ('result' in message || 'error' in message)) return undefined;
    if (!isRecord(message) || typeof message['method'] !== 'string')
      return this.fail('null', RPC_CODES.request, 'This is no request.');
    const { id, method } = message;
    const params = isRecord(message['params']) ? message['params'] : {};
    if (!('id' in message)) {
      if (method === 'notifications/cancelled' && isRecord(message['params'])) this.cancel(text);
      return undefined;
    }
    if (typeof id !== 'string' && typeof id !== 'number')
      return this.fail('null', RPC_CODES.request, '"id" is a text or a number.');
    const members = memberTexts(text);
    const idText = members.get('id') ?? 'null';
    if (this.running.has(idText)) return this.fail(idText, RPC_CODES.request, 'A request with this id is under way.');
    if (this.running.size >= LIMITS.callsWaiting + LIMITS.callsAtOnce)
      return this.fail(idText, RPC_CODES.internal, 'Too many requests are under way. Wait for an answer.');
    const abort = new AbortController();
    const request = { method, params, paramsText: () => members.get('params') ?? '{}', signal: abort.signal };
    const ended = this.answer(idText, request).finally(() => this.running.delete(idText));
    this.running.set(idText, { abort, ended });
    return undefined;
  }

  /** Waits a moment for the answers, and cancels the rest. */
  async end(): Promise<void> {
    const all = Promise.all(Array.from(this.running.values(), ({ ended }) => ended));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => (timer = setTimeout(resolve, LIMITS.graceSeconds * 1000)));
    await Promise.race([all, grace]);
    clearTimeout(timer);
    for (const { abort } of this.running.values()) abort.abort();
  }

  private async answer(idText: string, request: RpcRequest): Promise<void> {
    try {
      const result = await this.handler.request(request);
      if (!request.signal.aborted)
        await this.send(`{"jsonrpc":"2.0","id":${idText},"result":${JSON.stringify(result)}}`);
    } catch (error) {
      // A request that was cancelled gets no answer.
      if (request.signal.aborted) return;
      const code = error instanceof RpcError ? error.code : RPC_CODES.internal;
      await this.fail(idText, code, error instanceof Error ? error.message : String(error));
    }
  }

  private cancel(text: string): void {
    const id = memberTexts(memberTexts(text).get('params') ?? '{}').get('requestId');
    if (id !== undefined) this.running.get(id)?.abort.abort();
  }

  private fail(idText: string, code: number, message: string): Promise<void> {
    const error = JSON.stringify({ code, message: clipText(message, MAX_ERROR_BYTES) });
    return this.send(`{"jsonrpc":"2.0","id":${idText},"error":${error}}`);
  }
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
