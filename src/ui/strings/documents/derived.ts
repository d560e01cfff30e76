// Texts made from other documents: what their names say, and what is said when they replace one.

/** What is added to the name of the document. */
export const DERIVED = {
  copy: (number: number): string => (number === 1 ? 'copy' : `copy ${number}`),
  result: (number: number): string => (number === 1 ? 'result' : `result ${number}`),
  pattern: / \((?:copy|result)(?: \d+)?\)$/,
} as const;

/** `to`: the name of what was replaced. */
export function replacedByCopy(from: string, to: string): string {
  return from === to
    ? `${to} was replaced by a copy of the document of the same name in the other panel.`
    : `${to} was replaced by a copy of ${from}.`;
}

/** What was replaced, where it was the document of the first visit. */
export const EXAMPLE = 'The example';
