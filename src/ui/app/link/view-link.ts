// Links to what the page shows, made and obeyed: both documents, their modes, Compare, and a value. A document that is at an address, or in the cloud, is
// named where nothing of it is unsaved; any other is in the link, compressed.

import type { Path } from '../../../shared/document/path.ts';
import { formatSize } from '../../../shared/bytes/size.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { Compress } from '../../documents/content-jobs.ts';
import { packInline } from '../../documents/inline-link.ts';
import { SIDES, type Side } from '../../model/side.ts';
import { isUnsaved, type PanelCore } from '../../panel/panel-core.ts';
import { showValue } from '../../panel/show-value.ts';
import { VIEW_LINK } from '../../strings/panel/view-link.ts';
import type { PageModel } from '../app-model.ts';
import { formatLinkOptions, readLinkOptions, splitOptions } from './link-options.ts';
import { formatCompoundKey, formatRoute } from './route.ts';

/** Browsers don't take addresses above this, in characters; Chromium's limit is the smallest. */
const MOST_LINK = 2 * 1024 * 1024;
/** Documents above it are not even tried: compressed they would still be too long, in bytes. */
const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** What a link would hold. */
export interface HeldDocument {
  readonly name: string;
  /** In bytes, not compressed. */
  readonly size: number;
}

/** Does what a link asks for; a value is shown once `opened` says that the documents are there. */
export async function obeyLink(page: PageModel, text: string, opened: Promise<unknown>): Promise<void> {
  const { modes, place, compare } = readLinkOptions(splitOptions(text));
  for (const side of SIDES) {
    const mode = modes[side];
    if (mode !== undefined) page.panels[side].actions.setMode(mode);
  }
  if (compare !== null && compare !== page.comparing.state.on) page.comparing.toggle();
  await opened;
  if (place === null) return;
  page.setActive(place.side);
  await showValue(page.panels[place.side].core, place.path).catch(() => undefined);
}

/** The key of a document that others can open by it; `null` where the link has to hold it. */
function keyOf({ state }: PanelCore): string | null {
  const { origin } = state;
  if (!('key' in origin) || origin.kind === 'local' || isUnsaved(state)) return null;
  return formatCompoundKey(origin.key);
}

/** The documents that a link to the page would hold; `only` one side of it. */
export function heldDocuments({ panels }: Pick<PageModel, 'panels'>, only?: Side): HeldDocument[] {
  return SIDES.filter((side) => only === undefined || side === only).flatMap((side) => {
    const { core } = panels[side];
    if (core.state.blank || keyOf(core) !== null) return [];
    return [{ name: core.state.name, size: core.client.state.size }];
  });
}

/**
 * A link to what the page shows; with `only` to what one panel shows, as the left one. `place` is the value that it selects.
 * @throws CodedError `too-large`, `cancelled`
 */
export async function linkToView(
  page: Pick<PageModel, 'panels' | 'comparing'>,
  compress: Compress,
  place: { readonly side: Side; readonly path: Path } | null,
  only?: Side,
): Promise<string> {
  const { panels, comparing } = page;
  const total = heldDocuments(page, only).reduce((sum, { size }) => sum + size, 0);
  const tooLarge = (): CodedError => new CodedError('too-large', VIEW_LINK.tooLong(formatSize(total)));
  if (total > MOST_HELD_BYTES) throw tooLarge();
  const keys: Record<Side, string | null> = { left: null, right: null };
  for (const side of SIDES) {
    const { core } = panels[side];
    if (core.state.blank || (only !== undefined && only !== side)) continue;
    keys[side] = keyOf(core) ?? (await inlineKey(core, compress));
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
  if (url.length > MOST_LINK) throw tooLarge();
  return url;
}

async function inlineKey({ client }: PanelCore, compress: Compress): Promise<string | null> {
  const { dialect } = client.state;
  const id = await packInline(await client.read(), dialect, compress, MOST_LINK);
  return id === null ? null : formatCompoundKey({ source: 'json', id });
}

/** Copies a link to a value of a panel, and says how long it is. */
export async function copyLinkToValue(page: PageModel, compress: Compress, side: Side, path: Path): Promise<void> {
  const { core } = page.panels[side];
  try {
    const url = await linkToView(page, compress, { side, path }, side);
    await navigator.clipboard.writeText(url);
    core.notify({ severity: 'success', message: VIEW_LINK.copied(formatSize(url.length)) });
  } catch (error) {
    core.report(error);
  }
}
