// Progress of long work: focus returns to where it was once the Cancel button is removed.

import { userEvent } from 'vitest/browser';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../../../src/ui/panel/progress.tsx';
import type { PanelTask } from '../../../src/ui/panel-core/panel-core.ts';

const TASK: PanelTask = { id: 1, label: 'Folding', done: 1, total: 2 };

let root: Root;
const onCancel = vi.fn<() => void>();

const button = (): Element | null => document.querySelector('button');

beforeEach(async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  document.body.prepend(document.createElement('input'));
  document.querySelector('input')?.focus();
  root.render(<Progress task={TASK} onCancel={onCancel} />);
  await expect.poll(button).not.toBeNull();
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

describe('the progress of long work', () => {
  it('gives the focus back when it is cancelled by keyboard', async () => {
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(button());
    await userEvent.keyboard('{Enter}');
    expect(onCancel).toHaveBeenCalledOnce();
    root.render(<Progress task={null} onCancel={onCancel} />);
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
    expect(button()).toBeNull();
  });

  it('leaves the focus where a person has put it since', async () => {
    await userEvent.keyboard('{Tab}');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    document.querySelector('input')?.blur();
    root.render(<Progress task={null} onCancel={onCancel} />);
    await expect.poll(button).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });
});
