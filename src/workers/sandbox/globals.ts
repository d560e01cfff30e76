// The globals of the user's code: the language, and little else. The frame's policy blocks the network and its origin blocks
// storage; removed here is what could still fill memory outside the heap, and what a query has no use for.

import { CODE } from '../../shared/texts/queries.ts';

/** Globals that stay, besides all that ECMA-262 and ECMA-402 define. */
const KEPT = new Set([
  'console',
  'queueMicrotask',
  'atob',
  'btoa',
  'TextDecoder',
  'URL',
  'URLSearchParams',
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

/** Most bytes of the buffers that one query creates. Buffers are outside the heap, whose size the browser limits. */
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

/** Methods that create buffers and cannot be intercepted. */
const UNCOUNTED: Readonly<Record<string, readonly string[]>> = {
  ArrayBuffer: ['resize', 'transfer', 'transferToFixedLength'],
  Uint8Array: ['toReversed', 'toSorted', 'with', 'setFromBase64', 'setFromHex'],
};

type Maker = new (...args: unknown[]) => object;

/**
 * Removes what a query has no use for, and counts the bytes of buffers created from here on. `clone` replaces
 * `structuredClone`: the browser's own creates buffers that are not counted.
 */
export function confine(scope: object, clone: (value: unknown) => unknown): void {
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
  // Blobs are stored by the browser, outside the heap.
  Reflect.deleteProperty(URL, 'createObjectURL');
  put(scope, 'structuredClone', clone);
  countBuffers(scope);
}

function countBuffers(scope: object): void {
  let left = BUFFER_BYTES;
  const { construct, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
  const views = getPrototypeOf(Uint8Array.prototype) ?? {};
  // Properties that a subclass overrides do not count.
  const lengthOf = getter(ArrayBuffer.prototype, 'maxByteLength') ?? getter(ArrayBuffer.prototype, 'byteLength');
  const bufferOf = getter(views, 'buffer');
  const handler: ProxyHandler<Maker> = {
    construct(target, args, newTarget) {
      const [wanted] = args;
      // Checked before the buffer exists, if its length is given.
      if (typeof wanted === 'number' && wanted > left) throw tooMany();
      const made = construct(target, args, newTarget) as object;
      const buffer = target === ArrayBufferItself ? made : bufferOf?.(made);
      // A view of an existing buffer creates nothing.
      if (buffer === wanted) return made;
      left -= Number(lengthOf?.(buffer));
      if (left < 0) throw tooMany();
      return made;
    },
  };
  const ArrayBufferItself: unknown = ArrayBuffer;
  for (const name of BUFFERS) {
    const original: unknown = Reflect.get(scope, name);
    if (typeof original !== 'function') continue;
    const counted = new Proxy(original as Maker, handler);
    put(scope, name, counted);
    put(original.prototype as object, 'constructor', counted);
  }
  for (const [name, methods] of Object.entries(UNCOUNTED)) {
    const made: unknown = Reflect.get(scope, name);
    if (typeof made !== 'function') continue;
    for (const holder of [made.prototype as object, getPrototypeOf(made.prototype as object) ?? {}])
      for (const method of methods)
        if (getOwnPropertyDescriptor(holder, method)) Reflect.deleteProperty(holder, method);
  }
}

/** Returns a function that reads a property as the language defines it, even if an object overrides it. */
function getter(holder: object, name: string): ((object: unknown) => unknown) | null {
  const get = Reflect.getOwnPropertyDescriptor(holder, name)?.get;
  const { apply } = Reflect;
  return get === undefined ? null : (object) => apply(get, object, []);
}

function put(holder: object, name: string, value: unknown): void {
  Reflect.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}

function tooMany(): RangeError {
  return new RangeError(CODE.buffers);
}
