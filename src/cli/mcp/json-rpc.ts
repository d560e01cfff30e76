// JSON-RPC 2.0 in lines, as the Model Context Protocol sends it over standard input and output.
// @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports

/** Answers the requests of one client. */
export interface RpcHandler {
  /** Returns the result. @throws RpcError */
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
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

/** Longest line that is read, in UTF-16 units. */
const MAX_LINE = 16 * 1024 * 1024;

/** Serves requests until the input ends, one at a time: an edit must not overtake the one before. */
export async function serve(
  input: AsyncIterable<Uint8Array>,
  send: (line: string) => Promise<void>,
  handler: RpcHandler,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of input) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end).trim();
      rest = rest.slice(end + 1);
      if (line !== '') await answer(line, send, handler);
    }
    if (rest.length > MAX_LINE) {
      rest = '';
      await send(failure(null, RPC_CODES.request, 'The line is too long.'));
    }
  }
}

async function answer(line: string, send: (line: string) => Promise<void>, handler: RpcHandler): Promise<void> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return send(failure(null, RPC_CODES.parse, 'This is not JSON.'));
  }
  if (!isRecord(message) || typeof message['method'] !== 'string') {
    // An answer to a request of ours; there are none.
    if (isRecord(message) && ('result' in message || 'error' in message)) return undefined;
    return send(failure(null, RPC_CODES.request, 'This is no request.'));
  }
  const { id, method, params } = message;
  // A notification gets no answer.
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  try {
    const result = await handler.request(method, isRecord(params) ? params : {});
    return await send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  } catch (error) {
    const code = error instanceof RpcError ? error.code : RPC_CODES.internal;
    return send(failure(id, code, error instanceof Error ? error.message : String(error)));
  }
}

function failure(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
