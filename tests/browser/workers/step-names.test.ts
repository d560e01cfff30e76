// The names of the steps that undo and redo are about.

import { expect, it, onTestFinished } from 'vitest';
import { asNode } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';

async function open(text: string): Promise<DocumentClient> {
  const address = new URL('../../../src/workers/document.worker.ts', import.meta.url);
  const client = connectDocument(() => new Worker(address, { type: 'module' }));
  onTestFinished(() => client.close());
  await client.open(new Blob([text]), { dialect: 'json' });
  await client.caughtUp();
  return client;
}

it('[NEW-11] say what would be undone and redone, with its number of values', async () => {
  const client = await open('[3, 1, 2, {"a": 1}]');
  const { state: before } = client;
  expect([before.undoes, before.redoes]).toEqual([null, null]);
  const name = async (): Promise<readonly [string | null, string | null]> => {
    await client.caughtUp();
    return [client.state.undoes, client.state.redoes];
  };
  const [root, first] = [asNode(0), asNode(1)];
  await client.edit(client.state.revision, {
    type: 'sort',
    nodes: [root],
    by: { type: 'value' },
    direction: 'ascending',
  });
  expect(await name()).toEqual(['the sort of 4 items', null]);
  await client.edit(client.state.revision, { type: 'remove', nodes: [first, asNode(2)] });
  expect(await name()).toEqual(['the removal of 2 values', null]);
  await client.format({ style: 'compact', indent: '  ', maxLineLength: 100 });
  expect(await name()).toEqual(['compacting', null]);
  await client.undo();
  await client.undo();
  expect(await name()).toEqual(['the sort of 4 items', 'the removal of 2 values']);
  const { steps, isCut } = await client.readSteps();
  expect(steps.map((step) => [step.name, step.isUndone])).toEqual([
    ['the sort of 4 items', false],
    ['the removal of 2 values', true],
    ['compacting', true],
  ]);
  expect(isCut).toBe(false);
});
