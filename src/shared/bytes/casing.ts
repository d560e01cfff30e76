// Gives a replacement the capitals of the text that it replaces: "total" for "count" turns COUNT into TOTAL and Count into
// Total. Where both consist of the same number of words between hyphens, or underscores, each word follows its counterpart.

const JOINTS = ['-', '_'];

/** Returns `text` with the capitals of `hit`; unchanged where the hit has no letters with case, or mixes cases. */
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
  // A single capital fits both "Count" and "COUNT", so upper case needs a longer hit.
  if (hit === lower) return text.toLowerCase();
  if (hit === upper && hit.length > 1) return text.toUpperCase();
  const [first = ''] = hit;
  if (first.toLowerCase() === first.toUpperCase()) return text;
  const [start = ''] = text;
  const rest = text.slice(start.length);
  return (first === first.toLowerCase() ? start.toLowerCase() : start.toUpperCase()) + rest;
}
