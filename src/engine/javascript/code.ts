// Compiles the user's code to a function of the data. Three forms are accepted: an expression (`data.length`), a function
// (`data => …`, `function query (data) { … }`), and statements that define `query`.

import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import { CODE } from '../../shared/texts/queries.ts';
import { CODE_ERROR } from '../../shared/texts/query-errors.ts';
import { failureOf, mistakeOf, placeAt } from './errors.ts';

type Call = (data: unknown, library: unknown) => unknown;

/** Lines before the user's first line in a compiled function: two added by the engine, and one of ours. */
const LINES_BEFORE = 3;
const OPEN = '"use strict"; return (\n';
const CLOSE = '\n)';
const BODY = '"use strict";\n';
const BODY_CLOSE = '\n;return typeof query === "function" ? query(data) : undefined;';
/** How long to wait for the engine to report the place of a syntax error. */
const PLACE_MS = 500;

/** A compiled query. */
export interface CompiledCode {
  /** @throws CodedError `refused`, with the place of the failure, for everything that the code throws */
  run(data: unknown, library: unknown): unknown;
}

/** @throws CodedError `syntax`, with its place in the code */
export async function compileCode(code: string): Promise<CompiledCode> {
  if (code.trim() === '') throw new CodedError('syntax', CODE_ERROR.empty, placeAt(code, 0, 0));
  const expression = compile(OPEN + code + CLOSE);
  if (typeof expression === 'function') {
    return {
      run(data, library) {
        return attempt(code, library, () => {
          const value = expression(data, library);
          return typeof value === 'function' ? (value as Call)(data, library) : value;
        });
      },
    };
  }
  const body = compile(BODY + code + BODY_CLOSE);
  if (typeof body === 'function') return { run: (data, library) => attempt(code, library, () => body(data, library)) };
  throw mistakeOf(code, `${body.name}: ${body.message}`, await placeOfMistake(code));
}

/** The function with this body, or its syntax error. */
function compile(body: string): Call | Error {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the sandbox is there to run a person's code
    return new Function('data', '_', body) as Call;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function attempt(code: string, library: unknown, run: () => unknown): unknown {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    throw failureOf(code, error, LINES_BEFORE, library);
  }
  if (value instanceof Promise) throw new CodedError('refused', CODE.promise);
  return value;
}

/**
 * The place of the syntax error in code that does not compile. The `Function` constructor does not report it; the script of a
 * worker does, and a script with a syntax error runs nothing.
 */
function placeOfMistake(code: string): Promise<ErrorPlace | null> {
  // Outside of a browser nothing reports it.
  if (!('Worker' in globalThis)) return Promise.resolve(null);
  // The last line is a syntax error in any case: nothing of this script may run.
  const address = URL.createObjectURL(new Blob([`(function () {\n${code}\n})\n@`], { type: 'text/javascript' }));
  return new Promise((resolve) => {
    const probe = new Worker(address);
    const answer = (place: ErrorPlace | null): void => {
      clearTimeout(timer);
      probe.terminate();
      URL.revokeObjectURL(address);
      resolve(place);
    };
    const timer = setTimeout(() => answer(null), PLACE_MS);
    probe.addEventListener('error', (event) => {
      event.preventDefault();
      // After the last line: something is not closed there.
      const lines = code.split('\n');
      const line = Math.min(event.lineno - 2, lines.length - 1);
      const column = event.lineno - 2 > line ? (lines.at(-1)?.length ?? 0) : Math.max(0, event.colno - 1);
      answer(placeAt(code, Math.max(0, line), column));
    });
  });
}
