// The entry point of a job worker: work that cannot be sliced, in a worker that is terminated when it is cancelled.

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

const searching = new SearchJob();
const comparing = new CompareJob();
const querying = new QueryJob();
// Loaded on demand: with its formats and meta-schemas it is a third of the code.
const validating = lazily(async () => new (await import('./jobs/schema-job.ts')).SchemaJob());

const csv = lazily(async () => new (await import('./jobs/csv-job.ts')).CsvJob());
const assisting = lazily(async () => new (await import('./jobs/assist-job.ts')).AssistJob(await validating()));

const api: JobApi = {
  connect: (lock) => reply(() => holdForLife(lock)),
  repair: (source, dialect) => reply(() => planRepair(source, dialect)),
  compress: (content) => reply(() => compress(content)),
  unpackedSize: (content, most) => reply(() => unpackedSize(content, most)),
  readCsv: (...args) => reply(async () => (await csv()).read(...args)),
  previewCsv: (...args) => reply(async () => (await csv()).preview(...args)),
  writeCsv: (...args) => reply(async () => (await csv()).write(...args)),
  archive: (entries) => reply(() => archive(entries)),
  keep: (source) => reply(() => searching.keep(source)),
  search: (query, hits) => reply(() => searching.search(query, hits)),
  planReplace: (...args) => reply(() => searching.plan(...args)),
  keepSide: (side, source) => reply(() => comparing.keep(side, source)),
  compare: (options, progress) =>
    reply(
      () => comparing.compare(options, progress),
      ({ changes, marks }) => [changes.buffer, marks.left.buffer, marks.right.buffer] as ArrayBuffer[],
    ),
  describeChanges: (...args) => reply(() => comparing.describe(...args)),
  counterparts: (...args) =>
    reply(
      () => comparing.counterparts(...args),
      ({ buffer }) => [buffer],
    ),
  differencePlace: (...args) => reply(() => comparing.place(...args)),
  changedText: (...args) => reply(() => comparing.within(...args)),
  planMerge: (...args) => reply(() => comparing.merge(...args)),
  exportChanges: (...args) => reply(() => comparing.export(...args)),
  keepQueried: (source) => reply(() => querying.keep(source)),
  queriedValue: (path) => reply(() => querying.value(path)),
  queriedText: (path) => reply(() => querying.text(path)),
  wizardFields: (...args) => reply(() => querying.fields(...args)),
  prepareCode: (...args) => reply(() => querying.prepareCode(...args)),
  query: (...args) => reply(() => querying.query(...args)),
  placeResult: (...args) => reply(() => querying.place(...args)),
  keepValidated: (source) => reply(async () => (await validating()).keep(source)),
  validate: (...args) => reply(async () => (await validating()).validate(...args)),
  inferSchema: (...args) => reply(async () => (await validating()).infer(...args)),
  planFix: (...args) => reply(async () => (await validating()).planFix(...args)),
  explainAlternatives: (...args) => reply(async () => (await validating()).explain(...args)),
  assist: (...args) => reply(async () => (await assisting()).assist(...args)),
};

expose(api);
