// A replacement in the capitals of what it replaces: "total" for "count" makes TOTAL of COUNT and Total of
// Count. Where hit and replacement are made of as many words between hyphens, or underscores, each word
// follows its own.

const JOINTS = ['-', '_'];

/** `text` with the capitals of `hit`; as it is where the hit has no letters with case, or mixes them. */
export function caseLike(text: string, hit: string): string {
  for (const joint of JOINTS) {
    const [from, to] = [hit.split(joint), text.split(joint)];
    if (from.length > 1 && from.length === to.length) {
      return to.map((word, index) => followWord(word, from[index] ?? '')).join(joint);
    }
  }
  return followWord(text, hit);
}

function followWord(text: string, hit: string): string {
  const [upper, lower] = [hit.toUpperCase(), hit.toLowerCase()];
  if (upper === lower || text === '') return text;
  // One capital says as much of "Count" as of "COUNT"; what is longer decides.
  if (hit === lower) return text.toLowerCase();
  if (hit === upper && hit.length > 1) return text.toUpperCase();
  const [first = ''] = hit;
  if (first.toLowerCase() === first.toUpperCase()) return text;
  const [start = ''] = text;
  const rest = text.slice(start.length);
  return (first === first.toLowerCase() ? start.toLowerCase() : start.toUpperCase()) + rest;
}
