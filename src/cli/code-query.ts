// Queries in JavaScript, plain and with Lodash. The code runs in this process and can do what its author can: that is why agents
// don't have it, only the command. Numbers that a double can't hold are objects that go from the input to the result with all
// their digits; whoever calculates with one gets its nearest double, and is told so.

import { Console } from 'node:console';
import lodash from 'lodash';
import { CodedError } from '../shared/errors.ts';
import type { QueryNote } from '../shared/protocol/query.ts';
import { CODE } from '../shared/texts/queries.ts';
import { writeOutput } from '../engine/query/output.ts';
import type { RunQuery } from '../engine/languages/language.ts';
import { compileCode } from '../engine/javascript/code.ts';

/** Returns what runs code, with Lodash as `_` or without. */
export function codeRunner(hasLodash: boolean): RunQuery {
  return async (input, text, work) => {
    const compiled = await compileCode(text);
    const data = await work(input.value('guarded'));
    await work(input.respeltNodes());
    const begun = performance.now();
    const value = withoutOutput(() => compiled.run(data, hasLodash ? lodash : undefined));
    const durationMs = performance.now() - begun;
    const rounded = input.exact.use.isRounded ? await work(input.inexact()) : null;
    const notes: QueryNote[] = rounded === null ? [] : [{ type: 'rounded', ...rounded }];
    const pieces = await work(writeOutput(input, value, 'checked'));
    if (pieces === null) throw new CodedError('refused', CODE.nothing);
    return { pieces, notes, durationMs };
  };
}

/** Runs code whose `console` writes beside the result, not into it. */
function withoutOutput<T>(run: () => T): T {
  const kept = globalThis.console;
  globalThis.console = new Console(process.stderr);
  try {
    return run();
  } finally {
    globalThis.console = kept;
  }
}
