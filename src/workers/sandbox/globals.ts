// What a person's code finds around it: the language, and little else. The frame's policy keeps it from the network and
// its origin from storage; here goes what could still fill memory outside of the heap, and what a query has no use for.

/** What stays, beside all that ECMA-262 and ECMA-402 define. */
const KEPT = new Set([
  'console',
  'structuredClone',
  'queueMicrotask',
  'atob',
  'btoa',
  'TextEncoder',
  'TextDecoder',
  'URL',
  'URLSearchParams',
  'performance',
  'self',
  'crypto',
]);

/** @see ECMA-262 §19, ECMA-402 §8 */
const LANGUAGE = new Set([
  'globalThis',
  'Infinity',
  'NaN',
  'undefined',
  'eval',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'unescape',
  'AggregateError',
  'Array',
  'ArrayBuffer',
  'AsyncDisposableStack',
  'BigInt',
  'BigInt64Array',
  'BigUint64Array',
  'Boolean',
  'DataView',
  'Date',
  'DisposableStack',
  'Error',
  'EvalError',
  'FinalizationRegistry',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'Function',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Iterator',
  'Map',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'ReferenceError',
  'RegExp',
  'Set',
  'String',
  'SuppressedError',
  'Symbol',
  'SyntaxError',
  'TypeError',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
  'URIError',
  'WeakMap',
  'WeakRef',
  'WeakSet',
  'Atomics',
  'JSON',
  'Math',
  'Reflect',
  'Temporal',
  'Intl',
]);

/** Buffers lie outside of the heap, whose size the browser limits. All that one query makes, in bytes. */
const BUFFER_BYTES = 1024 * 1024 * 1024;
const BUFFERS = [
  'ArrayBuffer',
  'BigInt64Array',
  'BigUint64Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
] as const;

/** Takes away what a query has no use for, and counts the bytes of the buffers that are made from here on. */
export function confine(scope: object): void {
  for (
    let holder: object | null = scope;
    holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (KEPT.has(name) || LANGUAGE.has(name) || (holder !== scope && name === 'constructor')) continue;
      Reflect.deleteProperty(holder, name);
    }
  }
  // Blobs are kept by the browser.
  Reflect.deleteProperty(URL, 'createObjectURL');
  countBuffers(scope);
}

function countBuffers(scope: object): void {
  let left = BUFFER_BYTES;
  const construct = Reflect.construct;
  const handler: ProxyHandler<new (...args: unknown[]) => ArrayBufferLike> = {
    construct(target, args, newTarget) {
      const [wanted] = args;
      // Before there is one, as far as its length is said.
      if (typeof wanted === 'number' && wanted > left) throw tooMany();
      const made = construct(target, args, newTarget) as ArrayBufferLike | ArrayBufferView;
      left -= made.byteLength;
      if (left < 0) throw tooMany();
      return made;
    },
  };
  for (const name of BUFFERS) {
    const original: unknown = Reflect.get(scope, name);
    if (typeof original !== 'function') continue;
    const counted = new Proxy(original as new (...args: unknown[]) => ArrayBufferLike, handler);
    Reflect.defineProperty(scope, name, { value: counted, writable: true, enumerable: false, configurable: true });
    Reflect.defineProperty(original.prototype as object, 'constructor', {
      value: counted,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}

function tooMany(): RangeError {
  return new RangeError('The query made more than 1 GB of buffers, and was stopped.');
}
