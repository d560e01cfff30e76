// Enforces the import directions drawn in docs/architecture.md.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** What the files in a folder may import: project folders, and packages by name. The longest matching folder applies. */
const RULES: Readonly<
  Record<string, { readonly ours: readonly string[]; readonly packages: readonly string[] | 'any' }>
> = {
  'src/shared': { ours: ['src/shared'], packages: [] },
  'src/engine': { ours: ['src/engine', 'src/shared'], packages: ['yaml', 'lossless-json'] },
  'src/engine/languages': {
    ours: ['src/engine', 'src/shared'],
    packages: ['@jmespath-community/jmespath', '@jsonquerylang/jsonquery', 'jq-wasm', 'json-p3', 'lossless-json'],
  },
  'src/engine/schema/library': {
    ours: ['src/engine', 'src/shared'],
    packages: ['@hyperjump/json-schema-formats', 'idn-hostname'],
  },
  'src/workers': {
    ours: ['src/workers', 'src/engine', 'src/shared'],
    packages: ['comlink', 'fflate', 'jsondiffpatch', 'jsonrepair', 'lossless-json', 'lodash'],
  },
  'src/cli': {
    ours: ['src/cli', 'src/engine', 'src/shared'],
    packages: [
      'node:buffer',
      'node:child_process',
      'node:console',
      'node:crypto',
      'node:events',
      'lodash',
      'node:fs',
      'node:fs/promises',
      'node:http',
      'node:net',
      'node:os',
      'node:path',
      'node:stream',
      'node:stream/consumers',
      'node:stream/promises',
      'node:url',
      'node:util',
      'node:worker_threads',
      'node:zlib',
    ],
  },
  'src/server': { ours: ['src/server', 'src/shared'], packages: 'any' },
  'src/embed/sdk': { ours: ['src/embed/sdk'], packages: [] },
  'src/embed': { ours: ['src/embed', 'src/ui', 'src/shared'], packages: 'any' },
  'src/ui': { ours: ['src/ui', 'src/shared'], packages: 'any' },
};

/** Views that must not import each other. */
const APART = ['src/ui/text', 'src/ui/tree', 'src/ui/table'];

/** The folders of the engine, lowest first: each imports only itself and those before it. */
const ENGINE = [
  'wasm',
  'base',
  'tape',
  'document',
  'repair',
  'layout',
  'lines',
  'textview',
  'treeview',
  'sort',
  'values',
  'suggest',
  'query',
  'edit',
  'search',
  'patch',
  'diff/hash',
  'diff/match',
  'diff/result',
  'diff/output',
  'table',
  'csv',
  'extract',
  'forms',
  'problems',
  'schema',
  'assist',
  'leaks',
  'merge',
  'receipt',
  'languages',
  'javascript',
];

/** All folders of the page, lowest first: each imports only itself and those before it. The entry file comes last. */
const UI = [
  'model',
  'async',
  'strings/app',
  'strings/account',
  'strings/compare',
  'strings/documents',
  'strings/editors',
  'strings/embed',
  'strings/panel',
  'strings/transform',
  'strings/transform/reference',
  'browser',
  'theme',
  'settings',
  'widgets',
  'widgets/menu',
  'widgets/dialog',
  'widgets/scroll',
  'widgets/rows',
  'widgets/list',
  'client',
  'link',
  'notices',
  'assist',
  'field',
  'panel-core',

  'documents/storage',
  'documents/versions',
  'documents/cloud',
  'documents/drafts',
  'documents/incoming',
  'documents',
  'documents/csv',
  'documents/disk',
  'documents/open',
  'documents/save',
  'account',
  'problem-marks',
  'show-only',
  'copy-as',
  'find',
  'compare',
  'app-model',
  'traffic',
  'leaks',
  'show-only-dialog',
  'text/editor',
  'text/window',
  'text/session',
  'text/commands',
  'text/rendering',
  'text/input',
  'text/language',
  'text',
  'tree/meaning',
  'tree/model',
  'tree/popover',
  'tree/diff',
  'tree/found',
  'tree/editing',
  'tree/rows',
  'tree/commands',
  'tree',
  'table/model',
  'table/diff',
  'table/find',
  'table/filter',
  'table/editing',
  'table/commands',
  'table/statistics',
  'table/rows',
  'table/columns',
  'table',
  'incoming',
  'document-dialogs',
  'merge',
  'history',
  'sharing',
  'go-to',
  'nested-editor',
  'schema',
  'problems',
  'csv',
  'receipt',
  'extract',
  'dock',
  'panel/bars',
  'panel',
  'transform/writing',
  'transform',
  'commands',
  'page',
  'app',
  '.',
];

function* sources(folder: string, names = /\.tsx?$/): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path, names);
    else if (names.test(name)) yield path;
  }
}

const fromRoot = (path: string): string => relative(ROOT, path).split(sep).join('/');

/** The specifiers of static, dynamic and type imports, but not a worker's address in `new URL`. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/\b(?:from\s+|import\s*\(?\s*)'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** AssemblyScript, which is compiled separately. */
const isWasm = (file: string): boolean => file.startsWith('src/engine/wasm/') && !file.endsWith('/binary.ts');
const files = [...sources(join(ROOT, 'src'))].map(fromRoot);
const known = new Set(files);
const own = files.filter((file) => !isWasm(file));
const imported = new Map(
  own.map((file) => [
    file,
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => join(dirname(file), specifier).split(sep).join('/')),
  ]),
);

describe('imports', () => {
  it('keep to the layers', () => {
    const breaches: string[] = [];
    for (const file of own) {
      const folder = Object.keys(RULES)
        .filter((candidate) => file.startsWith(`${candidate}/`))
        .toSorted((a, b) => b.length - a.length)[0];
      const rule = folder === undefined ? undefined : RULES[folder];
      if (rule === undefined) breaches.push(`${file} has no rule`);
      for (const specifier of importsOf(file)) {
        // A file of a package that the package does not export, imported by its path in node_modules.
        const plain = specifier.replace(/^(?:\.\.\/)+node_modules\//, '');
        if (plain.startsWith('.')) {
          const target = join(dirname(file), plain).split(sep).join('/');
          const isAllowed = rule?.ours.some((ours) => target.startsWith(`${ours}/`)) ?? false;
          const isApart = APART.some(
            (one) => file.startsWith(`${one}/`) && APART.some((two) => two !== one && target.startsWith(`${two}/`)),
          );
          if (!isAllowed || isApart) breaches.push(`${file} imports ${specifier}`);
          continue;
        }
        const name = plain
          .split('/')
          .slice(0, plain.startsWith('@') ? 2 : 1)
          .join('/');
        if (rule?.packages !== 'any' && rule?.packages.includes(name) !== true)
          breaches.push(`${file} imports ${name}`);
        if (name.startsWith('node:') && !/^src\/(?:server|cli)\//.test(file)) breaches.push(`${file} imports ${name}`);
      }
    }
    expect(breaches).toEqual([]);
  });

  it.each([
    ['src/engine', ENGINE],
    ['src/ui', UI],
  ] as const)('of %s lead only to folders listed earlier', (root, order) => {
    // The longest listed folder that contains the file.
    const rankOf = (file: string): number => {
      for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder)) {
        const rank = order.indexOf(folder === root ? '.' : folder.slice(root.length + 1));
        if (rank >= 0) return rank;
      }
      return -1;
    };
    const breaches: string[] = [];
    for (const [file, targets] of imported) {
      if (!file.startsWith(`${root}/`)) continue;
      const rank = rankOf(file);
      if (rank < 0) breaches.push(`${file} is in no listed folder`);
      for (const target of targets) {
        if (!target.startsWith(`${root}/`)) continue;
        const other = rankOf(target);
        if (other > rank || other < 0) breaches.push(`${file} imports ${target}`);
      }
    }
    expect(breaches).toEqual([]);
  });

  it('of src/ui are ordered folder by folder', () => {
    const folders = new Set(
      own.filter((file) => file.startsWith('src/ui/')).map((file) => dirname(file).slice(7) || '.'),
    );
    expect([...folders].toSorted()).toEqual(UI.toSorted());
    // The folders below one follow each other, so that its order holds for the whole of it.
    const tops = UI.map((folder) => folder.split('/')[0]);
    expect(tops.filter((top, index) => tops.indexOf(top) !== index && tops[index - 1] !== top)).toEqual([]);
  });

  it('make no cycle, those of types included', () => {
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    for (const start of own) {
      const path: { readonly file: string; next: number }[] = state.has(start) ? [] : [{ file: start, next: 0 }];
      if (path.length > 0) state.set(start, 'open');
      for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
        const target = imported.get(step.file)?.[step.next];
        step.next += 1;
        if (target === undefined) {
          state.set(step.file, 'done');
          path.pop();
        } else if (state.get(target) === 'open') {
          const from = path.findIndex(({ file }) => file === target);
          cycles.push([...path.slice(from).map(({ file }) => file), target].join(' → '));
        } else if (!state.has(target) && known.has(target)) {
          state.set(target, 'open');
          path.push({ file: target, next: 0 });
        }
      }
    }
    expect(cycles).toEqual([]);
  });
});
