// Spells numbers as jq does when it passes them through: as decimals of any length, in its own format. Numbers that have an
// exponent, or are very small, change their spelling. @see jq 1.8, decNumber's `to-scientific-string`

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/;
/** Below this magnitude a decimal is written with an exponent. */
const MIN_PLAIN_MAGNITUDE = -6;

/** Spells a JSON number as jq does. */
export function formatNumber(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(number) ?? [];
  const all = (whole + fraction).replace(/^0+(?=\d)/, '');
  const exponent = Number(power) - fraction.length;
  const magnitude = exponent + all.length - 1;
  if (exponent <= 0 && magnitude >= MIN_PLAIN_MAGNITUDE) {
    if (exponent === 0) return sign + all;
    const padded = all.padStart(1 - exponent, '0');
    return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  const digits = all.length === 1 ? all : `${all.charAt(0)}.${all.slice(1)}`;
  return `${sign}${digits}E${magnitude < 0 ? '-' : '+'}${Math.abs(magnitude)}`;
}
