// The entry point of a job worker: work that cannot be sliced, in a worker that is terminated when it is cancelled. A call is declared
// in `shared/protocol/jobs.ts`, and carried out by the method of that name.

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
import { jobsOf } from './jobs/serve-jobs.ts';
import { Snapshots } from './jobs/snapshots.ts';

const snapshots = new Snapshots();
const search = new SearchJob(snapshots);
const compare = new CompareJob(snapshots);
const query = new QueryJob(snapshots);
// Loaded on demand: with its formats and meta-schemas it is a third of the code.
const schema = lazily(async () => new (await import('./jobs/schema-job.ts')).SchemaJob(snapshots));
const leaks = async () => new (await import('./jobs/leak-job.ts')).LeakJob(snapshots);
const receipt = async () => new (await import('./jobs/receipt-job.ts')).ReceiptJob(snapshots);
const csv = async () => new (await import('./jobs/csv-job.ts')).CsvJob(snapshots);
const forms = async () => new (await import('./jobs/form-job.ts')).FormJob(snapshots);
const merge = async () => new (await import('./jobs/merge-job.ts')).MergeJob(snapshots);
const extract = async () => new (await import('./jobs/extract-job.ts')).ExtractJob();
const assist = async () => new (await import('./jobs/assist-job.ts')).AssistJob(await schema());

const api: JobApi = {
  connect: (lock) => reply(() => holdForLife(lock)),
  repair: (source, dialect) => reply(() => planRepair(source, dialect)),
  compress: (content) => reply(() => compress(content)),
  unpackedSize: (content, most) => reply(() => unpackedSize(content, most)),
  archive: (entries) => reply(() => archive(entries)),
  keepSnapshot: (slot, source) => reply(() => snapshots.keepSnapshot(slot, source)),
  ...jobsOf(() => search, 'search', 'planReplace'),
  ...jobsOf(
    () => compare,
    'compare',
    'describeChanges',
    'counterparts',
    'changedTable',
    'differencePlace',
    'changedText',
  ),
  ...jobsOf(() => compare, 'lineFillers', 'planMerge', 'exportChanges'),
  ...jobsOf(
    () => query,
    'queriedValue',
    'queriedText',
    'wizardFields',
    'prepareCode',
    'query',
    'nodesByPath',
    'placeResult',
  ),
  ...jobsOf(schema, 'validate', 'inferSchema', 'planFix', 'explainAlternatives'),
  ...jobsOf(assist, 'assist'),
  ...jobsOf(leaks, 'findLeaks', 'planRedaction', 'redactedText', 'findLeaksInTexts', 'redactTexts'),
  ...jobsOf(receipt, 'writeReceipt', 'hashReceipt'),
  ...jobsOf(csv, 'readCsv', 'findJson', 'previewCsv', 'writeCells', 'writeCsv'),
  ...jobsOf(forms, 'writeForm', 'readForm'),
  ...jobsOf(merge, 'keepVersions', 'mergeSnapshot'),
  ...jobsOf(extract, 'extract', 'listFinds', 'readFound', 'readRecord', 'findRecords', 'planFindChange'),
};

expose(api);
