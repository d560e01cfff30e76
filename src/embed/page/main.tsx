// The entry of the embed page: listens for a host first, then creates the store, renders, and opens the documents in the
// address.

import '../../ui/theme/theme.ts';
import './base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { formatSize } from '../../shared/bytes/size.ts';
import { connectDocument } from '../../ui/client/worker-document-client.ts';
import { SIDES } from '../../ui/model/side.ts';
import { showValue } from '../../ui/panel-core/show-value.ts';
import { loadWithRetry } from '../../ui/browser/load-with-retry.ts';
import { prepareDialogs } from '../../ui/widgets/dialog/dialog.tsx';
import { createEmbedApp } from './embed-app.ts';
import { restrictFocusAndScroll } from './frame-behaviour.ts';
import { awaitHost } from './handshake.ts';
import { serveHost } from './host-port.ts';
import { EmbedPage } from './page.tsx';
import { readParameters, type Parameters } from './parameters.ts';

/** Delay before the parts that dialogs need are loaded, in milliseconds. */
const DIALOGS_MS = 1500;

const takeFocus = restrictFocusAndScroll();
const loadSandbox = loadWithRetry(() => import('../../ui/client/sandbox.ts'));
const loadQuerier = loadWithRetry(() => import('../../ui/client/querier.ts'));
const app = createEmbedApp(async () => {
  const [{ Sandbox }, { Querier }] = await Promise.all([loadSandbox(), loadQuerier()]);
  return new Querier(new Sandbox());
}, connectDocument);
// Hosts connect when the frame has loaded, which is after this.
awaitHost((greeting) => {
  const address = { started: started.promise, opened: () => started.promise.then(() => opening) };
  void serveHost(app, greeting, takeFocus, address);
});

/** Resolves when the documents of the address begin to open. */
const started = Promise.withResolvers<void>();
/** Resolves when the documents of the address that was applied last are open. */
let opening: Promise<unknown> = started.promise;
let shown: Parameters = { documents: { left: null, right: null }, place: null, options: {} };

/** Applies the address. Documents are opened only where their part of the address has changed. */
async function follow(): Promise<void> {
  const before = shown;
  shown = readParameters(location.hash);
  const { documents, options, place } = shown;
  if (documents.right !== null && options.panels === undefined) app.setOptions({ panels: 2 });
  app.setOptions(options);
  const opened = Promise.all(
    SIDES.map(async (side) => {
      const key = documents[side];
      if (key === before.documents[side]) return;
      const { actions } = app.panels[side];
      await app.asHost<unknown>(() => (key === null ? actions.opening.close('replace') : actions.opening.openKey(key)));
    }),
  );
  opening = opened.catch(() => undefined);
  started.resolve();
  await opened;
  if (place !== null && shown.place === place)
    await showValue(app.panels[place.side].core, place.path).catch(() => undefined);
}

app.setOptions(readParameters(location.hash).options);
// Initialises number formatting early, so that no frame is delayed when a panel needs it.
setTimeout(() => formatSize(0));

function start(): void {
  app.start();
  addEventListener('hashchange', () => void follow());
  void follow();
}

const root = document.getElementById('root');
if (root === null) throw new RangeError('embed.html has no element with the id "root"');
let isStarted = false;
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <EmbedPage
        app={app}
        onShown={() => {
          if (isStarted) return;
          isStarted = true;
          start();
        }}
      />
    </StrictMode>,
  );
});
setTimeout(prepareDialogs, DIALOGS_MS);
