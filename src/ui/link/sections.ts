// Synchronises the section in the hash with the scroll position of the page (RTE-3): a named section is scrolled into view, and
// at the top of the page the hash has no section. The documents in the hash are never changed.

import { formatRoute, parseRoute } from './route.ts';
import { isSection, type SectionId } from '../strings/app/sections.ts';

/** The id of a section's element. */
export function sectionElementId(id: SectionId): string {
  return `section-${id}`;
}

/** Goes to a section of the page, like a link to it. */
export function goToSection(id: SectionId): void {
  const route = parseRoute(location.hash);
  if (route.section === id) scrollTo(id);
  else location.hash = formatRoute({ ...route, section: id });
}

/**
 * Scrolls to the section in the hash, now and on every change, and removes it from the hash when the user scrolls back to the
 * top. Call it once the sections are rendered. Returns a function that stops it.
 */
export function syncSections(): () => void {
  // The user can only return to the top after leaving it.
  let isAway = scrollY > 0;
  const follow = (): void => {
    const { section } = parseRoute(location.hash);
    if (isSection(section)) scrollTo(section);
  };
  const watch = (): void => {
    const wasAway = isAway;
    isAway = scrollY > 0;
    const route = parseRoute(location.hash);
    if (isAway || !wasAway || !isSection(route.section)) return;
    const hash = formatRoute({ ...route, section: null });
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
    // Notifies other holders of the hash, because `replaceState` sends no event.
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  follow();
  addEventListener('hashchange', follow);
  addEventListener('scroll', watch, { passive: true });
  return () => {
    removeEventListener('hashchange', follow);
    removeEventListener('scroll', watch);
  };
}

function scrollTo(id: SectionId): void {
  const element = document.getElementById(sectionElementId(id));
  element?.scrollIntoView();
  // Screen readers and the Tab key continue from there.
  element?.focus({ preventScroll: true });
}
