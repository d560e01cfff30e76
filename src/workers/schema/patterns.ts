// The regular expressions of schemas, run by the browser's own engine. They may take forever: whoever validates with them
// must be in a worker that can be ended.

import type { Pattern, Patterns } from '../engine/schema/graph.ts';

/** Keeps what was compiled; `u` first, as the drafts ask for, then as expressions were read before it. */
export function makePatterns(): Patterns {
  const known = new Map<string, Pattern | null>();
  return {
    compile(source) {
      let pattern = known.get(source);
      if (pattern === undefined) {
        pattern = read(source, 'u') ?? read(source, '');
        known.set(source, pattern);
      }
      return pattern;
    },
  };
}

/** Takes every text: for schemas whose patterns take too long. */
export const ANY_TEXT: Patterns = { compile: () => ({ test: () => true }) };

function read(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}
