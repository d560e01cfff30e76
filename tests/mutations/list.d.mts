/** One break, and the unit tests that should detect it. */
export interface Break {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  readonly why?: string;
}

export const BREAKS: readonly Break[];
