// Of several copies the newest counts: one that is still being read when something else is copied is void.

let latest = 0;

/** Begins a copy, and voids those begun before. Returns whether it is still the newest. */
export function beginCopy(): () => boolean {
  latest += 1;
  const own = latest;
  return () => own === latest;
}

/** Copies a text. */
export function copyText(text: string): Promise<void> {
  beginCopy();
  return navigator.clipboard.writeText(text);
}
