// Where a document lives, in words: the sentence at the title, and what *Save* does.

/** After the name of a document, at the title. */
export const PLACE = {
  unkept: 'Not kept yet',
  url: (host: string): string => `From ${host}`,
  json: "In this page's address",
  local: 'In this browser',
  disk: 'On disk',
  read: 'From disk',
  cloud: 'Cloud',
  private: 'Cloud, private',
  shared: (people: number): string => `Cloud, private, ${people} ${people === 1 ? 'person' : 'people'} with a role`,
  public: 'Cloud, everybody with the link',
} as const;

/** "people.csv, on disk" */
export function placeSentence(name: string, label: string): string {
  return `${name}, ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** Of a file that the page can't write: at the title, and as a sentence. */
export const UNWRITTEN = {
  copy: {
    label: 'Copy here; file unchanged',
    sentence: (file: string): string => `Copy in this browser; ${file} on disk is unchanged`,
  },
  copied: {
    label: 'Copy here; file downloaded',
    sentence: (file: string): string => `Copy in this browser; ${file} was downloaded`,
  },
  edited: {
    label: 'Edited here; file unchanged',
    sentence: (file: string): string => `Edited here; ${file} on disk is unchanged`,
  },
} as const;

/** What *Save* does, by where it writes. */
export const SAVE_HINT = {
  file: (name: string): string => `Save to ${name} on disk (Ctrl+S)`,
  choose: (name: string): string => `Save: choose where ${name} is written (Ctrl+S)`,
  download: (name: string): string => `Save: download ${name} (Ctrl+S). This browser can't write to the file`,
  cloud: (): string => 'Save to the cloud (Ctrl+S)',
  browser: (): string => 'Save in this browser (Ctrl+S)',
} as const;
