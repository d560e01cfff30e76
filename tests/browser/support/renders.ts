// Tells which components React has rendered, as its developer tools do. Has to be imported before React: it looks for the hook once.

/** A component as it was rendered last. @see https://github.com/facebook/react/blob/main/packages/react-reconciler/src/ReactInternalTypes.js */
interface Fiber {
  readonly type: unknown;
  readonly memoizedProps: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** The flag of a component that was called, and not passed over because nothing of it had changed. */
const PERFORMED_WORK = 1;

const listeners = new Set<(fibers: ReadonlySet<Fiber>) => void>();

function collect(fiber: Fiber | null, into: Set<Fiber>): Set<Fiber> {
  for (let at = fiber; at !== null; at = at.sibling) {
    into.add(at);
    collect(at.child, into);
  }
  return into;
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { readonly current: Fiber }) => {
      const fibers = collect(current, new Set());
      for (const listener of listeners) listener(fibers);
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  },
});

/** Notes the props of each rendering of a component from now on. */
export function rendersOf<Props>(component: (props: Props) => unknown): Props[] {
  const renders: Props[] = [];
  let last: ReadonlySet<Fiber> = new Set();
  listeners.add((fibers) => {
    for (const fiber of fibers) {
      // A component whose parent was passed over is the same object as before, with its flags.
      if (fiber.type === component && (fiber.flags & PERFORMED_WORK) !== 0 && !last.has(fiber))
        renders.push(fiber.memoizedProps as Props);
    }
    last = fibers;
  });
  return renders;
}
