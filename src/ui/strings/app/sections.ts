// The titles of the sections below the editor. They are separate from the sections' texts, which load with them.

/** The page's sections, by their name in the hash. */
export const SECTIONS = [
  { id: 'features', title: 'Features' },
  { id: 'plans', title: 'Plans' },
  { id: 'help', title: 'Help' },
  { id: 'shortcuts', title: 'Shortcuts' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

/** Whether a section in the hash is one of the page's. */
export function isSection(name: string | null): name is SectionId {
  return SECTIONS.some(({ id }) => id === name);
}
