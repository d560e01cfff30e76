// Texts of the page's layout.

import type { Side } from '../../model/side.ts';

export const LAYOUT = {
  name: 'Diptych',
  skip: 'Skip to the document',
  /** The switch between the panels on a narrow page. */
  panel: 'Panel',
  copy: 'Copy',
  transform: 'Transform',
  splitter: 'Width of the left panel',
  show: (side: Side): string => `Show the ${side} panel`,
  only: (side: Side): string => `Show only the ${side} panel`,
  both: 'Show both panels',
} as const;

/** Buttons of many dialogs. */
export const CANCEL = 'Cancel';
export const CLOSE = 'Close';

/** The full text of a long message. */
export const DETAILS = {
  title: 'Details',
  more: (count: number): string => `and ${count.toLocaleString()} more characters`,
  copy: 'Copy all',
  copied: 'Copied',
} as const;

/** Logged when loading a part of the page times out. */
export const TOO_LATE = (limitMs: number): string => `A part of the page has not come after ${limitMs} ms.`;

/** The cause, where a part of the page could not be loaded. */
export const NOT_LOADED = 'A part of the page could not be loaded: you may be offline, or there is a new version.';

/** Placeholder for a component that failed to render. @see requirements PAN-8 */
export const BROKEN = {
  text: 'Something went wrong. Please reload the application.',
  retry: 'Try again',
  reload: 'Reload',
} as const;
