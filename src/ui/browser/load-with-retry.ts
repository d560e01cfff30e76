// Loads parts of the page on demand, with retries: dialogs and menus must not stay unavailable after a short network failure.
// Some browsers cache a failed module load and fail immediately the next time, so a retry uses a different address, derived from
// the one in the error message.

import { NOT_LOADED, TOO_LATE } from '../strings/app/layout.ts';

/** Loading fails after this time, in milliseconds. @see requirements PAN-7 */
const TIMEOUT_MS = 120_000;
/** Delays before the retries, in milliseconds. */
const WAITS_MS = [500, 2000, 8000] as const;
/**
 * The module's address in the error messages of Chromium and Firefox. WebKit's messages contain none, but WebKit requests the
 * module again by itself.
 */
const MODULE = /https?:\/\/[^\s"']+\.js/;

/** A part of the page could not be loaded; the message is for the user. */
export class LoadError extends Error {
  constructor(cause: unknown) {
    super(NOT_LOADED, { cause });
  }
}

/**
 * Wraps an import so that it rejects with a `LoadError`, also if it is pending after two minutes: a stalled connection reports no
 * error. A later call tries again.
 */
export function withTimeout<Module>(load: () => Promise<Module>): () => Promise<Module> {
  const loadAgain = fromFreshAddress(load);
  return () => limited(loadAgain);
}

/**
 * Wraps an import so that it is retried for up to two minutes. It rejects with a `LoadError`, whose cause is the last error; a later
 * call tries again.
 */
export function loadWithRetry<Module>(load: () => Promise<Module>): () => Promise<Module> {
  const loadAgain = fromFreshAddress(load);
  const patiently = async (): Promise<Module> => {
    for (const wait of WAITS_MS) {
      try {
        return await loadAgain();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    return loadAgain();
  };
  return () => limited(patiently);
}

/** Wraps a load so that its result is shared by all calls; after a failure the next call loads again. */
export function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load();
    loading.catch(() => (loading = null));
    return loading;
  };
}

/** Wraps an import: after a failure, each call requests the module under another address. `load` must return the module itself. */
function fromFreshAddress<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let address: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return await (address === undefined
        ? load()
        : (import(/* @vite-ignore */ `${address}?again=${failures}`) as Promise<Module>));
    } catch (error) {
      failures += 1;
      [address] = MODULE.exec(String(error)) ?? [];
      throw error;
    }
  };
}

/** Runs a load; it fails after two minutes. */
async function limited<Module>(load: () => Promise<Module>): Promise<Module> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(TOO_LATE(TIMEOUT_MS))), TIMEOUT_MS);
  try {
    return await Promise.race([load(), late.promise]);
  } catch (error) {
    throw new LoadError(error);
  } finally {
    clearTimeout(timer);
  }
}
