// The commands of the program.

import type { Commands } from '../command.ts';

export const COMMANDS: Commands = {
  open: async () => (await import('./open.ts')).open,
  get: async () => (await import('./get.ts')).get,
  set: async () => (await import('./edit-values.ts')).set,
  insert: async () => (await import('./edit-values.ts')).insert,
  delete: async () => (await import('./edit-values.ts')).remove,
  find: async () => (await import('./find.ts')).find,
  query: async () => (await import('./query.ts')).query,
  format: async () => (await import('./format.ts')).format,
  diff: async () => (await import('./diff.ts')).diff,
  patch: async () => (await import('./edit-values.ts')).patch,
  completion: async () => (await import('./completion.ts')).completion,
  extract: async () => (await import('./extract.ts')).extract,
  git: async () => (await import('./git.ts')).git,
  merge: async () => (await import('./merge.ts')).merge,
  validate: async () => (await import('./validate.ts')).validate,
  infer: async () => (await import('./validate.ts')).infer,
  table: async () => (await import('./table.ts')).table,
  mcp: async () => (await import('./mcp.ts')).mcp,
  redact: async () => (await import('./redact.ts')).redact,
  verify: async () => (await import('./verify.ts')).verify,
};
