// Texts of the menu of settings.

/** The menu in the header. */
export const MENU = {
  title: 'Settings',
  theme: 'Theme',
  themes: { auto: 'Browser default', light: 'Light', dark: 'Dark' },
  colour: 'Theme color',
  colours: { default: 'Green', blue: 'Blue', red: 'Red' },
  configure: 'Configure editor…',
  fontSize: 'Font size…',
  wrap: 'Wrap lines of text',
  screenReader: (isOn: boolean): string => `Turn screen reader support ${isOn ? 'on' : 'off'}`,
  shortcuts: 'Keyboard shortcuts',
  help: 'Help',
  features: 'Features',
} as const;

/** How lines of text are wrapped. */
export const WRAPS = {
  auto: { label: 'Automatic', hint: 'where they are long' },
  on: { label: 'On', hint: 'Alt+Z' },
  off: { label: 'Off', hint: 'over 4 KB they stay wrapped' },
} as const;
