// Connects the find bar to the text: hits near the screen are coloured, the current one is selected, and the user's edits shift
// the hits after them.
//
// Monaco receives the hits on the screen and as much again on either side, never those of the whole window: 1 MB may contain
// half a million.

import type { Selection } from '../../../shared/protocol/selection.ts';
import type { ByteRange } from '../../../shared/units.ts';
import type { Finder } from '../../find/finder.ts';
import type { FindTarget } from '../../find/find-state.ts';
import { showOnlyOf } from '../../show-only/show-only.ts';
import { rangeOf } from '../window/caret.ts';
import type { FindCommand } from '../commands/document-commands.ts';
import { monaco } from '../editor/editor.ts';
import { Occurrences } from '../commands/occurrences.ts';
import type { TextSession } from '../session/session.ts';
import { nearbyBytes, rangeIn } from './visible-ranges.ts';
import type { TextSlice } from '../window/slice.ts';
import styles from './view.module.css';

/** A longer selection does not become the pattern: the user means to edit it. In bytes. */
const MAX_SEED_BYTES = 200;
/** The most hits that are coloured at a time. */
const MAX_HITS = 2500;
const IMMEDIATE = 1;

/** Connects a finder to a session, until `stop`. */
export class TextFindTarget implements FindTarget {
  readonly searches = 'text';
  private readonly occurrences: Occurrences;
  private readonly decorations: monaco.editor.IEditorDecorationsCollection;
  private readonly endings: (() => void)[] = [];
  private frame = 0;
  /** Whether the next hit is the first since the bar was opened: where a search has ended, what it has opened stays so. */
  private isFirst = true;
  /** Top of the editor on the page. */
  private topPx: number;
  /** What the hits on the screen were computed from. Nothing to do while it is the same. */
  private shown: unknown[] = [];

  constructor(
    private readonly session: TextSession,
    private readonly finder: Finder,
    onError: (error: unknown) => void,
  ) {
    const { editor, screen } = session;
    this.occurrences = new Occurrences(session, finder, onError);
    this.topPx = editor.getContainerDomNode().getBoundingClientRect().top;
    this.decorations = editor.createDecorationsCollection();
    const disposables = [
      editor.onDidScrollChange(() => this.refresh()),
      editor.onDidLayoutChange(() => {
        // The editor also moves when something else appears above it.
        this.topPx = editor.getContainerDomNode().getBoundingClientRect().top;
        this.refresh();
      }),
      screen.model.onDidChangeContent(() => {
        this.shown = [];
        this.refresh();
      }),
      editor.onDidChangeCursorSelection(() => {
        // After the session has adopted the selection.
        queueMicrotask(() => finder.moved());
      }),
      editor.onKeyDown((event) => {
        if (event.keyCode !== monaco.KeyCode.Escape || (editor.getSelections()?.length ?? 0) > 1) return;
        const isOpen = finder.getState().open;
        // What the editor has opened itself is closed first.
        const isBusy =
          editor.getDomNode()?.querySelector('.suggest-widget.visible, .monaco-hover:not(.hidden)') != null;
        if (!isOpen && (isBusy || session.client.state.narrowed === null)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isOpen) finder.close();
        else showOnlyOf(session.client, onError).end().catch(onError);
      }),
    ];
    this.endings.push(
      ...disposables.map((one) => () => one.dispose()),
      finder.subscribe(() => {
        if (!finder.getState().open) this.isFirst = true;
        this.refresh();
      }),
      finder.attach(this),
    );
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    for (const end of this.endings) end();
  }

  selection(): Selection {
    return this.session.caret.spans;
  }

  place(): ByteRange {
    return rangeOf(this.session.caret.primary);
  }

  seed(): string | null {
    const { slice } = this.session.screen;
    const { start, end } = rangeOf(this.session.caret.primary);
    if (slice === null || start === end || end - start > MAX_SEED_BYTES) return null;
    if (!slice.holds(start) || !slice.holds(end)) return null;
    const text = slice.text(slice.indexOf(start), slice.indexOf(end));
    return text.includes('\n') ? null : text;
  }

  select({ start, end }: ByteRange): void {
    this.session.navigation.visit({ anchor: start, active: end }, this.isFirst ? 'first' : 'next');
    this.isFirst = false;
  }

  selectAll(): void {
    void this.occurrences.selectHits();
  }

  focus(): void {
    this.session.editor.focus();
  }

  settle(): void {
    const { editor } = this.session;
    const { top } = editor.getContainerDomNode().getBoundingClientRect();
    const delta = top - this.topPx;
    this.topPx = top;
    if (delta === 0) return;
    // Immediately, because the frame before Monaco notices would show the text displaced.
    editor.layout();
    // At the start of the document the text moves down instead, so that its first line is not scrolled off.
    if (editor.getScrollTop() > 0) editor.setScrollTop(editor.getScrollTop() + delta, IMMEDIATE);
  }

  /** Runs a find command of the editor. */
  run(command: FindCommand): void {
    const { finder, occurrences } = this;
    switch (command) {
      case 'find':
      case 'replace':
        finder.open(command === 'replace');
        break;
      case 'next':
      case 'previous':
        finder.go(command);
        break;
      case 'nextSelected':
      case 'previousSelected':
        occurrences.selectWord();
        finder.reveal({}, this.seed());
        finder.go(command === 'nextSelected' ? 'next' : 'previous');
        break;
      case 'within':
        if (finder.getState().open) finder.toggleWithin();
        break;
      case 'matchCase':
      case 'wholeWord':
      case 'regex':
      case 'preserveCase':
        if (finder.getState().open) finder.toggle(command);
        break;
      case 'addNext':
      case 'addPrevious':
        void occurrences.add(command === 'addNext' ? 'next' : 'previous', false);
        break;
      case 'moveNext':
      case 'movePrevious':
        void occurrences.add(command === 'moveNext' ? 'next' : 'previous', true);
        break;
      case 'selectOccurrences':
        void occurrences.selectAll();
        break;
    }
  }

  private refresh(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private paint(): void {
    const { finder } = this;
    const { slice } = this.session.screen;
    const { open, count, current, within } = finder.getState();
    if (!open || slice === null || count === 0) {
      this.shown = [];
      const scope =
        open && slice !== null && within !== null ? within.flatMap((part) => this.scopeOf(slice, part)) : [];
      this.decorations.set(scope);
      return;
    }
    // Stale hits would be drawn at wrong places; those already coloured move with the text.
    if (!finder.isFresh) return;
    const range = nearbyBytes(this.session, slice);
    const { start } = range;
    const from = Math.max(0, finder.hits.indexFrom(start) - 1);
    const to = Math.min(finder.hits.indexFrom(range.end), from + MAX_HITS);
    // Hits after the screen may still be arriving, and make no difference here.
    const key = [slice, slice.revision, finder.hits, from, to, current >= from && current < to ? current : -1, within];
    if (key.every((part, index) => part === this.shown[index]) && this.shown.length > 0) return;
    this.shown = key;
    const made: monaco.editor.IModelDeltaDecoration[] = (within ?? []).flatMap((part) => this.scopeOf(slice, part));
    for (let index = from; index < to; index += 1) {
      const hit = finder.hits.at(index);
      if (hit.end < start || hit.start > slice.end || slice.hides(hit.start)) continue;
      made.push(this.decoration(slice, hit, index === current));
    }
    this.decorations.set(made);
  }

  private decoration(slice: TextSlice, range: ByteRange, isCurrent: boolean): monaco.editor.IModelDeltaDecoration {
    return {
      range: rangeIn(slice, range),
      options: {
        className: styles[isCurrent ? 'current' : 'hit'] ?? null,
        inlineClassName: styles['found'] ?? null,
        // Text typed at either end of a hit is not part of it.
        stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
        zIndex: isCurrent ? 2 : 1,
      },
    };
  }

  /** The part of a search range that the window holds. */
  private scopeOf(slice: TextSlice, range: ByteRange): monaco.editor.IModelDeltaDecoration[] {
    if (range.end <= slice.base || range.start >= slice.end) return [];
    return [{ range: rangeIn(slice, range), options: { className: styles['scope'] ?? null } }];
  }
}
