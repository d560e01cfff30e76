// The list of a column's values with their counts: what is ticked is kept. A press on a value keeps only that one.

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { useDocument } from '../../client/use-document.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { ValueCount } from '../../../shared/protocol/figures.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { messageOf } from '../../notices/notices.ts';
import { VALUES } from '../../strings/editors/figures.ts';
import { TABLE_CELL } from '../../strings/editors/table.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { columnTitle } from '../model/column-layout.ts';
import type { PopoverContent } from './popover-content.ts';
import { canFilter, shareText, valueText } from './statistics-text.ts';
import { CONDITION } from '../../strings/editors/figures.ts';
import { inSlot, othersThan, replaceIn } from '../model/column-filters.ts';
import { useAsked } from '../filter/use-asked.ts';
import { MatchCase } from './match-case.tsx';
import styles from './column-popover.module.css';

/** Values in the list, at most. */
const MAX_LISTED = 500;

/** Which values are kept: only these, or all but these. The literal of a missing value is empty. */
interface Choice {
  readonly mode: 'only' | 'except';
  readonly literals: ReadonlySet<string>;
}

const ALL: Choice = { mode: 'except', literals: new Set() };

export function ValuesTab({ commands, column, canArrange, onClose }: PopoverContent) {
  const { model } = commands;
  const id = useId();
  const { path } = column;
  const { arrangement, path: array } = useSyncExternalStore(model.subscribe, () => model.state);
  const { revision } = useDocument(model.client);
  const [search, setSearch] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [order, setOrder] = useState<{ by: 'count' | 'value'; direction: 'ascending' | 'descending' }>({
    by: 'count',
    direction: 'descending',
  });
  const current = inSlot(arrangement.filters, path, 'values');
  const [choice, setChoice] = useState<Choice>(() => choiceOf(current));
  const filters = othersThan(arrangement.filters, path);
  const { answer, isOld, error } = useAsked(
    JSON.stringify([filters, search, matchCase, order, revision]),
    async (signal) => {
      await model.expressions.prepare(array, filters, signal);
      return model.client.listValues(
        { path: array, column: path, filters, search, matchCase, ...order, limit: MAX_LISTED },
        { signal },
      );
    },
  );
  const made = filterOfChoice(path, choice);
  const counted = useAsked(JSON.stringify([arrangement.filters, made, revision]), async (signal) => {
    const all = replaceIn(arrangement.filters, path, 'values', made);
    await model.expressions.prepare(array, all, signal);
    return model.client.countMatches(array, all, { signal });
  });
  const isTicked = (literal: string): boolean => choice.literals.has(literal) === (choice.mode === 'only');
  const tick = (literal: string): void =>
    setChoice(({ mode, literals }) => {
      const next = new Set(literals);
      if (!next.delete(literal)) next.add(literal);
      return { mode, literals: next };
    });
  const only = (filter: TableFilter): void => {
    commands.chooseFilter(column, 'values', filter);
    setChoice(choiceOf(filter));
  };
  const sorter = (by: 'value' | 'count', label: string) => {
    const isOn = order.by === by;
    return (
      <button
        type="button"
        className={styles['sorter']}
        aria-pressed={isOn}
        onClick={() =>
          setOrder(({ direction }) => ({
            by,
            direction: isOn
              ? direction === 'ascending'
                ? 'descending'
                : 'ascending'
              : by === 'count'
                ? 'descending'
                : 'ascending',
          }))
        }
      >
        {label}
        {isOn &&
          (order.direction === 'ascending' ? <ArrowUp size={11} aria-hidden /> : <ArrowDown size={11} aria-hidden />)}
      </button>
    );
  };
  const rows = answer?.rows ?? 0;
  const missing = answer !== null && search === '' ? answer.missing : 0;
  return (
    <form
      className={styles['values']}
      onSubmit={(event) => {
        event.preventDefault();
        commands.chooseFilter(column, 'values', made);
        onClose();
      }}
    >
      <div className={styles['search']}>
        <input
          type="search"
          aria-label={VALUES.search}
          placeholder={VALUES.search}
          value={search}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          onChange={(event) => setSearch(event.target.value)}
        />
        <MatchCase isOn={matchCase} onChange={setMatchCase} />
      </div>
      <div className={styles['columns']}>
        <span className={styles['ticks']}>
          <button type="button" disabled={!canArrange} onClick={() => setChoice(ALL)}>
            {VALUES.all}
          </button>
          <button type="button" disabled={!canArrange} onClick={() => setChoice({ mode: 'only', literals: new Set() })}>
            {VALUES.none}
          </button>
        </span>
        {sorter('value', VALUES.value)}
        {sorter('count', VALUES.count)}
      </div>
      <ul className={styles['ticked']} aria-label={VALUES.list(columnTitle(path))} aria-busy={isOld} tabIndex={-1}>
        {missing > 0 && (
          <Line
            id={`${id}-missing`}
            text={TABLE_CELL.missing}
            kind="missing"
            count={missing}
            rows={rows}
            isTicked={isTicked('')}
            disabled={!canArrange}
            onTick={() => tick('')}
            onOnly={() =>
              only({
                type: 'any',
                filters: [
                  { type: 'one-of', path, literals: [] },
                  { type: 'kind', path, kinds: ['missing'] },
                ],
              })
            }
          />
        )}
        {answer?.values.map((value, at) => (
          <Line
            key={`${value.kind} ${value.json}`}
            id={`${id}-${at}`}
            text={textOf(value)}
            kind={value.kind}
            count={value.count}
            rows={rows}
            isTicked={isTicked(value.json)}
            disabled={!canArrange || !canFilter(value)}
            onTick={() => tick(value.json)}
            onOnly={() => only({ type: 'one-of', path, literals: [value.json] })}
          />
        ))}
      </ul>
      {answer !== null && answer.values.length === 0 && missing === 0 && (
        <p className={styles['note']}>{VALUES.nothing}</p>
      )}
      {answer !== null && answer.found > answer.values.length && (
        <p className={styles['note']}>{VALUES.first(answer.values.length, answer.found)}</p>
      )}
      {answer?.complete === false && <p className={styles['note']}>{VALUES.incomplete}</p>}
      {error !== null && !isOld && (
        <p role="alert" className={styles['wrong']}>
          {messageOf(error)}
        </p>
      )}
      <div className={styles['foot']}>
        <span className={styles['matching']} role="status">
          {counted.answer === null || counted.isOld ? VALUES.counting : VALUES.matching(counted.answer)}
        </span>
        <Button
          look="outline"
          disabled={!canArrange}
          onClick={() => {
            commands.chooseFilter(column, 'values', null);
            onClose();
          }}
        >
          {CONDITION.clear}
        </Button>
        <button type="submit" className={buttonClass('primary')} disabled={!canArrange}>
          {CONDITION.apply}
        </button>
      </div>
    </form>
  );
}

function Line({
  id,
  text,
  kind,
  count,
  rows,
  isTicked,
  disabled,
  onTick,
  onOnly,
}: {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly count: number;
  readonly rows: number;
  readonly isTicked: boolean;
  readonly disabled: boolean;
  readonly onTick: () => void;
  readonly onOnly: () => void;
}) {
  return (
    <li className={styles['line']}>
      <input
        type="checkbox"
        id={id}
        checked={isTicked}
        disabled={disabled}
        aria-label={`${VALUES.keep(text)}, ${count.toLocaleString()}`}
        onChange={onTick}
      />
      <button
        type="button"
        className={styles['valueText']}
        data-kind={kind}
        disabled={disabled}
        title={text}
        aria-label={VALUES.only(text)}
        onClick={onOnly}
      >
        {text}
      </button>
      <span className={styles['share']}>{shareText(count, rows)}</span>
      <span className={styles['count']}>{count.toLocaleString()}</span>
    </li>
  );
}

function textOf(value: ValueCount): string {
  const text = valueText(value);
  return value.kind === 'string' && text.trim() === '' ? JSON.stringify(text) : text;
}

/** The choice that a filter is. */
function choiceOf(filter: TableFilter | undefined): Choice {
  if (filter === undefined) return ALL;
  if (filter.type === 'not') return { mode: 'except', literals: choiceOf(filter.filter).literals };
  const parts = filter.type === 'any' ? filter.filters : [filter];
  const literals = parts.flatMap((part) => (part.type === 'one-of' ? part.literals : part.type === 'kind' ? [''] : []));
  return { mode: 'only', literals: new Set(literals) };
}

/** The filter of a choice; `null` for all values. */
function filterOfChoice(path: Path, { mode, literals }: Choice): TableFilter | null {
  if (mode === 'except' && literals.size === 0) return null;
  const values: TableFilter = { type: 'one-of', path, literals: [...literals].filter((literal) => literal !== '') };
  const chosen: TableFilter = literals.has('')
    ? { type: 'any', filters: [values, { type: 'kind', path, kinds: ['missing'] }] }
    : values;
  return mode === 'only' ? chosen : { type: 'not', filter: chosen };
}
