// The dialog of a merge, with conflicts of a real one: what each says, and what stands for each answer.

import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MergeAnswers } from '../../../src/shared/protocol/merge.ts';
import { Merger } from '../../../src/ui/client/merger.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import MergeDialog from '../../../src/ui/merge/merge-dialog.tsx';

const BASE = '{"old": 1, "gone": {"n": 2}, "list": [1, 2, 3], "range": null, "v": 1}';
const MINE = '{"name": 1, "key": {"n": 2}, "list": [3, 1, 2], "range": [1, 5], "v": 2}';
const THEIRS = '{"title": 1, "list": [1, 3, 2], "range": [2, 8], "v": 3}';

it('[NEW-12] says what both have done to keys, orders and values, and merges what is answered', async () => {
  const client = connectDocument();
  await client.open(new Blob([MINE]));
  const merger = new Merger(client, { base: new Blob([BASE]), right: new Blob([THEIRS]) });
  const { conflicts } = await merger.merge(new Map());
  let answered: MergeAnswers | null = null;
  function Asked() {
    const [isOpen, setOpen] = useState(true);
    const question = {
      conflicts,
      answers: new Map(),
      problem: null,
      answer: (chosen: MergeAnswers | null) => {
        answered = chosen;
        setOpen(false);
      },
    };
    return <MergeDialog question={isOpen ? question : null} />;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Asked />);
  const groups = page.getByRole('group');
  await expect
    .poll(() => groups.elements().map((group) => group.querySelector('legend')?.textContent))
    .toEqual([
      '$.old Each gave it another key.',
      '$.gone You gave it another key, they removed it.',
      '$.list Both moved its items.',
      '$.range Both changed it.',
      '$.v Both changed it.',
    ]);
  const group = (name: RegExp) => page.getByRole('group', { name });
  // A key is no value that could be written here.
  expect(
    group(/^\$.old/)
      .getByText('Another value')
      .elements(),
  ).toEqual([]);
  await expect.element(group(/^\$.old/)).toHaveTextContent('"old": 1');
  await expect.element(group(/^\$.old/)).toHaveTextContent('"title": 1');
  await expect.element(group(/^\$.list/)).toHaveTextContent('[1, 3, 2]');
  for (const name of [/^\$.old/, /^\$.gone/, /^\$.list/]) await userEvent.click(group(name).getByText('Theirs'));
  await userEvent.click(page.getByRole('button', { name: 'Merge', exact: true }));
  await expect.poll(() => answered?.size).toBe(3);
  const { content } = await merger.merge(answered ?? new Map());
  expect(await content.text()).toBe('{"title": 1, "list": [1, 3, 2], "range": [1, 5], "v": 2}');
  root.unmount();
  merger.close();
  client.close();
});
