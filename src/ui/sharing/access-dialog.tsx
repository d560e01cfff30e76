// Who may open a document of the cloud: everyone with the link or not, and which people with which role. A choice applies
// immediately, and is reverted if the server refuses it. @see requirements DOC-8, API-2

import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { recoveryOf, type Recovery, type StoredError } from '../notices/notices.ts';
import type { Modal } from '../account/modal.ts';
import type { App, Panel } from '../app-model/app-model.ts';
import { usePanelState } from '../panel-core/panel-core.ts';
import type { Access } from '../model/document-meta.ts';
import type { Confirm } from '../model/question.ts';
import { mayLeave } from '../leaks/may-leave.ts';
import { ACCESS } from '../strings/documents/access.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { MiddleCut } from '../widgets/middle-cut.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { isPublic, peopleOf, ROLES, withoutPerson, withPublic, withRole, type SharedRole } from '../model/access.ts';
import styles from './access-dialog.module.css';

export interface AccessDialogProps {
  readonly app: Pick<App, 'account' | 'confirm'>;
  readonly panel: Panel;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog that "Access…" opens. */
export default function AccessDialog({ app, panel, open, onClose }: AccessDialogProps) {
  return (
    <Dialog title={ACCESS.title} open={open} onClose={onClose}>
      {open && <Content panel={panel} confirm={app.confirm} recovery={recoveryFor(app, onClose)} />}
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CLOSE}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** What an error offers leads to another dialog, so this one closes. */
function recoveryFor({ account }: Pick<App, 'account'>, close: () => void): Recovery {
  const open = (modal: Modal) => (): void => {
    close();
    account.open(modal);
  };
  return { signIn: open('sign-in'), subscribe: open('plans') };
}

interface ContentProps extends Pick<AccessDialogProps, 'panel'> {
  readonly confirm: Confirm;
  readonly recovery: Recovery;
}

function Content({ panel, confirm, recovery }: ContentProps) {
  const { core, actions } = panel;
  const { origin } = usePanelState(core).document;
  const [isRead, setIsRead] = useState(false);
  const [problem, setProblem] = useState<StoredError | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // The access may have been changed elsewhere since the document was opened.
  useEffect(() => {
    void actions.autosave.readAccess().then((failed) => {
      if (!isOpen.current) return;
      setIsRead(failed === null);
      setProblem(failed);
    });
  }, [actions]);
  const access = 'access' in origin ? origin.access : null;
  const failed = problem !== null && <Problem problem={problem} recovery={recovery} />;
  if (!isRead || access === null)
    return (
      <>
        <p className={styles.note}>{problem === null ? ACCESS.loading : ACCESS.unread}</p>
        {failed}
      </>
    );
  const change = async (next: readonly Access[]): Promise<boolean> => {
    setProblem(null);
    const refused = await actions.autosave.setAccess(next);
    if (isOpen.current) setProblem(refused);
    else if (refused !== null) core.notify({ severity: 'error', ...refused });
    return refused === null;
  };
  const open = async (isPublicNow: boolean): Promise<void> => {
    if (!isPublicNow || (await mayLeave(core, confirm, 'publish'))) await change(withPublic(access, isPublicNow));
  };
  const share = async (next: readonly Access[]): Promise<boolean> => {
    const known = new Set(peopleOf(access).map(({ id }) => id));
    const isNew = peopleOf(next).some(({ id }) => !known.has(id));
    return (!isNew || (await mayLeave(core, confirm, 'people'))) && change(next);
  };
  return (
    <>
      {failed}
      <Openness isOpen={isPublic(access)} onChange={(isPublicNow) => void open(isPublicNow)} />
      <People access={access} onChange={share} />
    </>
  );
}

/** What the server refused, where it was asked for. */
function Problem({ problem, recovery }: { readonly problem: StoredError; readonly recovery: Recovery }) {
  const { message, reasons } = problem;
  const action = recoveryOf(problem, recovery);
  if (message === '') return null;
  return (
    <div className={styles.wrong} role="alert">
      <p dir="auto">{message}</p>
      {reasons !== undefined && reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {action !== undefined && (
        <Button look="outline" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

function Openness({ isOpen, onChange }: { readonly isOpen: boolean; readonly onChange: (isOpen: boolean) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{ACCESS.who}</legend>
      {[false, true].map((value) => (
        <label key={String(value)} className={styles.choice}>
          <input type="radio" name={name} checked={value === isOpen} onChange={() => onChange(value)} />
          <span className={styles.label}>{value ? ACCESS.public : ACCESS.private}</span>
          <span className={styles.hint}>{value ? ACCESS.publicHint : ACCESS.privateHint}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PeopleProps {
  readonly access: readonly Access[];
  /** Resolves to whether the server has accepted it. */
  readonly onChange: (access: readonly Access[]) => Promise<boolean>;
}

function People({ access, onChange }: PeopleProps) {
  const people = peopleOf(access);
  return (
    <fieldset className={styles.group}>
      <legend>{ACCESS.people}</legend>
      {people.length === 0 && <p className={styles.note}>{ACCESS.nobody}</p>}
      <ul className={styles.people}>
        {people.map(({ id, role, email = id }) => (
          <li key={id} className={styles.person}>
            <span className={styles.id}>
              <MiddleCut text={email} />
            </span>
            <RoleField
              label={ACCESS.roleOf(email)}
              role={role}
              onChange={(next) => void onChange(withRole(access, id, next))}
            />
            <Button
              icon
              look="quiet"
              label={ACCESS.remove(email)}
              tooltip={ACCESS.removeHint}
              onClick={() => void onChange(withoutPerson(access, id))}
            >
              <X size={15} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <NewPerson access={access} onChange={onChange} />
    </fieldset>
  );
}

function NewPerson({ access, onChange }: PeopleProps) {
  const id = useId();
  const [person, setPerson] = useState('');
  const [role, setRole] = useState<SharedRole>('reader');
  const [problem, setProblem] = useState<string | null>(null);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = person.trim();
    const isThere = peopleOf(access).some((one) => one.id === wanted || one.email === wanted.toLowerCase());
    setProblem(wanted === '' ? ACCESS.missing : isThere ? ACCESS.already(wanted) : null);
    if (wanted === '' || isThere) return;
    // What was typed stays until the server has accepted it.
    void onChange(withRole(access, wanted, role)).then(
      (done) => done && setPerson((now) => (now.trim() === wanted ? '' : now)),
    );
  };
  return (
    <form className={styles.form} onSubmit={add} noValidate>
      <label htmlFor={id}>{ACCESS.person}</label>
      <div className={styles.add}>
        <input
          id={id}
          className={styles.field}
          value={person}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setPerson(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <RoleField label={ACCESS.role} role={role} onChange={setRole} />
        <button type="submit" className={buttonClass('outline')}>
          {ACCESS.add}
        </button>
      </div>
      <p
        id={`${id}-hint`}
        className={problem === null ? styles.hint : styles.wrong}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? ACCESS.personHint}
      </p>
    </form>
  );
}

interface RoleFieldProps {
  readonly label: string;
  readonly role: string;
  readonly onChange: (role: SharedRole) => void;
}

/** A choice of roles; a role that this page does not know is listed beside the known ones. */
function RoleField({ label, role, onChange }: RoleFieldProps) {
  const known = ROLES.find((one) => one === role);
  return (
    <select
      className={styles.role}
      aria-label={label}
      value={role}
      onChange={(event) => {
        const chosen = ROLES.find((one) => one === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {known === undefined && <option value={role}>{role}</option>}
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {ACCESS.roles[one]}
        </option>
      ))}
    </select>
  );
}
