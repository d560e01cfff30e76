// The packages that the page's sources import. Vite prepares them before browser tests begin: when it discovers one later, it
// reloads every page, in the middle of a test.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const IMPORTS =
  /^(?:import|export) (?!type\b)[^;]*?from '([^'.][^']*)'|^import '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;

/** Returns the names of the packages, without duplicates, styles and modules that a plugin generates. @returns {string[]} */
export function browserPackages() {
  const names = new Set(['react/jsx-dev-runtime']);
  for (const folder of ['ui', 'workers', 'shared']) {
    const path = join(root, 'src', folder);
    for (const file of readdirSync(path, { recursive: true }).filter((name) => /\.tsx?$/.test(name))) {
      for (const match of readFileSync(join(path, file), 'utf8').matchAll(IMPORTS)) {
        const name = match[1] ?? match[2] ?? match[3];
        if (!/^(?:virtual:|node:|@fontsource)|[?]|\.css$/.test(name)) names.add(name);
      }
    }
  }
  return [...names].toSorted();
}
