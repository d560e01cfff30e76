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
const guarding = lazily(async () => new (await import('./jobs/leak-job.ts')).LeakJob());
const certifying = lazily(async () => new (await import('./jobs/receipt-job.ts')).ReceiptJob());

const csv = lazily(async () => new (await import('./jobs/csv-job.ts')).CsvJob());
const forming = lazily(async () => new (await import('./jobs/form-job.ts')).FormJob());
const merging = lazily(async () => new (await import('./jobs/merge-job.ts')).MergeJob());
const extracting = lazily(async () => new (await import('./jobs/extract-job.ts')).ExtractJob());
const assisting = lazily(async () => new (await import('./jobs/assist-job.ts')).AssistJob(await validating()));

const api: JobApi = {
  connect: (lock) => reply(() => holdForLife(lock)),
  repair: (source, dialect) => reply(() => planRepair(source, dialect)),
  compress: (content) => reply(() => compress(content)),
  unpackedSize: (content, most) => reply(() => unpackedSize(content, most)),
  readCsv: (...args) => reply(async () => (await csv()).read(...args)),
  findJson: (...args) => reply(async () => (await csv()).findJson(...args)),
  previewCsv: (...args) => reply(async () => (await csv()).preview(...args)),
  writeCells: (...args) => reply(async () => (await csv()).writeCells(...args)),
  writeCsv: (...args) => reply(async () => (await csv()).write(...args)),
  extract: (...args) => reply(async () => (await extracting()).extract(...args)),
  listFinds: (...args) => reply(async () => (await extracting()).list(...args)),
  readFound: (index) => reply(async () => (await extracting()).read(index)),
  readRecord: (index) => reply(async () => (await extracting()).record(index)),
  findRecords: (progress) => reply(async () => (await extracting()).records(progress)),
  planFindChange: (...args) => reply(async () => (await extracting()).planChange(...args)),
  writeForm: (...args) => reply(async () => (await forming()).write(...args)),
  readForm: (...args) => reply(async () => (await forming()).read(...args)),
  mergeTexts: (...args) => reply(async () => (await merging()).merge(...args)),
  archive: (entries) => reply(() => archive(entries)),
  keep: (source) => reply(() => searching.keep(source)),
  search: (query, hits) => reply(() => searching.search(query, hits)),
  planReplace: (...args) => reply(() => searching.plan(...args)),
  keepSide: (side, source) => reply(() => comparing.keep(side, source)),
  compare: (...args) => reply(() => comparing.compare(...args)),
  describeChanges: (...args) => reply(() => comparing.describe(...args)),
  counterparts: (...args) => reply(() => comparing.counterparts(...args)),
  changedTable: (...args) => reply(() => comparing.changedTable(...args)),
  differencePlace: (...args) => reply(() => comparing.place(...args)),
  changedText: (...args) => reply(() => comparing.within(...args)),
  lineFillers: (...args) => reply(() => comparing.fillers(...args)),
  planMerge: (...args) => reply(() => comparing.merge(...args)),
  exportChanges: (...args) => reply(() => comparing.export(...args)),
  keepQueried: (source) => reply(() => querying.keep(source)),
  queriedValue: (path) => reply(() => querying.value(path)),
  queriedText: (path) => reply(() => querying.text(path)),
  wizardFields: (...args) => reply(() => querying.fields(...args)),
  prepareCode: (...args) => reply(() => querying.prepareCode(...args)),
  query: (...args) => reply(() => querying.query(...args)),
  nodesByPath: (...args) => reply(() => querying.nodes(...args)),
  placeResult: (...args) => reply(() => querying.place(...args)),
  keepValidated: (source) => reply(async () => (await validating()).keep(source)),
  validate: (...args) => reply(async () => (await validating()).validate(...args)),
  inferSchema: (...args) => reply(async () => (await validating()).infer(...args)),
  planFix: (...args) => reply(async () => (await validating()).planFix(...args)),
  explainAlternatives: (...args) => reply(async () => (await validating()).explain(...args)),
  keepGuarded: (source) => reply(async () => (await guarding()).keep(source)),
  findLeaks: (...args) => reply(async () => (await guarding()).find(...args)),
  planRedaction: (...args) => reply(async () => (await guarding()).plan(...args)),
  redactedText: (...args) => reply(async () => (await guarding()).text(...args)),
  findLeaksInTexts: (...args) => reply(async () => (await guarding()).findInTexts(...args)),
  redactTexts: (...args) => reply(async () => (await guarding()).redactTexts(...args)),
  keepChanged: (source) => reply(async () => (await certifying()).keep(source)),
  writeReceipt: (...args) => reply(async () => (await certifying()).write(...args)),
  hashReceipt: (request) => reply(async () => (await certifying()).hash(request)),
  assist: (...args) => reply(async () => (await assisting()).assist(...args)),
};

expose(api);
