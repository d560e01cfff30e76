// The hash's section and where the page is scrolled to, kept in step (RTE-3): a section scrolls into sight, and at the
// top of the page the hash has none. Which documents the hash names is never touched.

import { formatRoute, parseRoute } from '../app/link/route.ts';
import { isSection, type SectionId } from '../strings/app/sections.ts';

/** The id of a section's element. */
export function sectionElementId(id: SectionId): string {
  return `section-${id}`;
}

/** Goes to a section of the page, as a link to it would. */
export function goToSection(id: SectionId): void {
  const route = parseRoute(location.hash);
  if (route.section === id) scrollTo(id);
  else location.hash = formatRoute({ ...route, section: id });
}

/**
 * Scrolls to the section that the hash names, now and whenever it changes, and takes it out of the hash when a person
 * is back at the top. Call it once the sections are on the page. Answers how to stop.
 */
export function followSections(): () => void {
  // Only who has left the top can come back to it.
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
    // Who keeps a copy of the hash learns of it: replacing a state tells nobody.
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
  // A screen reader and the Tab key go on from there.
  element?.focus({ preventScroll: true });
}
