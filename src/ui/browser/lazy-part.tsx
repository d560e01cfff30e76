// Parts of the page that are loaded when they are first rendered. React keeps a failed `lazy` failed for ever; the error that a part
// fails with can start the load anew, which is what *Try again* does.

import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { LoadError, withTimeout } from './load-with-retry.ts';

/** A part of the page could not be loaded. */
export class PartError extends LoadError {
  /** Makes the next rendering of the part load it again. */
  readonly retry: () => void;

  constructor({ cause }: LoadError, retry: () => void) {
    super(cause);
    this.retry = retry;
  }
}

/**
 * Wraps an import as a component: the module's default export, or the one that `pick` returns. While it loads it suspends; when it
 * fails, the nearest boundary gets a `PartError`.
 * @see requirements PAN-7
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props>;
export function lazyPart<Props extends object, Module>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props>;
export function lazyPart<Props extends object, Module extends { readonly default?: ComponentType<Props> }>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props> | undefined = (module) => module.default,
): ComponentType<Props> {
  let Loaded: LazyExoticComponent<ComponentType<Props>>;
  const start = withTimeout(load);
  const reset = (): void => {
    Loaded = lazy(async () => {
      try {
        const part = pick(await start());
        if (part === undefined) throw new RangeError('expected: a component; actual: no default export');
        return { default: part };
      } catch (error) {
        throw error instanceof LoadError ? new PartError(error, reset) : error;
      }
    });
  };
  reset();
  return function Part(props: Props) {
    return <Loaded {...props} />;
  };
}
