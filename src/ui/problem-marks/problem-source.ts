// The problems of a panel's document for the marks in its views. They are current only while they belong to the document's
// revision.

import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import { severityOf } from './severity.ts';
import { NO_STATE } from '../client/recovering-connection.ts';
import type { DocumentClient } from '../client/document.ts';

/** Holds the problems of a document, such as a panel's core. */
export interface ProblemHost {
  readonly client: Pick<DocumentClient, 'state'>;
  readonly state: { readonly problems: ProblemReport | null };
}

/** For a document that is not checked for problems. */
export const NO_PROBLEMS: ProblemHost = { client: { state: NO_STATE }, state: proxy({ problems: null }) };

/** A stable list of problems. */
export class ProblemSource {
  private report: ProblemReport | null = null;
  private sorted: readonly Problem[] = [];

  constructor(private readonly host: ProblemHost) {}

  /** Calls `listener` when the problems change. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) =>
    subscribeKey(this.host.state, 'problems', listener, true);

  /** Whether the report belongs to the document's current revision. */
  get isCurrent(): boolean {
    return this.host.state.problems?.revision === this.host.client.state.revision;
  }

  /** Returns the problems to be marked in the order of the text; the same array until there is another report. */
  readonly get = (): readonly Problem[] => {
    const { problems } = this.host.state;
    if (problems !== this.report) {
      this.report = problems;
      this.sorted = (problems?.groups ?? [])
        .filter(({ kind }) => severityOf(kind) !== 'info')
        .flatMap(({ first }) => first)
        .toSorted((a, b) => a.start - b.start);
    }
    return this.sorted;
  };
}
