// One transform, from the opening of its dialog to its closing: its source, its query and its result. Every change runs the
// query again (`query-runs.ts`). The result is a Blob that a document worker of its own shows, and that is put into a panel as one
// step.
//
//   apply ──▶ result on the whole current document ──▶ splice or replace ──▶ the panel, one undo step

import { STEP } from '../../shared/texts/steps.ts';
import type { TransformQuestion } from '../app-model/app-model.ts';
import { proxy, ref } from 'valtio';
import { CodedError, hasCode } from '../../shared/errors.ts';
import { chooseParser } from '../../shared/document/parser.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { parsePath } from '../../shared/document/path-text.ts';
import type { Query, QueryLanguage } from '../../shared/protocol/query.ts';
import { NO_WIZARD, type Wizard, type WizardFields } from '../../shared/protocol/wizard.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Queried, Querier } from '../client/querier.ts';
import { layoutOptions } from '../settings/layout-options.ts';
import { isWithdrawn, messageOf, type Notify } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { derivedName, nameReplaced } from '../panel-core/document-names.ts';
import { offerUndo } from '../panel-core/undo-steps.ts';
import type { Side } from '../model/side.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import type { Settings } from '../settings/browser-settings.ts';
import { RECEIPT } from '../strings/panel/receipt.ts';
import { noteTransform } from '../receipt/receipt-state.ts';
import { LANGUAGES, noteOf, TRANSFORM } from '../strings/transform/transform.ts';
import { saveDraft, readDraft, readHistory, remember, type Remembered } from './history.ts';
import { NOT_RUN, QueryRuns, type RunState } from './query-runs.ts';
import { filledIn, unsupported, writeQuery } from './writing/query.ts';

/** What a transform depends on. */
export interface TransformHost {
  readonly cores: Readonly<Record<Side, PanelCore>>;
  readonly querier: Querier;
  readonly preferences: PreferenceStore;
  readonly settings: Settings;
  readonly notify: Notify;
  /** Starts a document worker for a preview. */
  readonly spawn: () => DocumentClient;
}

export interface TransformState extends RunState {
  to: Side;
  pathText: string;
  /** The error in the path. */
  pathProblem: string | null;
  language: QueryLanguage;
  text: string;
  /** Counts changes of the text from outside the editor. */
  rewrites: number;
  wizard: Wizard;
  /** Whether the wizard writes the query. */
  attached: boolean;
  /** The fields of the items; `null` until they are known, or if the value has no items. */
  fields: WizardFields | null;
  readingFields: boolean;
  applying: boolean;
  history: readonly Remembered[];
  /** Workers that show the input and the result; `null` until `start`. */
  previews: { readonly input: DocumentClient; readonly result: DocumentClient } | null;
  /** Counts the inputs shown. */
  inputs: number;
}

/** One transform. `start` begins it, `close` releases its workers. */
export class Transforming {
  readonly state: TransformState;
  readonly runs: QueryRuns;
  private path: Path;
  private reading = new AbortController();
  private ending = new AbortController();
  private unfollow: () => void = () => undefined;
  /** Whether the value has items that the wizard can apply to. */
  private isList = false;

  constructor(
    private readonly host: TransformHost,
    readonly question: TransformQuestion,
  ) {
    const { settings, preferences } = host;
    const { queryLanguageId: language } = preferences.state;
    const draft = readDraft(settings, language);
    const wizard = draft?.wizard ?? NO_WIZARD;
    const attached = draft === null || draft.wizard !== null;
    this.path = question.path;
    this.state = proxy<TransformState>({
      ...NOT_RUN,
      to: question.to,
      pathText: toJsonPath(question.path),
      pathProblem: null,
      language,
      text: attached ? writeQuery(language, wizard) : draft.text,
      rewrites: 0,
      wizard: ref(wizard),
      attached,
      fields: null,
      readingFields: false,
      applying: false,
      history: ref([...readHistory(settings)]),
      previews: null,
      inputs: 0,
    });
    this.runs = new QueryRuns({
      state: this.state,
      querier: host.querier,
      source: this.source.client,
      query: (sampleBytes) => this.query(sampleBytes),
      resultClient: () => this.state.previews?.result,
    });
  }

  /** The panel whose document is queried. */
  get source(): PanelCore {
    return this.host.cores[this.question.from];
  }

  start(): void {
    const { spawn } = this.host;
    this.ending = new AbortController();
    this.state.previews = ref({ input: spawn(), result: spawn() });
    this.subscribeInput();
    void this.readInput();
  }

  /** Cancels all pending work; the previews stay. */
  stop(): void {
    this.saveDraft();
    this.ending.abort();
    this.unfollow();
    this.runs.stop();
    this.reading.abort();
  }

  close(): void {
    this.stop();
    const { previews } = this.state;
    previews?.input.close();
    previews?.result.close();
    this.state.previews = null;
    this.host.querier.close();
  }

  setTarget(side: Side): void {
    if (!this.state.applying) this.state.to = side;
  }

  setPath(text: string): void {
    const { state } = this;
    // A result that is being applied keeps its path.
    if (state.applying) return;
    state.pathText = text;
    try {
      this.path = parsePath(text);
      state.pathProblem = null;
    } catch (error) {
      state.pathProblem = messageOf(error);
      return;
    }
    void this.readInput();
  }

  setLanguage(language: QueryLanguage): void {
    const { state, host } = this;
    if (state.language === language) return;
    this.saveDraft();
    state.language = language;
    host.preferences.set('queryLanguageId', language);
    if (state.attached) return this.write(writeQuery(language, state.wizard));
    const draft = readDraft(host.settings, language);
    state.attached = draft === null || draft.wizard !== null;
    if (draft?.wizard) state.wizard = ref(draft.wizard);
    this.write(draft?.text ?? writeQuery(language, state.wizard));
  }

  /** Sets a query from outside the wizard and detaches the wizard. */
  setQuery(text: string): void {
    this.state.attached = false;
    this.write(text);
  }

  /** Sets the query as typed in the editor. Detaches the wizard unless it would write the same. */
  setText(text: string): void {
    const { state } = this;
    if (state.text === text) return;
    state.text = text;
    state.attached = text === writeQuery(state.language, state.wizard);
    void this.runs.restart();
  }

  setWizard(change: Partial<Wizard>): void {
    const { state } = this;
    state.wizard = ref({ ...state.wizard, ...change });
    this.attach();
  }

  /** Lets the wizard write the query again. */
  attach(): void {
    const { state } = this;
    state.attached = true;
    this.write(writeQuery(state.language, state.wizard));
  }

  /** Restores an earlier query. */
  recall({ language, text, wizard }: Remembered): void {
    const { state, host } = this;
    this.saveDraft();
    state.language = language;
    host.preferences.set('queryLanguageId', language);
    state.attached = wizard !== null;
    if (wizard !== null) state.wizard = ref(wizard);
    this.write(text);
  }

  /** Puts the result on the whole value into the target, as one step. Resolves to whether it succeeded. */
  async apply(): Promise<boolean> {
    const { state, host } = this;
    if (state.applying || state.pathProblem !== null) return false;
    state.applying = true;
    const { written } = this;
    try {
      const result = await this.runs.whole();
      if (result === null) {
        state.applying = false;
        return false;
      }
      await this.put(result);
      remember(host.settings, written);
      const target = host.cores[state.to];
      noteTransform(target, [RECEIPT.note(LANGUAGES[written.language], result.notes.map(noteOf))]);
      const done = TRANSFORM.done(toJsonPath(this.isInPlace ? this.path : []));
      if (target.client.state.canUndo) offerUndo(target, done);
      else host.notify({ severity: 'success', message: done });
      return true;
    } catch (error) {
      state.applying = false;
      // The user has closed the dialog.
      if (this.ending.signal.aborted) return false;
      if (hasCode(error, 'stale')) {
        host.notify({ severity: 'warning', message: TRANSFORM.stale });
        void this.readInput();
      } else if (!isWithdrawn(error)) host.notify({ severity: 'error', message: messageOf(error) });
      return false;
    }
  }

  /** Sets the text of the editor and runs it. */
  private write(text: string): void {
    this.state.text = text;
    this.state.rewrites += 1;
    void this.runs.restart();
  }

  /** Reads the input again whenever the document changes while the dialog is open. */
  private subscribeInput(): void {
    const { client } = this.source;
    let seen = client.state.revision;
    this.unfollow = client.subscribe(() => {
      const { revision, phase, validity } = client.state;
      if (revision === seen || phase !== 'ready' || validity === 'unknown' || this.state.applying) return;
      seen = revision;
      void this.readInput();
    });
  }

  /** The part of the wizard that the language can express. */
  private get askedWizard(): Wizard {
    const { language, wizard } = this.state;
    const left = unsupported(language, wizard);
    return {
      ...filledIn(wizard),
      ...(left.includes('sort') ? { sort: null } : {}),
      ...(left.includes('pick') ? { pick: [] } : {}),
    };
  }

  private get written(): Remembered {
    const { language, text, attached, wizard } = this.state;
    return { language, text, wizard: attached ? wizard : null };
  }

  private saveDraft(): void {
    saveDraft(this.host.settings, this.written);
  }

  private get isInPlace(): boolean {
    return this.question.from === this.state.to;
  }

  private async put({ content, revision }: Queried): Promise<void> {
    const { source, isInPlace } = this;
    const target = this.host.cores[this.state.to];
    const { dialect } = source.client.state;
    const stale = (): CodedError => new CodedError('stale', 'the result is of an earlier revision');
    const place = async (task: Task) => {
      const plan = await this.host.querier.place(source.client, this.path, content, task);
      if (plan.revision !== revision) throw stale();
      return target.client.applyPacked(plan.revision, plan.splices, { ...task, name: STEP.transformed });
    };
    await target.write(TRANSFORM.applying, (given) => {
      const task = { ...given, signal: AbortSignal.any([given.signal, this.ending.signal]) };
      if (isInPlace && revision !== source.client.state.revision) throw stale();
      if (isInPlace && (this.path.length > 0 || dialect === 'ndjson')) return place(task);
      return target.client.replace(content, { ...task, dialect: isInPlace ? dialect : 'json' });
    });
    if (!isInPlace) nameReplaced(target, derivedName(source.state.document.name, 'result'));
  }

  private query(sampleBytes: number | null): Query {
    const { state, host, source } = this;
    const { language, text, attached } = state;
    return {
      language,
      // RFC 9535 allows no white space after a query; in the editor it has no meaning.
      text: language === 'jsonpath' ? text.trimEnd() : text,
      wizard: attached && this.isList ? this.askedWizard : null,
      path: this.path,
      parser: chooseParser(host.preferences.state.parserId, source.client.state.size),
      sampleBytes,
      layout: layoutOptions('format', host.preferences.state),
    };
  }

  /** Shows the queried value and the query's result, and reads the fields of its items. */
  private async readInput(): Promise<void> {
    const { state, source, host } = this;
    this.reading.abort();
    // A query on another value must not delay the next one.
    this.runs.halt();
    const reading = new AbortController();
    this.reading = reading;
    const { signal } = reading;
    Object.assign(state, { fields: null, readingFields: true });
    try {
      const { dialect, isList } = await host.querier.value(source.client, this.path, { signal });
      if (signal.aborted) return;
      this.isList = isList;
      // The first result comes before what is slow for large values: copying the value, and reading the fields of all items.
      await this.runs.restart();
      if (signal.aborted) return;
      const content = await host.querier.text(source.client, this.path, { signal });
      await state.previews?.input.open(content, { signal, dialect });
      if (signal.aborted) return;
      state.inputs += 1;
      const fields = isList ? await host.querier.fields(source.client, this.path, { signal }) : null;
      if (signal.aborted) return;
      state.fields = fields === null ? null : ref(fields);
    } catch (error) {
      if (isWithdrawn(error) || signal.aborted) return;
      state.pathProblem = messageOf(error);
      this.runs.stop();
    } finally {
      if (this.reading === reading) state.readingFields = false;
    }
  }
}
