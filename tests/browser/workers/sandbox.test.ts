// The frame that runs the user's code, and how the page knows whether it is alive.

import { expect, it, onTestFinished } from 'vitest';
import { Sandbox } from '../../../src/ui/client/sandbox.ts';

it('[TRF-2] several checks at once hear the same answer, and none blames the frame for another one’s', async () => {
  const sandbox = new Sandbox();
  onTestFinished(() => sandbox.close());
  const run = await sandbox.open();
  const lost: unknown[] = [];
  run.lost.catch((error: unknown) => lost.push(error));
  // Each key that is typed into a query checks the frame once more, before the check of the key before is answered.
  const frames = await Promise.all(Array.from({ length: 6 }, () => sandbox.check()));
  expect(new Set(frames).size).toBe(1);
  expect(document.querySelectorAll('iframe[sandbox]')).toHaveLength(1);
  expect(lost).toEqual([]);
  run.end();
});
