// Where a document lives: the words at the title, and what *Save* writes, over all cases of it.

import { describe, expect, it } from 'vitest';
import { keptState, placeOf, saveTarget, type PlaceFacts } from '../../../../src/ui/documents/save/place.ts';
import type { SaveState } from '../../../../src/ui/documents/save/save-state.ts';
import type { Origin } from '../../../../src/ui/model/origin.ts';

const LOCAL: Origin = { kind: 'local', key: { source: 'local', id: 'bakeli' }, rev: 1, access: [] };
const URL_KEY = { source: 'url', id: 'https://example.org/orders.json?a=1' } as const;
const cloud = (access: Extract<Origin, { kind: 'cloud' | 'local' }>['access']): Origin => ({
  kind: 'cloud',
  key: { source: 'cloud', id: 'x' },
  rev: 3,
  access,
});
const FILE = { name: 'people.csv', downloaded: null };

function facts(changes: Partial<PlaceFacts>): PlaceFacts {
  return {
    name: 'people.csv',
    origin: { kind: 'none' },
    hasHandle: false,
    hasPicker: true,
    sourceFile: null,
    saveState: 'untouched',
    isDownloaded: false,
    ...changes,
  };
}

const CASES: readonly [string, Partial<PlaceFacts>, string, string][] = [
  ['the example', { name: 'Sample', origin: { kind: 'sample' } }, 'Sample, not kept yet', 'browser'],
  ['a new text', { name: 'New document' }, 'New document, not kept yet', 'browser'],
  ['an address', { origin: { kind: 'url', key: URL_KEY } }, 'people.csv, from example.org', 'browser'],
  [
    'a link that holds it',
    { origin: { kind: 'json', key: { source: 'json', id: '[1]' } } },
    "people.csv, in this page's address",
    'browser',
  ],
  ['this browser', { origin: LOCAL, saveState: 'saved' }, 'people.csv, in this browser', 'browser'],
  ['a file', { origin: { kind: 'disk' }, hasHandle: true }, 'people.csv, on disk', 'file'],
  [
    'a file with unsaved changes',
    { origin: { kind: 'disk' }, hasHandle: true, saveState: 'unsaved' },
    'people.csv, on disk',
    'file',
  ],
  ['a file that cannot be written', { origin: { kind: 'disk' }, sourceFile: FILE }, 'people.csv, from disk', 'choose'],
  [
    'the same without a picker',
    { origin: { kind: 'disk' }, sourceFile: FILE, hasPicker: false },
    'people.csv, from disk',
    'download',
  ],
  [
    'the same, edited',
    { origin: { kind: 'disk' }, sourceFile: FILE, hasPicker: false, saveState: 'unsaved' },
    'Edited here; people.csv on disk is unchanged',
    'download',
  ],
  [
    'the same, downloaded',
    { origin: { kind: 'disk' }, sourceFile: FILE, hasPicker: false, saveState: 'saved', isDownloaded: true },
    'people.csv, from disk',
    'download',
  ],
  [
    'the copy that is kept of it',
    { origin: LOCAL, sourceFile: FILE, saveState: 'saved' },
    'Copy in this browser; people.csv on disk is unchanged',
    'choose',
  ],
  [
    'that copy under another name',
    { name: 'mine', origin: LOCAL, sourceFile: FILE, hasPicker: false },
    'Copy in this browser; people.csv on disk is unchanged',
    'download',
  ],
  [
    'that copy, downloaded',
    { origin: LOCAL, sourceFile: FILE, hasPicker: false, isDownloaded: true },
    'Copy in this browser; people.csv was downloaded',
    'download',
  ],
  [
    'that copy, read again as another table',
    { sourceFile: FILE, saveState: 'unsaved' },
    'Edited here; people.csv on disk is unchanged',
    'choose',
  ],
  ['the cloud', { origin: cloud(null) }, 'people.csv, cloud', 'cloud'],
  ['the cloud, private', { origin: cloud([{ public: false }]) }, 'people.csv, cloud, private', 'cloud'],
  [
    'the cloud, with others',
    { origin: cloud([{ public: false }, { id: 'ann', role: 'reader' }]) },
    'people.csv, cloud, private, 1 person with a role',
    'cloud',
  ],
  ['the cloud, public', { origin: cloud([{ public: true }]) }, 'people.csv, cloud, everybody with the link', 'cloud'],
  ['the cloud, for a file', { origin: cloud([]), sourceFile: FILE }, 'people.csv, cloud, private', 'cloud'],
];

describe('the place of a document', () => {
  it.each(CASES)('[DOC-3] [DOC-19] %s', (_name, changes, sentence, target) => {
    expect(placeOf(facts(changes))).toMatchObject({ sentence, target });
  });

  it('[DOC-19] says at Save where that writes, with the name of the file', () => {
    const hints = CASES.map(([, changes]) => placeOf(facts(changes))).map(({ target, saveHint }) => [target, saveHint]);
    expect(new Map(hints.map(([target = '', hint = '']) => [target, hint]))).toEqual(
      new Map([
        ['browser', 'Save in this browser (Ctrl+S)'],
        ['file', 'Save to people.csv on disk (Ctrl+S)'],
        ['choose', 'Save: choose where people.csv is written (Ctrl+S)'],
        ['download', "Save: download people.csv (Ctrl+S). This browser can't write to the file"],
        ['cloud', 'Save to the cloud (Ctrl+S)'],
      ]),
    );
  });

  it('[DOC-19] means the same by Save in every state of one document', () => {
    const states = ['untouched', 'unsaved', 'saving', 'saved', 'conflict'] as const;
    for (const [name, changes] of CASES) {
      const targets = states.map((saveState) => placeOf(facts({ ...changes, saveState })).target);
      expect(new Set(targets).size, name).toBe(1);
    }
    // Also once the copy of a file is kept in this browser.
    for (const hasPicker of [true, false]) {
      const before = saveTarget({ origin: { kind: 'disk' }, hasHandle: false, hasPicker, sourceFile: FILE });
      expect(saveTarget({ origin: LOCAL, hasHandle: false, hasPicker, sourceFile: FILE })).toBe(before);
    }
  });
});

describe('what became of the latest changes', () => {
  const FILE_PLACE = { target: 'file', isDisk: true } as const;
  it.each<[SaveState, Parameters<typeof keptState>[1], Parameters<typeof keptState>[2], ReturnType<typeof keptState>]>([
    ['untouched', 'none', FILE_PLACE, null],
    ['unsaved', 'none', FILE_PLACE, null],
    ['unsaved', 'pending', FILE_PLACE, 'draft'],
    ['unsaved', 'kept', FILE_PLACE, 'draft'],
    ['unsaved', 'failed', FILE_PLACE, 'unprotected'],
    ['conflict', 'kept', { target: 'browser', isDisk: false }, 'conflict'],
    ['conflict', 'failed', { target: 'browser', isDisk: false }, 'unprotected'],
    ['saving', 'failed', { target: 'cloud', isDisk: false }, 'saving'],
    ['saved', 'failed', { target: 'cloud', isDisk: false }, 'unprotected'],
    ['saved', 'none', { target: 'cloud', isDisk: false }, 'saved'],
    ['saved', 'none', FILE_PLACE, 'saved'],
    ['saved', 'none', { target: 'download', isDisk: true }, 'downloaded'],
    ['saved', 'none', { target: 'download', isDisk: false }, 'saved'],
  ])('[DOC-15] %s, with a draft that is %s', (saveState, protection, place, said) => {
    expect(keptState(saveState, protection, place)).toBe(said);
  });
});
