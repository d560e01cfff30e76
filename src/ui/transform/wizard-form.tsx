// The form of the wizard: filter, sort and pick, each by one of the fields of the items.

import { useId } from 'react';
import { type Path, toJsonPath } from '../../shared/document/path.ts';
import { OPERATORS, type WizardField } from '../../shared/protocol/wizard.ts';
import { LANGUAGES, TRANSFORM, WIZARD } from '../strings/transform/transform.ts';
import { Picker } from './picker.tsx';
import { labelOf } from './spelling.ts';
import type { Transforming, TransformState } from './transforming.ts';
import { impossible } from './writing/query.ts';
import styles from './dialog.module.css';

export interface WizardFormProps {
  readonly transforming: Transforming;
  readonly state: TransformState;
}

/** The wizard's controls. */
export function WizardForm({ transforming, state }: WizardFormProps) {
  const id = useId();
  const { wizard, fields, readingFields, language } = state;
  if (fields === null) return <p className={styles.hint}>{readingFields ? WIZARD.reading : WIZARD.noArray}</p>;
  const { filter, sort, pick } = wizard;
  const paths = fields.fields.map(({ path }) => path);
  const scalars = fields.fields.filter(isScalar).map(({ path }) => path);
  const cannot = impossible(language);
  const name = LANGUAGES[language];
  return (
    <fieldset className={styles.wizard}>
      <legend>{TRANSFORM.wizard}</legend>
      <label htmlFor={`${id}-filter`}>{WIZARD.filter}</label>
      <div className={styles.filter}>
        <PathSelect
          id={`${id}-filter`}
          paths={scalars}
          value={filter?.path ?? null}
          none={WIZARD.noFilter}
          onPath={(path) =>
            transforming.setWizard({ filter: path && { operator: '==', literal: '', ...filter, path } })
          }
        />
        {filter !== null && (
          <>
            <select
              aria-label={WIZARD.operator}
              value={filter.operator}
              onChange={(event) => {
                const operator = OPERATORS.find((one) => one === event.currentTarget.value);
                if (operator !== undefined) transforming.setWizard({ filter: { ...filter, operator } });
              }}
            >
              {OPERATORS.map((operator) => (
                <option key={operator}>{operator}</option>
              ))}
            </select>
            <input
              aria-label={WIZARD.value}
              title={WIZARD.valueHint}
              placeholder={WIZARD.value}
              value={filter.literal}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) =>
                transforming.setWizard({ filter: { ...filter, literal: event.currentTarget.value } })
              }
            />
          </>
        )}
      </div>
      <label htmlFor={`${id}-sort`}>{WIZARD.sort}</label>
      {cannot.includes('sort') ? (
        <p className={styles.hint}>{WIZARD.cannotSort(name)}</p>
      ) : (
        <div className={styles.filter}>
          <PathSelect
            id={`${id}-sort`}
            paths={scalars}
            value={sort?.path ?? null}
            none={WIZARD.noSort}
            onPath={(path) => transforming.setWizard({ sort: path && { direction: 'ascending', ...sort, path } })}
          />
          {sort !== null && (
            <select
              aria-label={WIZARD.direction}
              value={sort.direction}
              onChange={(event) =>
                transforming.setWizard({
                  sort: { ...sort, direction: event.currentTarget.value === 'descending' ? 'descending' : 'ascending' },
                })
              }
            >
              <option value="ascending">{WIZARD.ascending}</option>
              <option value="descending">{WIZARD.descending}</option>
            </select>
          )}
        </div>
      )}
      <span id={`${id}-pick`}>{WIZARD.pick}</span>
      {cannot.includes('pick') ? (
        <p className={styles.hint}>{WIZARD.cannotPick(name)}</p>
      ) : (
        <Picker
          labelledBy={`${id}-pick`}
          paths={paths.filter((path) => path.length > 0)}
          picked={pick}

          onPick={(next) => transforming.setWizard({ pick: next })}
        />
      )}
    </fieldset>
  );
}

function isScalar({ presence, kinds }: WizardField): boolean {
  return presence > kinds.object + kinds.array;
}

function PathSelect({
  id,
  paths,
  value,
  none,
  onPath,
}: {
  readonly id: string;
  readonly paths: readonly Path[];
  readonly value: Path | null;
  readonly none: string;
  readonly onPath: (path: Path | null) => void;
}) {
  // The chosen field may not exist in this document.
  const known = value === null || paths.some((path) => toJsonPath(path) === toJsonPath(value));
  const all = known ? paths : [...paths, value];
  return (
    <select
      id={id}
      value={value === null ? '' : toJsonPath(value)}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onPath(all.find((path) => toJsonPath(path) === chosen) ?? null);
      }}
    >
      <option value="">{none}</option>
      {all.map((path) => (
        <option key={toJsonPath(path)} value={toJsonPath(path)}>
          {labelOf(path)}
        </option>
      ))}
    </select>
  );
}
