// Previews the changes of a repair before it is applied, or says why there is none.

import { useRef, useState } from 'react';
import type { HunkPart, RepairHunk, RepairPlan } from '../../shared/protocol/repair.ts';
import type { PanelCore, RepairOffer } from '../panel-core/panel-core.ts';
import { readAsWindows1252 } from './read-as.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { REPAIR } from '../strings/panel/repair.ts';
import { CANCEL, CLOSE } from '../strings/app/layout.ts';
import styles from './repair-dialog.module.css';

export interface RepairDialogProps {
  readonly core: PanelCore;
  readonly offer: RepairOffer | null;
  readonly onAnswer: (yes: boolean) => void;
  /** Shows the error that can't be repaired. */
  readonly onGo: (offset: number) => void;
}

/** The dialog of "Auto repair". @see requirements PAR-4 */
export default function RepairDialog({ core, offer, onAnswer, onGo }: RepairDialogProps) {
  // The content stays while the dialog fades out.
  const [shown, setShown] = useState(offer);
  const primary = useRef<HTMLButtonElement>(null);
  if (offer !== null && offer !== shown) setShown(offer);
  const close = (): void => onAnswer(false);
  const { plan = null, problem = null } = shown ?? {};
  const place = problem?.place ?? null;
  return (
    <Dialog title={REPAIR.title} open={offer !== null} onClose={close} wide={plan !== null} initialFocus={primary}>
      {plan !== null && <Plan plan={plan} />}
      {problem !== null && <p>{problem.message}</p>}
      <Actions>
        <Button look="outline" onClick={close}>
          {plan === null ? CLOSE : CANCEL}
        </Button>
        {plan !== null && plan.strays > 0 && (
          <Button
            look="outline"
            onClick={() => {
              close();
              void readAsWindows1252(core);
            }}
          >
            {REPAIR.windows}
          </Button>
        )}
        {plan !== null && (
          <Button ref={primary} look="primary" onClick={() => onAnswer(true)}>
            {REPAIR.repair}
          </Button>
        )}
        {place !== null && (
          <Button
            ref={primary}
            look="primary"
            onClick={() => {
              close();
              onGo(place.offset);
            }}
          >
            {REPAIR.go}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}

/** Bytes that are not UTF-8, as the repair represents them. */
const STRAYS = /[\udc80-\udcff]/gu;

/** `\xE9`: as U+FFFD it would look like what it is replaced with. */
function nameOfStray(unit: string): string {
  return `\\x${(unit.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`;
}

function Plan({ plan }: { readonly plan: RepairPlan }) {
  const { hunks, hunkCount, added, removed, complete, strays } = plan;
  const more = hunkCount - hunks.length;
  return (
    <>
      <p className={styles.summary}>
        {REPAIR.summary(hunkCount, added, removed)}
        {!complete && REPAIR.incomplete}
      </p>
      {strays > 0 && <p className={styles.summary}>{REPAIR.strays(strays)}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keys it is scrolled only with the focus */}
      <div className={styles.list} role="group" aria-label={REPAIR.changes} tabIndex={0}>
        <ol>
          {hunks.map((hunk, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a plan never changes
            <Hunk key={index} hunk={hunk} />
          ))}
        </ol>
        {more > 0 && <p className={styles.more}>{REPAIR.more(more)}</p>}
      </div>
    </>
  );
}

function Hunk({ hunk }: { readonly hunk: RepairHunk }) {
  return (
    <li className={styles.hunk}>
      <span className={styles.line}>{REPAIR.line(hunk.line + 1)}</span>
      <span className={styles.before}>
        <i aria-hidden>−</i>
        <Parts parts={hunk.before} mark="del" />
      </span>
      <span className={styles.after}>
        <i aria-hidden>+</i>
        <Parts parts={hunk.after} mark="ins" />
      </span>
    </li>
  );
}

function Parts({ parts, mark: Mark }: { readonly parts: readonly HunkPart[]; readonly mark: 'del' | 'ins' }) {
  return (
    <code>
      {parts.map(({ text, changed }, index) => {
        const shown = text.replaceAll(/\r\n|\r|\n/g, '↵').replaceAll(STRAYS, nameOfStray);
        const Part = changed ? Mark : 'span';
        // oxlint-disable-next-line react/no-array-index-key -- as in the list around
        return <Part key={index}>{shown}</Part>;
      })}
    </code>
  );
}
