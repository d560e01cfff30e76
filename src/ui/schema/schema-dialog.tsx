// The dialog for the schema of a document. Nothing is fetched before the user has allowed the host. @see requirements SCH-1

import { useEffect, useId, useState, type FormEvent } from 'react';
import type { App, Panel } from '../app-model/app-model.ts';
import { filterAndSort, listedCloud, listedLocal, type DocumentEntry } from '../document-dialogs/list-entries.ts';
import { NO_SCHEMA, type Schema } from '../model/schema.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { SCHEMA_DIALOG } from '../strings/panel/schema.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { hostOf, SchemaFiles } from './schema-files.ts';
import styles from './schema-dialog.module.css';
import { otherSide } from '../../shared/side.ts';
import { isJson } from '../../shared/document/json-text.ts';

type SchemaType = Schema['type'];
const TYPES = ['none', 'url', 'document', 'panel', 'content'] as const satisfies readonly SchemaType[];

export interface SchemaDialogProps {
  readonly app: App;
  readonly panel: Panel;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function SchemaDialog({ app, panel, open, onClose }: SchemaDialogProps) {
  return (
    <Dialog title={SCHEMA_DIALOG.title} open={open} onClose={onClose} tall>
      {open && <Form app={app} panel={panel} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ app, panel, onClose }: Omit<SchemaDialogProps, 'open'>) {
  const { core, actions } = panel;
  const { schema } = core.state.document;
  const id = useId();
  const [type, setType] = useState<SchemaType>(schema.type);
  const [ignores, setIgnores] = useState(schema.type === 'none' && schema.ignoresDocument === true);
  const [problem, setProblem] = useState<string | null>(null);
  const [texts, setTexts] = useState({
    url: schema.type === 'url' ? schema.url : '',
    document: schema.type === 'document' ? schema.compoundKey : '',
    content: schema.type === 'content' ? schema.content : '',
  });
  const change = (name: keyof typeof texts, text: string): void => {
    setTexts({ ...texts, [name]: text });
    setProblem(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const chosen: Schema | string =
      type === 'none' && ignores ? { type, ignoresDocument: true } : read(type, texts, otherSide(panel.id));
    if (typeof chosen === 'string') return setProblem(chosen);
    const host = chosen.type === 'url' ? hostOf(chosen.url) : null;
    onClose();
    if (host !== null && !(await new SchemaFiles(core.settings, app.confirm).ask(host))) return;
    await actions.autosave.setSchema(chosen);
  };
  const said = { 'aria-invalid': problem !== null, 'aria-describedby': problem === null ? undefined : `${id}-said` };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <fieldset className={styles.group}>
        <legend>{SCHEMA_DIALOG.legend}</legend>
        <div className={styles.choices}>
          {TYPES.map((one) => (
            <label key={one} className={styles.choice}>
              <input
                type="radio"
                name={`${id}-type`}
                checked={one === type}
                onChange={() => {
                  setType(one);
                  setProblem(null);
                }}
              />
              <span className={styles.label}>{SCHEMA_DIALOG.types[one].label}</span>
              <span className={styles.hint}>{SCHEMA_DIALOG.types[one].hint}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {type === 'none' && (
        <label className={styles.check}>
          <input type="checkbox" checked={ignores} onChange={(event) => setIgnores(event.currentTarget.checked)} />
          <span>{SCHEMA_DIALOG.ignoresDocument}</span>
        </label>
      )}
      {type === 'url' && (
        <div className={styles.part}>
          <label htmlFor={`${id}-url`}>{SCHEMA_DIALOG.url}</label>
          <input
            id={`${id}-url`}
            type="url"
            className={styles.field}
            value={texts.url}
            autoComplete="url"
            spellCheck={false}
            placeholder={SCHEMA_DIALOG.urlStart}
            {...said}
            onChange={(event) => change('url', event.currentTarget.value)}
          />
        </div>
      )}
      {type === 'document' && (
        <DocumentField
          id={`${id}-document`}
          app={app}
          value={texts.document}
          said={said}
          onChange={(key) => change('document', key)}
        />
      )}
      {type === 'content' && (
        <div className={styles.part}>
          <label htmlFor={`${id}-content`}>{SCHEMA_DIALOG.content}</label>
          <textarea
            id={`${id}-content`}
            className={styles.field}
            value={texts.content}
            spellCheck={false}
            {...said}
            onChange={(event) => change('content', event.currentTarget.value)}
          />
        </div>
      )}
      {problem !== null && (
        <p id={`${id}-said`} className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <button type="submit" className={buttonClass('primary')}>
          {SCHEMA_DIALOG.use}
        </button>
      </Actions>
    </form>
  );
}

interface DocumentFieldProps {
  readonly id: string;
  readonly app: App;
  readonly value: string;
  readonly said: { readonly 'aria-invalid': boolean; readonly 'aria-describedby': string | undefined };
  readonly onChange: (compoundKey: string) => void;
}

/** The field for choosing a stored document. */
function DocumentField({ id, app, value, said, onChange }: DocumentFieldProps) {
  const [documents, setDocuments] = useState<readonly DocumentEntry[] | null>(null);
  useEffect(() => {
    let open = true;
    void listDocuments(app.documents).then((found) => open && setDocuments(found));
    return () => {
      open = false;
    };
  }, [app]);
  if (documents?.length === 0) return <p className={styles.hint}>{SCHEMA_DIALOG.noDocuments}</p>;
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{SCHEMA_DIALOG.document}</label>
      <select
        id={id}
        className={styles.field}
        value={value}
        {...said}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{SCHEMA_DIALOG.chooseDocument}</option>
        {(['local', 'cloud'] as const).map((shelf) => {
          const listed = documents?.filter(({ source }) => source === shelf) ?? [];
          const options = listed.map(({ compoundKey, name }) => (
            <option key={compoundKey} value={compoundKey}>
              {name}
            </option>
          ));
          return listed.length === 0 ? null : (
            <optgroup key={shelf} label={shelf === 'local' ? SCHEMA_DIALOG.inBrowser : SCHEMA_DIALOG.inCloud}>
              {options}
            </optgroup>
          );
        })}
      </select>
    </div>
  );
}

/** Lists the documents of this browser and, if the user is signed in, of the cloud. Lists that can't be read are left out. */
async function listDocuments(documents: App['documents']): Promise<DocumentEntry[]> {
  const { local, cloud } = documents;
  const listCloud = async (): Promise<DocumentEntry[]> =>
    (await (await documents.cloudShelf()).list()).map(listedCloud);
  const [kept, clouded] = await Promise.all([
    local.list().catch(() => []),
    cloud?.isSignedIn === true ? listCloud().catch(() => []) : [],
  ]);
  return filterAndSort([...kept.map(listedLocal), ...clouded], '', 'date');
}

/** Returns the chosen schema, or an error message. */
function read(
  type: SchemaType,
  texts: Readonly<Record<'url' | 'document' | 'content', string>>,
  panelId: string,
): Schema | string {
  switch (type) {
    case 'none':
      return NO_SCHEMA;
    case 'panel':
      return { type, panelId };
    case 'url': {
      const url = texts.url.trim();
      return hostOf(url) === null ? SCHEMA_DIALOG.urlWrong : { type, url };
    }
    case 'document':
      return texts.document === '' ? SCHEMA_DIALOG.chooseDocument : { type, compoundKey: texts.document };
    case 'content':
      return isJson(texts.content) ? { type, content: texts.content } : SCHEMA_DIALOG.contentWrong;
  }
}
