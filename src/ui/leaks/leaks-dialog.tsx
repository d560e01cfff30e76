// The dialog that lists the secrets and the personal data of a document, by kind, and redacts them.

import { useState } from 'react';
import { toJsonPath } from '../../shared/document/path.ts';
import type { Leak, LeakGroup, LeakKind, PlaceholderForm, RedactOrder } from '../../shared/protocol/leaks.ts';
import type { Panel } from '../app-model/app-model.ts';
import { showValue } from '../panel-core/show-value.ts';
import { LEAKS } from '../strings/panel/leaks.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { ChoiceField, SwitchField } from '../widgets/dialog/fields.tsx';
import { MiddleCut } from '../widgets/middle-cut.tsx';
import { ignoreAlways, ignoreHere, reportAll } from './ignored-places.ts';
import { openRedacted, redactHere } from './redaction.ts';
import { useLeaks } from './use-leaks.ts';
import styles from './leaks.module.css';

/** Entries of a kind that are shown at first, and added at a time. */
const PAGE = 20;
const PERSONAL: readonly LeakKind[] = ['email', 'phone'];

export interface LeaksDialogProps {
  readonly panel: Panel;
  readonly other: Panel;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog "Secrets and personal data". @see requirements NEW-7 */
export default function LeaksDialog({ panel, other, open, onClose }: LeaksDialogProps) {
  return (
    <Dialog title={LEAKS.title} open={open} onClose={onClose} wide>
      {open && <Content panel={panel} other={other} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ panel, other, onClose }: Omit<LeaksDialogProps, 'open'>) {
  const { core } = panel;
  const { groups, problem, share, ignored, refresh } = useLeaks(core);
  const [form, setForm] = useState<PlaceholderForm>('label');
  const [withPeople, setWithPeople] = useState(true);
  const hasPeople = groups?.some(({ kind }) => PERSONAL.includes(kind)) === true;
  const order: RedactOrder = { form, except: withPeople ? [] : PERSONAL, ignored };
  const isEmpty = groups === null || groups.every(({ kind }) => order.except.includes(kind));
  const run = (work: Promise<void>): void => {
    onClose();
    void work;
  };
  const go = ({ path, line, range }: Leak): void => {
    if (line === undefined) return run(showValue(core, path).catch(core.report));
    onClose();
    panel.actions.editing.showOffset(range.start);
  };
  const isText = groups?.some(({ first: [leak] }) => leak?.line !== undefined && leak.isComment !== true) === true;
  const ignore = (leak: Leak, isAlways: boolean): void => {
    if (isAlways) ignoreAlways(leak.path);
    else ignoreHere(core, leak.path);
    refresh();
  };
  return (
    <>
      {problem !== null && <p role="alert">{`${LEAKS.unchecked} ${problem}`}</p>}
      {problem === null && groups === null && (
        <div className={styles['checking']}>
          <p>{`${LEAKS.working}…`}</p>
          <progress value={share} aria-label={LEAKS.working} />
        </div>
      )}
      {groups !== null && (
        <p className={styles['said']} role="status">
          {groups.length === 0 ? LEAKS.none : LEAKS.found(groups)}{' '}
          <span>
            {isText && `${LEAKS.asText} `}
            {LEAKS.limits}
          </span>
        </p>
      )}
      {groups !== null && groups.length > 0 && (
        <div className={styles['groups']}>
          {groups.map((group) => (
            <Group key={group.kind} group={group} onGo={go} onIgnore={ignore} />
          ))}
        </div>
      )}
      {ignored.length > 0 && (
        <p className={styles['faint']}>
          {LEAKS.isIgnored(ignored.length)}{' '}
          <button
            type="button"
            className={styles['inline']}
            onClick={() => {
              reportAll(core);
              refresh();
            }}
          >
            {LEAKS.report}
          </button>
        </p>
      )}
      {groups !== null && groups.length > 0 && (
        <div className={styles['options']}>
          <ChoiceField
            label={LEAKS.form}
            hint={LEAKS.formHint}
            choices={[
              { value: 'label', label: LEAKS.label },
              { value: 'length', label: LEAKS.length },
            ]}
            value={form}
            onChange={setForm}
          />
          {hasPeople && (
            <SwitchField label={LEAKS.people} hint={LEAKS.peopleHint} isOn={withPeople} onChange={setWithPeople} />
          )}
        </div>
      )}
      <p className={styles['faint']}>{LEAKS.stays}</p>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CLOSE}
        </Button>
        <Button look="outline" disabled={isEmpty} onClick={() => run(redactHere(core, order))}>
          {LEAKS.redact}
        </Button>
        <Button look="primary" disabled={isEmpty} onClick={() => run(openRedacted(panel, other, order))}>
          {LEAKS.copy}
        </Button>
      </Actions>
    </>
  );
}

interface GroupProps {
  readonly group: LeakGroup;
  readonly onGo: (leak: Leak) => void;
  readonly onIgnore: (leak: Leak, isAlways: boolean) => void;
}

function Group({ group: { kind, severity, count, first }, onGo, onIgnore }: GroupProps) {
  const [shown, setShown] = useState(PAGE);
  const left = first.length - shown;
  return (
    <section className={styles['group']} aria-label={LEAKS.kind(kind)}>
      <h3 className={styles['kind']}>
        {LEAKS.counted(kind, count)}
        <span className={styles['severity']} data-severity={severity}>
          {LEAKS.severity(severity)}
        </span>
      </h3>
      <ul>
        {first.slice(0, shown).map((leak) => (
          <Entry key={`${leak.range.start}`} leak={leak} onGo={onGo} onIgnore={onIgnore} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className={styles['inline']} onClick={() => setShown(shown + 10 * PAGE)}>
          {LEAKS.more(Math.min(left, 10 * PAGE))}
        </button>
      )}
      {left <= 0 && count > first.length && <p className={styles['faint']}>{LEAKS.rest(count - first.length)}</p>}
    </section>
  );
}

function Entry({ leak, onGo, onIgnore }: Pick<GroupProps, 'onGo' | 'onIgnore'> & { readonly leak: Leak }) {
  const isText = leak.line !== undefined;
  const path = isText ? LEAKS.line(leak.line) : toJsonPath(leak.path);
  return (
    <li className={styles['entry']}>
      <button
        type="button"
        className={styles['go']}
        aria-label={`${LEAKS.go(path)} ${leak.masked}`}
        onClick={() => onGo(leak)}
      >
        <span className={styles['path']}>
          <MiddleCut text={path} />
        </span>
        <span className={styles['secret']}>{leak.masked}</span>
        {leak.isComment === true && <span className={styles['where']}>{LEAKS.inComment}</span>}
        {leak.isKey && <span className={styles['where']}>{LEAKS.inKey}</span>}
      </button>
      {!isText && (
        <>
          <Button
            look="quiet"
            label={`${LEAKS.ignoreHere}: ${path}`}
            tooltip={LEAKS.ignoreHere}
            onClick={() => onIgnore(leak, false)}
          >
            {LEAKS.ignore}
          </Button>
          <Button
            look="quiet"
            label={`${LEAKS.neverHere}: ${path}`}
            tooltip={LEAKS.neverHere}
            onClick={() => onIgnore(leak, true)}
          >
            {LEAKS.never}
          </Button>
        </>
      )}
      {leak.claims !== undefined && leak.claims !== '' && (
        <p className={styles['claims']}>
          {LEAKS.claims} <code dir="ltr">{leak.claims}</code>
        </p>
      )}
    </li>
  );
}
