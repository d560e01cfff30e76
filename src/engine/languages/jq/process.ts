// Runs jq once, in an instance of its own that releases its memory afterwards. The package's own runtime replaces the operating
// system; three of its calls are replaced here, because they would copy byte by byte through JavaScript strings, and stop at
// 256 MB.
//
//   our bytes ─ fd_read → jq ─ fd_write → our buffers
//                         │
//                         └─ emscripten_resize_heap → the memory grows, and the runtime refreshes its views

import { loadJq, type Jq, type JqLoadOptions } from 'jq-wasm';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { TextBuffer } from '../../base/text-buffer.ts';

const PAGE = 65536;
const MAX_PAGES = 65536;
/** Memory grows by a fifth, and by at most 96 MB, as in the package's own runtime. */
const GROWTH = 1.2;
const MAX_GROWTH = 96 * 1024 * 1024;
const STDOUT = 1;
const CRASHED = -1;
/** From this length on, `TextBuffer` does not copy bytes; these are copied here, because jq's memory will be overwritten. */
const LONG = 32768;

/** More than jq can use before the stack of the WebAssembly engine overflows. */
const STACK_BYTES = 24 * 1024 * 1024;

/** The names of the imports and exports in the build 3.0.0-jq-1.8.2, a version that `package.json` pins for this reason. */
const RUNTIME = 'a';
const READ = 'h';
const WRITE = 'd';
const RESIZE = 'k';
const MEMORY = 'F';
const STACK_GET = 'L';
const STACK_SET = 'J';

/** The result of a run. */
export interface JqResult {
  /** Each output, followed by a line feed. The arrays belong to the caller. */
  readonly pieces: readonly Uint8Array[];
  readonly errors: string;
  readonly exitCode: number;
  /** Set if the run was ended by exhausted memory or a stack overflow. */
  readonly crash: Error | null;
}

/** Runs a program on a text, with flags of jq's command line. It cannot be sliced. */
export async function runProcess(
  module: WebAssembly.Module,
  program: string,
  input: readonly Uint8Array[],
  flags: readonly string[] = [],
): Promise<JqResult> {
  const files = new Files(input);
  // The package does not notice when its hook fails asynchronously.
  const jq = await new Promise<Jq>((resolve, reject) => {
    const instantiateWasm: JqLoadOptions['instantiateWasm'] = (imports, onSuccess) => {
      const runtime = { ...imports[RUNTIME], [READ]: files.read, [WRITE]: files.write };
      const start = async (): Promise<void> => {
        let refresh = (): void => undefined;
        const resize = (bytes: number): number => {
          const grown = grow(files.memory, bytes >>> 0);
          // The runtime's views are of the old buffer.
          if (grown) refresh();
          return grown ? 1 : 0;
        };
        const instance = await WebAssembly.instantiate(module, { [RUNTIME]: { ...runtime, [RESIZE]: resize } });
        files.memory = instance.exports[MEMORY] as WebAssembly.Memory;
        moveStack(instance.exports, files.memory);
        refresh = () => onSuccess(instance, module);
        refresh();
      };
      start().catch(reject);
    };
    loadJq({ instantiateWasm }).then(resolve, reject);
  });
  let [exitCode, crash]: [number, Error | null] = [CRASHED, null];
  try {
    ({ exitCode } = jq.raw('', program, ['-c', ...flags, '--']));
  } catch (error) {
    // A trap of WebAssembly, or a stack overflow in the engine around it.
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
    crash = error;
  }
  return { pieces: files.output.finish(), errors: decodeUtf8(joinBytes(files.errors.finish())), exitCode, crash };
}

/** The files that jq reads and writes. */
class Files {
  memory = new WebAssembly.Memory({ initial: 0 });
  readonly output = new TextBuffer();
  readonly errors = new TextBuffer();
  private piece = 0;
  private offset = 0;

  constructor(private readonly input: readonly Uint8Array[]) {}

  /** Fills `count` pairs of address and length at `vectors` from the input; stores the number of bytes at `written`. */
  readonly read = (_: number, vectors: number, count: number, written: number): number => {
    const view = new DataView(this.memory.buffer);
    const bytes = new Uint8Array(this.memory.buffer);
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      let at = view.getUint32((vectors >>> 0) + index * 8, true);
      const end = at + view.getUint32((vectors >>> 0) + index * 8 + 4, true);
      while (at < end) {
        const from = this.input[this.piece];
        if (from === undefined) break;
        const part = from.subarray(this.offset, this.offset + end - at);
        bytes.set(part, at);
        at += part.length;
        total += part.length;
        this.offset += part.length;
        if (this.offset < from.length) continue;
        this.piece += 1;
        this.offset = 0;
      }
    }
    view.setUint32(written >>> 0, total, true);
    return 0;
  };

  /** Takes the bytes of `count` pairs of address and length at `vectors`; stores their number at `written`. */
  readonly write = (file: number, vectors: number, count: number, written: number): number => {
    const view = new DataView(this.memory.buffer);
    const bytes = new Uint8Array(this.memory.buffer);
    const out = file === STDOUT ? this.output : this.errors;
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      const start = view.getUint32((vectors >>> 0) + index * 8, true);
      const length = view.getUint32((vectors >>> 0) + index * 8 + 4, true);
      const part = bytes.subarray(start, start + length);
      out.add(length < LONG ? part : part.slice());
      total += length;
    }
    view.setUint32(written >>> 0, total, true);
    return 0;
  };
}

/**
 * Gives jq a larger stack before it runs. Its own of 1 MB ends where its data begin: for a document of more than 670 levels, it
 * would overwrite them without an error. The heap begins where the stack does, and only one word holds that address.
 *
 *   before   data | stack ← | heap →
 *   after    data |                    stack ← | heap →
 */
function moveStack(exports: WebAssembly.Exports, memory: WebAssembly.Memory): void {
  const getStack = exports[STACK_GET] as () => number;
  const setStack = exports[STACK_SET] as (address: number) => void;
  const start = getStack();
  const data = new Uint32Array(memory.buffer, 0, start >>> 2);
  const at = data.indexOf(start);
  if (at < 0 || data.includes(start, at + 1))
    throw new RangeError('not one word has the start of the heap, expected one');
  memory.grow(STACK_BYTES / PAGE);
  new Uint32Array(memory.buffer)[at] = start + STACK_BYTES;
  setStack(start + STACK_BYTES);
}

/** Grows a memory to at least `bytes`, with extra room if possible; false when that fails. */
function grow(memory: WebAssembly.Memory, bytes: number): boolean {
  const { byteLength } = memory.buffer;
  const ample = Math.max(bytes, Math.min(byteLength * GROWTH, bytes + MAX_GROWTH));
  for (const wanted of [ample, bytes]) {
    const pages = Math.min(MAX_PAGES, Math.ceil(wanted / PAGE));
    if (pages * PAGE < bytes) return false;
    try {
      memory.grow(pages - byteLength / PAGE);
      return true;
    } catch {
      // Try less, then give up.
    }
  }
  return false;
}
