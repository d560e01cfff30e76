// Messages about new versions of the page.

export const OFFLINE = {
  update: 'A new version of Diptych is here.',
  reload: 'Reload',
  unsaved: 'There is unsaved work: save it first, then reload for the new version.',
} as const;
