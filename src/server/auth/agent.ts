// What a session's user knows it by: the browser and the system, without versions, which would make it recognizable.

/** Browsers by what only they name, before those that they also name. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns browser and system of a `User-Agent`, such as `Firefox on Linux`; empty where neither is known. */
export function agentOf(header: string): string {
  const of = (names: readonly (readonly [string, string])[]): string =>
    names.find(([part]) => header.includes(part))?.[1] ?? '';
  return [of(BROWSERS), of(SYSTEMS)].filter((one) => one !== '').join(' on ');
}
