// The font size setting, as it is written: two digits and `px` or `pt`; a bare number is in pixels.

/** The default. @see requirements SET-1 */
export const FONT_SIZE_DEFAULT = '14px';
/** What zooming keeps to, in pixels. The setting itself may be anything that it can be written as. */
export const ZOOM_PX = { least: 10, most: 48 } as const;
const PX_PER_PT = 96 / 72;

/** The setting that a text stands for, spaces and case aside; `undefined` where it is none. @see requirements TXT-1 */
export function readFontSize(text: string): string | undefined {
  const size = /^(\d\d)(px|pt)?$/.exec(text.replaceAll(/\s/g, '').toLowerCase());
  // Letters of no size can't be read, and not even be shown.
  if (size === null || Number(size[1]) === 0) return undefined;
  return `${size[1]}${size[2] ?? 'px'}`;
}

/** A setting in pixels. */
export function fontSizePx(setting: string): number {
  const size = Number.parseInt(setting, 10);
  return setting.endsWith('pt') ? Math.round(size * PX_PER_PT) : size;
}

/** The setting that is so many pixels larger, or smaller. */
export function zoomFontSize(setting: string, byPx: number): string {
  return `${Math.min(ZOOM_PX.most, Math.max(ZOOM_PX.least, fontSizePx(setting) + byPx))}px`;
}
