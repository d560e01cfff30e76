// The forms that the dialog "Copy as" writes of what is selected, and the worker that writes them.

import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { useForms, type Forms } from '../../../src/ui/copy-as/use-forms.ts';
import { createPanelCore, type PanelCore } from '../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';
import { watchWorkers } from '../support/watched-workers.ts';
import { VALUE_FORMS } from '../../../src/shared/protocol/forms.ts';

it('[NEW-11] are written until the dialog closes, and no worker stays after that', async () => {
  const client = connectDocument();
  const settings = createSettings(() => sessionStorage);
  const core: PanelCore = createPanelCore('left', client, () => undefined, settings);
  await client.open(new Blob([JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: `item ${id}` })))]));
  const workers = watchWorkers();
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
    await vi.waitFor(() => expect(workers.running.size).toBe(0));
    const before = workers.started;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([workers.started, workers.running.size]).toEqual([before, 0]);
  }
  client.close();
});
