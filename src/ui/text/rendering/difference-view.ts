// Colours the differences from the other document in the text: those on the screen and about as many around it. The worker
// determines which values these are; the packed marks say how they differ.
//
//   screen ──▶ bytes ──▶ worker: entries ──▶ marks between them ──▶ worker: their bytes ──▶ decorations

import type { DiffMarkHost } from '../../compare/difference-marks.ts';
import type { SideDifferences } from '../../compare/side-differences.ts';
import { monaco } from '../editor/editor.ts';
import { nearbyBytes, rangeIn } from './visible-ranges.ts';
import type { TextSlice } from '../window/slice.ts';
import type { TextSession } from '../session/session.ts';
import styles from './view.module.css';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import { unlessStale } from '../../async/stale.ts';

/** The most differences that are coloured at a time. */
const MAX_MARKS = 2000;
/** In longer strings, changed characters are not marked. In bytes. */
const MAX_TEXT_LENGTH = 64 * 1024;
/** Interval between updates while the user scrolls, in milliseconds. */
const WAIT_MS = 40;
const CLASSES = { create: 'created', update: 'updated', delete: 'deleted' } as const;
const SIGNS = {
  create: 'diff-sign diff-plus',
  update: 'diff-sign diff-tilde',
  delete: 'diff-sign diff-minus',
} as const;

/** Colours the differences of one session, until `stop`. */
export class DifferenceView {
  private readonly decorations: monaco.editor.IEditorDecorationsCollection;
  private readonly endings: readonly (() => void)[];
  private readonly later = new Debounced(() => this.update(), WAIT_MS);
  private readonly reads = new Latest();

  constructor(
    private readonly session: TextSession,
    private readonly differences: SideDifferences,
    private readonly onError: (error: unknown) => void,
  ) {
    const { editor, screen } = session;
    this.decorations = editor.createDecorationsCollection();
    const refresh = (): void => this.refresh();
    const disposables = [
      editor.onDidScrollChange(refresh),
      editor.onDidLayoutChange(refresh),
      screen.model.onDidChangeContent(refresh),
    ];
    this.endings = [...disposables.map((one) => () => one.dispose()), differences.subscribe(refresh)];
    this.refresh();
  }

  stop(): void {
    this.later.dispose();
    this.reads.cancel();
    for (const end of this.endings) end();
    this.clear();
  }

  private refresh(): void {
    if (this.differences.result === null && this.decorations.length === 0) return;
    this.later.start();
  }

  private update(): void {
    unlessStale(this.paint(), undefined).catch(this.onError);
  }

  private async paint(): Promise<void> {
    this.reads.cancel();
    const { session, differences } = this;
    const { slice } = session.screen;
    const { revision } = differences;
    if (revision === null) return this.clear();
    // Until the comparison has caught up, existing decorations move with the text.
    if (slice === null || slice.revision !== revision) return;
    const { client } = session;
    const { start, end } = nearbyBytes(session, slice);
    const read = await this.reads.run(async () => {
      const [from = 0, to = 0] = await client.entriesFrom(revision, Float64Array.of(start, end));
      const { nodes, kinds } = differences.changedBetween(from, to, MAX_MARKS);
      const ranges = nodes.length === 0 ? new Float64Array() : await client.itemRanges(revision, nodes);
      return { nodes, kinds, ranges };
    });
    if (read === null || session.screen.slice !== slice) return;
    const { nodes, kinds, ranges } = read;
    const made: monaco.editor.IModelDeltaDecoration[] = [];
    for (const [index, kind] of kinds.entries()) {
      const [item = 0, value = 0, behind = 0] = ranges.subarray(index * 3, index * 3 + 3);
      const first = kind === 'update' ? value : item;
      if (kind === 'child-update' || behind < slice.base || first > slice.end || slice.hides(first)) continue;
      made.push({
        range: rangeIn(slice, { start: first, end: behind }),
        options: {
          className: styles[CLASSES[kind]] ?? null,
          glyphMarginClassName: SIGNS[kind],
          stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
        },
      });
      if (nodes[index] === differences.current) made.push(...frameAround(slice, { start: first, end: behind }));
      if (kind !== 'update' || behind - value > MAX_TEXT_LENGTH) continue;
      for (const part of differences.changedText(nodes[index] ?? 0) ?? []) {
        if (part.end > part.start)
          made.push({
            range: rangeIn(slice, part),
            options: { className: styles['changed'] ?? null, inlineClassName: styles['found'] ?? null, zIndex: 1 },
          });
      }
    }
    this.showSigns(true);
    this.decorations.set(made);
  }

  private clear(): void {
    this.decorations.clear();
    this.showSigns(false);
  }

  /** Makes room for the signs beside the lines. */
  private showSigns(glyphMargin: boolean): void {
    const { editor } = this.session;
    if (editor.getOption(monaco.editor.EditorOption.glyphMargin) !== glyphMargin) editor.updateOptions({ glyphMargin });
  }
}

/** A frame around the lines of a range. */
function frameAround(slice: TextSlice, bytes: { start: number; end: number }): monaco.editor.IModelDeltaDecoration[] {
  const { startLineNumber: first, endLineNumber: last } = rangeIn(slice, bytes);
  const part = (from: number, to: number, name: string): monaco.editor.IModelDeltaDecoration => ({
    range: new monaco.Range(from, 1, to, 1),
    options: { isWholeLine: true, className: styles[name] ?? null, zIndex: 2 },
  });
  return [part(first, last, 'framed'), part(first, first, 'frameTop'), part(last, last, 'frameBottom')];
}

/** Connects the text of a session to the difference marks beside its scrollbar. */
export function diffText({ client, navigation: travel, screen, onScrolled, getScroll }: TextSession): DiffMarkHost {
  return {
    get total() {
      return getScroll().total;
    },
    get version() {
      return [travel.isWrapped, screen.slice?.revision, screen.slice?.folds.version, client.state.revision].join();
    },
    get revision() {
      return client.state.revision;
    },
    async readNodes(units) {
      const { revision } = client.state;
      const starts = await client.shownStarts(travel.isWrapped ? 'byte' : 'line', units);
      return client.entriesFrom(revision, starts);
    },
    subscribe(listener) {
      const endings = [client.subscribe(listener), onScrolled(listener)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
