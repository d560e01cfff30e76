// The page without a network: a service worker keeps every file of it. A new version waits until a person says so, and
// never takes over unsaved work. @see requirements OFF-1

import type { App } from './app/app-model.ts';
import { isUnsaved } from './panel/panel-core.ts';
import { SIDES } from './model/side.ts';
import { OFFLINE } from './strings/app/offline.ts';

/** A page that stays open asks for new versions so often. */
const ASK_MS = 3_600_000;

/** Keeps the page for later, at the cost of its whole download once more; where the browser has no service workers, it does not. */
export function keepOffline(app: App): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  register(app).catch(() => undefined);
}

async function register(app: App): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => offer(app));
  // Another tab may have taken the new version: this one goes on with what it has until it is loaded anew.
  const registration = await worker.register();
  if (registration?.waiting) offer(app);
  setInterval(() => void registration?.update().catch(() => undefined), ASK_MS);
}

function offer(app: App): void {
  const { notify } = app.notices;
  const reload = async (): Promise<void> => {
    for (const side of SIDES) await app.panels[side].actions.flush();
    if (SIDES.some((side) => isUnsaved(app.panels[side].core.state))) {
      notify({
        severity: 'warning',
        message: OFFLINE.unsaved,
        action: { label: OFFLINE.reload, run: () => void reload() },
      });
      return;
    }
    await takeOver();
    location.reload();
  };
  notify({ severity: 'info', message: OFFLINE.update, action: { label: OFFLINE.reload, run: () => void reload() } });
}

/**
 * Has the version that waits take over, if another tab has not done that already. The tab of a first visit has no
 * controller that could change, so the state of the new worker is what tells.
 */
async function takeOver(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return;
  const activated = new Promise<void>((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve();
    });
  });
  // What the worker that Workbox makes listens to.
  waiting.postMessage({ type: 'SKIP_WAITING' });
  await activated;
}
