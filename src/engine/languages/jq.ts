// jq itself, as WebAssembly. It reads and writes text: a document goes in as it is, and the output has numbers as jq spells
// them. A program produces any number of results; a single one is the result, otherwise they are put into an array.

import { CodedError } from '../../shared/errors.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import type { QueryNote } from '../../shared/protocol/query.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { addSource } from '../query/source-text.ts';
import { TextBuffer } from '../base/text-buffer.ts';
import { fetchJq } from './jq/binary.ts';
import { explainFailure, explainSyntax } from './jq/errors.ts';
import { findNotes } from './jq/notes.ts';
import { runProcess, type JqResult } from './jq/process.ts';
import { mendSurrogates } from './jq/surrogates.ts';
import { raiseMemory } from './jq/wasm.ts';
import { withZones } from './jq/zones.ts';
import type { QueryOutput, RunQuery } from './language.ts';
import { syntaxError } from './query-error.ts';
import { EMPTY_QUERY, JQ } from '../../shared/texts/queries.ts';
import { COMMA, LF } from '../../shared/bytes/ascii.ts';

/** Longest program: it is stored on jq's stack. */
const MAX_PROGRAM_LENGTH = 1024 * 1024;
const COMPILE_FAILED = 3;
const MAX_MEMORY = 4 * 1024 ** 3;

/** What jq's command line has options for. */
export interface JqOptions {
  /** Values of variables, in JSON: `--arg` and `--argjson`. */
  readonly variables?: ReadonlyMap<string, string>;
  /** Whether the program runs once, without input, which `input` and `inputs` read: `-n`. Records of NDJSON are inputs of their own. */
  readonly isNullInput?: boolean;
  /** Whether all inputs form one array, as the records of NDJSON always do: `-s`. */
  readonly isSlurped?: boolean;
}

const loadOnce = makeLoader();

/** jq 1.8. @see https://jqlang.org/manual/v1.8/ */
export const runJq: RunQuery = jqRunner({});

/** jq with options of its command line. */
export function jqRunner({ variables, isNullInput = false, isSlurped = false }: JqOptions): RunQuery {
  return async (input, text, work) => {
    checkProgram(text);
    const isRecords = input.node === 0 && input.places.tape.dialect === 'ndjson';
    const compiled = await loadOnce();
    let pieces: Uint8Array[];
    if (isRecords && isNullInput && !isSlurped) pieces = [input.places.text.slice(0, input.places.text.size)];
    else {
      const source = new TextBuffer();
      await work(addSource(input.places, input.node, source));
      pieces = source.finish();
    }
    const mended = pieces.map(mendSurrogates);
    const program = withVariables(withZones(text), variables);
    const flags = [...(isNullInput ? ['-n'] : []), ...(isSlurped && !isRecords ? ['-s'] : [])];
    const start = performance.now();
    const result = await runProcess(compiled, program, mended, flags);
    const durationMs = performance.now() - start;
    if (result.exitCode !== 0) throw explain(text, result, program.length - text.length);
    const isMended = mended.some((piece, index) => piece !== pieces[index]);
    return finish(result, durationMs, await work(findNotes(input, text, isMended)));
  };
}

/** Returns the program with its variables bound before it, on its first line. */
function withVariables(program: string, variables: JqOptions['variables']): string {
  if (variables === undefined || variables.size === 0) return program;
  const bound = [...variables].map(([name, json]) => `${json} as $${name} | `);
  const named = [...variables].map(([name, json]) => `${JSON.stringify(name)}: ${json}`);
  return `{"positional": [], "named": {${named.join(', ')}}} as $ARGS | ${bound.join('')}${program}`;
}

/** Returns what loads jq once; it is tried again after a failure. */
function makeLoader(): () => Promise<WebAssembly.Module> {
  let module: Promise<WebAssembly.Module> | null = null;
  return async () => {
    module ??= load();
    return module.catch((error: unknown) => {
      module = null;
      throw error;
    });
  };
}

async function load(): Promise<WebAssembly.Module> {
  let bytes: Uint8Array;
  try {
    bytes = await fetchJq();
  } catch {
    throw new CodedError('unreadable', JQ.notLoaded);
  }
  return WebAssembly.compile(raiseMemory(bytes));
}

function checkProgram(text: string): void {
  if (text.trim() === '') throw syntaxError(text, 0, EMPTY_QUERY.jq);
  if (text.includes('\0')) throw syntaxError(text, text.indexOf('\0'), JQ.zero);
  if (text.length <= MAX_PROGRAM_LENGTH) return;
  throw new CodedError('refused', JQ.tooLong(MAX_PROGRAM_LENGTH));
}

/** Joins the lines into an array unless there is exactly one. */
function finish({ pieces }: JqResult, durationMs: number, notes: QueryNote[]): QueryOutput {
  let count = 0;
  for (const piece of pieces) {
    // Strings contain no line feeds: they are escaped.
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) {
      piece[at] = COMMA;
      count += 1;
    }
  }
  const lines = [...pieces];
  // Without the line feed after the last one.
  const last = lines.pop();
  if (last !== undefined) lines.push(last.subarray(0, -1));
  if (count === 1) return { pieces: lines, notes, durationMs };
  notes.push({ type: 'several', count });
  return { pieces: [encodeUtf8('['), ...lines, encodeUtf8(']')], notes, durationMs };
}

/** `prefix`: the length of what was put before the program, on its first line. */
function explain(text: string, { errors, exitCode, crash }: JqResult, prefix: number): CodedError {
  if (/cannot allocate memory/.test(errors)) return outOfMemory();
  if (crash !== null) {
    const isDeep = crash instanceof RangeError || /memory access/.test(crash.message);
    return new CodedError('refused', isDeep ? JQ.tooDeep : JQ.crashed(crash.message));
  }
  if (exitCode === COMPILE_FAILED) return explainSyntax(text, errors, prefix);
  if (/depth limit/.test(errors)) return new CodedError('refused', JQ.tooDeep);
  return explainFailure(text, errors);
}

function outOfMemory(): CodedError {
  return new CodedError('too-large', `jq ran out of memory; the most it can have is ${formatSize(MAX_MEMORY)}.`);
}
