// The help of a query language, in place of the previews: how it works, and examples that a click copies to the editor.

import { ExternalLink, X } from 'lucide-react';
import { useMemo } from 'react';
import type { QueryLanguage } from '../../shared/protocol/query.ts';
import type { WizardFields } from '../../shared/protocol/wizard.ts';
import { HELP, LANGUAGES } from '../strings/transform/transform.ts';
import { Button } from '../widgets/button.tsx';
import { helpOf } from './help.ts';
import styles from './help-panel.module.css';

export interface HelpProps {
  readonly language: QueryLanguage;
  readonly fields: WizardFields | null;
  readonly onExample: (query: string) => void;
  readonly onClose: () => void;
}

export function Help({ language, fields, onExample, onClose }: HelpProps) {
  const { sections, examples, reference } = useMemo(() => helpOf(language, fields), [language, fields]);
  return (
    <section className={styles.help} aria-label={HELP.title(LANGUAGES[language])}>
      <header className={styles.head}>
        <h3>{HELP.title(LANGUAGES[language])}</h3>
        <a href={reference} target="_blank" rel="noopener noreferrer">
          {HELP.reference} <ExternalLink size={13} aria-hidden />
        </a>
        <Button look="quiet" icon label={HELP.close} tooltip={HELP.close} onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </header>
      <div className={styles.text}>
        {sections.map(({ title, sentences }) => (
          <section key={title}>
            <h4>{title}</h4>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
        ))}
      </div>
      <div>
        <h4>{HELP.examples}</h4>
        <ul className={styles.examples}>
          {examples.map(({ title, query }) => (
            <li key={title}>
              <button type="button" onClick={() => onExample(query)}>
                <span>{title}</span>
                <code>{query.trim()}</code>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
