// Compare: whether it is on, its result, and the current difference. It compares again after edits of either document; a
// superseded comparison is aborted. Above `LARGE_BYTES` it turns itself off, and offers to go on.
//
//   toggle ──▶ allowed? ──▶ wait ──▶ Comparer ──▶ sides: marks for the views
//   edit ───────────────────▲               └──▶ count, current

import { COMPARE_KEYS, type CompareState } from './compare-state.ts';
import { proxy, useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { subscribePart } from '../panel-core/use-panel-part.ts';
import { listDifferences } from '../../shared/protocol/compare.ts';
import { hasCode } from '../../shared/errors.ts';
import type { Compared, Comparer } from '../client/comparer.ts';
import type { CompareActions } from './compare-actions.ts';
import type { PanelAligner } from './panel-alignment.ts';
import { SideDifferences } from './side-differences.ts';
import { loadWithRetry, onceLoaded } from '../browser/load-with-retry.ts';
import { COMPARE, LARGE_NOTE } from '../strings/compare/compare.ts';
import { LARGE_BYTES } from '../../shared/bytes/size.ts';
import { messageOf, type Notify } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { SIDES, type Side } from '../model/side.ts';
import type { PreferenceStore } from '../settings/preferences.ts';

const loadOptions = loadWithRetry(() => import('./compare-options.ts'));

/** Delay after an edit, in milliseconds, so that a series of edits is compared once. */
const EDIT_MS = 300;
/** @see requirements CMP-6 */
const LARGE_NOTE_MS = 60_000;

/** The actions on differences, and what aligns the panels, are loaded with the first result. */
const loadActions = loadWithRetry(() => import('./compare-actions.ts'));
const loadAlignment = loadWithRetry(() => import('./panel-alignment.ts'));

/** The comparison of the two panels. */
export interface Comparing extends CompareActions {
  readonly state: CompareState;
  readonly sides: Readonly<Record<Side, SideDifferences>>;
  readonly comparer: Comparer;
  toggle(): void;
  /** Compares again after a failure. */
  retry(): void;
  /** Aborts the running comparison. The previous result is not restored. */
  cancel(): void;
  /** Call after the panels have been swapped. */
  swap(): void;
  /** Starts to follow the documents. Call it once. */
  start(): void;
}

/** What Compare depends on. */
export interface ComparingHost {
  /** The panels by their current side. */
  readonly panels: Readonly<Record<Side, { readonly core: PanelCore }>>;
  readonly comparer: Comparer;
  readonly preferences: PreferenceStore;
  readonly notify: Notify;
}

/** Creates the comparison of two panels. */
export function createComparing({ panels, comparer, preferences, notify }: ComparingHost): Comparing {
  const state = proxy<CompareState>({
    on: false,
    phase: 'off',
    progress: 0,
    count: 0,
    current: -1,
    problem: null,
    said: '',
    note: null,
    structure: false,
    only: false,
  });
  const sides = {
    left: new SideDifferences('left', comparer),
    right: new SideDifferences('right', comparer),
  };
  /** Aligns the panels; `null` until it is loaded. */
  let aligning: PanelAligner | null = null;
  let differences: Uint32Array = new Uint32Array();
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Identifies what is compared or scheduled; unchanged documents are not compared again. */
  let subject = '';
  /** The documents that the user allowed to compare despite their size. */
  let allowed: readonly PanelDocument[] = [];

  const show = (compared: Compared | null): void => {
    for (const side of SIDES) sides[side].show(compared);
    differences = compared === null ? new Uint32Array() : listDifferences(compared.changes);
    state.count = compared?.count ?? 0;
    state.current = -1;
    state.structure = preferences.state.compareStructureOnly;
    if (compared === null) aligning?.release();
    else if (aligning !== null) align();
    else void load().then(() => sides.left.result === compared && align());
    state.note = compared !== null && compared.notes.length > 0 ? COMPARE.coarse : null;
  };

  const align = (): void => {
    aligning?.bind();
    aligning?.follow();
  };

  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running?.abort();
    running = null;
  };

  const block = (phase: 'blocked' | 'failed', problem: string): void => {
    stop();
    show(null);
    Object.assign(state, { phase, problem });
  };

  const turnOff = (): void => {
    stop();
    subject = '';
    show(null);
    comparer.close();
    void actions.showOnly(false);
    Object.assign(state, { on: false, phase: 'off', problem: null, current: -1, only: false });
  };

  /** Turns Compare off if a document is large, and offers to continue. Returns whether it did. @see requirements CMP-6 */
  const refuse = (): boolean => {
    const large = SIDES.filter((side) => panels[side].core.client.state.size > LARGE_BYTES);
    const shown = SIDES.map((side) => panels[side].core.document);
    if (large.length === 0 || shown.every((document, at) => document === allowed[at])) return false;
    turnOff();
    preferences.set('showDiff', false);
    notify({
      severity: 'warning',
      message: LARGE_NOTE.text(large.map((side) => panels[side].core.state.document.name)),
      stayMs: LARGE_NOTE_MS,
      action: {
        label: LARGE_NOTE.action,
        run: () => {
          allowed = shown;
          preferences.set('showDiff', true);
        },
      },
    });
    return true;
  };

  const compare = async (): Promise<void> => {
    const controller = (running = new AbortController());
    Object.assign(state, { phase: 'running', progress: 0, problem: null });
    try {
      const { readCompareOptions } = await loadOptions();
      if (running !== controller) return;
      const compared = await comparer.compare(readCompareOptions(preferences.state), {
        signal: controller.signal,
        onProgress: (done, total) => {
          if (running === controller && total > 0) state.progress = done / total;
        },
      });
      if (running !== controller) return;
      running = null;
      show(compared);
      state.phase = 'ready';
      if (state.only) void actions.followOnly();
      void actions.settle();
    } catch (error) {
      if (running !== controller || hasCode(error, 'superseded')) return;
      running = null;
      show(null);
      Object.assign(state, {
        phase: 'failed',
        problem: hasCode(error, 'cancelled') ? COMPARE.cancelled : messageOf(error),
      });
    }
  };

  /** Schedules a comparison if the documents have changed. */
  const follow = (delayMs: number): void => {
    if (!state.on) return;
    const docs = SIDES.map((side) => panels[side].core.client.state);
    const next = SIDES.map(
      (side, at) =>
        `${panels[side].core.state.document.blank} ${docs[at]?.phase} ${docs[at]?.revision} ${docs[at]?.validity}`,
    ).join();
    if (next === subject) return;
    subject = next;
    stop();
    if (SIDES.some((side) => panels[side].core.state.document.blank)) return block('blocked', COMPARE.missing);
    const invalid = SIDES.find((side) => panels[side].core.client.state.validity === 'invalid');
    if (invalid !== undefined) return block('failed', COMPARE.invalid(invalid));
    if (docs.some(({ phase, validity }) => phase !== 'ready' || validity !== 'valid')) return;
    if (refuse()) return;
    timer = setTimeout(() => void compare(), delayMs);
  };

  const turnOn = (): void => {
    state.on = true;
    follow(0);
  };

  const load = onceLoaded(async () => {
    const [{ createCompareActions }, { PanelAligner: Aligner }] = await Promise.all([loadActions(), loadAlignment()]);
    aligning = new Aligner(panels, sides, comparer, (error) => panels.left.core.report(error));
    return createCompareActions({ panels, comparer, sides, state, aligning, differences: () => differences });
  });
  const actions: CompareActions = {
    go: async (direction) => (await load()).go(direction),
    goTo: async (index) => (await load()).goTo(index),
    mergeAt: async (index, toward) => (await load()).mergeAt(index, toward),
    settle: async () => (await load()).settle(),
    goToPlace: async (side) => (await load()).goToPlace(side),
    merge: async (which, toward) => (await load()).merge(which, toward),
    mergeNode: async (side, node, toward) => (await load()).mergeNode(side, node, toward),
    showOnly: async (only) => (await load()).showOnly(only),
    followOnly: async () => (await load()).followOnly(),
    save: async (format) => (await load()).save(format),
  };

  const comparing: Comparing = {
    state,
    sides,
    comparer,
    toggle: () => preferences.set('showDiff', !state.on),
    retry() {
      subject = '';
      follow(0);
    },
    cancel: () => running?.abort(),
    ...actions,
    swap() {
      if (!state.on) return;
      // The comparer's snapshot of each side belongs to the other side now.
      comparer.close();
      aligning?.release();
      subject = '';
      follow(0);
    },
    start() {
      const obey = (on: boolean): void => {
        if (on && !state.on) turnOn();
        else if (!on && state.on) turnOff();
      };
      subscribeKey(preferences.state, 'showDiff', obey, true);
      for (const key of COMPARE_KEYS) subscribeKey(preferences.state, key, comparing.retry);
      for (const side of SIDES) {
        const { core } = panels[side];
        core.client.subscribe(() => follow(EDIT_MS));
        subscribePart(
          core,
          ({ document: { place } }) => place,
          () => state.phase === 'ready' && void actions.goToPlace(core.side),
        );
        core.watchers.add(() => state.phase === 'ready' && aligning?.bind());
      }
      if (preferences.state.showDiff) turnOn();
    },
  };

  return comparing;
}

/** Returns the state of the comparison; re-renders when a property that was read changes. */
export function useCompareState(comparing: Comparing): CompareState {
  return useSnapshot(comparing.state) as CompareState;
}
