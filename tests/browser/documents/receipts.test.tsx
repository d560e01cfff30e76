// The receipt of a document after it was saved and sent: what it kept of what was opened, and what it can't know.

import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { ReceiptView } from '../../../src/ui/receipt/receipt-view.tsx';
import { noteTransform, openReceipt } from '../../../src/ui/receipt/receipt-state.ts';
import { makeFile, textIn } from '../support/disk.ts';
import { openTab, type Tab } from '../support/tab.ts';

const RECORDS = JSON.stringify(
  Array.from({ length: 50 }, (_, id) => ({ id, name: `record ${id}`, price: 9_007_199_254_740_991 - id })),
).replace('"price":9007199254740991', '"price":9007199254740993.0');

/** Opens a file, or only its content. */
async function openFrom(name: string, content: string | Uint8Array<ArrayBuffer>, isOnDisk = true): Promise<Tab> {
  const tab = openTab();
  const handle = isOnDisk && typeof content === 'string' ? await makeFile(null, name, content) : undefined;
  const file = handle === undefined ? new File([content], name) : await handle.getFile();
  expect(await tab.opening.openFile(file, handle)).toBe(true);
  return tab;
}

/** What the receipt of a tab says, once it is written. */
async function receiptOf({ core }: Tab, sent: Blob | null = null): Promise<string> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  openReceipt(core, sent);
  root.render(<ReceiptView core={core} onGo={() => undefined} />);
  const text = (): string => place.textContent ?? '';
  await expect.poll(text).toMatch(/identical|the same|no original/);
  const said = text();
  root.unmount();
  place.remove();
  return said;
}

it('[NEW-6] says after a save in place what was left byte for byte, and keeps that in mind for later saves', async () => {
  const tab = await openFrom('receipt-saved.json', RECORDS);
  await tab.type('00', RECORDS.indexOf('"id":7,') + 6);
  expect(await tab.saving.save()).toBe(true);
  const said = await receiptOf(tab);
  expect(said).toContain(`1 place has changed; all other ${bytes(RECORDS)} bytes are identical.`);
  expect(said).toContain('1 changed');
  expect(said).toContain('1 number has more digits than a double keeps; it is as spelt in the text.');
  // The file that was opened can't be read any more: a copy of it is.
  await tab.undo();
  expect(await tab.saving.save()).toBe(true);
  expect(await receiptOf(tab)).toContain(`All ${bytes(RECORDS)} bytes are identical.`);
});

it('[NEW-6] compares tokens where the text was formatted, and says so', async () => {
  const tab = await openFrom('receipt-formatted.json', RECORDS);
  await tab.format();
  const said = await receiptOf(tab);
  expect(said).toContain('The white space was laid out anew, so tokens were compared: all of them');
  expect(said).toContain('not saved yet');
});

it('[NEW-6] never guesses where the original is gone', async () => {
  const tab = await openFrom('receipt-gone.json', RECORDS);
  const { file } = tab.core.document;
  const writable = await file?.handle.createWritable();
  await writable?.write('["other"]');
  await writable?.close();
  await tab.type(' ', 1);
  const gone = await receiptOf(tab);
  expect(gone).toContain('There is no original to compare with: what was opened can’t be read any more');
  expect(gone).not.toContain('identical');
  expect(file === null ? '' : await textIn(file.handle)).toBe('["other"]');

  const fresh = openTab();
  await fresh.type('[1]', 0);
  expect(await receiptOf(fresh)).toContain('nothing was opened here');

  const recovered = await openFrom('receipt-draft.json', RECORDS, false);
  const { opened } = recovered.core.document;
  recovered.core.document.opened = opened && { ...opened, draft: { isSaved: true } };
  expect(await receiptOf(recovered)).toContain('recovered from a draft');
});

it('[NEW-6] compares gzip unpacked, UTF-16 as it stands in the file, and an invalid text byte for byte', async () => {
  const packed = await new Response(new Blob([RECORDS]).stream().pipeThrough(new CompressionStream('gzip'))).bytes();
  const zipped = await openFrom('receipt.json.gz', packed);
  await zipped.type(' ', 1);
  const said = await receiptOf(zipped);
  expect(said).toContain(`1 place has changed; all other ${bytes(RECORDS)} bytes are identical.`);

  const wide = Uint8Array.from([0xff, 0xfe, ...[...'["wide"]'].flatMap((char) => [char.charCodeAt(0), 0])]);
  const utf16 = await openFrom('receipt-wide.json', wide);
  expect(await receiptOf(utf16)).toContain('All 18 bytes are identical.');

  const broken = await openFrom('receipt-broken.json', '["a", ');
  await broken.type('1', 6);
  const partly = await receiptOf(broken);
  expect(partly).toContain('1 place has changed; all other 6 bytes are identical.');
  expect(partly).toContain('not counted');
});

it('[NEW-6] compares what was sent, and what transforms have said is on it', async () => {
  const tab = await openFrom('receipt-sent.json', '{"a":1,"b":12345678901234567890}');
  noteTransform(tab.core, ['Transform (jq): it wrote numbers anew.']);
  const said = await receiptOf(tab, new Blob(['{"a":2,"b":12345678901234567890}']));
  expect(said).toContain('1 place has changed; all other 31 bytes are identical.');
  expect(said).toContain('Sent');
  expect(said).toContain('Transform (jq): it wrote numbers anew.');
  // Another document has not heard it.
  await tab.opening.openFile(new File(['[1]'], 'other.json'));
  expect(await receiptOf(tab)).not.toContain('jq');
});

it('[NEW-6] compares a CSV file with the file that would be written', async () => {
  const csv = 'id,name\n1,"one"\n2, two\n3,three\n';
  const tab = await openFrom('receipt.csv', csv, false);
  await expect.poll(() => tab.core.document.csvFile !== null).toBe(true);
  expect(await receiptOf(tab)).toContain(`All ${bytes(csv)} bytes are identical.`);
});

function bytes(text: string): string {
  return new TextEncoder().encode(text).length.toLocaleString('en-US');
}

it('[NEW-6] is of the document that is shown, and not of the one before it', async () => {
  const tab = await openFrom('receipt-first.json', RECORDS);
  await tab.type(' ', 1);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  openReceipt(tab.core, new Blob(['[1]']));
  root.render(<ReceiptView core={tab.core} onGo={() => undefined} />);
  const text = (): string => place.textContent ?? '';
  await expect.poll(text).toContain('Sent3 bytes');
  await tab.opening.openFile(new File(['[1, 2]'], 'receipt-second.json'));
  await expect.poll(text).toContain('All 6 bytes are identical.');
  await tab.opening.openFile(new File(['[1, 2, 3]'], 'receipt-third.json'));
  await expect.poll(text).toContain('All 9 bytes are identical.');
  root.unmount();
  place.remove();
});
