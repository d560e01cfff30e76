// Whether lines of the text are wrapped. `auto`: where they are long.

export const WRAP_SETTINGS = ['auto', 'on', 'off'] as const;
export type WrapSetting = (typeof WRAP_SETTINGS)[number];
