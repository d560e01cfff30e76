// The page's entry: makes the store over two document workers, then renders.

import './theme/theme.ts';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { formatSize } from '../shared/bytes/size.ts';
import { connectDocument } from './client/connect.ts';
import { createApp } from './app/app-store.ts';
import { Application, preparePalette } from './app/app.tsx';
import { JobPool } from './client/jobs.ts';
import { createCloud } from './documents/cloud/cloud.ts';
import { readCloudConfig } from './documents/cloud/cloud-config.ts';
import { createTokenSource } from './documents/cloud/token.ts';
import { prepareFindBar } from './find/bar.tsx';
import { keepOffline } from './offline.ts';
import { prepareTree } from './panel/content.tsx';
import { patiently } from './patiently.ts';
import { atRest } from './rest.ts';
import { createDocuments } from './documents/documents.ts';
import { SIDES } from './model/side.ts';
import { prepareDialogs } from './widgets/dialog/dialog.tsx';

/** What is for later comes once no hand was on the page for so many milliseconds. */
const REST_MS = 10_000;

/** When what dialogs need is loaded, in milliseconds after the page. */
const DIALOGS_MS = 1500;

const jobs = new JobPool();
const loadSandbox = patiently(async () => new (await import('./client/sandbox.ts')).Sandbox());
let sandbox: ReturnType<typeof loadSandbox> | null = null;
const openSandbox = () => (sandbox ??= loadSandbox());
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
  patiently(async () => new (await import('./client/querier.ts')).Querier(await openSandbox())),
);

// Where a tree is shown, its view comes while the page is made; a first visit has the page first. A text shows its first rows.
if (navigator.serviceWorker?.controller && SIDES.some((side) => app.panels[side].core.state.mode === 'tree'))
  prepareTree();

// The first number in the reader's own spelling makes the browser load its tables, for 20 to 50 ms. It does
// so in a task of its own, before a panel's status needs one.
setTimeout(() => formatSize(0));

const root = document.getElementById('root');
if (root === null) throw new RangeError('index.html has no element with the id "root"');
// As a transition the first render is sliced, so that it is no long task; the page opens its documents
// once it is on the screen.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <Application app={app} />
      </DirectionProvider>
    </StrictMode>,
  );
});
// Once the page stands.
setTimeout(() => {
  prepareDialogs();
  prepareFindBar();
  preparePalette();
}, DIALOGS_MS);
// Only an installed page is handed files by the system.
if ('launchQueue' in globalThis) void import('./panel/launched-files.ts').then(({ takeLaunches }) => takeLaunches(app));
// Both take a processor core for a second. A browser keeps the frame's page, so that it is there without a network too.
void atRest(REST_MS).then(() => {
  openSandbox().then(
    (opened) => opened.prepare(),
    () => undefined,
  );
  keepOffline(app);
});
