// What names a value besides its key: `{"name": "DB_PASSWORD", "value": "…"}`, `["authorization", "Bearer …"]`,
// `["--password", "…"]`, and the parts of a JSON web key.

import { classifyName } from './secret-names.ts';

/** Keys whose value is named by a sibling. */
const VALUES = new Set(['value', 'val', 'Value', 'VALUE']);
/** Keys of the sibling that names it. */
const NAMES = ['name', 'key', 'header', 'Name', 'Key', 'NAME', 'KEY', 'field', 'param', 'variable', 'env'] as const;
/** Members of a JSON web key that are private, by its type. @see RFC 7518 §6 */
const PRIVATE_PARTS: Readonly<Record<string, string>> = { EC: 'd', OKP: 'd', RSA: 'd p q dp dq qi', oct: 'k' };

/** Returns what names the value of a member; `read` returns the string of another member of the object, if it has one. */
export function nameOfMember(key: string, read: (sibling: string) => string | null): string {
  if (VALUES.has(key)) {
    for (const sibling of NAMES) {
      const name = read(sibling);
      if (name !== null) return name;
    }
  }
  if (key.length <= 2 && PRIVATE_PARTS[read('kty') ?? '']?.split(' ').includes(key) === true) return 'private-key';
  return key;
}

/** Whether a member's value may be named by a sibling. Cheaper than asking for it. */
export function mayBeNamed(key: string): boolean {
  return VALUES.has(key) || key.length <= 2;
}

/** Returns what names an item: the flag before it, the first of two, or what names its array. */
export function nameOfItem(before: string | null, index: number, length: number, around: string | null): string | null {
  if (before !== null && /^--?[A-Za-z][\w-]{1,40}$/.test(before)) return before.replace(/^-+/, '');
  const isList = around !== null && classifyName(around) !== null;
  if (index === 1 && length === 2 && before !== null && !isList) return before;
  return around;
}
