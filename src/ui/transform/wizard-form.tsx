// The form of the wizard: filter, sort and pick, each by one of the fields of the items.

import { X } from 'lucide-react';
import { Fragment, useEffect, useId, useState } from 'react';
import { type Path, toJsonPath } from '../../shared/document/path.ts';
import type { ArrayList } from '../../shared/protocol/table.ts';
import { OPERATORS, type WizardField, type WizardFilter, type WizardFilters } from '../../shared/protocol/wizard.ts';
import { LANGUAGES, TRANSFORM, WIZARD } from '../strings/transform/transform.ts';
import { Button } from '../widgets/button.tsx';
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
  if (fields === null)
    return readingFields ? (
      <p className={styles.hint}>{WIZARD.reading}</p>
    ) : (
      <ArrayChoice transforming={transforming} />
    );
  const { sort, pick } = wizard;
  const paths = fields.fields.map(({ path }) => path);
  const scalars = fields.fields.filter(isScalar).map(({ path }) => path);
  const cannot = impossible(language);
  const name = LANGUAGES[language];
  return (
    <fieldset className={styles.wizard}>
      <legend>{TRANSFORM.wizard}</legend>
      <Filters id={id} wizard={wizard} scalars={scalars} onFilters={(change) => transforming.setWizard(change)} />
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

/** The arrays of the document, where the path leads to none: the wizard works on one of them. */
function ArrayChoice({ transforming }: Pick<WizardFormProps, 'transforming'>) {
  const id = useId();
  const [arrays, setArrays] = useState<ArrayList['arrays']>([]);
  useEffect(() => {
    const stop = new AbortController();
    transforming.source.client.listArrays({ signal: stop.signal }).then(
      (list) => stop.signal.aborted || setArrays(list.arrays),
      // The path can be typed.
      () => undefined,
    );
    return () => stop.abort();
  }, [transforming]);
  return (
    <div className={styles.wizard}>
      <p className={styles.hint}>{WIZARD.noArray}</p>
      {arrays.length > 0 && (
        <>
          <label htmlFor={id}>{WIZARD.arrays}</label>
          <select id={id} value="" onChange={(event) => transforming.setPath(event.currentTarget.value)}>
            <option value="">{WIZARD.noChoice}</option>
            {arrays.map(({ path, rows }) => {
              const text = toJsonPath(path);
              return (
                <option key={text} value={text}>
                  {WIZARD.array(text, rows)}
                </option>
              );
            })}
          </select>
        </>
      )}
    </div>
  );
}

/** The conditions: one row each, and how they go together. */
function Filters({
  id,
  wizard: { filters, join },
  scalars,
  onFilters,
}: {
  readonly id: string;
  readonly wizard: WizardFilters;
  readonly scalars: readonly Path[];
  readonly onFilters: (change: Partial<WizardFilters>) => void;
}) {
  const replace = (index: number, filter: WizardFilter | null): void => {
    onFilters({ filters: filters.toSpliced(index, 1, ...(filter === null ? [] : [filter])) });
  };
  const rows = filters.length === 0 ? [null] : filters;
  const last = filters.at(-1);
  return (
    <>
      {rows.map((filter, index) => (
        // Rows have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index === 0 ? (
            <label htmlFor={`${id}-filter`}>{WIZARD.filter}</label>
          ) : index === 1 ? (
            <select
              aria-label={WIZARD.join}
              value={join}
              onChange={(event) => onFilters({ join: event.currentTarget.value === 'or' ? 'or' : 'and' })}
            >
              <option value="and">{WIZARD.and}</option>
              <option value="or">{WIZARD.or}</option>
            </select>
          ) : (
            <span>{WIZARD[join]}</span>
          )}
          <div className={styles.filter}>
            <FilterRow
              id={index === 0 ? `${id}-filter` : undefined}
              nth={index + 1}
              filter={filter}
              scalars={scalars}
              onFilter={(changed) => replace(index, changed)}
            />
          </div>
        </Fragment>
      ))}
      {last !== undefined && (
        <div className={styles.more}>
          <Button
            look="quiet"
            onClick={() => onFilters({ filters: [...filters, { path: last.path, operator: '==', literal: '' }] })}
          >
            {WIZARD.add}
          </Button>
        </div>
      )}
    </>
  );
}

function FilterRow({
  id,
  nth,
  filter,
  scalars,
  onFilter,
}: {
  readonly id: string | undefined;
  readonly nth: number;
  readonly filter: WizardFilter | null;
  readonly scalars: readonly Path[];
  readonly onFilter: (filter: WizardFilter | null) => void;
}) {
  const named = (label: string): string => (nth === 1 ? label : WIZARD.nth(label, nth));
  return (
    <>
      <PathSelect
        id={id}
        label={id === undefined ? named(WIZARD.filter) : undefined}
        paths={scalars}
        value={filter?.path ?? null}
        none={WIZARD.noFilter}
        onPath={(path) => onFilter(path && { operator: '==', literal: '', ...filter, path })}
      />
      {filter !== null && (
        <>
          <select
            aria-label={named(WIZARD.operator)}
            value={filter.operator}
            onChange={(event) => {
              const operator = OPERATORS.find((one) => one === event.currentTarget.value);
              if (operator !== undefined) onFilter({ ...filter, operator });
            }}
          >
            {OPERATORS.map((operator) => (
              <option key={operator}>{operator}</option>
            ))}
          </select>
          <input
            aria-label={named(WIZARD.value)}
            title={filter.operator === 'is one of' ? WIZARD.valuesHint : WIZARD.valueHint}
            placeholder={filter.operator === 'is one of' ? WIZARD.values : WIZARD.value}
            value={filter.literal}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onFilter({ ...filter, literal: event.currentTarget.value })}
          />
          <Button icon look="quiet" label={named(WIZARD.remove)} tooltip={WIZARD.remove} onClick={() => onFilter(null)}>
            <X size={14} aria-hidden />
          </Button>
        </>
      )}
    </>
  );
}

function isScalar({ presence, kinds }: WizardField): boolean {
  return presence > kinds.object + kinds.array;
}

function PathSelect({
  id,
  label,
  paths,
  value,
  none,
  onPath,
}: {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
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
      aria-label={label}
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
