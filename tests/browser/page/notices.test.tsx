// Notices on the screen: reasons as a list, the action that an error's HTTP status adds, and what closes a notice.

import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import Toasts from '../../../src/ui/notices/toasts.tsx';
import { createNotices, READ_MS } from '../../../src/ui/notices/notices.ts';

const REASONS = ['Did you or someone else delete this cloud document?', 'Is the id of the document correct?'];

const recovery = { signIn: vi.fn<() => void>(), subscribe: vi.fn<() => void>() };
const notices = createNotices(recovery);
let root: Root;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Toasts notices={notices} />);
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

/** Finds a notice by its message. */
const notice = (message: string) => page.getByRole('dialog').filter({ hasText: message });

describe('a notice on the screen', () => {
  it('[ERR-2] shows the beginning of a long message, and more of it behind "Details"', async () => {
    const message = `The server said ${'no, '.repeat(2_500_000)}`;
    await vi.waitFor(() => {
      notices.report({ message });
      expect(document.body.textContent).toContain('The server said');
    });
    const shown = notice('The server said');
    expect(document.body.textContent.length).toBeLessThan(1000);
    await shown.getByText('Details').click();
    await expect.element(shown.getByRole('button', { name: 'Copy all' })).toBeVisible();
    expect(document.body.textContent).toMatch(/and 980,000 more characters/);
    expect(document.body.textContent.length).toBeLessThan(25_000);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight);
    expect(notices.log.past[0]?.message.length).toBe(1_000_000);
    await shown.getByRole('button', { name: 'Close' }).click();
    await expect.element(shown).not.toBeInTheDocument();
  });

  it('[ERR-2] of an error leaves when that has succeeded, and stays in the list', async () => {
    const error = { severity: 'error', message: 'Failed to save "a.json" to disk.', about: 'left save 1' } as const;
    await vi.waitFor(() => {
      notices.notify(error);
      expect(document.body.textContent).toContain(error.message);
    });
    notices.notify.succeeded?.('left save 2');
    await expect.element(notice(error.message)).toBeVisible();
    notices.notify.succeeded?.('left save 1');
    await expect.element(notice(error.message)).not.toBeInTheDocument();
    expect(notices.log.past[0]?.message).toBe(error.message);
  });

  it('[ERR-2] that asks nothing goes at the next action once it was read; errors and offers stay', async () => {
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    now.mockReturnValue(1_000_000);
    const told = [
      { severity: 'info', message: 'Lines longer than 4 KB stay wrapped.' },
      { severity: 'warning', message: 'Two rows have no name.' },
      { severity: 'error', message: 'The file is gone.' },
      { severity: 'info', message: 'Three values were sorted.', action: { label: 'Undo', run: () => undefined } },
    ] as const;
    await vi.waitFor(() => {
      for (const one of told) notices.notify(one);
      expect(document.querySelectorAll('[role=dialog][data-severity]')).toHaveLength(4);
    });
    const shown = (): string[] =>
      Array.from(
        document.querySelectorAll('[role=dialog][data-severity]:not([data-ending-style])'),
        (one) => one.textContent ?? '',
      );
    const act = (): unknown => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    // Right after it came it is not read yet; a modifier is no action, nor is a key on a notice.
    act();
    now.mockReturnValue(1_000_000 + READ_MS);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    const info = document.querySelector('[role=dialog][data-severity=info]');
    info?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    expect(shown()).toHaveLength(4);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    await vi.waitFor(() => expect(shown()).toHaveLength(2));
    expect(shown().some((text) => text.includes('The file is gone.'))).toBe(true);
    expect(shown().some((text) => text.includes('Three values were sorted.'))).toBe(true);
    // The list of notices keeps all.
    expect(notices.log.past.slice(0, 4).map(({ message }) => message)).toEqual(
      told.map(({ message }) => message).toReversed(),
    );
  });

  it('[ERR-2] of several errors about one thing, all leave when that has succeeded', async () => {
    const one = { severity: 'error', message: 'The file is locked.', about: 'left save 3', stayMs: 0 } as const;
    const other = { ...one, message: 'There is no room left.' };
    await vi.waitFor(() => {
      notices.notify(one);
      notices.notify(other);
      expect(document.body.textContent).toContain(other.message);
    });
    await expect.element(notice(one.message)).toBeVisible();
    notices.notify.succeeded?.('left save 3');
    await expect.element(notice(one.message)).not.toBeInTheDocument();
    await expect.element(notice(other.message)).not.toBeInTheDocument();
  });

  it('[ERR-1] [ERR-3] lists its reasons; a 401 brings "Sign in again"', async () => {
    await vi.waitFor(() => {
      notices.report({ message: 'Failed to load document with id "1".', reasons: REASONS, status: 401 });
      expect(document.querySelectorAll('li')).toHaveLength(REASONS.length);
    });
    const shown = notice('Failed to load document');
    expect([...document.querySelectorAll('li')].map((item) => item.textContent)).toEqual(REASONS);
    await shown.getByRole('button', { name: 'Sign in again' }).click();
    expect(recovery.signIn).toHaveBeenCalledOnce();
    await expect.element(shown).not.toBeInTheDocument();
  });

  it('[ERR-1] [ERR-2] a 403 without a subscription brings "Subscribe again"; it can be closed', async () => {
    const message = 'Failed to save document. There is no active subscription.';
    await vi.waitFor(() => {
      notices.report({ message, status: 403 });
      expect(document.body.textContent).toContain(message);
    });
    const shown = notice(message);
    await expect.element(shown.getByRole('button', { name: 'Subscribe again' })).toBeVisible();
    await shown.getByRole('button', { name: 'Close' }).click();
    await expect.element(shown).not.toBeInTheDocument();
    expect(recovery.subscribe).not.toHaveBeenCalled();
  });
});
