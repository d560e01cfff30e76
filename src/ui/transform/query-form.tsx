// The left half of the dialog: the language, the wizard, the query, and the history.

import { CircleHelp, History } from 'lucide-react';
import { useId, useMemo } from 'react';
import { QUERY_LANGUAGES } from '../../shared/protocol/query.ts';
import type { Theme } from '../theme/theme.ts';
import { cutEnd } from '../strings/app/cut.ts';
import { LANGUAGES, RUN, TRANSFORM } from '../strings/transform/transform.ts';
import { Button } from '../widgets/button.tsx';
import { Menu } from '../widgets/menu/menu.tsx';
import type { MenuGroup } from '../widgets/menu/menu-model.ts';
import { functionsOf } from './functions.ts';
import { formatPath } from './spelling.ts';
import type { Transforming, TransformState } from './transforming.ts';
import { WizardForm } from './wizard-form.tsx';
import styles from './dialog.module.css';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

const QueryEditor = lazyPart(() => import('./editor.tsx'));

/** Most earlier queries in the menu, and the length shown of each, in UTF-16 units. */
const MAX_SHOWN = 12;
const MAX_SHOWN_LENGTH = 60;

export interface QueryFormProps {
  readonly transforming: Transforming;
  readonly state: TransformState;
  readonly theme: Theme;
  readonly fontSizePx: number;
  /** Whether the help is open. */
  readonly helps: boolean;
  readonly onHelp: () => void;
  readonly onApply: () => void;
}

export function QueryForm({ transforming, state, theme, fontSizePx, helps, onHelp, onApply }: QueryFormProps) {
  const id = useId();
  const { language, text, attached, fields, problem, history } = state;
  const words = useMemo(
    () => ({
      functions: functionsOf(language),
      paths: (fields?.fields ?? [])
        .filter(({ path }) => path.length > 0)
        .map(({ path, presence }) => ({ text: formatPath(language, path), detail: `${presence.toLocaleString()}×` })),
    }),
    [language, fields],
  );
  const earlier: MenuGroup[] = [
    {
      entries:
        history.length === 0
          ? [{ label: TRANSFORM.noHistory, disabled: true, onSelect: () => undefined }]
          : history.slice(0, MAX_SHOWN).map((one) => ({
              label: cutEnd(one.text.replaceAll(/\s+/g, ' ').trim(), MAX_SHOWN_LENGTH),
              id: `${one.language} ${one.text}`,
              hint: LANGUAGES[one.language],
              onSelect: () => transforming.recall(one),
            })),
    },
  ];
  return (
    <div className={styles.query}>
      <div className={styles.languages}>
        <label htmlFor={`${id}-language`}>{TRANSFORM.language}</label>
        <select
          id={`${id}-language`}
          value={language}
          onChange={(event) => {
            const chosen = QUERY_LANGUAGES.find((one) => one === event.currentTarget.value);
            if (chosen !== undefined) transforming.setLanguage(chosen);
          }}
        >
          {QUERY_LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGES[one]}
            </option>
          ))}
        </select>
        <span className={styles.grow} />
        <Menu
          title={<History size={16} aria-hidden />}
          icon
          look="quiet"
          label={TRANSFORM.history}
          tooltip={TRANSFORM.history}
          groups={earlier}
          align="end"
        />
        <Button look="quiet" icon label={TRANSFORM.help} tooltip={TRANSFORM.help} pressed={helps} onClick={onHelp}>
          <CircleHelp size={16} aria-hidden />
        </Button>
      </div>
      <WizardForm transforming={transforming} state={state} />
      {!attached && fields !== null && (
        <p className={styles.detached} role="status">
          {TRANSFORM.detached}{' '}
          <Button look="outline" tooltip={TRANSFORM.attachHint} onClick={() => transforming.attach()}>
            {TRANSFORM.attach}
          </Button>
        </p>
      )}
      <h3 className={styles.label}>{TRANSFORM.query}</h3>
      <div className={styles.editor}>
        <PartBoundary>
          <QueryEditor
            language={language}
            text={text}
            rewrites={state.rewrites}
            words={words}
            problem={state.phase === 'failed' ? problem : null}
            theme={theme}
            fontSizePx={fontSizePx}
            label={`${TRANSFORM.query}, ${LANGUAGES[language]}`}
            onText={(next) => transforming.setText(next)}
            onRun={onApply}
          />
        </PartBoundary>
      </div>
      <Failure transforming={transforming} state={state} />
    </div>
  );
}

/** Why the query failed, and what can be done; nothing for others. */
function Failure({ transforming, state }: Pick<QueryFormProps, 'transforming' | 'state'>) {
  const { phase, problem } = state;
  if (phase !== 'failed' || problem === null) return null;
  const { place, message, code } = problem;
  return (
    <div className={styles.outcome} data-failed>
      <p role="alert">
        {place === null ? '' : RUN.place(place.line + 1, place.column + 1)}
        {message}
      </p>
      {code === 'timeout' && (
        <Button look="outline" onClick={() => transforming.runs.goOn()}>
          {TRANSFORM.goOn}
        </Button>
      )}
      {(code === 'timeout' || code === 'worker-died') && (
        <Button look="outline" onClick={() => void transforming.runs.run()}>
          {TRANSFORM.again}
        </Button>
      )}
    </div>
  );
}
