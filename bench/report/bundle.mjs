// The packed sizes of a built page: of its first screen, which is everything that its HTML names, and of each part that is loaded
// later.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const KINDS = { js: 'script', css: 'style', woff2: 'font', ttf: 'font' };

/** Returns a record per part and kind, the largest first. `folder` is that of the built page. */
export function bundleOf(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const first = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|woff2))"/g)].map(([, path]) => path));
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`);
  const sizes = new Map();
  for (const path of new Set([...first, ...assets])) {
    const extension = path.slice(path.lastIndexOf('.') + 1);
    if (extension === 'br' || extension === 'gz') continue;
    const kind = KINDS[extension] ?? 'other';
    // Without the hash of its content, a part has the same name in every build.
    const part = first.has(path) ? 'first screen' : path.replace(/^assets\/(.+?)(?:-[\w-]{8})?\.\w+$/, '$1');
    const key = JSON.stringify([part, kind]);
    sizes.set(key, (sizes.get(key) ?? 0) + packedSize(readFileSync(join(folder, path)), kind));
  }
  return Array.from(sizes, ([key, bytes]) => {
    const [part, kind] = JSON.parse(key);
    return { type: 'bundle', part, kind, bytes };
  }).toSorted((a, b) => order(a) - order(b) || b.bytes - a.bytes || (a.part < b.part ? -1 : 1));
}

const order = ({ part }) => (part === 'first screen' ? 0 : 1);

/** Fonts are packed already. */
function packedSize(bytes, kind) {
  if (kind === 'font') return bytes.length;
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;
}
