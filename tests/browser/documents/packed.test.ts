// Gzip-compressed contents, decompressed in a document worker by the browser's own decompressor.

import { afterEach, describe, expect, it } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, textIn } from '../support/disk.ts';
import { openTab, readDraft } from '../support/tab.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';

const clients: DocumentClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const gzip = async (content: BlobPart): Promise<Uint8Array<ArrayBuffer>> => {
  const packed = new Blob([content]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};
/** Opens a Blob as a document and returns its text. */
const read = async (content: Blob): Promise<string> => {
  const client = connectDocument();
  clients.push(client);
  await client.open(content);
  return (await client.read()).text();
};
/** The decimal digits of `count` random 32-bit numbers. They compress to about half their size. */
const random = (count: number): string => {
  const parts: string[] = [];
  for (let left = count; left > 0; left -= 10_000)
    parts.push(crypto.getRandomValues(new Uint32Array(Math.min(left, 10_000))).join(''));
  return parts.join('');
};

describe('[DOC-11] a file in UTF-16', () => {
  it('of an odd length is not valid, and its last byte can be removed', async () => {
    const bytes = Uint8Array.of(0xff, 0xfe, ...'[1]'.split('').flatMap((char) => [char.charCodeAt(0), 0]), 0x7d);
    const client = connectDocument();
    clients.push(client);
    await client.open(new Blob([bytes]));
    await expect.poll(() => client.state.validity).toBe('invalid');
    expect(client.state.replaced).toBe(1);
    const { size, revision } = client.state;
    await client.apply(revision, [{ start: asByte(size - 3), end: asByte(size), insert: new Uint8Array() }], 'alone');
    await expect.poll(() => client.state.validity).toBe('valid');
    expect(new Uint8Array(await (await client.read(undefined, 'file')).arrayBuffer())).toEqual(bytes.slice(0, -1));
  });
});

describe('[DOC-17] a file in gzip', () => {
  it('[DOC-2] that is empty is an empty text, in a panel that had another one', async () => {
    const tab = openTab();
    await tab.opening.openFile(new File(['[1]'], 'full.json'));
    expect(await tab.opening.openFile(new File([await gzip('')], 'empty.json.gz'))).toBe(true);
    expect([await tab.text(), tab.client.state.size]).toEqual(['', 0]);
    // As this browser stores it.
    const { _id: id } = await tab.documents.local.create('empty', {
      blob: await tab.documents.pack('local', new Blob([])),
      size: 0,
      dialect: 'json',
      draft: null,
    });
    await tab.opening.openFile(new File(['[2]'], 'full.json'));
    expect(await tab.opening.openShelved({ source: 'local', id })).toBe(true);
    expect([await tab.text(), tab.core.state.document.name, isUnsaved(tab.core.state)]).toEqual(['', 'empty', false]);
    await tab.type('[3]');
    await tab.client.replace(new Blob([await gzip('')]), { dialect: 'json' });
    expect(await tab.text()).toBe('');
  });

  it('may have several members, which are one text', async () => {
    const parts = ['[1,', ' ', `"${random(400_000)}",`, '', '"é', '😀"', ']'];
    const members = await Promise.all(parts.map((part) => gzip(part)));
    expect(await read(new Blob(members))).toBe(parts.join(''));
    // As many members as a block-wise compressor writes.
    const one = await gzip('1,');
    const many = Array.from({ length: 1000 }, () => one);
    expect(await read(new Blob(['', ...many]))).toBe('1,'.repeat(1000));
  });

  it('may hold bytes that look like the beginning of a member', async () => {
    const header = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const noise = crypto.getRandomValues(new Uint8Array(50_000));
    noise.set(header, 20_000);
    noise.set(header, 49_990);
    // Incompressible data is stored verbatim, so these bytes occur in the file.
    const text = Array.from(noise, (byte) => String.fromCharCode(byte)).join('');
    const latin = Uint8Array.from(text, (char) => char.charCodeAt(0));
    const member = await gzip(latin);
    const name = new TextEncoder().encode('name \u001f');
    const client = connectDocument();
    clients.push(client);
    await client.open(new Blob([member, await gzip(name)]));
    const bytes = new Uint8Array(await (await client.read()).arrayBuffer());
    expect(bytes.length).toBe(50_000 + name.length);
    expect(bytes.subarray(0, 50_000)).toEqual(latin);
  });

  it('may be filled up with zeros', async () => {
    const text = `[${random(100_000)}]`;
    // The size of the second one is 0 in its upper three bytes, and that of the third in all four.
    for (const part of [text, '[1]', '']) {
      const members = [await gzip(text), await gzip(part)];
      for (const zeros of [1, 9, 200_000])
        expect(await read(new Blob([...members, new Uint8Array(zeros)]))).toBe(text + part);
    }
  });

  it('shows what could be unpacked where a member is damaged or cut off, or is followed by something else', async () => {
    const text = `[${random(1000)}`;
    const [first, second] = [await gzip(text), await gzip(random(1000))];
    const damaged = second.slice();
    damaged.set([(damaged.at(-8) ?? 0) ^ 1], damaged.length - 8);
    for (const content of [
      [first, damaged],
      [first, second.subarray(0, -1)],
      [first, second.subarray(0, 9)],
      [first.subarray(0, -9), second],
      [first, 'junk'],
      [first, 'junk'.repeat(100_000)],
      [first, new Uint8Array(1000), 'junk'],
    ]) {
      const client = connectDocument();
      clients.push(client);
      await client.open(new Blob(content));
      const shown = await (await client.read()).text();
      expect([shown.length > 100, shown.startsWith(text.slice(0, 100)), client.state.isCut]).toEqual([
        true,
        true,
        true,
      ]);
    }
    // Nothing at all can be read of this one.
    await expect(read(new Blob([first.subarray(0, 12)]))).rejects.toThrow('it is cut off or damaged');
  });

  it('that is cut off is opened as another document, so that a save does not lose the rest', async () => {
    const tab = openTab();
    const packed = await gzip(`["${random(50_000)}"]`);
    const file = new File([packed.subarray(0, 100_000)], 'cut.json.gz');
    const handle = await makeFile(null, 'cut.json.gz', 'not touched');
    expect(await tab.opening.openFile(file, handle)).toBe(true);
    expect(tab.core.state.document).toMatchObject({ name: 'cut.json', origin: { kind: 'none' }, packed: false });
    expect(tab.told.join(' ')).toContain('"cut.json.gz" is cut off or damaged');
    expect((await tab.text()).length).toBeGreaterThan(10_000);
    expect(isUnsaved(tab.core.state)).toBe(true);
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(handle)).toBe('not touched');
    expect(tab.core.state.document.origin).toMatchObject({ kind: 'local' });
  });
});

it('[DOC-11] a compressed file is saved compressed after its work was recovered', async () => {
  const handle = await makeFile(null, 'recovered.json.gz', await gzip('{"a": 1}'));
  const tab = openTab();
  await tab.opening.openFile(await handle.getFile(), handle);
  await tab.type(' ', 1);
  await expect.poll(() => tab.core.state.protection).toBe('kept');
  const draft = await readDraft(tab.documents, await tab.database.open());
  if (draft === null) throw new Error('there is no draft');
  tab.keeping.stop();
  tab.client.close();
  const other = openTab();
  expect(await other.opening.recover(draft)).toBe(true);
  expect(other.core.state.document.packed).toBe(true);
  expect(await other.saving.save()).toBe(true);
  expect(await read(await handle.getFile())).toBe('{ "a": 1}');
  expect(new Uint8Array(await (await handle.getFile()).arrayBuffer()).subarray(0, 2)).toEqual(
    Uint8Array.of(0x1f, 0x8b),
  );
});
