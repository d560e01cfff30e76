// A panel's store with a stand-in for its document: what is unsaved, and the state after a failed open.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodedError } from '../../../../src/shared/errors.ts';
import type { DocumentState } from '../../../../src/shared/protocol/protocol.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import { NO_STATE } from '../../../../src/ui/client/recovering-connection.ts';
import { fetchDocument } from '../../../../src/ui/documents/incoming/fetch-document.ts';
import type { Documents } from '../../../../src/ui/documents/documents.ts';
import type { DocumentClient } from '../../../../src/ui/client/document.ts';
import { stayMs, type Notice } from '../../../../src/ui/notices/notices.ts';
import { createOpening } from '../../../../src/ui/documents/open/opening.ts';
import type { Confirm } from '../../../../src/ui/model/question.ts';
import { createPanelCore, isUnsaved } from '../../../../src/ui/panel-core/panel-core.ts';
import { createSettings } from '../../../../src/ui/settings/browser-settings.ts';

function makePanel(answer: { readonly confirm: boolean } = { confirm: true }) {
  const listeners = new Set<() => void>();
  const failures: unknown[] = [];
  const client = {
    state: NO_STATE,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(change: Partial<DocumentState>) {
      client.state = { ...client.state, ...change };
      for (const listener of listeners) listener();
    },
    caughtUp: () => Promise.resolve(),
    open(content: Blob): Promise<void> {
      if (failures.length > 0) return Promise.reject(failures.shift());
      const revision = asRevision(client.state.revision + 1);
      client.change({ phase: 'ready', size: content.size, revision, content: revision * 10 });
      return Promise.resolve();
    },
  };
  const notices: Notice[] = [];
  const keys: (string | null)[] = [];
  const questions: string[] = [];
  const settings = createSettings(() => {
    throw new Error('no storage here');
  });
  // The store uses no other part of a client here.
  const core = createPanelCore('left', client as unknown as DocumentClient, (notice) => notices.push(notice), settings);
  const confirm: Confirm = ({ text }) => {
    questions.push(text);
    return Promise.resolve(answer.confirm);
  };
  const opening = createOpening(core, {
    confirm,
    // No document is stored here, so the rest of `Documents` is unused.
    documents: { recent: { view: () => undefined }, fetch: fetchDocument } as unknown as Documents,
    flush: () => Promise.resolve(false),
    onKey: (key) => keys.push(key && `${key.source}.${key.id}`),
    onFile: () => undefined,
  });
  return { client, core, opening, notices, keys, questions, failures };
}

afterEach(() => vi.unstubAllGlobals());

describe('opening a document', () => {
  it('shows it, saved, under its name', async () => {
    const { core, opening, keys } = makePanel();
    expect(await opening.openFile(new File(['[1]'], 'a.json'))).toBe(true);
    expect(core.state).toMatchObject({
      document: { name: 'a.json', blank: false, origin: { kind: 'disk' } },
      task: null,
    });
    expect(isUnsaved(core.state)).toBe(false);
    expect(keys).toEqual([null]);
  });

  it('[DOC-5] is unsaved after an edit, and saved again after undo comes back to it', async () => {
    const { client, core, opening } = makePanel();
    await opening.openFile(new File(['[1]'], 'a.json'));
    const { content } = client.state;
    client.change({ content: content + 1 });
    expect(isUnsaved(core.state)).toBe(true);
    client.change({ content });
    expect(isUnsaved(core.state)).toBe(false);
  });

  it('[DOC-6] asks before unsaved work goes, and keeps it on a no', async () => {
    const { client, core, opening, questions } = makePanel({ confirm: false });
    await opening.openText('[1]');
    expect(isUnsaved(core.state)).toBe(true);
    expect(await opening.openFile(new File(['[2]'], 'b.json'))).toBe(false);
    expect(questions).toEqual(['You have unsaved data, are you sure you want to open a new file?']);
    expect(core.state.document.name).toBe('New document');
    expect(client.state.revision).toBe(1);
  });

  it('[RTE-2] leaves the panel as it was when a file is gone, and names it', async () => {
    const { core, opening, notices } = makePanel();
    await opening.openFile(new File(['[1]'], 'a.json'));
    const gone = new File(['x'], 'gone.json');
    gone.slice = () => {
      throw new DOMException('gone', 'NotFoundError');
    };
    expect(await opening.openFile(gone)).toBe(false);
    expect(core.state.document).toMatchObject({ name: 'a.json', blank: false });
    expect(notices).toMatchObject([{ severity: 'error', message: expect.stringContaining('"gone.json"') as string }]);
  });

  it('[RTE-2] leaves the panel as it was when the document is refused before anything is lost', async () => {
    const { core, opening, notices, failures } = makePanel();
    await opening.openFile(new File(['[1]'], 'a.json'));
    failures.push(new CodedError('too-large', 'Too large.'));
    await opening.openFile(new File(['[2]'], 'b.json'));
    expect(core.state.document.name).toBe('a.json');
    expect(notices).toMatchObject([{ severity: 'error', message: 'Too large.' }]);
  });

  it('[RTE-2] clears the panel and says why when a hash value names nothing', async () => {
    const { core, opening } = makePanel();
    await opening.openFile(new File(['[1]'], 'a.json'));
    expect(await opening.openKey('ftp.x')).toBe(false);
    expect(core.state.document.blank).toBe(true);
    expect(core.state.document.problem).toContain('unknown document source "ftp"');
  });

  it('[RTE-1] opens inline text from the hash', async () => {
    const { client, core, opening } = makePanel();
    expect(await opening.openKey('json.{"a":1}')).toBe(true);
    expect(core.state.document.origin).toEqual({ kind: 'json', key: { source: 'json', id: '{"a":1}' } });
    expect(client.state.size).toBe(7);
  });

  it.each([
    ['a missing document', new Response('gone', { status: 404, statusText: 'Not Found' }), '404 Not Found'],
    ['a web page', new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'web page'],
    ['an empty answer', new Response('', { headers: { 'content-type': 'application/json' } }), 'empty'],
  ])('[ERR-3] names the address when it answers with %s', async (_, response, reason) => {
    const { core, opening, notices } = makePanel();
    await opening.openFile(new File(['[1]'], 'a.json'));
    vi.stubGlobal('fetch', () => Promise.resolve(response));
    expect(await opening.openUrl('https://a.org/x.json')).toBe(false);
    expect(notices[0]?.message).toContain('Failed to load url "https://a.org/x.json".');
    expect(notices[0]?.message).toContain(reason);
    expect(core.state.document.name).toBe('a.json');
  });

  it('lets the newest of two opens win', async () => {
    const { core, opening } = makePanel();
    let arrive: (response: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)));
    const slow = opening.openUrl('https://a.org/slow.json');
    await opening.openFile(new File(['[1]'], 'quick.json'));
    arrive(new Response('[2]', { headers: { 'content-type': 'application/json' } }));
    expect(await slow).toBe(false);
    expect(core.state.document.name).toBe('quick.json');
  });
});

describe('notices', () => {
  it('[ERR-2] stay as long as they matter', () => {
    const action = { label: 'Undo', run: () => undefined };
    expect(stayMs({ severity: 'error', message: '' })).toBe(60_000);
    expect(stayMs({ severity: 'error', message: '', action })).toBe(60_000);
    expect(stayMs({ severity: 'success', message: '' })).toBe(1000);
    expect(stayMs({ severity: 'success', message: '', action })).toBe(10_000);
    expect(stayMs({ severity: 'info', message: '' })).toBe(0);
  });
});
