// Where a document lives, in words: the sentence at the title, and what *Save* does.

/** After the name of a document, at the title. */
export const PLACE = {
  unkept: 'Not kept yet',
  url: (host: string): string => `From ${host}`,
  json: "In this page's address",
  local: 'In this browser',
  /** `subject`: "file" at the title, "people.csv on disk is" in the sentence. */
  copy: (subject: string): string => `Copy in this browser; ${subject} unchanged`,
  /** `subject`: "file" at the title, "people.csv was" in the sentence. */
  copied: (subject: string): string => `Copy in this browser; ${subject} downloaded`,
  disk: 'On disk',
  read: 'From disk',
  edited: (subject: string): string => `Edited here; ${subject} unchanged`,
  cloud: 'Cloud',
  private: 'Cloud, private',
  shared: (people: number): string => `Cloud, private, ${people} ${people === 1 ? 'person' : 'people'} with a role`,
  public: 'Cloud, everybody with the link',
} as const;

/** "people.csv, on disk" */
export function placeSentence(name: string, label: string): string {
  return `${name}, ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** In place of the name of a file. */
export const FILE = {
  short: 'file',
  unchanged: (name: string) => `${name} on disk is`,
  downloaded: (name: string) => `${name} was`,
};

/** What *Save* does, by where it writes. */
export const SAVE_HINT = {
  file: (name: string): string => `Save to ${name} on disk (Ctrl+S)`,
  choose: (name: string): string => `Save: choose where ${name} is written (Ctrl+S)`,
  download: (name: string): string => `Save: download ${name} (Ctrl+S). This browser can't write to the file`,
  cloud: (): string => 'Save to the cloud (Ctrl+S)',
  browser: (): string => 'Save in this browser (Ctrl+S)',
} as const;
