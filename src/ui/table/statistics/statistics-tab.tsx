// The statistics of a column: how its values are distributed, how many are missing or of another type, and the most frequent ones.
// Whatever stands for rows filters them with a click.

import { useId, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react';
import { readIsoTime } from '../../../shared/document/iso-time.ts';
import type { ColumnFigures, Histogram as HistogramData } from '../../../shared/protocol/figures.ts';
import { readLiteral, type FieldKind } from '../../../shared/protocol/wizard.ts';
import { A_KIND, CONDITION, FIGURES, VALUES } from '../../strings/editors/figures.ts';
import { TABLE_FILTER } from '../../strings/editors/table.ts';
import { buttonClass } from '../../widgets/button.tsx';
import { columnTitle } from '../model/column-layout.ts';
import { inSlot } from '../model/column-filters.ts';
import type { PopoverContent } from './popover-content.ts';
import { canFilter, distinctText, edgeText, oddKinds, presentIn, shareText, valueText } from './statistics-text.ts';
import type { BarRange } from '../commands/brush.ts';
import { Histogram, rangeOf } from './histogram.tsx';
import styles from './column-popover.module.css';

const HISTOGRAM_PX = 84;

export function StatisticsTab(content: PopoverContent) {
  const { commands, column, canArrange } = content;
  const { model } = commands;
  const known = useSyncExternalStore(model.statistics.subscribe, () => model.statistics.at(column));
  if (known === null)
    return (
      <p className={styles['note']} role="status">
        {FIGURES.reading}
      </p>
    );
  const { figures, isOld } = known;
  const { path } = column;
  const { rows, missing, kinds, frequent, times } = figures;
  const filterKind = (kind: FieldKind | 'missing') => () => commands.filterBy({ type: 'kind', path, kinds: [kind] });
  const all = model.state.shape?.rows ?? rows;
  const odd = oddKinds(figures);
  return (
    <div className={styles['figures']} data-old={isOld || undefined}>
      <p className={styles['note']}>{FIGURES.of(rows, all)}</p>
      {figures.histogram !== null && <Brushed {...content} data={figures.histogram} isOld={isOld} />}
      <dl className={styles['list']}>
        <Figure name={FIGURES.present}>
          {presentIn(figures).toLocaleString()} <small>{shareText(presentIn(figures), rows)}</small>
        </Figure>
        <Figure name={FIGURES.missing}>
          {missing === 0 ? (
            0
          ) : (
            <Rows disabled={!canArrange} onClick={filterKind('missing')} label={FIGURES.missingRows(missing)}>
              {missing.toLocaleString()}
            </Rows>
          )}
        </Figure>
        <Figure name={FIGURES.null}>
          {kinds.null === 0 ? (
            0
          ) : (
            <Rows disabled={!canArrange} onClick={filterKind('null')} label={FIGURES.odd(kinds.null, A_KIND.null)}>
              {kinds.null.toLocaleString()}
            </Rows>
          )}
        </Figure>
        <Figure name={FIGURES.distinct}>{distinctText(figures)}</Figure>
        <Figure name={FIGURES.types}>{kindsText(figures)}</Figure>
        {figures.least !== '' && (
          <>
            <Figure name={FIGURES.least}>{figures.least}</Figure>
            <Figure name={FIGURES.greatest}>{figures.greatest}</Figure>
            {figures.mean !== '' && <Figure name={FIGURES.mean}>{figures.mean}</Figure>}
            {figures.sum !== '' && <Figure name={FIGURES.sum}>{figures.sum}</Figure>}
          </>
        )}
        {times > 0 && (
          <>
            <Figure name={FIGURES.earliest}>{figures.earliest}</Figure>
            <Figure name={FIGURES.latest}>{figures.latest}</Figure>
          </>
        )}
      </dl>
      {odd.length > 0 && (
        <ul className={styles['odd']}>
          {odd.map(([kind, count]) => (
            <li key={kind}>
              <Rows disabled={!canArrange} onClick={filterKind(kind)}>
                {FIGURES.odd(count, A_KIND[kind])}
              </Rows>
            </li>
          ))}
        </ul>
      )}
      {figures.distinct === presentIn(figures) && figures.distinct > 1 && !figures.isEstimate ? (
        <p className={styles['note']}>{FIGURES.unique}</p>
      ) : (
        frequent.length > 0 && (
          <>
            <h3 className={styles['heading']}>{FIGURES.frequent}</h3>
            <ul className={styles['frequent']}>
              {frequent.slice(0, 8).map((value) => (
                <li key={`${value.kind} ${value.json}`}>
                  <button
                    type="button"
                    className={styles['value']}
                    disabled={!canArrange || !canFilter(value)}
                    title={valueText(value)}
                    aria-label={`${VALUES.only(valueText(value))}, ${value.count.toLocaleString()}`}
                    onClick={() =>
                      commands.chooseFilter(column, 'values', { type: 'one-of', path, literals: [value.json] })
                    }
                  >
                    <span className={styles['valueText']} data-kind={value.kind}>
                      {valueText(value) === '' ? '""' : valueText(value)}
                    </span>
                    <span className={styles['meter']} aria-hidden>
                      <span style={{ width: `${(value.count / Math.max(1, rows)) * 100}%` }} />
                    </span>
                    <span className={styles['count']}>{value.count.toLocaleString()}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )
      )}
    </div>
  );
}

/** The types of the values, the most frequent first; dates are told from other strings. */
function kindsText({ kinds, times }: ColumnFigures): string {
  const counts = { ...kinds, string: kinds.string - times, date: times };
  return (Object.entries(counts) as [FieldKind | 'date', number][])
    .filter(([, count]) => count > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([kind, count]) => `${kind === 'date' ? FIGURES.date : TABLE_FILTER.kinds[kind]} ${count.toLocaleString()}`)
    .join(', ');
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A number of rows that filters them. */
function Rows({
  onClick,
  disabled,
  label,
  children,
}: {
  readonly onClick: () => void;
  readonly disabled: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className={styles['rows']} disabled={disabled} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** The histogram with its brush, and fields for the range. */
function Brushed({
  commands,
  column,
  canArrange,
  data,
  isOld,
}: PopoverContent & { readonly data: HistogramData; readonly isOld: boolean }) {
  const { model } = commands;
  const id = useId();
  const { arrangement } = useSyncExternalStore(model.subscribe, () => model.state);
  const [brushed, setBrushed] = useState<BarRange>(null);
  const [bar, setBar] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const filter = inSlot(arrangement.filters, column.path, 'range');
  const bounds = filter?.type === 'between' ? filter : null;
  const { edges, counts, of } = data;
  const shown = bar === null || counts[bar] === undefined ? null : bar;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = fields.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const [from, to] = [read('from'), read('to')];
    const isRight = (text: string): boolean =>
      text === '' || (of === 'times' ? readIsoTime(text) !== null : readLiteral(text).kind === 'number');
    if (!isRight(from) || !isRight(to))
      return setProblem(of === 'times' ? CONDITION.wrong.time : CONDITION.wrong.number);
    setProblem(null);
    const isAll = from === '' && to === '';
    commands.brush.set(
      column,
      isAll
        ? null
        : {
            type: 'between',
            of,
            path: column.path,
            from: from === '' ? (edges[0] ?? null) : from,
            to: to === '' ? null : to,
            isOpen: true,
          },
    );
  };
  return (
    <div className={styles['brushed']}>
      <Histogram
        data={data}
        heightPx={HISTOGRAM_PX}
        range={brushed ?? rangeOf(data, filter)}
        isOld={isOld}
        label={FIGURES.histogram(columnTitle(column.path))}
        {...(!canArrange
          ? {}
          : {
              onBrush: (range: BarRange, isDone: boolean) => {
                setBrushed(isDone ? null : range);
                commands.brush.to(column, data, range);
              },
              onPress: () => commands.brush.to(column, data, shown === null ? null : { first: shown, last: shown }),
            })}
        onBar={setBar}
      />
      <div className={styles['axis']}>
        {shown === null ? (
          <>
            <span>{edgeText(edges[0] ?? '', of)}</span>
            <span>{edgeText(edges.at(-1) ?? '', of)}</span>
          </>
        ) : (
          <span className={styles['shown']}>
            {FIGURES.range(edgeText(edges[shown] ?? '', of), edgeText(edges[shown + 1] ?? '', of), counts[shown] ?? 0)}
          </span>
        )}
      </div>
      {canArrange && (
        <form className={styles['range']} onSubmit={submit} key={`${bounds?.from} ${bounds?.to}`} noValidate>
          <label htmlFor={`${id}-from`}>{FIGURES.from}</label>
          <input
            id={`${id}-from`}
            name="from"
            defaultValue={bounds?.from ?? ''}
            autoComplete="off"
            spellCheck={false}
          />
          <label htmlFor={`${id}-to`}>{FIGURES.to}</label>
          <input id={`${id}-to`} name="to" defaultValue={bounds?.to ?? ''} autoComplete="off" spellCheck={false} />
          <button type="submit" className={buttonClass('outline')}>
            {FIGURES.apply}
          </button>
          {bounds !== null && (
            <button type="button" className={buttonClass('quiet')} onClick={() => commands.brush.set(column, null)}>
              {FIGURES.clear}
            </button>
          )}
          {problem !== null && (
            <p role="alert" className={styles['wrong']}>
              {problem}
            </p>
          )}
        </form>
      )}
    </div>
  );
}
