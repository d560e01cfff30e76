// Makes the calls of a job worker of the methods of its parts.

import { JOB_CALLS, type JobApi } from '../../shared/protocol/jobs.ts';
import type { Reply } from '../../shared/protocol/reply.ts';
import { reply } from '../common/reply.ts';
import { lazily } from '../common/lazily.ts';

type PartName = keyof typeof JOB_CALLS;
type CallOf<Name extends PartName> = (typeof JOB_CALLS)[Name][number];
type Method<Call> = Call extends (...args: infer A) => Promise<Reply<infer T>> ? (...args: A) => T | Promise<T> : never;
type Part<Name extends PartName> = { readonly [Call in CallOf<Name>]: Method<JobApi[Call]> };

/** What makes each part, whose methods carry out the calls of the same names. */
export type JobParts = { readonly [Name in PartName]: () => Part<Name> | Promise<Part<Name>> };

/**
 * Returns the calls that are listed; a part is made for the first of its own. A port that is the last argument of a call, over which
 * progress, hits or a snapshot are sent, is closed when the call ends.
 */
export function serveJobs(parts: JobParts): Pick<JobApi, CallOf<PartName>> {
  const calls = Object.entries(JOB_CALLS).flatMap(([part, names]) => {
    type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;
    const load = lazily(async () => (await parts[part as PartName]()) as unknown as Methods);
    const run = async (name: string, args: unknown[]): Promise<unknown> => {
      const progress = args.at(-1);
      try {
        return await (await load())[name]?.(...args);
      } finally {
        if (progress instanceof MessagePort) progress.close();
      }
    };
    return names.map((name) => [name, (...args: unknown[]) => reply(() => run(name, args))] as const);
  });
  return Object.fromEntries(calls) as unknown as Pick<JobApi, CallOf<PartName>>;
}
