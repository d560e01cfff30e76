// The font size setting, as the requirements define it.

import { describe, expect, it } from 'vitest';
import { fontSizePx, readFontSize, zoomFontSize } from '../../../src/shared/settings/font-size.ts';

describe('[TXT-1] the font size setting', () => {
  it.each([
    ['14px', '14px', 14],
    ['12', '12px', 12],
    [' 1 6 PX ', '16px', 16],
    ['12pt', '12pt', 16],
    ['09 Pt', '09pt', 12],
  ])('%j is %j', (text, setting, px) => {
    expect(readFontSize(text)).toBe(setting);
    expect(fontSizePx(setting)).toBe(px);
  });

  it.each(['', '9', '100', '9px', '14em', '14.5px', '-14px', 'large', '00px', '14pxx'])('%j is none', (text) => {
    expect(readFontSize(text)).toBeUndefined();
  });

  it('is zoomed by pixels, within what can be read', () => {
    expect(zoomFontSize('14px', 1)).toBe('15px');
    expect(zoomFontSize('12pt', -1)).toBe('15px');
    expect(zoomFontSize('48px', 1)).toBe('48px');
    expect(zoomFontSize('10px', -1)).toBe('10px');
    expect(readFontSize(zoomFontSize('99px', 3))).toBe('48px');
  });
});
