// The table of exits names every call in the source that can take something out of the page, and no other; whoever asks or shows
// takes its name from the table; the text for users says what the table says.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXITS, type Exit } from '../../../../src/ui/leaks/exits.ts';
import { LEAKS } from '../../../../src/ui/strings/panel/leaks.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** What can take something out of a page. */
const CALLS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['fetch', /(?<![.\w]|function |async )fetch\((?!\w+: )|: typeof fetch\b/],
  ['postMessage', /\.postMessage\(/],
  ['BroadcastChannel', /new BroadcastChannel\(/],
  ['socket', /new (?:WebSocket|EventSource|XMLHttpRequest|RTCPeerConnection|WebTransport|SharedWorker)\(/],
  ['sendBeacon', /\.sendBeacon\b/],
  ['navigator.share', /navigator\.share\b/],
  ['createObjectURL', /createObjectURL\(/],
  ['createWritable', /\.createWritable\b/],
  ['showSaveFilePicker', /\.showSaveFilePicker\(/],
  ['clipboard.write', /clipboard\.write(?:Text)?\(/],
  ['execCommand', /execCommand\(['"](?:copy|cut)/],
  ['setData', /\.setData\(/],
  ['copyText', /(?<![.\w]|function )copyText\((?!text: string)/],
  ['packInline', /(?<!function )\bpackInline\(/],
  ['plainInline', /(?<!function )\bplainInline\(/],
  ['window.open', /window\.open\(|(?<![.\w])open\(['"`]http/],
  ['location', /\blocation\.(?:assign|replace)\(|\blocation\.href\s*=[^=]/],
  ['form', /\.(?:requestSubmit|submit)\(\)|<form[^>]*\saction=/],
  ['target', /target="_blank"/],
];

/** Calls that take nothing of a document along. */
const NOTHING: Readonly<Record<string, string>> = {
  'ui/documents/incoming/fetch-document.ts fetch': 'reads a document',
  'ui/documents/cloud/token-refresh.ts fetch': 'tokens of the account',
  'ui/account/user.ts fetch': 'the account',
  'ui/account/plans.tsx location': 'the account',
  'ui/account/entries.ts location': 'the account',
  'ui/account/leaving.ts location': 'the account, without the hash',
  'ui/app/insecure-notice.ts location': 'this page, by https',
  'ui/app/service-worker.ts postMessage': 'a command',
  'ui/document-dialogs/open-dialog.tsx location': 'this page',
  'ui/traffic/traffic-dialog.tsx fetch': 'a script of this page',
  'ui/traffic/badge.tsx fetch': 'no body',
  'ui/traffic/seal.ts fetch': 'no body',
  'ui/traffic/seal.ts location': 'this page; a hash is not sent',
  'ui/traffic/watch.ts postMessage': 'a command',
  'ui/traffic/watch.ts sendBeacon': 'counts the calls of others',
  'ui/tree/popover/inside.tsx form': 'a form of the page, which is never sent',
  'ui/transform/help-panel.tsx target': 'the documentation of a language',
  'embed/page/memory-documents.ts fetch': 'reads a document',
  'embed/sdk/editor.ts postMessage': 'runs in the page around, and talks to the editor',
};

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** The calls of the source, each as its file and its name. */
function callsInSource(): string[] {
  const found = new Set<string>();
  for (const folder of ['src/ui', 'src/embed']) {
    for (const path of sources(join(ROOT, folder))) {
      const file = relative(join(ROOT, 'src'), path).replaceAll('\\', '/');
      if (file.startsWith('ui/strings/')) continue;
      const code = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      for (const [name, pattern] of CALLS) if (pattern.test(code)) found.add(`${file} ${name}`);
    }
  }
  return [...found].toSorted();
}

const exits: readonly (readonly [string, Exit])[] = Object.entries(EXITS);
const inTable = new Set(exits.flatMap(([, { calls }]) => calls));

describe('the table of exits', () => {
  it('[NEW-7] names every call in the source that takes something out, and no other', () => {
    const calls = callsInSource();
    expect(calls.filter((call) => !inTable.has(call) && NOTHING[call] === undefined)).toEqual([]);
    expect([...inTable, ...Object.keys(NOTHING)].filter((call) => !calls.includes(call))).toEqual([]);
  });

  it('[NEW-7] is what the exits ask and show by', () => {
    const code = [...sources(join(ROOT, 'src'))].map((path) => readFileSync(path, 'utf8')).join('\n');
    const asked = new Set(
      [...code.matchAll(/\b(?:mayLeave|graveLeaks)\(\s*\w+,\s*(?:[\w.]+,\s*)?'(\w+)'/g)].map(([, name]) => name),
    );
    const shown = new Set([...code.matchAll(/<LeakNote [^>]*exit="(\w+)"/g)].map(([, name]) => name));
    for (const [name, { rule }] of exits) {
      expect([name, asked.has(name)]).toEqual([name, rule === 'asks']);
      expect([name, shown.has(name)]).toEqual([name, rule === 'shows']);
      // Each question says where the document would go, and what its button does.
      if (rule === 'asks') expect(LEAKS.ask).toMatchObject({ [name]: expect.any(String) as string });
    }
  });

  it('[NEW-7] is in the documentation', () => {
    const trust = readFileSync(join(ROOT, 'docs/trust.md'), 'utf8');
    for (const [name, { what, rule }] of exits) {
      const row = trust.split('\n').find((line) => line.startsWith(`| ${what} |`));
      expect([name, row?.split('|')[2]?.trim()]).toEqual([name, rule]);
    }
  });
});
