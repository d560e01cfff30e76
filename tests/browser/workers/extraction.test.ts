// JSON in a text that is none, over a real document worker and a real job worker: the scan, its rows and records, its end.

import { afterEach, expect, it, vi } from 'vitest';
import { Extraction } from '../../../src/ui/extract/extraction.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { createPanelCore, type PanelCore } from '../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';

const cores: PanelCore[] = [];

async function open(text: string): Promise<{ core: PanelCore; extraction: Extraction }> {
  const core = createPanelCore(
    'left',
    connectDocument(),
    () => undefined,
    createSettings(() => sessionStorage),
  );
  cores.push(core);
  await core.client.open(new Blob([text]));
  await vi.waitFor(() => expect(core.client.state.validity).toBe('invalid'), { timeout: 20_000 });
  return { core, extraction: new Extraction(core) };
}

afterEach(() => {
  for (const { client } of cores.splice(0)) client.close();
});

it('[NEW-3] lists finds, reads them, and writes them as records with the text around them', async () => {
  const { core, extraction } = await open('10:00 INFO a {"n":1}\n10:01 WARN b {\'n\': None} end\n');
  await extraction.scan(core.client.state.revision);
  expect(extraction.state).toMatchObject({ phase: 'done', count: 2, lineCount: 2, isOffered: true });
  const rows = await extraction.list(0, 10);
  expect(rows.map(({ kind, line, preview }) => [kind, line, preview])).toEqual([
    ['json', 0, '{"n":1}'],
    ['python', 1, "{'n': None}"],
  ]);
  const found = await extraction.read(1);
  expect([await found.json.text(), found.isWritable]).toEqual(['{"n":null}', false]);
  expect(await (await extraction.records()).text()).toBe(
    '{"_line":1,"_time":"10:00","_level":"INFO","_prefix":"10:00 INFO a","n":1}\n' +
      '{"_line":2,"_time":"10:01","_level":"WARN","_prefix":"10:01 WARN b","_suffix":"end","n":null}\n',
  );
});

it('[NEW-3] ends a scan at once, and scans what is written after that', async () => {
  const { core, extraction } = await open('at 1 {"n":1} end\n'.repeat(2_000_000));
  const scanning = extraction.scan(core.client.state.revision);
  await vi.waitFor(() => expect(extraction.state.count).toBeGreaterThan(0), { timeout: 20_000 });
  extraction.cancel();
  await scanning;
  expect(extraction.state).toMatchObject({ phase: 'stopped' });
  expect(extraction.state.count).toBeLessThan(2_000_000);
  await core.client.replace(new Blob(['x {"n":1} y']));
  await vi.waitFor(() => expect(core.client.state.validity).toBe('invalid'));
  await extraction.scan(core.client.state.revision);
  expect(extraction.state).toMatchObject({ phase: 'done', count: 1 });
});

it('[NEW-3] tells how far the records are, and ends writing them at once', async () => {
  const { core, extraction } = await open('at 1 {"n":1} end\n'.repeat(500_000));
  await extraction.scan(core.client.state.revision);
  const written = extraction.records();
  await vi.waitFor(() => expect(extraction.state.written).toBeGreaterThan(0), { timeout: 20_000, interval: 5 });
  extraction.cancelRecords();
  await expect(written).rejects.toMatchObject({ code: 'cancelled' });
  expect(extraction.state).toMatchObject({ phase: 'done', count: 500_000, written: null });
  // What was found stays, and can be read.
  expect(await (await extraction.read(499_999)).json.text()).toBe('{"n":1}');
});

it.each(['{"a": {"b": 1} "c": 2}', '{a: 1, b: [1, 2]}', '{"a": 1}\n{"b": 2}\n'])(
  '[NEW-3] offers nothing for %j, which a repair or another dialect is offered for',
  async (text) => {
    const { core, extraction } = await open(text);
    await extraction.scan(core.client.state.revision);
    expect(extraction.state).toMatchObject({ phase: 'done', isOffered: false });
  },
);
