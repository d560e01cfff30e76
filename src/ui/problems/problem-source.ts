// The problems of a panel's document as its views mark them: only while they are those of the text as it is.

import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Problem, ProblemReport } from '../../shared/protocol/problems.ts';
import { NO_STATE } from '../client/connection.ts';
import type { DocumentClient } from '../client/document.ts';

/** Where the problems of a document are kept; a panel's core is one. */
export interface ProblemHost {
  readonly client: Pick<DocumentClient, 'state'>;
  readonly state: { readonly problems: ProblemReport | null };
}

/** Of a document that nobody looks for problems in. */
export const NO_PROBLEMS: ProblemHost = { client: { state: NO_STATE }, state: proxy({ problems: null }) };

/** A stable list of what is wrong. */
export class ProblemSource {
  private report: ProblemReport | null = null;
  private sorted: readonly Problem[] = [];

  constructor(private readonly host: ProblemHost) {}

  /** Calls back when others are known. Answers how to stop. */
  readonly subscribe = (listener: () => void): (() => void) =>
    subscribeKey(this.host.state, 'problems', listener, true);

  /** Whether what is known is of the text as it is. */
  get isCurrent(): boolean {
    return this.host.state.problems?.revision === this.host.client.state.revision;
  }

  /** Those that are listed, in the order of the text; the same list until there is another report. */
  readonly get = (): readonly Problem[] => {
    const { problems } = this.host.state;
    if (problems !== this.report) {
      this.report = problems;
      this.sorted = (problems?.groups ?? []).flatMap(({ first }) => first).toSorted((a, b) => a.start - b.start);
    }
    return this.sorted;
  };
}
