// Actions on differences: going through them, taking them over, hiding equal rows, and exporting.

import { STEP } from '../../shared/texts/steps.ts';
import {
  CHANGE,
  MARK_WORDS,
  readChange,
  type CompareFormat,
  type MergeSelection,
} from '../../shared/protocol/compare.ts';
import type { NarrowRequest } from '../../shared/protocol/narrowing.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import { hasCode } from '../../shared/errors.ts';
import { asNode, type NodeIndex } from '../../shared/units.ts';
import { otherSide } from '../../shared/side.ts';
import type { Compared, Comparer } from '../client/comparer.ts';
import { subscribeKey } from 'valtio/utils';
import { painted } from '../browser/painted-frame.ts';
import { CompareAnnouncements } from './announcements.ts';
import type { CompareState } from './compare-state.ts';
import { whileHeld, type PanelCore } from '../panel-core/panel-core.ts';
import { SIDES, type Side } from '../model/side.ts';
import { download } from '../documents/save/save-model.ts';
import { COMPARE } from '../strings/compare/compare.ts';
import { EXPORTS, REPORT_PAGE } from '../strings/compare/compare-exports.ts';
import type { PanelAligner } from './panel-alignment.ts';
import type { SideDifferences } from './side-differences.ts';

export interface CompareActions {
  /** Goes to the next or previous difference, wrapping around at the ends. */
  go(direction: 'next' | 'previous'): Promise<void>;
  /**
   * Call after each result: goes to the difference that a changed document made stale, or else determines the current one
   * again.
   */
  settle(): Promise<void>;
  /** Call when the caret or the focused row of a panel has moved: the difference that contains it becomes the current one. */
  goToPlace(side: Side): Promise<void>;
  /** Goes to the difference at an index, in both panels. The focus stays where it is. */
  goTo(index: number): Promise<void>;
  /** Makes the difference at an index equal to the other side, as one undo step. */
  mergeAt(index: number, toward: Side): Promise<void>;
  /** Makes the current difference, or all, equal to the other side, as one undo step. `toward` is the side that changes. */
  merge(which: 'current' | 'all', toward: Side): Promise<void>;
  /** Like `take`, for all differences at or below a value of one side. */
  mergeNode(side: Side, node: NodeIndex, toward: Side): Promise<void>;
  /** Hides rows without differences and expands those that contain some; or shows all rows again. */
  showOnly(only: boolean): Promise<void>;
  /** Hides rows that no longer have differences. Expanded rows stay expanded. */
  followOnly(): Promise<void>;
  /** Exports all differences to a file. */
  save(format: CompareFormat): Promise<void>;
}

/** What the actions depend on. */
export interface ActingHost {
  readonly panels: Readonly<Record<Side, { readonly core: PanelCore }>>;
  readonly comparer: Comparer;
  readonly sides: Readonly<Record<Side, SideDifferences>>;
  readonly state: CompareState;
  readonly aligning: PanelAligner;
  /** Returns the indexes of the changes that count as differences. */
  differences(): Uint32Array;
}

/** Keys that do nothing by themselves. */
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta']);

/** Creates the actions of a comparison. */
export function createCompareActions({
  panels,
  comparer,
  sides,
  state,
  aligning,
  differences,
}: ActingHost): CompareActions {
  /** The difference that could not be shown because a document had changed; -1 if there is none. */
  let missed = -1;
  /** The last difference before the caret, used for going on when no difference is current. */
  let before = -1;
  /** The panel with the latest user input; `null` after a command has moved its caret. */
  let touched: Side | null = null;
  let follows = 0;
  /** Counts what the user does in each panel: a difference that is shown later than that does not take the selection away. */
  const inputs = { left: 0, right: 0 };
  const announcements = new CompareAnnouncements(state, comparer);
  const follow = async (side: Side): Promise<void> => {
    if (state.phase !== 'ready') return;
    const compared = sides.left.result;
    const { client, state: panel } = panels[side].core;
    // For a document that has changed since, the next result counts.
    if (touched !== side || compared?.revisions[side] !== client.state.revision || panel.document.place === null)
      return;
    follows += 1;
    const number = follows;
    try {
      const found = await comparer.place(compared, side, panel.document.place.path);
      if (number !== follows) return;
      state.current = found.current;
      before = found.before;
    } catch (error) {
      report(error);
    }
  };

  const touch = (event: Event, key = ''): void => {
    const { target, type } = event;
    const panel = target instanceof Element ? target.closest('section')?.id : undefined;
    if (type === 'keydown' && (key === 'F7' || isForPalette(event))) return;
    const side = SIDES.find((one) => panel === `${one.toUpperCase()}_PANEL`);
    if (side === undefined) return;
    touched = side;
    if (!MODIFIERS.has(key)) inputs[side] += 1;
  };
  document.addEventListener('pointerdown', (event) => touch(event), true);
  document.addEventListener('keydown', (event) => touch(event, event.key), true);
  // A click on the row that already has the focus does not change the panel's place.
  document.addEventListener('pointerup', () => touched !== null && void follow(touched), true);
  /** Returns whether an error was reported: after a stale result another comparison follows. */
  const report = (error: unknown): boolean => {
    const isStale = hasCode(error, 'stale');
    if (!isStale) panels.left.core.report(error);
    return !isStale;
  };

  /** Returns what a selection is announced as: the path of one difference or value, or the number of all. */
  const nameSelection = async (compared: Compared, selection: MergeSelection): Promise<string | number | null> => {
    if (selection.type === 'all') return state.count;
    if (selection.type === 'changes') return announcements.pathAt(compared, selection.indexes[0] ?? 0);
    const place = await panels[selection.side].core.client.placeOf(selection.node).catch(() => null);
    return place === null ? null : toJsonPath(place.path);
  };

  const take = async (selection: MergeSelection, toward: Side): Promise<void> => {
    const compared = sides[toward].result;
    const { core } = panels[toward];
    if (compared === null) return;
    const name = nameSelection(compared, selection);
    try {
      await core.write(COMPARE.taking, async (task) => {
        const { splices, revision } = await comparer.merge(compared, selection, toward, task);
        return core.client.applyPacked(revision, splices, {
          ...task,
          name: STEP.takenOver(selection.type === 'all' ? state.count : 1),
        });
      });
      announcements.sayTaken(await name, toward);
    } catch (error) {
      core.report(error);
    }
  };

  const takeOne = async (place: number, toward: Side): Promise<void> => {
    const index = differences()[place];
    if (index === undefined) return;
    // Once this difference is gone, the next one is the one that followed it, whatever is selected.
    touched = null;
    before = place - 1;
    await take({ type: 'changes', indexes: Uint32Array.of(index) }, toward);
  };

  /** Returns the counterpart on `side` of a node of the other side. */
  const nearest = async (compared: Compared, side: Side, other: NodeIndex): Promise<NodeIndex> => {
    const [node = 0] = await comparer.counterparts(compared, otherSide(side), Uint32Array.of(other));
    return asNode(node);
  };

  /** Shows a difference in both panels, where it is or would be. Stops once another one is shown. `since`: see `goTo`. */
  const showDifference = async (
    compared: Compared,
    index: number,
    since: Readonly<Record<Side, number>>,
    isCurrent: () => boolean,
  ): Promise<void> => {
    const change = readChange(compared.changes, index);
    // The other half of a move holds the value's node on the other side.
    const partner = change.partner === null ? null : readChange(compared.changes, change.partner);
    const nodes = { left: change.left ?? partner?.left ?? null, right: change.right ?? partner?.right ?? null };
    // The side that has the value leads; the other one shows where it would be.
    const leader = nodes.right === null ? 'left' : 'right';
    aligning.leader = leader;
    const show = async (side: Side): Promise<void> => {
      const isThere = nodes[side] !== null;
      const node = nodes[side] ?? (await nearest(compared, side, nodes[otherSide(side)] ?? asNode(0)));
      const { view, client } = panels[side].core;
      if (view?.showNode !== undefined)
        return view.showNode(
          compared.revisions[side],
          node,
          isThere,
          () => isCurrent() && inputs[side] === since[side],
        );
      if (view === null) return;
      await whileHeld(view, async () => {
        const { range } = await client.placeOf(node);
        if (range !== null) view.revealOffset?.(range.start);
      });
    };
    // One after the other: rendering both screens would be too much for one task.
    await show(leader);
    await painted();
    if (!isCurrent()) return;
    await show(otherSide(leader));
    await painted();
    if (isCurrent()) aligning.level();
  };

  const narrowSide = async (side: Side, anew: boolean): Promise<void> => {
    const { client } = panels[side].core;
    const compared = sides[side].result;
    if (state.only && compared !== null) {
      const request = onlyDifferences(compared.marks[side], anew ? 'for-good' : 'as-now');
      await client.narrow(compared.revisions[side], request);
    } else if (!state.only && client.state.narrowed?.kind === 'differences') {
      await client.widen();
    }
  };
  const narrow = async (anew: boolean): Promise<void> => {
    await Promise.all(SIDES.map((side) => narrowSide(side, anew))).catch(report);
  };

  // Everything is shown again on one side, or something else: then it is on the other side too.
  for (const side of SIDES) {
    const { client } = panels[side].core;
    let known = client.state;
    client.subscribe(() => {
      const was = known;
      known = client.state;
      if (was.narrowed?.kind !== 'differences' || known.narrowed?.kind === 'differences') return;
      if (!state.only || known.phase !== 'ready' || was.revision !== known.revision) return;
      state.only = false;
      void narrow(false);
    });
  }

  subscribeKey(state, 'current', (current) => {
    const compared = sides.left.result;
    const index = differences()[current];
    const change = compared === null || index === undefined ? null : readChange(compared.changes, index);
    const partner = compared === null || change?.partner == null ? null : readChange(compared.changes, change.partner);
    for (const side of SIDES) sides[side].setCurrent(change?.[side] ?? partner?.[side] ?? -1);
  });

  /** `since`: the counts of inputs when that was asked for. */
  const goTo = async (compared: Compared, place: number, since: Readonly<Record<Side, number>>): Promise<void> => {
    follows += 1;
    const mine = follows;
    const left = (): Side | undefined => SIDES.find((side) => inputs[side] !== since[side]);
    if (left() === undefined) touched = null;
    state.current = place;
    try {
      const index = differences()[place] ?? 0;
      await showDifference(compared, index, since, () => mine === follows);
      if (mine !== follows) return;
      touched = left() ?? touched;
      // The user is elsewhere by now.
      if (touched !== null) return await follow(touched);
      await announcements.sayDifference(compared, index, place);
    } catch (error) {
      if (!report(error)) missed = place;
    }
  };

  return {
    async go(direction) {
      const compared = sides.left.result;
      if (compared === null || state.count === 0) return;
      const since = { ...inputs };
      // From where the user is: a click may not have been looked up yet.
      if (touched !== null) await follow(touched);
      const { current, count } = state;
      const next = current < 0 ? before + 1 : current + 1;
      const previous = current < 0 ? before : current - 1;
      await goTo(compared, ((direction === 'next' ? next : previous) + count) % count, since);
    },
    async goTo(index) {
      const compared = sides.left.result;
      if (compared !== null && index < state.count) await goTo(compared, index, { ...inputs });
    },
    async settle() {
      const compared = sides.left.result;
      const place = missed;
      missed = -1;
      if (place >= 0 && place < state.count && compared !== null) await goTo(compared, place, { ...inputs });
      else if (touched !== null) await follow(touched);
    },
    goToPlace: follow,
    async merge(which, toward) {
      if (which === 'all') await take({ type: 'all' }, toward);
      else await takeOne(state.current, toward);
    },
    mergeAt: takeOne,
    async mergeNode(side, node, toward) {
      touched = null;
      before = state.current < 0 ? before : state.current - 1;
      await take({ type: 'node', side, node }, toward);
    },
    async showOnly(only) {
      state.only = only;
      await narrow(true);
    },
    followOnly: () => narrow(false),
    async save(format) {
      const compared = sides.left.result;
      if (compared === null) return;
      const { core } = panels.left;
      const { name, type } = EXPORTS[format];
      try {
        const content = await core.run(COMPARE.writing, (task) => comparer.export(compared, format, task));
        if (content.type === 'text/html') download(content, REPORT_PAGE);
        else download(new Blob([content], { type }), name);
      } catch (error) {
        report(error);
      }
    },
  };
}

/** Whether a key opens the palette, which leaves the panel as it is. */
function isForPalette(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  return event.key === 'F1' || ((event.ctrlKey || event.metaKey) && event.shiftKey && event.code === 'KeyP');
}

/** Returns the request for the values with differences, and the containers that have some inside. */
function onlyDifferences(marks: Uint32Array, opens: NarrowRequest['opens']): NarrowRequest {
  const [nodes, around]: [number[], number[]] = [[], []];
  for (let at = 0; at < marks.length; at += MARK_WORDS)
    (marks[at + 2] === CHANGE.inside ? around : nodes).push(marks[at] ?? 0);
  const found = { nodes: Uint32Array.from(nodes) };
  return { kind: 'differences', detail: '', found, around: Uint32Array.from(around), whole: true, opens };
}
