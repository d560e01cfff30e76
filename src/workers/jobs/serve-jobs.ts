// Makes the calls of a job worker of the methods of its parts.

import { reply, type Calls } from '../common/reply.ts';
import { lazily } from '../common/lazily.ts';

/**
 * Returns the calls that methods of the same names carry out; `make` is called for the first of them. A port that is the last
 * argument of a call, over which progress or hits are sent, is closed when the call ends.
 */
export function jobsOf<Part, Name extends keyof Part>(
  make: () => Part | Promise<Part>,
  ...names: readonly Name[]
): Calls<Part, Name> {
  const load = lazily(async () => (await make()) as Readonly<Record<Name, (...args: unknown[]) => unknown>>);
  const run = async (name: Name, args: unknown[]): Promise<unknown> => {
    const progress = args.at(-1);
    try {
      return await (await load())[name](...args);
    } finally {
      if (progress instanceof MessagePort) progress.close();
    }
  };
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => reply(() => run(name, args))])) as Calls<
    Part,
    Name
  >;
}
