// One transform from the opening of its dialog to its end: what is queried, by what, and what that gives. Whatever is
// changed runs anew (`running.ts`); the result is a Blob, shown by a document worker of its own, and put into a panel as
// one step.
//
//   apply ──▶ the whole, of what the document is now ──▶ splice or replace ──▶ the panel, one undo step

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
import { isWithdrawn, messageOf, type Notify } from '../app/notices/notices.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { offerUndo } from '../panel/undo-offer.ts';
import type { Side } from '../model/side.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import type { Settings } from '../settings/browser-settings.ts';
import { TRANSFORM } from '../strings/transform/transform.ts';
import { keepDraft, readDraft, readHistory, remember, type Remembered } from './history.ts';
import { NOT_RUN, QueryRuns, type RunState } from './running.ts';
import { unsupported, writeQuery } from './writing/query.ts';

/** What a person asked to be transformed. */
export interface TransformQuestion {
  readonly from: Side;
  readonly to: Side;
  readonly path: Path;
}

/** What a transform needs of the page. */
export interface TransformHost {
  readonly cores: Readonly<Record<Side, PanelCore>>;
  readonly querier: Querier;
  readonly preferences: PreferenceStore;
  readonly settings: Settings;
  readonly notify: Notify;
  /** Starts a document worker, for what is shown. */
  readonly spawn: () => DocumentClient;
}

export interface TransformState extends RunState {
  to: Side;
  pathText: string;
  /** What is wrong with the path. */
  pathProblem: string | null;
  language: QueryLanguage;
  text: string;
  /** Counts how often the text was written by anything but the editor. */
  rewrites: number;
  wizard: Wizard;
  /** Whether the wizard writes the query. */
  attached: boolean;
  /** What the items have in them; `null` while that is not known, or where there are no items. */
  fields: WizardFields | null;
  readingFields: boolean;
  applying: boolean;
  history: readonly Remembered[];
  /** Workers that show the input and the result, once it has started. */
  previews: { readonly input: DocumentClient; readonly result: DocumentClient } | null;
  /** Counts the inputs that were shown. */
  inputs: number;
}

/** One transform. `start` begins it, `close` gives everything back. */
export class Transforming {
  readonly state: TransformState;
  readonly runs: QueryRuns;
  private path: Path;
  private reading = new AbortController();
  private ending = new AbortController();
  private unfollow: () => void = () => undefined;
  /** Whether the value has items, for the wizard. */
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
      shown: () => this.state.previews?.result,
    });
  }

  /** The document that is queried. */
  get source(): PanelCore {
    return this.host.cores[this.question.from];
  }

  start(): void {
    const { spawn } = this.host;
    this.ending = new AbortController();
    this.state.previews = ref({ input: spawn(), result: spawn() });
    this.follow();
    void this.readInput();
  }

  /** Ends all that is on its way; what is shown stays. */
  stop(): void {
    this.keep();
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
    // What is being put somewhere goes where it was asked to.
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
    this.keep();
    state.language = language;
    host.preferences.set('queryLanguageId', language);
    if (state.attached) return this.write(writeQuery(language, state.wizard));
    const draft = readDraft(host.settings, language);
    state.attached = draft === null || draft.wizard !== null;
    if (draft?.wizard) state.wizard = ref(draft.wizard);
    this.write(draft?.text ?? writeQuery(language, state.wizard));
  }

  /** Takes a query from elsewhere: from now on the wizard leaves it alone. */
  setQuery(text: string): void {
    this.state.attached = false;
    this.write(text);
  }

  /** What a hand has made of the query in the editor: the wizard leaves that alone, too. */
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

  /** Has the wizard write the query again. */
  attach(): void {
    const { state } = this;
    state.attached = true;
    this.write(writeQuery(state.language, state.wizard));
  }

  /** Takes an earlier query. */
  recall({ language, text, wizard }: Remembered): void {
    const { state, host } = this;
    this.keep();
    state.language = language;
    host.preferences.set('queryLanguageId', language);
    state.attached = wizard !== null;
    if (wizard !== null) state.wizard = ref(wizard);
    this.write(text);
  }

  /** Puts the whole result where it is to go, as one step; answers whether it is there. */
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
      const done = TRANSFORM.done(toJsonPath(this.isInPlace ? this.path : []));
      const target = host.cores[state.to];
      if (target.client.state.canUndo) offerUndo(target, done);
      else host.notify({ severity: 'success', message: done });
      return true;
    } catch (error) {
      state.applying = false;
      // Who has closed the dialog wants nothing more of it.
      if (this.ending.signal.aborted) return false;
      if (hasCode(error, 'stale')) {
        host.notify({ severity: 'warning', message: TRANSFORM.stale });
        void this.readInput();
      } else if (!isWithdrawn(error)) host.notify({ severity: 'error', message: messageOf(error) });
      return false;
    }
  }

  /** Puts a text into the editor, and runs it. */
  private write(text: string): void {
    this.state.text = text;
    this.state.rewrites += 1;
    void this.runs.restart();
  }

  /** Looks again whenever the document has become another one under the dialog. */
  private follow(): void {
    const { client } = this.source;
    let seen = client.state.revision;
    this.unfollow = client.subscribe(() => {
      const { revision, phase, validity } = client.state;
      if (revision === seen || phase !== 'ready' || validity === 'unknown' || this.state.applying) return;
      seen = revision;
      void this.readInput();
    });
  }

  /** What the wizard asks for, as far as the language has words for it. */
  private get askedWizard(): Wizard {
    const { language, wizard } = this.state;
    const left = unsupported(language, wizard);
    return {
      ...wizard,
      ...(left.includes('sort') ? { sort: null } : {}),
      ...(left.includes('pick') ? { pick: [] } : {}),
    };
  }

  private get written(): Remembered {
    const { language, text, attached, wizard } = this.state;
    return { language, text, wizard: attached ? wizard : null };
  }

  private keep(): void {
    keepDraft(this.host.settings, this.written);
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
      return target.client.applyPacked(plan.revision, plan.splices, task);
    };
    await target.write(TRANSFORM.applying, (given) => {
      const task = { ...given, signal: AbortSignal.any([given.signal, this.ending.signal]) };
      if (isInPlace && revision !== source.client.state.revision) throw stale();
      if (isInPlace && (this.path.length > 0 || dialect === 'ndjson')) return place(task);
      return target.client.replace(content, { ...task, dialect: isInPlace ? dialect : 'json' });
    });
    if (target.state.blank) Object.assign(target.state, { name: source.state.name, blank: false, problem: null });
  }

  private query(sampleBytes: number | null): Query {
    const { state, host, source } = this;
    const { language, text, attached } = state;
    return {
      language,
      // RFC 9535 has no white space behind a query; in the editor it means nothing.
      text: language === 'jsonpath' ? text.trimEnd() : text,
      wizard: attached && this.isList ? this.askedWizard : null,
      path: this.path,
      parser: chooseParser(host.preferences.state.parserId, source.client.state.size),
      sampleBytes,
      layout: layoutOptions('format', host.preferences.state),
    };
  }

  /** Shows the value that is queried and the query's result, and finds out what its items have in them. */
  private async readInput(): Promise<void> {
    const { state, source, host } = this;
    this.reading.abort();
    // The next one does not wait for what is asked of another value.
    this.runs.halt();
    const reading = new AbortController();
    this.reading = reading;
    const { signal } = reading;
    Object.assign(state, { fields: null, readingFields: true });
    try {
      const { dialect, isList } = await host.querier.value(source.client, this.path, { signal });
      if (signal.aborted) return;
      this.isList = isList;
      // The first result comes before what takes a while at size: copying all of it, and looking at all items.
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
