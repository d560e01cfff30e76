// The requests to show another document in a panel. They are numbered when they are made: of those that have begun, the latest
// request wins, in whatever order the questions about unsaved work were answered. One that was overtaken ends silently, and one
// that was refused overtakes nothing.

/** A request to show another document. */
export interface OpenRequest {
  /** Gives the panel to this request, unless a later one has it; returns whether it did. */
  begin(): boolean;
  /** Whether no later request has begun. */
  isCurrent(): boolean;
}

/** The requests of one panel. */
export class OpenRequests {
  private made = 0;
  private fetches = 0;
  private latest = 0;

  /** Whether any request was made. */
  get hasAny(): boolean {
    return this.made > 0;
  }

  /** The number of the latest request that has begun; 0 if none has. */
  get begun(): number {
    return this.latest;
  }

  make(): OpenRequest {
    this.made += 1;
    const mine = this.made;
    const isCurrent = (): boolean => mine >= this.latest;
    const begin = (): boolean => {
      if (isCurrent()) this.latest = mine;
      return isCurrent();
    };
    return { begin, isCurrent };
  }

  /** The same for a fetch that may not lead to an open: it overtakes only earlier fetches. Returns whether it is current. */
  makeFetch(): () => boolean {
    this.fetches += 1;
    const [mine, { isCurrent }] = [this.fetches, this.make()];
    return () => mine === this.fetches && isCurrent();
  }
}
