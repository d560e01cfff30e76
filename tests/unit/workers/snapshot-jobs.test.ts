// Jobs on the snapshot of a document: its text is not scanned again, and the result is that of the text.

import { expect, it, vi } from 'vitest';
import { VALUE_FORMS, type FormText, type ValueForm } from '../../../src/shared/protocol/forms.ts';
import { asRevision } from '../../../src/shared/units.ts';
import { Scan } from '../../../src/engine/document/scan.ts';
import { snapshotBuffers, takeSnapshot } from '../../../src/engine/document/snapshot.ts';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { CsvJob } from '../../../src/workers/jobs/csv-job.ts';
import { MERGE_TEXTS } from '../../../src/shared/texts/conversions.ts';
import type { MergeAnswer } from '../../../src/shared/protocol/merge.ts';
import { PreparedMerge } from '../../../src/engine/merge/three-way.ts';
import { MergeJob } from '../../../src/workers/jobs/merge-job.ts';
import { FormJob } from '../../../src/workers/jobs/form-job.ts';
import { Snapshots } from '../../../src/workers/jobs/snapshots.ts';
import { makeDocument } from '../engine/support/documents.ts';

const port = () => new MessageChannel().port1;

/** Gives a worker the snapshot of a text. */
async function keep(snapshots: Snapshots, text: string, dialect: Dialect = 'json'): Promise<Snapshots> {
  const snapshot = takeSnapshot(makeDocument(text, 1 << 20, dialect), asRevision(1));
  const { port1, port2 } = new MessageChannel();
  const kept = snapshots.keepSnapshot('document', port2);
  port1.postMessage(snapshot, snapshotBuffers(snapshot));
  await kept;
  return snapshots;
}

/** What a form is, or why there is none. */
const outcome = (made: Promise<FormText>) =>
  made.then(
    async ({ content, ...rest }) => ({ ...rest, text: await content.text() }),
    (error: unknown) => String(error),
  );

const TEXTS: readonly (readonly [string, Dialect])[] = [
  ['[{"a": 1.10, "b": "x"}, {"a": 2, "c": [1, {"d": null}]}]', 'json'],
  [' {"a": 1, "a": "é\\n", "b": {"c": [true]}} ', 'json'],
  ['"text"', 'json'],
  ['[]', 'json'],
  ['// first\n{"a": 0x1F, b: [1,], /* in */ \'c\': "d" // last\n} // end', 'json5'],
  ['{"a": [1, 2], /* c */ "b": 2} // end', 'jsonc'],
  ['{"a": 1}\n{"a": 2, "b": "x"}\n', 'ndjson'],
  ['{"a": 1}\n{"a": \n', 'ndjson'],
  ['"a": 1, "b": 2,\n', 'json'],
  ['1, [2]', 'json'],
  ['no JSON, but text', 'json'],
  ['', 'json'],
];

it.each(TEXTS)('[NEW-11] a copy of a document is that of its text, in every form: %j', async (text, dialect) => {
  const job = new FormJob(await keep(new Snapshots(), text, dialect));
  const values = { text: new Blob([text]), dialect, isList: false };
  for (const form of VALUE_FORMS)
    expect([form, await outcome(job.writeForm(null, form, port()))]).toEqual([
      form,
      await outcome(job.writeForm(values, form, port())),
    ]);
});

it('a copy and a CSV file of a valid document are made without a scan', async () => {
  for (const [text, dialect] of TEXTS.slice(0, 7)) {
    const snapshots = await keep(new Snapshots(), text, dialect);
    const scan = vi.spyOn(Scan, 'whole');
    const form = (one: ValueForm) => new FormJob(snapshots).writeForm(null, one, port());
    for (const one of VALUE_FORMS) await form(one).catch(() => undefined);
    await new CsvJob(snapshots).writeCsv(null, {}, port()).catch(() => undefined);
    expect([text, scan.mock.calls.length]).toEqual([text, 0]);
    scan.mockRestore();
  }
});

it('[NEW-12] a merge reads each version once and compares once, however often it is answered', async () => {
  const snapshots = await keep(new Snapshots(), '{"a": 2, "b": 2, "c": 1}');
  const job = new MergeJob(snapshots);
  job.keepVersions({ base: new Blob(['{"a": 1, "b": 1, "c": 1}']), right: new Blob(['{"a": 3, "b": 3, "c": 4}']) });
  const [scan, compare] = [vi.spyOn(Scan, 'whole'), vi.spyOn(PreparedMerge, 'compare')];
  const counts = () => [scan, compare].map(({ mock }) => mock.calls.length);
  const merge = async (...answers: [string, MergeAnswer][]) => {
    const { content, conflicts, isLeft, bytes } = await job.mergeSnapshot(new Map(answers), port());
    expect([conflicts.length, isLeft, bytes]).toEqual([2, false, 72]);
    return content.text();
  };
  expect(await merge()).toBe('{"a": 2, "b": 2, "c": 4}');
  expect(counts()).toEqual([2, 1]);
  expect(await merge(['edit/edit 1 $.a', 'right'])).toBe('{"a": 3, "b": 2, "c": 4}');
  expect(await merge(['edit/edit 1 $.a', 'right'], ['edit/edit 1 $.b', 'right'])).toBe('{"a": 3, "b": 3, "c": 4}');
  expect(await merge(['edit/edit 1 $.b', 'right'])).toBe('{"a": 2, "b": 3, "c": 4}');
  expect(counts()).toEqual([2, 1]);
  // What was typed meanwhile is another snapshot: only its comparison is new, beside the scan that the test makes of it.
  await keep(snapshots, '{"a": 5, "b": 2, "c": 1}');
  expect(await merge(['edit/edit 1 $.b', 'right'])).toBe('{"a": 5, "b": 3, "c": 4}');
  expect(counts()).toEqual([3, 2]);
  vi.restoreAllMocks();
});

it('[NEW-12] a merge reads the other versions in the dialect that its document has by now, and says which is not valid', async () => {
  const snapshots = await keep(new Snapshots(), '{"a": 1} // c', 'jsonc');
  const job = new MergeJob(snapshots);
  job.keepVersions({ base: new Blob(['{"a": 1} // b']), right: new Blob(['{"a": 2} // b']) });
  expect(await (await job.mergeSnapshot(new Map(), port())).content.text()).toBe('{"a": 2} // c');
  await keep(snapshots, '{"a": 1}');
  await expect(job.mergeSnapshot(new Map(), port())).rejects.toMatchObject({ message: MERGE_TEXTS.invalid.base });
  job.keepVersions({ base: new Blob(['{}']), right: new Blob(['{']) });
  await expect(job.mergeSnapshot(new Map(), port())).rejects.toMatchObject({ message: MERGE_TEXTS.invalid.right });
  job.keepVersions({ base: new Blob(['{}']), right: new Blob(['{"b": 1}']) });
  await keep(snapshots, '{"a"');
  await expect(job.mergeSnapshot(new Map(), port())).rejects.toMatchObject({ message: MERGE_TEXTS.invalid.left });
  await keep(snapshots, '{"a": 1}');
  await expect(job.mergeSnapshot(new Map([['add/add 1 $.a', { text: '1,' }]]), port())).rejects.toMatchObject({
    message: MERGE_TEXTS.noValue('$.a'),
  });
});
