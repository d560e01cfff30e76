// The JSON in a panel's text that is no JSON document: found by a job worker, which keeps the text and its finds for the calls that
// follow. A worker that is not used for a while ends; the next call scans the text again.
//
//   invalid text ── 300 ms of rest ──▶ scan ══ job worker: counts, while it goes on ══▶ state: the offer
//                                                 ◀══ rows of the list, documents, records

import { proxy } from 'valtio';
import { transfer } from 'comlink';
import { cancelled } from '../../shared/errors.ts';
import type { FindChange, Findings, FoundDocument, FoundView, RecordIdentity } from '../../shared/protocol/extract.ts';
import type { Revision } from '../../shared/units.ts';
import { callLong, JobHost, type Host } from '../client/job-host.ts';
import { spawnJobWorker } from '../client/jobs.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { closeDock } from '../panel-core/dock-state.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { FeatureSlot } from '../model/slot.ts';

/** A worker that was not used for so long is ended: it keeps the whole text. */
const IDLE_MS = 120_000;

/** A text with so many lines that hold JSON is a log. */
const MIN_LOG_LINES = 2;

/** Names of logs. */
const LOG_NAME = /\.(?:log|out|err)(?:\.\d+)?(?:\.gz)?$/i;

/** What is known about the JSON in a text. */
export interface ExtractionState {
  phase: 'none' | 'scanning' | 'done' | 'stopped';
  /** How many scans have begun. */
  scans: number;
  count: number;
  lineCount: number;
  /** Share of the text that was scanned, from 0 to 1. */
  share: number;
  /** Whether there is text around the JSON. */
  isOffered: boolean;
  /** Whether the text is a log: its name says so, or several of its lines hold JSON. Kept while an edit is scanned. */
  isLog: boolean;
  /** Share of the text whose records were written, from 0 to 1; `null` while none are. */
  written: number | null;
}

/** A text: the revision of a document. */
interface About {
  readonly document: PanelDocument;
  readonly revision: Revision;
}

/** The JSON in the text of one panel. */
export class Extraction {
  readonly state = proxy<ExtractionState>({
    phase: 'none',
    scans: 0,
    count: 0,
    lineCount: 0,
    share: 0,
    isOffered: true,
    isLog: false,
    written: null,
  });
  private readonly host = new JobHost(spawnJobWorker, IDLE_MS);
  private about: About | null = null;
  /** The text that a worker has scanned. */
  private scanned: { readonly host: Host; readonly about: About } | null = null;
  private stopping: AbortController | null = null;
  private writing: AbortController | null = null;

  constructor(private readonly core: PanelCore) {}

  /** Scans the text of a revision, unless that was done or is being done. */
  async scan(revision: Revision): Promise<void> {
    const { state } = this;
    const { document, client } = this.core;
    const isKnown = this.about?.document === document && this.about.revision === revision;
    if (isKnown || revision !== client.state.revision) return;
    this.cancel();
    const stopping = new AbortController();
    this.stopping = stopping;
    const about = { document, revision };
    // A broken record of NDJSON is an error, whatever stands in the other lines.
    const mayBeLog = client.state.dialect === 'json';
    if (this.about?.document !== document || !mayBeLog) state.isLog = mayBeLog && LOG_NAME.test(document.facts.name);
    this.about = about;
    Object.assign(state, {
      phase: 'scanning',
      scans: state.scans + 1,
      count: 0,
      lineCount: 0,
      share: 0,
      isOffered: true,
    });
    try {
      await this.use(stopping.signal, () => Promise.resolve());
      if (this.about !== about) return;
      const { isOffered, count, lineCount } = state;
      Object.assign(state, {
        phase: 'done',
        isLog: mayBeLog && isOffered && Math.min(count, lineCount) >= MIN_LOG_LINES,
      });
    } catch {
      // Nobody has asked for it: what was found until then is offered.
      if (this.about === about) state.phase = 'stopped';
    }
  }

  /** Stops the scan that is running; what was found until then stays. */
  cancel(): void {
    this.stopping?.abort();
    this.stopping = null;
  }

  /** The error of the text is no longer shown: forgets the finds of a text that is JSON now, or of another document. */
  leave(): void {
    const { client, document } = this.core;
    if (client.state.validity === 'invalid' && this.about?.document === document) return;
    this.cancel();
    this.cancelRecords();
    this.host.close();
    this.about = null;
    Object.assign(this.state, { phase: 'none', count: 0, isLog: false });
    closeDock(this.core, 'found');
  }

  list(from: number, count: number): Promise<readonly FoundView[]> {
    return this.use(undefined, ({ link }) => link.call('listFinds', [from, count]));
  }

  read(index: number): Promise<FoundDocument> {
    return this.use(undefined, ({ link }) => link.call('readFound', [index]));
  }

  record(index: number): Promise<string> {
    return this.use(undefined, ({ link }) => link.call('readRecord', [index]));
  }

  /** Writes all finds as records; the state tells how far it is. @throws CodedError `cancelled` */
  async records(): Promise<Blob> {
    this.cancelRecords();
    const { state } = this;
    const writing = new AbortController();
    this.writing = writing;
    state.written = 0;
    const task = {
      signal: writing.signal,
      onProgress: (done: number, total: number) => {
        if (this.writing === writing) state.written = total === 0 ? 1 : done / total;
      },
    };
    try {
      return await this.use(task.signal, ({ link }, stopped) => callLong(link, 'findRecords', [], task, stopped));
    } finally {
      if (this.writing === writing) this.cancelRecords();
    }
  }

  cancelRecords(): void {
    this.writing?.abort();
    this.writing = null;
    this.state.written = null;
  }

  /** Plans to write a find back into a version of the text. */
  plan(text: Blob, record: RecordIdentity, json: Blob): Promise<FindChange> {
    return this.host.runJob(
      undefined,
      () => Promise.resolve(),
      ({ link }) => link.call('planFindChange', [text, record, json]),
    );
  }

  /** Runs a call on a worker that has scanned the text of the state. */
  private use<T>(signal: AbortSignal | undefined, body: (host: Host, stopped: AbortSignal) => Promise<T>): Promise<T> {
    const { about } = this;
    return this.host.runJob(
      signal,
      () => Promise.resolve(),
      async (host, _, stopped) => {
        if (about === null) throw cancelled();
        if (this.scanned?.host !== host || this.scanned.about !== about) {
          this.scanned = null;
          const found = await this.extract(host, about, stopped);
          this.scanned = { host, about };
          if (this.about === about) Object.assign(this.state, { ...found, share: 1 });
        }
        return body(host, stopped);
      },
    );
  }

  private async extract({ link }: Host, about: About, stopped: AbortSignal): Promise<Findings> {
    const { text, revision } = await this.core.client.readVersion({ signal: stopped });
    // A later scan is about the text as it is now.
    if (this.core.document !== about.document || revision !== about.revision) throw cancelled();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: [done, total, count] }: MessageEvent<[number, number, number]>) => {
      if (this.about === about) Object.assign(this.state, { count, share: total === 0 ? 1 : done / total });
    };
    stopped.addEventListener('abort', () => port1.postMessage('stop'));
    try {
      return await link.call('extract', [text, transfer(port2, [port2])]);
    } finally {
      port1.close();
    }
  }
}

const EXTRACTION = new FeatureSlot<PanelCore, Extraction>((core) => new Extraction(core));

/** The JSON in the text of a panel. */
export function extractionOf(core: PanelCore): Extraction {
  return EXTRACTION.of(core);
}
