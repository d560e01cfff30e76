// The menu at the title: what is true of the place of a document, in full, and what can be done about it.

export const PLACE_DETAILS = {
  sample:
    'The example of the first visit. Once you edit it, a document with a name of its own is kept in this browser.',
  none: 'It is stored nowhere. Once you edit it, it is kept in this browser.',
  url: (url: string): string => `Loaded from ${url}. Once you edit it, a copy is kept in this browser.`,
  json: 'The address of this page holds it. Once you edit it, a copy is kept in this browser.',
  local: 'Only this browser has it. Changes are saved by themselves.',
  copy: (file: string): string =>
    `This page can read ${file}, but not write it. Changes are saved by themselves, as a copy in this browser. Save writes the file.`,
  disk: (file: string): string => `The file ${file} on this computer. Only Save writes it.`,
  read: (file: string): string =>
    `This page can read ${file}, but not write it. Once you edit it, a copy is kept here.`,
  cloud: 'Changes are saved by themselves.',
  private: 'Only people with a role can open it. Changes are saved by themselves.',
  public: 'Everybody who has the link can read it. Changes are saved by themselves.',
  conflict: 'It was saved elsewhere since it was opened here.',
} as const;

export const PLACE_MENU = {
  conflict: 'Resolve the conflict…',
} as const;
