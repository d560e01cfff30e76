// What a tool is, and what its arguments have in common.

import type { Arguments, ArgumentRules } from './arguments.ts';
import type { Changes, Proposal, ToolAnswer } from './changes.ts';
import type { Workspace } from './workspace.ts';

/** What a call of a tool works with. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly changes: Changes;
  /** Tokens of an answer. */
  readonly budget: number;
  /** The change that was shown, if the call carries one out. */
  readonly shown: Proposal | null;
}

/** One tool. */
export interface Tool extends ArgumentRules {
  readonly name: string;
  readonly description: string;
  /** Whether it changes files. */
  readonly writes: boolean;
  run(given: Arguments, context: ToolContext): Promise<string | ToolAnswer>;
}

export const FILE = { type: 'string', description: 'The file, below one of the folders that may be used.' } as const;
export const PATH = {
  type: 'string',
  description: 'A JSON Pointer (/a/0) or a JSONPath ($.a[0]); empty for the root.',
} as const;
