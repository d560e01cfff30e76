// The status line and the error strip while an edit is being checked: nothing flickers on every key.

import { createRoot, type Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentState } from '../../../src/shared/protocol/protocol.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { Status, type StatusProps } from '../../../src/ui/panel/bars/status.tsx';
import Strip from '../../../src/ui/panel/bars/error-strip.tsx';
import { createPanelCore, type PanelCore } from '../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';

const UNUSED = { editing: {}, going: {}, linking: {} } as StatusProps['actions'];

let client: DocumentClient;
let core: PanelCore;
let root: Root;

beforeEach(async () => {
  client = connectDocument(
    () => new Worker(new URL('../../../src/workers/document.worker.ts', import.meta.url), { type: 'module' }),
  );
  core = createPanelCore(
    'left',
    client,
    () => undefined,
    createSettings(() => localStorage),
  );
  await client.open(new Blob(['[1]']));
  core.state.document.blank = false;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Status core={core} actions={UNUSED} />);
  await shows('3 BValid', 'false');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  root.unmount();
  client.close();
  document.body.replaceChildren();
});

/** Waits for the text of the status line and its `aria-busy`. */
async function shows(text: string, isBusy: 'true' | 'false'): Promise<void> {
  const line = (): Element | null => document.querySelector('[aria-busy]');
  await expect.poll(() => [line()?.textContent, line()?.getAttribute('aria-busy')]).toEqual([text, isBusy]);
}

/** Changes part of the document's state. */
function becomes(change: Partial<DocumentState>): void {
  core.state.doc = ref({ ...core.state.doc, ...change });
}

describe('the status line', () => {
  it('[TXT-3] says what the text was while an edit is checked for a moment', async () => {
    becomes({ validity: 'unknown', size: 4 });
    await shows('3 BValid', 'true');
    vi.advanceTimersByTime(150);
    becomes({ size: 5 });
    await shows('3 BValid', 'true');
    becomes({ validity: 'valid' });
    await shows('5 BValid', 'false');
    becomes({ validity: 'unknown', size: 6 });
    vi.advanceTimersByTime(100);
    await shows('5 BValid', 'true');
    becomes({ validity: 'invalid' });
    await shows('6 BInvalid', 'false');
  });

  it('[TXT-3] tells of a check that takes longer, also where keys go on', async () => {
    becomes({ validity: 'unknown', size: 4 });
    await shows('3 BValid', 'true');
    vi.advanceTimersByTime(150);
    becomes({ size: 5 });
    await shows('3 BValid', 'true');
    vi.advanceTimersByTime(100);
    await shows('5 BChecking…', 'false');
    becomes({ size: 6 });
    await shows('6 BChecking…', 'false');
    becomes({ validity: 'valid' });
    await shows('6 BValid', 'false');
  });
});

describe('the error strip', () => {
  it('[PAR-4] stays while the next key is checked, and goes with the error', async () => {
    root.render(
      <Strip
        core={core}
        floats={false}
        onGo={() => undefined}
        onRepair={() => undefined}
        canRepair={() => Promise.resolve(false)}
      />,
    );
    const says = (): string | null | undefined => document.querySelector('[role="status"]')?.textContent;
    const error = { code: 'syntax', message: 'Expected a value.', place: null } as const;
    becomes({ validity: 'invalid', error });
    await expect.poll(says).toContain('Expected a value.');
    const shown = document.querySelector('[role="status"]');
    becomes({ validity: 'unknown', error: null, size: 4 });
    vi.advanceTimersByTime(150);
    becomes({ validity: 'invalid', error: { ...error, message: 'Expected a comma.' } });
    await expect.poll(says).toContain('Expected a comma.');
    // The same element: it was not removed in between.
    expect(document.querySelector('[role="status"]')).toBe(shown);
    becomes({ validity: 'valid', error: null });
    await expect.poll(says).toBeUndefined();
  });
});
