// The problems of one panel's document: found shortly after the last write, listed, and visited one after the other.
//
//   client.state ── another revision ──▶ shifted (map-report) ── 400 ms of rest ──▶ client.readProblems
//                                              └──────────▶ state.problems ◀──────────────────┘
//                                                            list, status line, marks of the views

import { proxy, ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import {
  PROBLEM_KINDS,
  type Problem,
  type ProblemGroup,
  type ProblemKind,
  type ProblemReport,
} from '../../shared/protocol/problems.ts';
import type { Alternative, ProblemFix } from '../../shared/protocol/schema-fixes.ts';
import { Debounced } from '../async/debounced.ts';
import { showInDock, toggleInDock } from '../panel-core/dock-state.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import type { Panel } from '../app-model/app-model.ts';
import { showProblems } from '../show-only-dialog/show-only-sources.ts';
import type { SchemaCheck } from '../schema/schema-check.ts';
import type { SchemaOffer } from '../schema/named-schema.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import { PROBLEMS } from '../strings/panel/problems.ts';
import { SCHEMA_CHECK, SCHEMA_FIXES } from '../strings/panel/schema.ts';
import { applyFix, fixableAt, isAt } from './problem-fixes.ts';
import { mapReport } from './map-report.ts';
import { Sequencer } from '../../shared/sequencer.ts';

/** Delay after the last write before problems are searched for, in milliseconds. */
const REST_MS = 400;

/**
 * Whether the document was checked against a schema: it has none, the first check is running, it was checked, or parts of the
 * schema could not be.
 */
export type SchemaPhase = 'none' | 'checking' | 'checked' | 'incomplete';

/** State of the list besides the report, which is part of the panel's state. */
export interface ProblemListState {
  /** Index in `listed` of the problem last gone to; -1 if there is none. */
  current: number;
  /** Parts of the schema that could not be checked. */
  notes: readonly string[];
  schema: SchemaPhase;
  /** Progress of the check against the schema, in percent; `null` when none is running. */
  checked: number | null;
  /** The problem whose fixes are requested. */
  asked: Problem | null;
  /** A schema that was found for the document, and that the user can accept. */
  offer: SchemaOffer | null;
}

/** Finds, lists and steps through the problems of one panel. */
export class ProblemList {
  readonly state = proxy<ProblemListState>({
    current: -1,
    notes: [],
    schema: 'none',
    checked: null,
    asked: null,
    offer: null,
  });
  private readonly moves = new Sequencer();
  private readonly steps = new Sequencer();
  private readonly later = new Debounced(() => this.read(), REST_MS);
  /** Identifies the state of the document that was last handled. */
  private lastState = '';
  private checking: AbortController | null = null;
  /** The problem whose row in the list is active; `null` while there is none. */
  private active: Problem | null = null;

  constructor(
    private readonly panel: Panel,
    private readonly schema: SchemaCheck,
    private readonly preferences: PreferenceStore,
  ) {}

  /** Starts to follow the document. Returns a function that stops it. */
  start(): () => void {
    const { core } = this.panel;
    const end = core.client.subscribe(() => this.onStateChange());
    const endSchema = this.schema.start(() => this.again());
    const endHidden = subscribeKey(this.preferences.state, 'hiddenProblems', () => this.again());
    core.problems = this;
    this.onStateChange();
    return () => {
      core.problems = null;
      this.later.cancel();
      this.lastState = '';
      this.checking?.abort();
      endSchema();
      endHidden();
      end();
    };
  }

  /** Cancels the check against the schema, until the document or the schema changes. */
  cancelCheck(): void {
    this.checking?.abort();
    this.state.checked = null;
    this.state.notes = [SCHEMA_CHECK.cancelled];
    this.state.schema = 'incomplete';
  }

  /** Uses the offered schema, after the user has allowed its host. */
  acceptOffer(): void {
    this.schema.accept().catch(this.panel.core.report);
  }

  /** Shows or hides the list. */
  toggle(): void {
    toggleInDock(this.panel.core, 'problems');
  }

  /** Shows the list. */
  open(): void {
    showInDock(this.panel.core, 'problems');
  }

  /** Shows only the values with problems. */
  showOnly(): void {
    const { core } = this.panel;
    showProblems(core).catch(core.report);
  }

  /** Goes to the next or previous problem, wrapping around at the ends. */
  step(by: 1 | -1): void {
    // One after the other, so that a quick step starts at the problem of the one before.
    this.steps.run(() => this.stepOnce(by)).catch(this.panel.core.report);
  }

  private async stepOnce(by: 1 | -1): Promise<void> {
    const { core } = this.panel;
    const place = this.state.current < 0 ? ((await core.readPlace()) ?? core.state.document.place) : null;
    const all = listed(core.state.problems);
    if (all.length === 0) {
      core.announce(PROBLEMS.none);
      return;
    }
    let index = this.state.current + by;
    if (this.state.current < 0 && place !== null) {
      const isBehind = ({ line, column }: Problem): boolean =>
        line > place.line || (line === place.line && column > place.column);
      const behind = all.findIndex(isBehind);
      index = by === 1 ? behind : (behind < 0 ? all.length : behind) - 1;
      const before = all[index];
      if (by === -1 && before !== undefined && isAt(before, place, true)) index -= 1;
    }
    this.go((index + all.length) % all.length);
  }

  /** Goes to the problem at an index of `listed`; the focus stays where it is if `keepsFocus`. */
  go(index: number, keepsFocus = false): void {
    const { core } = this.panel;
    const all = listed(core.state.problems);
    const problem = all[index];
    if (problem === undefined) return;
    this.state.current = index;
    const { message, line, column } = problem;
    core.announce(PROBLEMS.said(index + 1, all.length, message, line, column));
    // One after the other, so that quick steps end at the last one.
    this.moves.run(() => this.show(problem, keepsFocus)).catch(core.report);
  }

  /** Requests the fixes of the problem that has the focus in the list, or else of that at the caret or the selected row. */
  async askFix(): Promise<void> {
    const isInList = document.activeElement?.closest('[data-dock]') != null;
    const problem = isInList && this.active !== null ? this.active : await this.findHere();
    if (problem?.fixes === undefined) {
      this.panel.core.announce(SCHEMA_FIXES.none);
      return;
    }
    showInDock(this.panel.core, 'problems', false);
    this.state.asked = ref(problem);
  }

  /** Returns the problem at the caret or the selected row: the one gone to last, if it is there. */
  private async findHere(): Promise<Problem | undefined> {
    const { core } = this.panel;
    await this.moves.idle();
    const place = await core.readPlace();
    const all = listed(core.state.problems);
    const current = all[this.state.current];
    const isText = core.state.mode === 'text';
    // A view that is on its way goes to the current problem.
    if (current !== undefined && (place === null || isAt(current, place, isText))) return current;
    const known = place ?? core.state.document.place;
    return known === null ? undefined : all[fixableAt(all, known, isText)];
  }

  /** Call when another row of the list is active; `null`: none is. */
  setActive(problem: Problem | null): void {
    this.active = problem;
  }

  /** Call when the requested fixes are shown. */
  endAsking(): void {
    this.state.asked = null;
  }

  /** Fixes a problem, or all that have a fix of that kind, as one step. */
  fix(problem: Problem, fix: ProblemFix, isAll: boolean): Promise<void> {
    return applyFix(this.panel.core, this.schema, problem, fix, isAll);
  }

  /**
   * Returns the errors of each alternative of the schema, for a problem that has alternatives; empty if they are no longer
   * known.
   */
  async explain({ start, message }: Problem): Promise<readonly Alternative[]> {
    try {
      return await this.schema.explain({ start, message });
    } catch (error) {
      this.panel.core.report(error);
      return [];
    }
  }

  private async show(problem: Problem, keepsFocus: boolean): Promise<void> {
    const { core, actions } = this.panel;
    const { mode, doc } = core.state;
    // A problem without a path has no value to show in the tree or table.
    if (mode === 'text' || doc.tree !== 'live' || problem.path === null)
      return actions.editing.showOffset(problem.start, !keepsFocus);
    // A broken record may miss something after its last byte, so its path is used. For duplicate keys the offset is: their path
    // leads to the last one.
    const target: DocumentTarget =
      problem.kind === 'record' ? { type: 'path', path: problem.path } : { type: 'offset', offset: problem.start };
    const located = await core.client.locate(target);
    if (mode === 'table') {
      await core.view?.goTo?.(located);
    } else {
      const found = await core.client.revealAt(located.offset, 0);
      const rows = found === null ? [] : [{ first: found.row, last: found.row }];
      core.view?.reveal({ revision: core.client.state.revision, changed: null, rows, selection: null });
    }
    if (!keepsFocus) core.view?.focus();
  }

  private onStateChange(): void {
    const { core } = this.panel;
    const { client, state } = core;
    const { revision, validity, phase, change } = client.state;
    const key = `${revision} ${validity} ${phase}`;
    if (key === this.lastState) return;
    this.lastState = key;
    this.later.cancel();
    this.checking?.abort();
    const known = state.problems;
    if (phase !== 'ready') {
      this.state.offer = null;
      this.state.schema = 'none';
      this.showReport(null);
      return;
    }
    if (known?.revision === revision - 1 && change !== null) state.problems = ref(mapReport(known, change, revision));
    this.later.start();
  }

  private read(): void {
    const {
      client,
      document: { csvFile },
    } = this.panel.core;
    const { revision } = client.state;
    const reading = [
      client.readProblems(revision),
      this.schema.findOfferedSchema(),
      csvFile?.faults() ?? Promise.resolve(null),
    ] as const;
    Promise.all(reading).then(
      ([report, offer, faults]) => {
        if (client.state.revision !== revision) return;
        this.state.offer = offer;
        void this.checkSchema(withGroup(report, faults)).catch(this.panel.core.report);
      },
      // The document was written, or its worker died: the state change that follows starts another read.
      () => undefined,
    );
  }

  /** Reads again although the document is unchanged, because its schema has changed. */
  private again(): void {
    this.checking?.abort();
    this.later.restart();
  }

  /** Shows a report immediately with the known schema errors, and again after the check against the schema. */
  private async checkSchema(report: ProblemReport): Promise<void> {
    const { state } = this;
    const isOn = this.schema.isOn && report.isComplete;
    const known = isOn ? this.panel.core.state.problems?.groups.find(({ kind }) => kind === 'schema') : undefined;
    this.showReport(withGroup(report, known ?? null));
    const isHidden = this.preferences.state.hiddenProblems.split(',').includes('schema');
    if (!this.schema.isOn || isHidden) state.schema = 'none';
    else if (state.schema === 'none') state.schema = 'checking';
    if (!isOn) {
      state.notes = [];
      state.checked = null;
      return;
    }
    const checking = new AbortController();
    this.checking = checking;
    const onProgress = (done: number, total: number): void => {
      if (!checking.signal.aborted) state.checked = Math.floor((done / Math.max(1, total)) * 100);
    };
    state.checked = 0;
    const answer = await this.schema.check(report.revision, { signal: checking.signal, onProgress });
    if (checking.signal.aborted) return;
    state.checked = null;
    if (answer === null || this.panel.core.client.state.revision !== report.revision) return;
    state.notes = answer.notes;
    if (state.schema !== 'none') state.schema = answer.notes.length > 0 ? 'incomplete' : 'checked';
    this.showReport(withGroup(report, answer.group));
  }

  private showReport(report: ProblemReport | null): void {
    this.state.current = -1;
    this.panel.core.state.problems = report && ref(withoutKinds(report, this.preferences.state.hiddenProblems));
  }
}

/** Returns a report without the kinds that are switched off. */
function withoutKinds(report: ProblemReport, hidden: string): ProblemReport {
  const kinds = hidden.split(',');
  return { ...report, groups: report.groups.filter(({ kind }) => !kinds.includes(kind)) };
}

/** Returns a report with the group of schema errors inserted in the order of kinds. */
function withGroup(report: ProblemReport, group: ProblemGroup | null): ProblemReport {
  if (group === null) return report;
  const order = (kind: ProblemKind): number => PROBLEM_KINDS.indexOf(kind);
  return { ...report, groups: [...report.groups, group].toSorted((a, b) => order(a.kind) - order(b.kind)) };
}

/** Returns the listed problems of all kinds, in the order of the text. */
export function listed(report: ProblemReport | null): readonly Problem[] {
  return (report?.groups ?? []).flatMap(({ first }) => first).toSorted((a, b) => a.start - b.start);
}
