// The switch for upper and lower case in the popover of a column.

import { CaseSensitive } from 'lucide-react';
import { VALUES } from '../../strings/editors/figures.ts';
import { buttonClass } from '../../widgets/button.tsx';

export interface MatchCaseProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The switch. */
export function MatchCase({ isOn, onChange }: MatchCaseProps) {
  return (
    <button
      type="button"
      className={buttonClass('quiet', true)}
      aria-label={VALUES.matchCase}
      aria-pressed={isOn}
      data-hint={VALUES.matchCase}
      onClick={() => onChange(!isOn)}
    >
      <CaseSensitive size={16} aria-hidden />
    </button>
  );
}
