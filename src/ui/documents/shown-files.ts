// Which files of this computer the panels show, for the next start: a reload shows them again, and so does a visit
// without an address. The tab notes it for itself, and for the next new tab.
//
//   a file opens ──▶ files: handle or bytes, under an id ──▶ the tab's storage: { left: id, right: id }

import type { Files } from './storage/disk-files.ts';
import type { KeptFile, ShownFile } from './storage/file-record.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { SIDES, type Side } from '../model/side.ts';
import type { Settings } from '../settings/browser-settings.ts';

/** What the panels show of this computer's files. */
export interface Shown {
  /** A panel shows a file now, or none. */
  note(panel: Pick<PanelCore, 'side'>, file: ShownFile | null): Promise<void>;
  /** The panels have changed places. */
  swap(): void;
  /** Whether there may be something to show again: of this tab before its reload; else, with `orLast`, of any tab. */
  hasAny(orLast: boolean): boolean;
  /** What a side is to show again; `null` where there is nothing. */
  before(side: Side, orLast: boolean): Promise<KeptFile | null>;
}

const KEY = 'shownFiles';

type Ids = Readonly<Record<Side, string | null>>;
const NONE: Ids = { left: null, right: null };

/** Over the storage of the tab, and of the browser. */
export function createShownFiles(files: Files, tab: Settings, browser: Settings): Shown {
  const own = tab.read<Ids | null>(KEY, readIds, null);
  const last = browser.read(KEY, readIds, NONE);
  const noted = (orLast: boolean): Ids => own ?? (orLast ? last : NONE);
  let ids = own ?? NONE;
  for (const side of SIDES) if (ids[side] !== null) files.hold(ids[side]);
  /** Counts what was noted of a panel: of two files the later one counts, whichever is kept first. */
  const turns = new Map<Pick<PanelCore, 'side'>, number>();

  const set = (next: Ids): void => {
    ids = next;
    tab.write(KEY, JSON.stringify(ids));
    browser.write(KEY, JSON.stringify(ids));
  };
  const forget = async (id: string | null): Promise<void> => {
    if (id !== null) await files.letGo(id).catch(() => undefined);
  };

  return {
    async note(panel, file) {
      const turn = (turns.get(panel) ?? 0) + 1;
      turns.set(panel, turn);
      // A browser that keeps nothing shows nothing again.
      const id = file && (await files.keep(file).catch(() => null));
      if (turns.get(panel) !== turn) return forget(id);
      const before = ids[panel.side];
      if (id !== before) set({ ...ids, [panel.side]: id });
      if (id !== before) await forget(before);
    },
    swap: () => set({ left: ids.right, right: ids.left }),
    hasAny: (orLast) => SIDES.some((side) => noted(orLast)[side] !== null),
    async before(side, orLast) {
      const id = noted(orLast)[side];
      return id === null ? null : files.read(id).catch(() => null);
    },
  };
}

function readIds(stored: string): Ids | undefined {
  try {
    const { left, right } = JSON.parse(stored) as Partial<Record<Side, unknown>>;
    return { left: typeof left === 'string' ? left : null, right: typeof right === 'string' ? right : null };
  } catch {
    return undefined;
  }
}
