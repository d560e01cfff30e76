// The path field when lookups are slow: what is typed after Enter counts, not the text as it was when Enter was pressed.

import { userEvent } from 'vitest/browser';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Located } from '../../../src/shared/protocol/protocol.ts';
import type { DocumentTarget } from '../../../src/shared/document/target.ts';
import { asByte } from '../../../src/shared/units.ts';
import PathField from '../../../src/ui/panel/bars/path-field.tsx';
import { KeysAhead } from '../../../src/ui/widgets/keys-ahead.ts';

const FOUND: Located = { isExact: true, offset: asByte(1), line: 0, column: 1, path: ['a'], range: null };

let root: Root;
let answers: (() => void)[] = [];
const look = (): Promise<Located> => new Promise((resolve) => answers.push(() => resolve(FOUND)));
const onGo = vi.fn<(target: DocumentTarget) => Promise<void>>(() => Promise.resolve());
const onClose = vi.fn<() => void>();
const said = (): string => document.querySelector('[role="status"]')?.textContent ?? '';
const answerAll = (): void => {
  for (const answer of answers.splice(0)) answer();
};

beforeEach(async () => {
  answers = [];
  onGo.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<PathField ahead={new KeysAhead()} asked="$.a" look={look} onClose={onClose} onGo={onGo} />);
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

describe('[TXT-3] the field of a path', () => {
  it('goes where it leads, once that is known', async () => {
    await userEvent.keyboard('{Enter}');
    expect(onGo).not.toHaveBeenCalled();
    answerAll();
    await expect.poll(() => onGo.mock.calls.length).toBe(1);
  });

  it('says of what is typed behind Enter what is wrong with it, and goes nowhere', async () => {
    await userEvent.keyboard('{Enter}{End}[[');
    await expect.poll(said).toMatch(/^The path is wrong at character/);
    const message = said();
    answerAll();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(said()).toBe(message);
    expect(onGo).not.toHaveBeenCalled();
  });

  it('goes nowhere once it is gone', async () => {
    await userEvent.keyboard('{Enter}');
    root.render(null);
    await expect.poll(() => document.querySelector('input')).toBeNull();
    answerAll();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(onGo).not.toHaveBeenCalled();
  });
});
