// Reads assignments, one on each line: `json.users[0].name = "Ada";`, with or without the semicolon, from any name on.

import type { JsonTree } from './json-tree.ts';

const ROOT = /^(?:\$|[\p{ID_Start}$_][\p{ID_Continue}$]*)/u;
const STEP = /(?:\.([\p{ID_Start}$_][\p{ID_Continue}$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])/uy;
/** A list with a gap this wide is no list that was written out. */
const MAX_GAP = 1000;

/** Returns the values of assignments; `null` if a text is something else. */
export function readPaths(text: string): JsonTree | null {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '');
  const root: { value: JsonTree | null } = { value: null };
  const name = ROOT.exec(lines[0]?.trim() ?? '')?.[0];
  if (name === undefined) return null;
  for (const line of lines) if (!assign(root, name, line.trim())) return null;
  return root.value;
}

function assign(root: { value: JsonTree | null }, name: string, line: string): boolean {
  if (!line.startsWith(name)) return false;
  const steps: (string | number)[] = [];
  let at = name.length;
  for (STEP.lastIndex = at; ; at = STEP.lastIndex) {
    const step = STEP.exec(line);
    if (step === null) break;
    const [, key, index, quoted] = step;
    steps.push(index === undefined ? (key ?? String(JSON.parse(quoted ?? '""'))) : Number(index));
  }
  const value = /^ = (.*?);?$/s.exec(line.slice(at))?.[1];
  const tree = value === undefined ? null : scalarOrEmpty(value);
  if (tree === null) return false;
  return put(root, steps, tree);
}

function scalarOrEmpty(spelt: string): JsonTree | null {
  if (spelt === '{}') return new Map();
  if (spelt === '[]') return [];
  try {
    const value: unknown = JSON.parse(spelt);
    return typeof value === 'object' && value !== null ? null : spelt;
  } catch {
    return null;
  }
}

/** Puts a value at a path, making the containers on the way. Returns false where that does not fit. */
function put(root: { value: JsonTree | null }, steps: readonly (string | number)[], value: JsonTree): boolean {
  let read = (): JsonTree | null => root.value;
  let write = (tree: JsonTree): void => void (root.value = tree);
  for (const step of steps) {
    let here = read();
    if (here === null) {
      here = typeof step === 'number' ? [] : new Map();
      write(here);
    }
    if (typeof step === 'number') {
      if (!Array.isArray(here) || step > here.length + MAX_GAP) return false;
      const list = here;
      while (list.length < step) list.push('null');
      read = () => list[step] ?? null;
      write = (tree) => void (list[step] = tree);
    } else {
      if (!(here instanceof Map)) return false;
      const members = here;
      read = () => members.get(step) ?? null;
      write = (tree) => void members.set(step, tree);
    }
  }
  const there = read();
  // A container that its members have made already.
  if (there !== null && typeof there !== 'string')
    return typeof value !== 'string' && Array.isArray(there) === Array.isArray(value);
  write(value);
  return true;
}
