// Names of time zones for jq. The C library of its WebAssembly build knows none, so that any format with `%Z` fails; programs
// that contain it get definitions of `strftime` and `strflocaltime` that insert the name first.

/** Replaces `%Z`, but not the end of `%%Z`. */
const INSERT = 'def _zone($name): split("%%") | map(split("%Z") | join($name)) | join("%%");';

/** Returns the program, with the definitions before it on its first line if it may need them. */
export function withZones(program: string): string {
  if (!program.includes('%Z')) return program;
  const names = JSON.stringify(zoneNames(new Date().getFullYear()));
  return `${INSERT} def _utc(f): strftime(f); def _local(f): strflocaltime(f); def strftime(f): _utc(f | _zone("UTC")); def strflocaltime(f): _local("%z") as $z | _local(f | _zone(${names}[$z] // $z)); ${program}`;
}

/** The short names of the local zone, by offset: that of winter and that of summer. */
function zoneNames(year: number): Record<string, string> {
  const names: Record<string, string> = {};
  for (const month of [0, 6]) {
    const date = new Date(year, month, 1);
    const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(date);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
    if (name !== undefined) names[offsetText(-date.getTimezoneOffset())] = name;
  }
  return names;
}

/** An offset as `%z` writes it. */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
