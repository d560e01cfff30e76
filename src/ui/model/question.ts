// Confirmation by the user.

/** A question that the user confirms or cancels. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly yes: string;
}

/** Asks the user for confirmation. */
export type Confirm = (question: Question) => Promise<boolean>;
