// Shortens texts from documents for messages.

/** Cuts a text to at most `most` UTF-16 units, including the ellipsis. */
export function cutEnd(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
