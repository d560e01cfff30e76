// What a document is narrowed to, seen from the page: which source found the values, and following it.
//
//   source ── find ──▶ nodes or bytes ──▶ client.narrow ══▶ state.narrowed ──▶ the bar above the rows or lines
//      └───── again: it finds something else ─▲
//
// Edits need nothing here: the document keeps what it shows. Only where it was exchanged, or its worker died, the source is asked
// again.

import type { NarrowedTo, NarrowRequest } from '../../shared/protocol/narrowing.ts';
import type { Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import { FeatureSlot } from '../model/slot.ts';
import { Latest } from '../async/latest.ts';
import { unlessStale } from '../async/stale.ts';

/** What a source has found, in a revision of the document. */
export interface FoundValues extends Pick<NarrowRequest, 'found' | 'around' | 'whole'> {
  readonly revision: Revision;
}

/** Finds values of a document. */
export interface OnlySource {
  about(): NarrowedTo;
  /** Finds them in the document as it is now. @throws CodedError */
  find(task: Task): Promise<FoundValues>;
  /** Calls `again` when it would find something else for another reason than an edit. Returns a function that stops it. */
  follow?(again: () => void): () => void;
  /** Frees what it has kept. */
  close?(): void;
}

/** The narrowing of one document. */
export class ShowOnly {
  private source: OnlySource | null = null;
  private endings: (() => void)[] = [];
  private readonly runs = new Latest();
  /** The revision for which a source was asked again by itself. */
  private repaired: Revision | null = null;

  constructor(
    private readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Whether only what this kind of source found is shown. */
  shows(kind: NarrowedTo['kind']): boolean {
    return this.client.state.narrowed?.kind === kind;
  }

  /** Shows only what a source finds. @throws CodedError what the source throws; what was shown before stays then */
  async show(source: OnlySource, task: Task = {}): Promise<void> {
    const found = await source.find(task);
    this.forget();
    this.source = source;
    try {
      await this.narrow(source, found, task);
    } catch (error) {
      if (this.source === source) this.forget();
      throw error;
    }
    if (this.source !== source) return;
    const end = source.follow?.(() => this.again(source));
    this.endings = [this.client.subscribe(() => this.onStateChange(source)), ...(end === undefined ? [] : [end])];
  }

  /** Shows everything again. */
  async end(): Promise<void> {
    this.forget();
    await this.client.widen();
  }

  private async narrow(source: OnlySource, { revision, ...found }: FoundValues, task: Task): Promise<void> {
    await this.client.narrow(revision, { ...source.about(), ...found, opens: 'meanwhile' }, task);
  }

  private again(source: OnlySource): void {
    const run = async (signal: AbortSignal): Promise<true> => {
      const found = await source.find({ signal });
      if (!signal.aborted) await this.narrow(source, found, { signal });
      return true;
    };
    this.runs
      .run((signal) => unlessStale(run(signal), false, 'cancelled', 'worker-died'))
      .then((isDone) => {
        // The document has changed meanwhile: another state follows.
        if (isDone === false) this.repaired = null;
      })
      .catch(this.onError);
  }

  private onStateChange(source: OnlySource): void {
    const { state, isRecovering } = this.client;
    if (isRecovering) return;
    // Another document, or another part of the page shows only what it has found.
    const isOther = state.narrowed !== null && state.narrowed.kind !== source.about().kind;
    if (state.phase !== 'ready' || isOther) return this.forget();
    if (state.narrowed !== null || state.tree !== 'live' || state.validity === 'unknown') return;
    if (this.repaired === state.revision) return;
    this.repaired = state.revision;
    this.again(source);
  }

  private forget(): void {
    this.runs.cancel();
    this.repaired = null;
    for (const end of this.endings) end();
    this.endings = [];
    this.source?.close?.();
    this.source = null;
  }
}

const NARROWING = new FeatureSlot<DocumentClient, { showOnly: ShowOnly | null }>(() => ({ showOnly: null }));

/** The narrowing of a document. */
export function showOnlyOf(client: DocumentClient, onError: (error: unknown) => void): ShowOnly {
  const owned = NARROWING.of(client);
  owned.showOnly ??= new ShowOnly(client, onError);
  return owned.showOnly;
}
