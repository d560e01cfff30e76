// Jobs on the snapshot of a document: its text is not scanned again, and the result is that of the text.

import { expect, it, vi } from 'vitest';
import { VALUE_FORMS, type FormText, type ValueForm } from '../../../src/shared/protocol/jobs/forms.ts';
import { asRevision } from '../../../src/shared/units.ts';
import { Scan } from '../../../src/engine/document/scan.ts';
import { snapshotBuffers, takeSnapshot } from '../../../src/engine/document/snapshot.ts';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { CsvJob } from '../../../src/workers/jobs/csv-job.ts';
import { FormJob } from '../../../src/workers/jobs/form-job.ts';
import { Snapshots } from '../../../src/workers/jobs/snapshots.ts';
import { makeDocument } from '../engine/support/documents.ts';

const port = () => new MessageChannel().port1;

/** The snapshots of a worker that has got one of a text. */
async function snapshotOf(text: string, dialect: Dialect): Promise<Snapshots> {
  const snapshot = takeSnapshot(makeDocument(text, 1 << 20, dialect), asRevision(1));
  const { port1, port2 } = new MessageChannel();
  const snapshots = new Snapshots();
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
  const job = new FormJob(await snapshotOf(text, dialect));
  const values = { text: new Blob([text]), dialect, isList: false };
  for (const form of VALUE_FORMS)
    expect([form, await outcome(job.writeForm(null, form, port()))]).toEqual([
      form,
      await outcome(job.writeForm(values, form, port())),
    ]);
});

it('a copy and a CSV file of a valid document are made without a scan', async () => {
  for (const [text, dialect] of TEXTS.slice(0, 7)) {
    const snapshots = await snapshotOf(text, dialect);
    const scan = vi.spyOn(Scan, 'whole');
    const form = (one: ValueForm) => new FormJob(snapshots).writeForm(null, one, port());
    for (const one of VALUE_FORMS) await form(one).catch(() => undefined);
    await new CsvJob(snapshots).writeCsv(null, {}, port()).catch(() => undefined);
    expect([text, scan.mock.calls.length]).toEqual([text, 0]);
    scan.mockRestore();
  }
});
