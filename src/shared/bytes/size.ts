// Sizes: for display (LIM-1), and the threshold for large documents.

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
/**
 * Formats for the browser's locale, by number of decimals. Created once: creating one takes longer than the rest of the status
 * line's update while the user types.
 */
const READERS = [0, 1].map((digits) => formatOf(digits));

/** `1234` → `1.2 KB`. `locale` decides the decimal separator; the default is the browser's locale. */
export function formatSize(bytes: number, locale?: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 900 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  const format = (locale === undefined ? READERS[digits] : undefined) ?? formatOf(digits, locale);
  return `${format.format(value)} ${UNITS[unit]}`;
}

function formatOf(digits: number, locale?: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Larger documents are saved less often, compared only on request, and unpacked from a link only after confirmation, in bytes.
 * @see requirements DOC-5, CMP-6
 */
export const LARGE_BYTES = 104_857_600;
