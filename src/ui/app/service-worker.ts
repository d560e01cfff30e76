// Offline use: a service worker caches all files of the page. A new version waits until the user agrees, and never replaces a
// page with unsaved work. @see requirements OFF-1

import type { App } from '../app-model/app-model.ts';
import { isUnsaved } from '../panel-core/panel-core.ts';
import { SIDES } from '../model/side.ts';
import { OFFLINE } from '../strings/app/offline.ts';

/** An open page checks for new versions at this interval. */
const ASK_MS = 3_600_000;

/** Registers the service worker, which downloads the whole page once more. Does nothing in browsers without service workers. */
export function registerServiceWorker(app: App): void {
  // A worker would go on to answer for whatever `diptych open` serves at this port the next time.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || 'diptychOpened' in globalThis) return;
  register(app).catch(() => undefined);
}

async function register(app: App): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => {
    void navigator.serviceWorker.getRegistration().then((registration) => {
      if (hasUpdate(registration)) offer(app);
    });
  });
  // Another tab may have activated the new version; this tab keeps its version until it is reloaded.
  const registration = await worker.register();
  if (hasUpdate(registration)) offer(app);
  setInterval(() => void registration?.update().catch(() => undefined), ASK_MS);
}

/** Whether a version waits for another one to end. The very first one waits, too, for the moment until it is activated. */
export function hasUpdate(registration: Pick<ServiceWorkerRegistration, 'waiting' | 'active'> | undefined): boolean {
  return registration !== undefined && registration.waiting !== null && registration.active !== null;
}

function offer(app: App): void {
  const { notify } = app.notices;
  const reload = async (): Promise<void> => {
    for (const side of SIDES) await app.panels[side].actions.autosave.flush();
    if (SIDES.some((side) => isUnsaved(app.panels[side].core.state))) {
      notify({
        severity: 'warning',
        message: OFFLINE.unsaved,
        action: { label: OFFLINE.reload, run: () => void reload() },
      });
      return;
    }
    await activateUpdate();
    location.reload();
  };
  notify({ severity: 'info', message: OFFLINE.update, action: { label: OFFLINE.reload, run: () => void reload() } });
}

/**
 * Activates the waiting version, unless another tab has already done so. The tab of a first visit has no controller that could
 * change, so the state of the new worker is observed instead.
 */
async function activateUpdate(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return;
  const activated = new Promise<void>((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve();
    });
  });
  // The message that Workbox's worker expects.
  waiting.postMessage({ type: 'SKIP_WAITING' });
  await activated;
}
