// The controls of Compare while it is on: the result, navigation, and taking over. Loaded when Compare is first turned on.

import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Ellipsis, X } from 'lucide-react';
import { useCompareState, type Comparing } from './comparison.ts';
import type { CompareState } from './compare-state.ts';
import type { CompareFormat } from '../../shared/protocol/compare.ts';
import { SIDES } from '../model/side.ts';
import { COMPARE } from '../strings/compare/compare.ts';
import { EXPORTS } from '../strings/compare/compare-exports.ts';
import { Button } from '../widgets/button.tsx';
import { Menu } from '../widgets/menu/menu.tsx';
import type { MenuGroup } from '../widgets/menu/menu-model.ts';
import styles from './controls.module.css';

const ICON = { size: 16, 'aria-hidden': true } as const;

export interface DifferenceControlsProps {
  readonly comparing: Comparing;
  readonly inRow: boolean;
  readonly onOptions: () => void;
}

/** The controls beside the switch, in a column or in a row. @see requirements CMP-4, CMP-5 */
export default function DifferenceControls({ comparing, inRow, onOptions }: DifferenceControlsProps) {
  const state = useCompareState(comparing);
  const { phase, count, current } = state;
  const none = phase !== 'ready' || count === 0;
  const takesNone = none || current < 0 || state.structure;
  return (
    <>
      <Found state={state} comparing={comparing} />
      <Button
        icon
        label={COMPARE.previous}
        tooltip={`${COMPARE.previous} (Shift+F7)`}
        disabled={none}
        onClick={() => void comparing.go('previous')}
      >
        <ArrowUp {...ICON} />
      </Button>
      <Button
        icon
        label={COMPARE.next}
        tooltip={`${COMPARE.next} (F7)`}
        disabled={none}
        onClick={() => void comparing.go('next')}
      >
        <ArrowDown {...ICON} />
      </Button>
      <div className={styles.take}>
        <Button
          icon
          label={COMPARE.take.left}
          tooltip={COMPARE.take.left}
          disabled={takesNone}
          onClick={() => void comparing.merge('current', 'left')}
        >
          <ChevronLeft {...ICON} />
        </Button>
        <Button
          icon
          label={COMPARE.take.right}
          tooltip={COMPARE.take.right}
          disabled={takesNone}
          onClick={() => void comparing.merge('current', 'right')}
        >
          <ChevronRight {...ICON} />
        </Button>
      </div>
      {!inRow && (
        <Menu
          title={<Ellipsis {...ICON} />}
          icon
          label={COMPARE.more}
          tooltip={COMPARE.more}
          groups={menuOf(comparing, state, onOptions)}
        />
      )}
    </>
  );
}

const FORMATS: readonly CompareFormat[] = ['json-patch', 'delta', 'csv', 'report'];

/** Returns the menu of further actions on the differences. */
export function menuOf(
  comparing: Comparing,
  { phase, count, only, structure }: CompareState,
  onOptions: () => void,
): MenuGroup[] {
  const disabled = phase !== 'ready' || count === 0;
  return [
    {
      entries: SIDES.toReversed().map((side) => ({
        label: COMPARE.takeAll[side],
        disabled: disabled || structure,
        onSelect: () => void comparing.merge('all', side),
      })),
    },
    {
      entries: [
        {
          label: only ? COMPARE.all : COMPARE.only,
          disabled: disabled && !only,
          onSelect: () => void comparing.showOnly(!only),
        },
      ],
    },
    {
      entries: FORMATS.map((format) => ({
        label: EXPORTS[format].label,
        // A patch of structure alone would say nothing.
        disabled: disabled || (structure && (format === 'json-patch' || format === 'delta')),
        onSelect: () => void comparing.save(format),
      })),
    },
    { entries: [{ label: COMPARE.options, onSelect: onOptions }] },
  ];
}

function Found({ state, comparing }: { readonly state: CompareState; readonly comparing: Comparing }) {
  const { phase, count, current, progress, problem, note, structure } = state;
  if (phase === 'running') {
    return (
      <div className={styles.found}>
        <span>{COMPARE.comparing}</span>
        <span className={styles.small}>{COMPARE.progress(Math.floor(progress * 100))}</span>
        <Button icon label={COMPARE.cancel} tooltip={COMPARE.cancel} onClick={comparing.cancel}>
          <X {...ICON} />
        </Button>
      </div>
    );
  }
  if (phase === 'failed' || phase === 'blocked') {
    return (
      <div className={styles.found} data-failed={phase === 'failed'}>
        <Button
          look="quiet"
          tooltip={`${problem ?? ''} ${phase === 'failed' ? COMPARE.again : ''}`}
          onClick={comparing.retry}
        >
          {phase === 'failed' ? COMPARE.failed : COMPARE.blocked}
        </Button>
      </div>
    );
  }
  if (phase !== 'ready') return null;
  return (
    <div className={styles.found} data-hint={note ?? undefined}>
      {count === 0 ? (
        <span>{structure ? COMPARE.sameStructure : COMPARE.none}</span>
      ) : (
        <>
          <span className={styles.place}>{COMPARE.place(current < 0 ? -1 : current + 1, count)}</span>
          <span className={styles.small}>{structure ? COMPARE.inStructure(count) : COMPARE.count(count)}</span>
        </>
      )}
    </div>
  );
}
