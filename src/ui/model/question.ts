// Something that a person is asked.

/** Something that a person has to agree to. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The button that agrees. */
  readonly yes: string;
}

/** Asks a person. */
export type Confirm = (question: Question) => Promise<boolean>;
