// The entry point of a job worker: work that cannot be sliced, in a worker that is terminated when it is cancelled. A call is declared
// and listed in `shared/protocol/jobs.ts`, and carried out by the method of that name.

import { expose } from 'comlink';
import type { JobApi } from '../shared/protocol/jobs.ts';
import { archive } from './jobs/archive.ts';
import { CompareJob } from './jobs/compare-job.ts';
import { compress } from './jobs/compress.ts';
import { unpackedSize } from './document/source.ts';
import { lazily } from './common/lazily.ts';
import { holdForLife } from './common/lock.ts';
import { QueryJob } from './jobs/query-job.ts';
import { planRepair } from './jobs/repair.ts';
import { reply } from './common/reply.ts';
import { SearchJob } from './jobs/search-job.ts';
import { serveJobs } from './jobs/serve-jobs.ts';
import { Snapshots } from './jobs/snapshots.ts';

const snapshots = new Snapshots();
// Loaded on demand: with its formats and meta-schemas it is a third of the code.
const schema = lazily(async () => new (await import('./jobs/schema-job.ts')).SchemaJob(snapshots));

const api: JobApi = {
  connect: (lock) => reply(() => holdForLife(lock)),
  ...serveJobs({
    contents: () => ({ repair: planRepair, compress, unpackedSize, archive }),
    snapshots: () => snapshots,
    search: () => new SearchJob(snapshots),
    compare: () => new CompareJob(snapshots),
    query: () => new QueryJob(snapshots),
    schema,
    assist: async () => new (await import('./jobs/assist-job.ts')).AssistJob(await schema()),
    leaks: async () => new (await import('./jobs/leak-job.ts')).LeakJob(snapshots),
    receipt: async () => new (await import('./jobs/receipt-job.ts')).ReceiptJob(snapshots),
    csv: async () => new (await import('./jobs/csv-job.ts')).CsvJob(snapshots),
    forms: async () => new (await import('./jobs/form-job.ts')).FormJob(snapshots),
    merge: async () => new (await import('./jobs/merge-job.ts')).MergeJob(snapshots),
    extract: async () => new (await import('./jobs/extract-job.ts')).ExtractJob(),
  }),
};

expose(api);
