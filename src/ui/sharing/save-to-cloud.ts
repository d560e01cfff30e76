// "Save to cloud", as a user means it: asks once before a free account makes a document public, sends who is not signed in to sign
// in, and finishes the save when they come back.

import { subscribe } from 'valtio';
import type { App, Panel } from '../app-model/app-model.ts';
import { formatCompoundKey } from '../link/route.ts';
import { WAITING_SAVE_KEY } from '../account/account.ts';
import { fetchUser } from '../account/user.ts';
import { isSubscribed } from '../account/user-model.ts';
import { mayLeave } from '../leaks/may-leave.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { SIDES, type Side } from '../model/side.ts';
import { CANNOT_UPDATE } from '../strings/documents/cloud.ts';
import { PUBLIC_QUESTION, SAVE_FIRST } from '../strings/documents/save-to-cloud.ts';

/** The key of the setting: the people who know that a free account's documents are public. */
const AGREED_KEY = 'publicAgreed';

/** The documents of the last visit are open again after this time, in milliseconds. */
const OPENS_MS = 30_000;

type CloudApp = Pick<App, 'account' | 'confirm' | 'documents' | 'panels'>;

/** A save that was begun before its user was signed in. */
interface WaitingSave {
  readonly side: Side;
  /** What tells the document: its key, or its name. */
  readonly document: string;
}

/** Saves a panel's document to the cloud. From an empty panel, a new document is created. */
export async function saveToCloud(app: CloudApp, { core, actions }: Panel): Promise<void> {
  const { account, documents } = app;
  if (documents.cloud?.isSignedIn !== true) {
    const waiting: WaitingSave = { side: core.side, document: core.state.document.blank ? '' : documentOf(core) };
    sessionStorage.setItem(WAITING_SAVE_KEY, JSON.stringify(waiting));
    account.open('sign-in');
    return;
  }
  if (core.state.document.origin.kind !== 'cloud' && !(await mayPublish(app, core))) return;
  if (!core.state.document.blank || (await actions.opening.startNew())) await actions.saving.saveToCloud();
}

/** Opens the dialog for access to a document; one that is not in the cloud has to be saved there first. */
export function askAccess(app: CloudApp, panel: Panel, open: () => void): void {
  const { core, actions } = panel;
  const { blank, origin } = core.state.document;
  if (blank || origin.kind === 'cloud' || app.documents.cloud === null) {
    if (actions.autosave.mayShare()) open();
    return;
  }
  const action = { label: SAVE_FIRST, run: () => void saveToCloud(app, panel).catch(core.report) };
  core.notify({ severity: 'error', message: CANNOT_UPDATE.noCloud, action });
}

/** Finishes the save that the user has signed in for, if its document is shown. Call it once the documents are open. */
export async function finishSaveToCloud(app: CloudApp): Promise<void> {
  const waiting = takeWaiting();
  if (waiting === null || waiting.document === '') return;
  const sides = [waiting.side, ...SIDES.filter((side) => side !== waiting.side)];
  const find = (): Panel | undefined =>
    sides.map((side) => app.panels[side]).find(({ core }) => !isOpening(core) && documentOf(core) === waiting.document);
  const panel = find() ?? (await shownLater(app, find));
  if (panel !== undefined && panel.core.state.document.origin.kind !== 'cloud') await saveToCloud(app, panel);
}

/** Resolves to the panel that `find` returns once it does, because a document was opened; to `undefined` if it never does. */
function shownLater({ panels }: CloudApp, find: () => Panel | undefined): Promise<Panel | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      const found = find();
      if (found === undefined) return;
      finish();
      resolve(found);
    };
    const endings = SIDES.map((side) => subscribe(panels[side].core.state, look));
    const timer = setTimeout(() => {
      finish();
      resolve(undefined);
    }, OPENS_MS);
    const finish = (): void => {
      clearTimeout(timer);
      for (const end of endings) end();
    };
  });
}

function isOpening({ state }: Panel['core']): boolean {
  return state.document.blank || state.pendingOpens > 0 || state.doc.phase !== 'ready';
}

/** Whether a document may become public: the user's are private, or they know. */
async function mayPublish({ account, confirm, documents: { cloud } }: CloudApp, core: PanelCore): Promise<boolean> {
  // Right after signing in, the page may not know yet.
  const user = account.state.user ?? (cloud && (await fetchUser(cloud).catch(() => null)));
  if (isSubscribed(user)) return true;
  if (!(await mayLeave(core, confirm, 'publish'))) return false;
  const person = cloud?.tokens.person ?? '';
  const agreed = (localStorage.getItem(AGREED_KEY) ?? '').split(' ');
  if (agreed.includes(person)) return true;
  if (!(await confirm(PUBLIC_QUESTION))) return false;
  localStorage.setItem(AGREED_KEY, [...agreed, person].join(' ').trim());
  return true;
}

function documentOf({
  state: {
    document: { name, origin },
  },
}: Panel['core']): string {
  return 'key' in origin ? formatCompoundKey(origin.key) : name;
}

function takeWaiting(): WaitingSave | null {
  const stored = sessionStorage.getItem(WAITING_SAVE_KEY);
  sessionStorage.removeItem(WAITING_SAVE_KEY);
  if (stored === null) return null;
  try {
    const { side, document } = JSON.parse(stored) as Partial<WaitingSave>;
    const known = SIDES.find((one) => one === side);
    return known === undefined || typeof document !== 'string' ? null : { side: known, document };
  } catch {
    return null;
  }
}
