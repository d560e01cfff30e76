// Seals the page: loads it again under a policy that lets nothing out. A policy can't be tightened after the load, so it is another
// page, with the same documents.

import type { PageModel } from '../app-model/app-model.ts';
import { isSealed, SEALED_PATH } from '../model/sealed.ts';
import { SIDES } from '../model/side.ts';
import { isUnsaved } from '../panel-core/panel-core.ts';
import { TRAFFIC } from '../strings/panel/traffic.ts';

/** Seals the page, or opens the seal. Unsaved work that no draft keeps stops it. */
export async function toggleSeal({ panels, notices }: PageModel): Promise<void> {
  for (const side of SIDES) {
    const { core, actions } = panels[side];
    await actions.autosave.flush();
    if (!isUnsaved(core.state) || (await actions.autosave.drafted())) continue;
    notices.notify({ severity: 'warning', message: TRAFFIC.unsaved });
    return;
  }
  const to = isSealed() ? '/' : SEALED_PATH;
  const answer = isSealed() ? null : await fetch(to, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  // Without a network, the service worker has the page.
  const policy = answer?.headers.get('content-security-policy') ?? '';
  if (answer !== null && !(answer.ok && policy.includes('sandbox'))) {
    notices.notify({ severity: 'error', message: TRAFFIC.unavailable });
    return;
  }
  location.assign(to + location.hash);
}
