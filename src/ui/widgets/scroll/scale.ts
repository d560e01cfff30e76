// The arithmetic of a scrollbar over more than an element can be tall. Positions are in units of the
// caller's (rows, lines, bytes); the track is in pixels and capped, because browsers stop laying out
// near 33 million px (Chromium) or 17 million (Firefox). Both ends are exact: position 0 is the
// track's top, the last position its bottom, whatever the scale between.

/** No track is made taller than this, in pixels. */
export const MAX_TRACK_PX = 8_000_000;

/** What a scrollbar spans. */
export interface Extent {
  /** How many units there are. */
  readonly total: number;
  /** How many of them are on the screen at once; may be a fraction. */
  readonly viewport: number;
  /** The height of the scrollbar itself. */
  readonly heightPx: number;
}

/** The largest position: the last screenful's first unit; 0 when everything fits. */
export function lastPosition(extent: Pick<Extent, 'total' | 'viewport'>): number {
  return Math.max(0, extent.total - extent.viewport);
}

/** The thumb under a finger, in pixels of the scrollbar. */
export interface Thumb {
  readonly topPx: number;
  readonly lengthPx: number;
}

/** No thumb is shorter, in pixels: it has to be caught. */
const LEAST_THUMB_PX = 44;

/** Where the thumb is that stands for a position. */
export function thumbOf(position: number, extent: Extent): Thumb {
  const { total, viewport, heightPx } = extent;
  const last = lastPosition(extent);
  const lengthPx = Math.min(heightPx, Math.max(LEAST_THUMB_PX, total > 0 ? (heightPx * viewport) / total : heightPx));
  return { topPx: last === 0 ? 0 : (clamp(position, last) / last) * (heightPx - lengthPx), lengthPx };
}

/** The height of what the scrollbar scrolls, so that its thumb is as long as the viewport's share. */
export function trackHeight({ total, viewport, heightPx }: Extent): number {
  if (heightPx <= 0 || viewport <= 0 || total <= viewport) return Math.max(0, heightPx);
  return Math.max(heightPx + 1, Math.min(MAX_TRACK_PX, Math.round((heightPx * total) / viewport)));
}

/** Where the track has to be scrolled to, in pixels, to show `position`. */
export function scrollTopOf(position: number, extent: Extent): number {
  const last = lastPosition(extent);
  if (last === 0) return 0;
  const room = trackHeight(extent) - extent.heightPx;
  return (clamp(position, last) / last) * room;
}

/** The inverse of `scrollTopOf`: the position that a scrolled track stands for. */
export function positionOf(scrollTopPx: number, extent: Extent): number {
  const room = trackHeight(extent) - extent.heightPx;
  if (room <= 0) return 0;
  // Half a pixel of rounding must not keep the last unit out of reach.
  const share = scrollTopPx >= room - 0.5 ? 1 : clamp(scrollTopPx, room) / room;
  return share * lastPosition(extent);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
