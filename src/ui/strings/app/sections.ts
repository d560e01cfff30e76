// How the sections below the editor are called. Apart from what they say, which loads with them.

/** The page's sections, by the name that the hash has for them. */
export const SECTIONS = [
  { id: 'features', title: 'Features' },
  { id: 'plans', title: 'Plans' },
  { id: 'help', title: 'Help' },
  { id: 'shortcuts', title: 'Shortcuts' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

/** Whether a hash's section is one of the page. */
export function isSection(name: string | null): name is SectionId {
  return SECTIONS.some(({ id }) => id === name);
}
