// A server of the Model Context Protocol over standard input and output: documents for agents, in answers of a limited length.
// @see https://modelcontextprotocol.io/specification/2025-06-18

import { CodedError } from '../../shared/errors.ts';
import { Changes } from './changes.ts';
import { isRecord, RPC_CODES, RpcError, type RpcHandler } from './json-rpc.ts';
import { toolsOf, type Tool, type ToolContext } from './tools.ts';
import { Workspace } from './workspace.ts';

const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** How a server is set up. */
export interface McpOptions {
  readonly roots: readonly string[];
  readonly mode: 'read-only' | 'confirm' | 'full';
  /** Tokens of an answer. */
  readonly budget: number;
  readonly version: string;
}

/** Creates the server's answers. @throws CodedError `unreadable` for a root that is not there */
export async function createMcpServer({ roots, mode, budget, version }: McpOptions): Promise<RpcHandler> {
  const workspace = await Workspace.open(roots);
  const context: ToolContext = {
    workspace,
    budget,
    changes: new Changes(workspace, mode === 'full' ? 'full' : 'confirm'),
  };
  const tools = toolsOf(mode);
  return {
    async request(method, params) {
      switch (method) {
        case 'initialize': {
          const asked = params['protocolVersion'];
          return {
            protocolVersion: VERSIONS.find((one) => one === asked) ?? VERSIONS[0],
            capabilities: { tools: {} },
            serverInfo: { name: 'diptych', version },
            instructions:
              `JSON files of any size. Start with "outline". ${mode === 'confirm' ? 'An edit is shown first; "apply" writes it.' : ''}`.trim(),
          };
        }
        case 'ping':
          return {};
        case 'tools/list':
          return { tools: tools.map(describe) };
        case 'tools/call':
          return call(tools, params, context);
        default:
          throw new RpcError(RPC_CODES.method, `There is no method ${method}.`);
      }
    },
  };
}

function describe({ name, description, properties, required, writes }: Tool) {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
  };
}

async function call(tools: readonly Tool[], params: Readonly<Record<string, unknown>>, context: ToolContext) {
  const tool = tools.find(({ name }) => name === params['name']);
  if (tool === undefined) throw new RpcError(RPC_CODES.params, `There is no tool ${String(params['name'])}.`);
  const given = isRecord(params['arguments']) ? params['arguments'] : {};
  try {
    return { content: [{ type: 'text', text: await tool.run(given, context) }] };
  } catch (error) {
    // The model can mend what it has asked for.
    if (error instanceof CodedError) return { content: [{ type: 'text', text: error.message }], isError: true };
    throw error;
  }
}
