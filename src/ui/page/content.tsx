// The sections below the editor: facts, plans, help, shortcuts. Testimonials and findings are omitted while there are none.

import { useEffect, type ReactNode } from 'react';
import { PlanCards } from '../account/plans.tsx';
import { Keys } from '../commands/shortcut-list.tsx';
import type { App } from '../app-model/app-model.ts';
import {
  BACK_TO_TOP,
  FEATURES,
  HELP,
  SECTIONS_LABEL,
  SURVEY_TITLE,
  TESTIMONIALS_TITLE,
  type Fact,
} from '../strings/app/page.ts';
import { SECTIONS, type SectionId } from '../strings/app/sections.ts';
import { CANCELLED } from '../strings/account/plans.ts';
import { ALL_SHORTCUTS, PAGE_KEYS } from '../strings/app/shortcuts.ts';
import { Button } from '../widgets/button.tsx';
import { platformKeys } from '../model/platform-keys.ts';
import styles from './content.module.css';
import { syncSections, goToSection, sectionElementId } from '../link/sections.ts';

/** The sections, in page order. */
export default function Content({ app }: { readonly app: App }) {
  useEffect(syncSections, []);
  const bodies: Record<SectionId, ReactNode> = {
    features: <Facts facts={FEATURES} />,
    plans: (
      <>
        <PlanCards config={app.account.config} />
        <p className={styles.note}>{CANCELLED}</p>
      </>
    ),
    help: <Facts facts={HELP} />,
    shortcuts: (
      <div className={styles.keys}>
        <Keys shortcuts={PAGE_KEYS} />
        <Button look="outline" onClick={() => app.show('shortcuts')}>
          {ALL_SHORTCUTS}
        </Button>
      </div>
    ),
  };
  return (
    <div className={styles.content}>
      <nav className={styles.contents} aria-label={SECTIONS_LABEL}>
        {SECTIONS.map(({ id, title }) => (
          // The hash also names the documents, so the link is completed when it is clicked.
          <a
            key={id}
            href={`#/${id}`}
            onClick={(event) => {
              event.preventDefault();
              goToSection(id);
            }}
          >
            {title}
          </a>
        ))}
        <span className={styles.grow} />
        <Button look="outline" onClick={() => scrollTo(0, 0)}>
          {BACK_TO_TOP}
        </Button>
      </nav>
      {SECTIONS.map(({ id, title }) => (
        <section
          key={id}
          id={sectionElementId(id)}
          className={styles.section}
          aria-labelledby={`${sectionElementId(id)}-title`}
          tabIndex={-1}
        >
          <h2 id={`${sectionElementId(id)}-title`}>{title}</h2>
          {bodies[id]}
        </section>
      ))}
      {TESTIMONIALS.length > 0 && (
        <section className={styles.section} aria-label={TESTIMONIALS_TITLE}>
          <h2>{TESTIMONIALS_TITLE}</h2>
          <Facts facts={TESTIMONIALS.map(({ name, text }) => ({ title: name, text }))} />
        </section>
      )}
      {SURVEY.length > 0 && (
        <section className={styles.section} aria-label={SURVEY_TITLE}>
          <h2>{SURVEY_TITLE}</h2>
          <Facts facts={SURVEY} />
        </section>
      )}
    </div>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{platformKeys(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A quotation from a user. */
interface Testimonial {
  readonly text: string;
  readonly name: string;
}

/** A finding of a survey. */
interface Finding {
  readonly title: string;
  readonly text: string;
}

// Both are empty until there are real ones; the page then shows nothing.
const TESTIMONIALS: readonly Testimonial[] = [];
const SURVEY: readonly Finding[] = [];
