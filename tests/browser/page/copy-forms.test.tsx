// The forms that the dialog "Copy as" writes of what is selected, and the worker that writes them.

import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { useForms, type Forms } from '../../../src/ui/copy-as/use-forms.ts';
import { createPanelCore, type PanelCore } from '../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';
import { VALUE_FORMS } from '../../../src/shared/protocol/forms.ts';

afterEach(() => vi.unstubAllGlobals());

it('[NEW-11] are written until the dialog closes, and no worker stays after that', async () => {
  const client = connectDocument();
  const settings = createSettings(() => sessionStorage);
  const core: PanelCore = createPanelCore('left', client, () => undefined, settings);
  await client.open(new Blob([JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `item ${id}` })))]));
  const running = new Set<Worker>();
  let started = 0;
  const watched = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      running.add(this);
      started += 1;
    }
    override terminate(): void {
      running.delete(this);
      super.terminate();
    }
  };
  vi.stubGlobal('Worker', watched);
  const shown: { forms: Forms | null } = { forms: null };
  function Shown(): null {
    shown.forms = useForms(core, 'json');
    return null;
  }
  for (const awaited of [VALUE_FORMS.length, 1]) {
    shown.forms = null;
    const root = createRoot(document.createElement('div'));
    root.render(<Shown />);
    await vi.waitFor(() => expect(shown.forms?.written.size).toBeGreaterThanOrEqual(awaited), {
      timeout: 20_000,
      interval: 2,
    });
    root.unmount();
    await vi.waitFor(() => expect(running.size).toBe(0));
    const before = started;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([started, running.size]).toEqual([before, 0]);
  }
  client.close();
});
