// The arithmetic of a scrollbar for content taller than an element can be. Positions are in the caller's units (rows, lines,
// bytes). The track is in pixels and capped, because browsers limit layout to about 33 million px (Chromium) or 17 million
// (Firefox). Both ends are exact: position 0 is the top of the track and the last position its bottom, whatever the scale.

/** Maximum height of a track, in pixels. */
export const MAX_TRACK_PX = 8_000_000;

/** The range of a scrollbar. */
export interface ScrollExtent {
  /** Total number of units. */
  readonly total: number;
  /** Number of units that fit the screen; may be a fraction. */
  readonly viewport: number;
  /** The height of the scrollbar itself. */
  readonly heightPx: number;
}

/** The largest position: the first unit of the last screen; 0 when everything fits. */
export function lastPosition(extent: Pick<ScrollExtent, 'total' | 'viewport'>): number {
  return Math.max(0, extent.total - extent.viewport);
}

/** The thumb for touch input, in pixels of the scrollbar. */
export interface Thumb {
  readonly topPx: number;
  readonly lengthPx: number;
}

/** Minimum length of the thumb, in pixels, so that a finger can hit it. */
const MIN_THUMB_PX = 44;

/** Returns the thumb for a position. */
export function thumbOf(position: number, extent: ScrollExtent): Thumb {
  const { total, viewport, heightPx } = extent;
  const last = lastPosition(extent);
  const lengthPx = Math.min(heightPx, Math.max(MIN_THUMB_PX, total > 0 ? (heightPx * viewport) / total : heightPx));
  return { topPx: last === 0 ? 0 : (clamp(position, last) / last) * (heightPx - lengthPx), lengthPx };
}

/** Returns the height of the scrolled content, such that the thumb's length matches the share of the viewport. */
export function trackHeight({ total, viewport, heightPx }: ScrollExtent): number {
  if (heightPx <= 0 || viewport <= 0 || total <= viewport) return Math.max(0, heightPx);
  return Math.max(heightPx + 1, Math.min(MAX_TRACK_PX, Math.round((heightPx * total) / viewport)));
}

/** Returns the scroll offset of the track, in pixels, for a position. */
export function scrollTopOf(position: number, extent: ScrollExtent): number {
  const last = lastPosition(extent);
  if (last === 0) return 0;
  const room = trackHeight(extent) - extent.heightPx;
  return (clamp(position, last) / last) * room;
}

/** The inverse of `scrollTopOf`: returns the position of a scrolled track. */
export function positionOf(scrollTopPx: number, extent: ScrollExtent): number {
  const room = trackHeight(extent) - extent.heightPx;
  if (room <= 0) return 0;
  // Rounding by half a pixel must not make the last unit unreachable.
  const share = scrollTopPx >= room - 0.5 ? 1 : clamp(scrollTopPx, room) / room;
  return share * lastPosition(extent);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
