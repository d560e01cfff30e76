// The entry of a job worker: work that can't be sliced, in a worker that is ended when it is cancelled.

import { expose } from 'comlink';
import type { JobApi } from '../shared/protocol.ts';
import { holdLock } from './lock.ts';
import { planRepair } from './repair.ts';
import { reply } from './reply.ts';
import { searchSnapshot } from './searching.ts';

const api: JobApi = {
  connect: (lock) => reply(() => (lock === null ? undefined : holdLock(lock))),
  repair: (source, dialect) => reply(() => planRepair(source, dialect)),
  search: (query, source, hits) => reply(() => searchSnapshot(query, source, hits)),
};

expose(api);
