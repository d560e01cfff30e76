// The font size setting in its stored form: two digits and `px` or `pt`; a bare number is in pixels.

/** The default. @see requirements SET-1 */
export const FONT_SIZE_DEFAULT = '14px';
/** Limits of zooming, in pixels. The setting itself may be any value that its form allows. */
export const ZOOM_PX = { least: 10, most: 48 } as const;
const PX_PER_PT = 96 / 72;

/** Parses a setting, ignoring spaces and case; `undefined` if it is invalid. @see requirements TXT-1 */
export function readFontSize(text: string): string | undefined {
  const size = /^(\d\d)(px|pt)?$/.exec(text.replaceAll(/\s/g, '').toLowerCase());
  // Size 0 would make the text invisible.
  if (size === null || Number(size[1]) === 0) return undefined;
  return `${size[1]}${size[2] ?? 'px'}`;
}

/** Converts a setting to pixels. */
export function fontSizePx(setting: string): number {
  const size = Number.parseInt(setting, 10);
  return setting.endsWith('pt') ? Math.round(size * PX_PER_PT) : size;
}

/** Returns the setting that is `byPx` pixels larger; smaller where it is negative. */
export function zoomFontSize(setting: string, byPx: number): string {
  return `${Math.min(ZOOM_PX.most, Math.max(ZOOM_PX.least, fontSizePx(setting) + byPx))}px`;
}
