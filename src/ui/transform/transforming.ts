// One transform from the opening of its dialog to its end: what is queried, by what, and what that gives. Whatever is
// changed runs anew, first on the beginning of the value, then on all of it; the result is a Blob, shown by a document
// worker of its own, and put into a panel as one step.
//
//   edit ──▶ wait ──▶ sample ──▶ wait ──▶ whole ──▶ result's tree
//   apply ──▶ the whole, of what the document is now ──▶ splice or replace ──▶ the panel, one undo step

import { proxy, ref } from 'valtio';
import { CodedError, hasCode, type WireError } from '../../shared/errors.ts';
import { chooseParser } from '../../shared/parser.ts';
import { toJsonPath, type Path } from '../../shared/path.ts';
import { parsePath } from '../../shared/pathtext.ts';
import type { Query, QueryLanguage } from '../../shared/query.ts';
import { NO_WIZARD, type Wizard, type WizardFields } from '../../shared/wizard.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import type { Queried, Querier } from '../client/query.ts';
import { layoutOptions } from '../store/layout.ts';
import { isWithdrawn, messageOf, type Notify } from '../store/notices.ts';
import type { PanelCore, Side } from '../store/panel.ts';
import type { PreferenceStore } from '../store/preferences.ts';
import type { Settings } from '../store/settings.ts';
import { TRANSFORM } from '../texts/transform.ts';
import { keepDraft, readDraft, readHistory, remember, type Remembered } from './history.ts';
import { unsupported, writeQuery } from './writing/query.ts';

/** The beginning that a query is tried on first. */
const SAMPLE_BYTES = 64 * 1024;
/** A key waits for the next one before the sample, and before the whole. */
const SAMPLE_MS = 30;
const WHOLE_MS = 350;
/** How long a query may take on a small document, and how much longer for each byte of a large one, in milliseconds. */
const LIMIT_MS = 10_000;
const LIMIT_PER_BYTE_MS = 20_000 / 100e6;
/** How many times as long it may take when it is let go on. */
const LONGER = 6;

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

export interface TransformState {
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
  phase: 'idle' | 'running' | 'ready' | 'failed';
  /** When the running query began, on the clock of `performance.now`. */
  since: number;
  limit: number;
  /** The last result; it stays while another one is made. */
  result: Queried | null;
  problem: WireError | null;
  applying: boolean;
  history: readonly Remembered[];
  /** Workers that show the input and the result, once it has started. */
  previews: { readonly input: DocumentClient; readonly result: DocumentClient } | null;
  /** Count the documents that they have shown. */
  inputs: number;
  results: number;
}

/** One transform. `start` begins it, `close` gives everything back. */
export class Transforming {
  readonly state: TransformState;
  private path: Path;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = new AbortController();
  private reading = new AbortController();
  /** Tells whoever waits for the sample that another one is made. */
  private sampled: (() => void) | null = null;
  /** Whether the value has items, for the wizard. */
  private isList = false;
  /** The query whose result is in the state. */
  private resultOf: Query | null = null;

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
      phase: 'idle',
      since: 0,
      limit: LIMIT_MS,
      result: null,
      problem: null,
      applying: false,
      history: ref([...readHistory(settings)]),
      previews: null,
      inputs: 0,
      results: 0,
    });
  }

  /** The document that is queried. */
  get source(): PanelCore {
    return this.host.cores[this.question.from];
  }

  start(): void {
    const { spawn } = this.host;
    this.state.previews = ref({ input: spawn(), result: spawn() });
    this.state.limit = this.firstLimit;
    void this.readInput();
  }

  close(): void {
    this.keep();
    clearTimeout(this.timer);
    this.running.abort();
    this.reading.abort();
    const { previews } = this.state;
    previews?.input.close();
    previews?.result.close();
    this.state.previews = null;
    this.host.querier.close();
  }

  setTarget(side: Side): void {
    this.state.to = side;
  }

  setPath(text: string): void {
    const { state } = this;
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
    if (state.attached) {
      const left = unsupported(language, state.wizard);
      if (left.includes('sort')) state.wizard = ref({ ...state.wizard, sort: null });
      if (left.includes('pick')) state.wizard = ref({ ...state.wizard, pick: [] });
      this.write(writeQuery(language, state.wizard));
    } else this.write(readDraft(host.settings, language)?.text ?? writeQuery(language, NO_WIZARD));
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
    void this.restart();
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
    state.language = language;
    host.preferences.set('queryLanguageId', language);
    state.attached = wizard !== null;
    if (wizard !== null) state.wizard = ref(wizard);
    this.write(text);
  }

  /** Lets the running query, or the one that took too long, take longer. */
  goOn(): void {
    const { state } = this;
    state.limit = state.limit > this.firstLimit ? Number.POSITIVE_INFINITY : state.limit * LONGER;
    if (state.phase === 'failed') void this.run();
  }

  /** Stops the running query. */
  stop(): void {
    clearTimeout(this.timer);
    this.running.abort();
    const { state } = this;
    if (state.phase !== 'running') return;
    state.phase = state.result === null ? 'idle' : 'ready';
  }

  /** Runs the query now. */
  again(): void {
    clearTimeout(this.timer);
    void this.run();
  }

  /** Puts the whole result where it is to go, as one step; answers whether it is there. */
  async apply(): Promise<boolean> {
    const { state, host } = this;
    if (state.applying) return false;
    state.applying = true;
    clearTimeout(this.timer);
    try {
      const result = await this.whole();
      if (result === null) return false;
      await this.put(result);
      remember(host.settings, this.written);
      host.notify({ severity: 'success', message: TRANSFORM.done(toJsonPath(this.isInPlace ? this.path : [])) });
      return true;
    } catch (error) {
      if (hasCode(error, 'stale')) host.notify({ severity: 'warning', message: TRANSFORM.stale });
      else if (!isWithdrawn(error)) host.notify({ severity: 'error', message: messageOf(error) });
      return false;
    } finally {
      state.applying = false;
    }
  }

  /** Puts a text into the editor, and runs it. */
  private write(text: string): void {
    this.state.text = text;
    this.state.rewrites += 1;
    void this.restart();
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

  /** The result of the query as it stands, on all of the document as it is now; `null` where there is none. */
  private async whole(): Promise<Queried | null> {
    const query = this.query(null);
    const isNow = (): boolean =>
      this.state.phase === 'ready' &&
      this.resultOf !== null &&
      this.state.result !== null &&
      !this.state.result.isSample &&
      this.state.result.revision === this.source.client.state.revision &&
      sameQuery(this.resultOf, query);
    if (!isNow()) await this.run();
    return isNow() ? this.state.result : null;
  }

  private async put({ content, revision }: Queried): Promise<void> {
    const { source, isInPlace } = this;
    const target = this.host.cores[this.state.to];
    const { dialect } = source.client.state;
    const place = async (task: Task) => {
      const plan = await this.host.querier.place(source.client, this.path, content, task);
      return target.client.applyPacked(plan.revision, plan.splices, task);
    };
    await target.write(TRANSFORM.applying, (task) => {
      if (isInPlace && (this.path.length > 0 || dialect === 'ndjson')) return place(task);
      if (isInPlace && revision !== source.client.state.revision)
        throw new CodedError('stale', 'The document has changed meanwhile.');
      return target.client.replace(content, { ...task, dialect: isInPlace ? dialect : 'json' });
    });
    if (target.state.blank) Object.assign(target.state, { name: source.state.name, blank: false, problem: null });
  }

  private get firstLimit(): number {
    return LIMIT_MS + Math.round((this.source.client.state.size * LIMIT_PER_BYTE_MS) / 1000) * 1000;
  }

  /** Runs the query when nobody has changed it for a moment. Resolves when the beginning, or what replaces it, is done. */
  private restart(): Promise<void> {
    clearTimeout(this.timer);
    this.running.abort();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.sampled?.();
    this.sampled = resolve;
    this.timer = setTimeout(() => void this.sample().then(resolve), SAMPLE_MS);
    return promise;
  }

  /** Shows what the query makes of the beginning; then, unless it is changed again, of all. */
  private async sample(): Promise<void> {
    if (this.source.client.state.size <= SAMPLE_BYTES) return this.run();
    const shown = await this.ask(SAMPLE_BYTES);
    if (shown?.isSample === true) this.timer = setTimeout(() => void this.run(), WHOLE_MS);
  }

  private async run(): Promise<void> {
    await this.ask(null);
  }

  /** Runs the query and shows what came of it; `null` where nothing did. */
  private async ask(sampleBytes: number | null): Promise<Queried | null> {
    const { state, source, host } = this;
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    const query = this.query(sampleBytes);
    Object.assign(state, { phase: 'running', since: performance.now() });
    try {
      const result = await host.querier.run(source.client, query, {
        signal: running.signal,
        limitMs: () => state.limit,
      });
      await state.previews?.result.open(result.content, { signal: running.signal });
      if (this.running !== running) return null;
      this.resultOf = query;
      Object.assign(state, { result: ref(result), problem: null, phase: 'ready', results: state.results + 1 });
      return result;
    } catch (error) {
      if (this.running !== running || isWithdrawn(error)) return null;
      const problem = error instanceof CodedError ? error : new CodedError('internal', messageOf(error));
      Object.assign(state, {
        phase: 'failed',
        problem: ref({ code: problem.code, message: problem.message, place: problem.place }),
      });
      return null;
    }
  }

  private query(sampleBytes: number | null): Query {
    const { state, host, source } = this;
    const { language, text, wizard, attached } = state;
    return {
      language,
      // RFC 9535 has no white space behind a query; in the editor it means nothing.
      text: language === 'jsonpath' ? text.trimEnd() : text,
      wizard: attached && this.isList ? wizard : null,
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
    const reading = new AbortController();
    this.reading = reading;
    const { signal } = reading;
    Object.assign(state, { fields: null, readingFields: true });
    try {
      const { dialect, isList } = await host.querier.value(source.client, this.path, { signal });
      if (signal.aborted) return;
      this.isList = isList;
      // The first result comes before what takes a while at size: copying all of it, and looking at all items.
      await this.restart();
      if (signal.aborted) return;
      const content = await host.querier.text(source.client, this.path, { signal });
      await state.previews?.input.open(content, { signal, dialect });
      if (signal.aborted) return;
      state.inputs += 1;
      const fields = isList ? await host.querier.fields(source.client, this.path, { signal }) : null;
      if (signal.aborted) return;
      state.fields = fields === null ? null : ref(fields);
    } catch (error) {
      if (!isWithdrawn(error) && !signal.aborted) state.pathProblem = messageOf(error);
    } finally {
      if (this.reading === reading) state.readingFields = false;
    }
  }
}

function sameQuery(one: Query, two: Query): boolean {
  return (
    one.language === two.language &&
    one.text === two.text &&
    toJsonPath(one.path) === toJsonPath(two.path) &&
    one.parser === two.parser &&
    one.sampleBytes === two.sampleBytes
  );
}
