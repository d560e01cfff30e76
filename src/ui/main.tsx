// Entry of the page: creates the store over two document workers, then renders.

import './theme/theme.ts';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { formatSize } from '../shared/bytes/size.ts';
import { connectDocument } from './client/worker-document-client.ts';
import { createApp } from './app/app-store.ts';
import { Application, preparePalette } from './app/app.tsx';
import { JobPool } from './client/jobs.ts';
import { createCloud } from './documents/cloud/cloud.ts';
import { readCloudConfig } from './documents/cloud/cloud-config.ts';
import { createTokenSource } from './documents/cloud/token.ts';
import { prepareFindBar } from './find/bar.tsx';
import { prepareTree } from './panel/content.tsx';
import { loadWithRetry, onceLoaded } from './browser/load-with-retry.ts';
import { whenUserIdle } from './browser/user-idle.ts';
import { createDocuments } from './documents/documents.ts';
import { SIDES } from './model/side.ts';
import { prepareDialogs } from './widgets/dialog/dialog.tsx';

/** Deferred parts are loaded after this time without user input, in milliseconds. */
const REST_MS = 10_000;

/** Dialogs are loaded this long after the page, in milliseconds. */
const DIALOGS_MS = 1500;

const jobs = new JobPool();
const loadSandbox = loadWithRetry(() => import('./client/sandbox.ts'));
const loadQuerier = loadWithRetry(() => import('./client/querier.ts'));
const openSandbox = onceLoaded(async () => new (await loadSandbox()).Sandbox());
const cloud = readCloudConfig();
const app = createApp(
  { left: connectDocument(), right: connectDocument() },
  createDocuments(
    {
      compress: (content) => jobs.run('compress', [content]),
      archive: (entries) => jobs.run('archive', [entries]),
      unpackedSize: (content, most, signal) => jobs.run('unpackedSize', [content, most], { signal }),
    },
    cloud &&
      createCloud(
        cloud,
        createTokenSource(() => localStorage, cloud.url),
      ),
  ),
  (source, dialect, task) => jobs.run('repair', [source, dialect], task),
  connectDocument,
  async () => new (await loadQuerier()).Querier(await openSandbox()),
);

// Loads the tree view while the page is rendered if a panel shows a tree. On a first visit the page itself comes first. Text
// mode shows its first rows without a view.
if (navigator.serviceWorker?.controller && SIDES.some((side) => app.panels[side].core.state.mode === 'tree'))
  prepareTree();

// The first number formatted in the user's locale makes the browser load its tables, which takes 20 to 50 ms. Do it in a task
// of its own, before a panel's status needs it.
setTimeout(() => formatSize(0));

const root = document.getElementById('root');
if (root === null) throw new RangeError('index.html has no element with the id "root"');
// As a transition, the first render is split and causes no long task. Documents are opened once the page is on the screen.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <Application app={app} />
      </DirectionProvider>
    </StrictMode>,
  );
});
// After the page is rendered.
setTimeout(() => {
  prepareDialogs();
  prepareFindBar();
  preparePalette();
}, DIALOGS_MS);
// The system passes files to installed pages only.
if ('launchQueue' in globalThis)
  void import('./app/launched-files.ts').then(({ openLaunchedFiles: takeLaunches }) => takeLaunches(app));
// Each takes a CPU core for a second. The browser caches the frame's page, so that it is available offline too.
void whenUserIdle(REST_MS).then(() => {
  openSandbox().then(
    (opened) => opened.prepare(),
    () => undefined,
  );
  import('./app/service-worker.ts').then(
    ({ registerServiceWorker: keepOffline }) => keepOffline(app),
    () => undefined,
  );
});
