// Whether lines of the text are wrapped. `auto` wraps where there are long lines.

export const WRAP_SETTINGS = ['auto', 'on', 'off'] as const;
export type WrapSetting = (typeof WRAP_SETTINGS)[number];
