// Runs the regular expressions of schemas with the browser's own engine. They may take forever: `ui/client/validator.ts`
// terminates the worker when it reports no progress.

import type { Pattern, Patterns } from '../graph.ts';

/** Caches compiled expressions. Tries the flag `u` first, as the drafts require, then no flag. */
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

/** Matches every text: for schemas whose patterns take too long. */
export const ANY_TEXT: Patterns = { compile: () => ({ test: () => true }) };

function read(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}
