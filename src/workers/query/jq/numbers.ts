// How jq spells numbers that it passes through: as decimals of any length, in a form of its own. A number whose
// exponent was written, or that is very small, comes out otherwise than it went in. @see jq 1.8, decNumber's
// `to-scientific-string`

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/;
/** Below this magnitude a decimal is written with an exponent. */
const SMALLEST = -6;

/** A number of JSON as jq writes it. */
export function spellNumber(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(number) ?? [];
  const all = (whole + fraction).replace(/^0+(?=\d)/, '');
  const exponent = Number(power) - fraction.length;
  const magnitude = exponent + all.length - 1;
  if (exponent <= 0 && magnitude >= SMALLEST) {
    if (exponent === 0) return sign + all;
    const padded = all.padStart(1 - exponent, '0');
    return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  const digits = all.length === 1 ? all : `${all.charAt(0)}.${all.slice(1)}`;
  return `${sign}${digits}E${magnitude < 0 ? '-' : '+'}${Math.abs(magnitude)}`;
}
