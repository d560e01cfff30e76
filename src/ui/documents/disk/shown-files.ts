// Remembers which local files the panels show. They are shown again after a reload, or on a visit without an address. They are
// recorded for this tab, and for the next new tab.
//
//   a file opens ──▶ the tab's storage: { left: id, right: id } ──▶ files: handle or bytes, under the id

import { mayKeep, type Files } from '../storage/disk-files.ts';
import { uniqueName } from '../storage/names.ts';
import type { KeptFile, ShownFile } from '../storage/file-record.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { SIDES, type Side } from '../../model/side.ts';
import type { Settings } from '../../settings/browser-settings.ts';

/** The local files that the panels show. */
export interface ShownFiles {
  /** Called when a panel shows another file, or none. */
  note(panel: Pick<PanelCore, 'side'>, file: ShownFile | null): Promise<void>;
  /** Called when the panels have changed places. */
  swap(): void;
  /** Whether there may be a file to show again: from this tab before its reload or, with `orLast`, from any tab. */
  hasAny(orLast: boolean): boolean;
  /** Returns the file that a side should show again; `null` when there is none. */
  before(side: Side, orLast: boolean): Promise<KeptFile | null>;
}

const KEY = 'shownFiles';

type Ids = Readonly<Record<Side, string | null>>;
const NONE: Ids = { left: null, right: null };

/** Creates the record in the storage of the tab and of the browser. */
export function createShownFiles(files: Files, tab: Settings, browser: Settings): ShownFiles {
  const own = tab.read<Ids | null>(KEY, readIds, null);
  const last = browser.read(KEY, readIds, NONE);
  const noted = (orLast: boolean): Ids => own ?? (orLast ? last : NONE);
  let ids = own ?? NONE;
  for (const side of SIDES) if (ids[side] !== null) files.hold(ids[side]);
  const set = (next: Ids): void => {
    ids = next;
    tab.write(KEY, JSON.stringify(ids));
    browser.write(KEY, JSON.stringify(ids));
  };
  const isShown = (id: string): boolean => SIDES.some((side) => ids[side] === id);
  const forget = async (id: string): Promise<void> => {
    if (!isShown(id)) await files.letGo(id).catch(() => undefined);
  };

  return {
    async note(panel, file) {
      const before = ids[panel.side];
      const id = file !== null && mayKeep(file) ? uniqueName() : null;
      // Set before the file is stored: a page that is reloaded at once must not show the file before.
      if (id !== before) set({ ...ids, [panel.side]: id });
      const forgetting = before === null ? null : forget(before);
      if (file !== null && id !== null) {
        await files.keep(id, file).catch(() => {
          // A browser that stores nothing shows nothing again.
          set({ left: ids.left === id ? null : ids.left, right: ids.right === id ? null : ids.right });
        });
        // Another file may have been noted in the meantime.
        await forget(id);
      }
      await forgetting;
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
