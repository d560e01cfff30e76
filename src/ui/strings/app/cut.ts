// Texts of a document's own in sentences: only so much of them.

/** The beginning of a text, of at most so many UTF-16 units with the sign that it is cut. */
export function cutEnd(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
