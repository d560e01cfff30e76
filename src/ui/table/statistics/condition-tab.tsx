// Conditions on a column's values, joined by "and" or "or", with the number of rows that match while they are entered.

import { Plus, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useDocument } from '../../client/use-document.ts';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { messageOf } from '../../notices/notices.ts';
import { CONDITION, VALUES } from '../../strings/editors/figures.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { Segments } from '../../widgets/segments.tsx';
import type { PopoverContent } from './popover-content.ts';
import { ConditionFields } from '../filter/condition-fields.tsx';
import { conditionsFor, filterOfDraft, joinFilters, type ConditionDraft } from '../filter/conditions.ts';
import { useAsked } from '../filter/use-asked.ts';
import { MatchCase } from './match-case.tsx';
import styles from './column-popover.module.css';

const JOINS = (['and', 'or'] as const).map((value) => ({ value, label: CONDITION[value] }));
/** Conditions at once, at most. */
const MAX_CONDITIONS = 8;

export function ConditionTab({ commands, column, canArrange, onClose }: PopoverContent) {
  const { model } = commands;
  const { path } = column;
  const { arrangement, path: array } = useSyncExternalStore(model.subscribe, () => model.state);
  const { revision } = useDocument(model.client);
  const times = useSyncExternalStore(model.statistics.subscribe, () => model.statistics.at(column)?.figures.times ?? 0);
  const isTimes = column.kind === 'string' && times * 2 > column.presence;
  const names = conditionsFor(column.kind, isTimes);
  const empty = (): ConditionDraft => ({ name: names[0] ?? 'contains', text: '', to: '', kinds: [] });
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(() => [empty()]);
  const [join, setJoin] = useState<'and' | 'or'>('and');
  const [matchCase, setMatchCase] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const made = drafts.map((draft) =>
    filterOfDraft(path, draft, matchCase, { isTimes, isNumeric: column.kind === 'number' }),
  );
  const right = made.filter((one): one is TableFilter => typeof one !== 'string');
  const wrong = made.find((one) => typeof one === 'string');
  const added = joinFilters(right, join);
  const { answer, isOld, error } = useAsked(
    right.length === drafts.length ? JSON.stringify([arrangement.filters, added, revision]) : null,
    async (signal) => {
      const all = [...arrangement.filters, ...added];
      await model.expressions.prepare(array, all, signal);
      return model.client.countMatches(array, all, { signal });
    },
  );
  const change = (at: number, draft: Partial<ConditionDraft>): void => {
    setProblem(null);
    setDrafts(drafts.map((one, index) => (index === at ? { ...one, ...draft } : one)));
  };
  const said = problem ?? (error !== null && !isOld && wrong === undefined ? messageOf(error) : null);
  return (
    <form
      className={styles['conditions']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof wrong === 'string') return setProblem(wrong);
        model.run(model.arrange({ ...arrangement, filters: [...arrangement.filters, ...added] }));
        onClose();
      }}
    >
      {drafts.map((draft, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- conditions have no other identity
        <fieldset key={at} className={styles['condition']} disabled={!canArrange}>
          <legend className={styles['hidden']}>{`${CONDITION.label} ${at + 1}`}</legend>
          <ConditionFields
            draft={draft}
            names={names}
            isTimes={isTimes}
            isFirst={at === 0}
            onChange={(next) => change(at, next)}
          />
          {drafts.length > 1 && (
            <button
              type="button"
              className={buttonClass('quiet', true)}
              aria-label={CONDITION.remove}
              onClick={() => setDrafts(drafts.toSpliced(at, 1))}
            >
              <X size={14} aria-hidden />
            </button>
          )}
        </fieldset>
      ))}
      <div className={styles['joins']}>
        {drafts.length > 1 && <Segments label={CONDITION.join} choices={JOINS} value={join} onChange={setJoin} />}
        <Button
          look="quiet"
          disabled={!canArrange || drafts.length >= MAX_CONDITIONS}
          onClick={() => setDrafts([...drafts, empty()])}
        >
          <Plus size={13} aria-hidden />
          {CONDITION.add}
        </Button>
        <MatchCase isOn={matchCase} onChange={setMatchCase} />
      </div>
      {said !== null && (
        <p role="alert" className={styles['wrong']}>
          {said}
        </p>
      )}
      <div className={styles['foot']}>
        <span className={styles['matching']} role="status">
          {right.length < drafts.length ? '' : answer === null || isOld ? VALUES.counting : VALUES.matching(answer)}
        </span>
        <button type="submit" className={buttonClass('primary')} disabled={!canArrange}>
          {CONDITION.apply}
        </button>
      </div>
    </form>
  );
}
