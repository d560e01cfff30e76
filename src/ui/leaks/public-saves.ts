// Asks before a save of a document that is public adds a secret to it. What it held when it was opened, or what the user has agreed
// to since, is no reason to ask; and what the user has declined is not asked about again by autosave.

import type { LeakGroup } from '../../shared/protocol/leaks.ts';
import { LeakFinder } from '../client/leak-finder.ts';
import type { DocumentClient } from '../client/document.ts';
import { sharedVersion } from '../documents/versions/shared-version.ts';
import type { Confirm } from '../model/question.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { FeatureSlot } from '../model/slot.ts';
import { LEAKS } from '../strings/panel/leaks.ts';
import { ignoredPlaces } from './ignored-places.ts';
import { graveLeaks } from './may-leave.ts';

/** Finds by what they look like, with their number. */
type Finds = ReadonlyMap<string, number>;

interface Known {
  /** The key under which the document is stored. */
  readonly key: string;
  /** What others can read already; `null` until it matters. */
  agreed: Finds | null;
  declined: Finds | null;
}

const KNOWN = new FeatureSlot<PanelDocument, { latest: Known | null }>(() => ({ latest: null }));

/** What the check depends on. */
export interface PublicSaves {
  readonly confirm: Confirm;
  /** Creates the client of another document. */
  readonly spawn: () => DocumentClient;
}

/** Whether the public document of a panel may be saved. `isAsked`: the user has called for the save. */
export async function maySavePublic(
  core: PanelCore,
  { confirm, spawn }: PublicSaves,
  isAsked: boolean,
): Promise<boolean> {
  const known = knownOf(core);
  const { ask } = LEAKS;
  let groups: readonly LeakGroup[];
  try {
    groups = await graveLeaks(core, 'public', 'document');
  } catch (error) {
    if (isWithdrawn(error)) return false;
    return confirm({ title: ask.unchecked, text: `${LEAKS.unchecked} ${messageOf(error)}`, yes: ask.yes.public });
  }
  const finds = countFinds(groups);
  if (finds.size === 0) {
    known.agreed = finds;
    return true;
  }
  known.agreed ??= await findsBefore(core, spawn);
  if (!adds(finds, known.agreed)) {
    known.agreed = finds;
    return true;
  }
  if (!isAsked && known.declined !== null && !adds(finds, known.declined)) return false;
  const isAgreed = await confirm({
    title: ask.title,
    text: ask.text(LEAKS.found(groups), ask.public),
    yes: ask.yes.public,
  });
  if (isAgreed) known.agreed = finds;
  known.declined = isAgreed ? null : finds;
  if (!isAgreed) core.notify({ severity: 'warning', message: LEAKS.notSaved });
  return isAgreed;
}

function knownOf(core: PanelCore): Known {
  const { origin } = core.document.facts;
  const key = 'key' in origin ? origin.key.id : '';
  const known = KNOWN.of(core.document);
  // Under another key, others could read nothing of it yet.
  if (known.latest?.key !== key) known.latest = { key, agreed: null, declined: null };
  return known.latest;
}

/** The finds of the version that is stored; none if it is not known. */
async function findsBefore(core: PanelCore, spawn: () => DocumentClient): Promise<Finds> {
  const stored = sharedVersion(core);
  if (stored === null) return new Map();
  const client = spawn();
  const finder = new LeakFinder(client);
  try {
    await client.open(await unpacked(stored), { dialect: core.client.state.dialect });
    return countFinds((await finder.find(ignoredPlaces(core))).filter(({ severity }) => severity !== 'low'));
  } catch {
    return new Map();
  } finally {
    finder.close();
    client.close();
  }
}

async function unpacked(blob: Blob): Promise<Blob> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return blob;
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

function countFinds(groups: readonly LeakGroup[]): Finds {
  const counts = new Map<string, number>();
  const add = (key: string, count: number): void => void counts.set(key, (counts.get(key) ?? 0) + count);
  for (const { kind, count, first } of groups) {
    // Not where they are: a text that is not valid for a moment has no paths.
    for (const { masked } of first) add(`${kind} ${masked}`, 1);
    // Those that are not listed count by their kind.
    if (count > first.length) add(kind, count - first.length);
  }
  return counts;
}

function adds(finds: Finds, before: Finds): boolean {
  return [...finds].some(([key, count]) => count > (before.get(key) ?? 0));
}
