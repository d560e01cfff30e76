// Creates and applies links to the current view: both documents, their modes, Compare, and a selected value. A document at a
// web address or in the cloud is referenced if it has no unsaved changes; any other is included in the link, compressed.

import { copyText } from '../widgets/begin-copy.ts';
import type { Path } from '../../shared/document/path.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Compress } from '../documents/storage/content-form.ts';
import { packInline } from '../documents/incoming/write-inline.ts';
import { SIDES, type Side } from '../model/side.ts';
import { isUnsaved, type PanelCore } from '../panel-core/panel-core.ts';
import { mayLeave } from '../leaks/may-leave.ts';
import { redactedCopy } from '../leaks/redaction.ts';
import { showValue } from '../panel-core/show-value.ts';
import { VIEW_LINK } from '../strings/panel/view-link.ts';
import type { PageModel } from '../app-model/app-model.ts';
import { formatLinkOptions, readLinkOptions, splitOptions } from '../link/link-options.ts';
import { formatCompoundKey, formatRoute } from '../link/route.ts';

/** Longest address that all browsers accept, in characters; Chromium's limit is the smallest. */
export const MAX_LINK_LENGTH = 2 * 1024 * 1024;
/** Documents above this size are not tried, because even compressed they would be too long, in bytes. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** A document included in a link. */
export interface HeldDocument {
  readonly name: string;
  /** Uncompressed size in bytes. */
  readonly size: number;
}

/** Applies the options of a link; a value is selected after `opened` has resolved. */
export async function obeyLink(page: PageModel, text: string, opened: Promise<unknown>): Promise<void> {
  const { modes, place, compare } = readLinkOptions(splitOptions(text));
  for (const side of SIDES) {
    const mode = modes[side];
    if (mode !== undefined) page.panels[side].actions.editing.setMode(mode);
  }
  if (compare !== null && compare !== page.comparing.state.on) page.comparing.toggle();
  await opened;
  if (place === null) return;
  page.setActive(place.side);
  await showValue(page.panels[place.side].core, place.path).catch(() => undefined);
}

/** Returns the key by which others can open a document; `null` if the link has to include it. */
function keyOf({ state }: PanelCore): string | null {
  const { origin } = state.document;
  // The key of an inline link is the document itself.
  if (!('key' in origin) || origin.kind === 'local' || origin.kind === 'json' || isUnsaved(state)) return null;
  return formatCompoundKey(origin.key);
}

/** Returns the documents that a link to the page would include; with `only`, those of one side. */
export function heldDocuments({ panels }: Pick<PageModel, 'panels'>, only?: Side): HeldDocument[] {
  return SIDES.filter((side) => only === undefined || side === only).flatMap((side) => {
    const { core } = panels[side];
    if (core.state.document.blank || keyOf(core) !== null) return [];
    return [{ name: core.state.document.name, size: core.client.state.size }];
  });
}

/**
 * Whether a link to the current view may be made: its documents, and the addresses that they came from, hold no secret, or the user
 * has agreed. Redacted copies hold none.
 */
export async function mayLinkView(page: Pick<PageModel, 'panels' | 'confirm'>, isRedacted: boolean): Promise<boolean> {
  for (const side of SIDES) {
    const { core } = page.panels[side];
    const isHeld = !core.state.document.blank && keyOf(core) === null;
    if (isHeld && isRedacted) continue;
    if (!(await mayLeave(core, page.confirm, 'view', isHeld ? 'document' : 'address'))) return false;
  }
  return true;
}

/** What a link to the view is like. */
export interface ViewLinkOptions {
  /** The panel that it leads to alone, as the left one. */
  readonly only?: Side;
  /** Whether it holds redacted copies. */
  readonly isRedacted?: boolean;
}

/**
 * Returns a link to the current view; with `only`, to one panel, as the left one. `place` is the value that the link selects.
 * @throws CodedError `too-large`, `cancelled`
 */
export async function linkToView(
  page: Pick<PageModel, 'panels' | 'comparing'>,
  compress: Compress,
  place: { readonly side: Side; readonly path: Path } | null,
  { only, isRedacted = false }: ViewLinkOptions = {},
): Promise<string> {
  const { panels, comparing } = page;
  const total = heldDocuments(page, only).reduce((sum, { size }) => sum + size, 0);
  const tooLarge = (): CodedError => new CodedError('too-large', VIEW_LINK.tooLong(formatSize(total)));
  if (total > MAX_HELD_BYTES) throw tooLarge();
  const keys: Record<Side, string | null> = { left: null, right: null };
  for (const side of SIDES) {
    const { core } = panels[side];
    if (core.state.document.blank || (only !== undefined && only !== side)) continue;
    keys[side] = keyOf(core) ?? (await inlineKey(core, compress, isRedacted));
    if (keys[side] === null) throw tooLarge();
  }
  const modes = { left: panels[only ?? 'left'].core.state.mode, right: panels[only ?? 'right'].core.state.mode };
  const options = formatLinkOptions({
    modes: only === undefined ? modes : { left: modes.left },
    place: place && (only === undefined ? place : { ...place, side: 'left' }),
    compare: only === undefined && comparing.state.on,
  });
  const route = only === undefined ? keys : { left: keys[only], right: null };
  const url = `${location.origin}/${formatRoute({ section: null, ...route, options })}`;
  if (url.length > MAX_LINK_LENGTH) throw tooLarge();
  return url;
}

async function inlineKey(core: PanelCore, compress: Compress, isRedacted: boolean): Promise<string | null> {
  const { text: whole, dialect } = await core.client.readVersion();
  const text = isRedacted ? await redactedCopy(core, new AbortController().signal) : whole;
  const id = await packInline(text, dialect, compress, MAX_LINK_LENGTH);
  return id === null ? null : formatCompoundKey({ source: 'json', id });
}

/** Copies a link to a value of a panel, and reports its length. */
export async function copyLinkToValue(page: PageModel, compress: Compress, side: Side, path: Path): Promise<void> {
  const { core } = page.panels[side];
  try {
    const isHeld = heldDocuments(page, side).length > 0;
    if (!(await mayLeave(core, page.confirm, 'link', isHeld ? 'document' : 'address'))) return;
    const url = await linkToView(page, compress, { side, path }, { only: side });
    await copyText(url);
    core.notify({ severity: 'success', message: VIEW_LINK.copied(formatSize(url.length)) });
  } catch (error) {
    core.report(error);
  }
}
