// The entry of a document worker: binds the calls of `shared/protocol.ts` to a session.

import { expose } from 'comlink';
import type { DocumentApi, DocumentCommand, DocumentEvent } from '../shared/protocol.ts';
import { cutText } from './engine/textwindow.ts';
import { holdLock } from './lock.ts';
import { Reading } from './reading.ts';
import { reply } from './reply.ts';
import { Session } from './session.ts';

let events: MessagePort | null = null;
const session = new Session((event: DocumentEvent) => events?.postMessage(event));
const reading = new Reading(session);

const api: DocumentApi = {
  connect: (port, lock) =>
    reply(async () => {
      events = port;
      port.onmessage = ({ data }: MessageEvent<DocumentCommand>) => session.runner.cancel(data.call);
      if (lock !== null) await holdLock(lock);
      session.tell();
    }),
  open: (call, source) => reply(() => session.open(call, source)),
  replace: (call, source, selection) => reply(() => session.replace(call, source, selection)),
  read: (call, as) => reply(() => session.read(call, as)),
  readRange: (range) =>
    reply(
      () => session.readRange(range),
      (bytes) => [bytes.buffer],
    ),
  apply: (base, splices, typing, selection) => reply(() => session.apply(base, splices, typing, selection)),
  edit: (call, base, intent, selection) => reply(() => session.edit(call, base, intent, selection)),
  undo: (call) => reply(() => session.undo(call, 'undo')),
  redo: (call) => reply(() => session.undo(call, 'redo')),
  format: (call, options, part, selection) => reply(() => session.format(call, options, part, selection)),
  readText: (request) =>
    reply(
      () => cutText(session.document, session.revision, request),
      (window) => [window.bytes.buffer],
    ),
  readRows: (request) =>
    reply(
      () => reading.readRows(request),
      (buffer) => [buffer],
    ),
  expand: (request) => reply(() => reading.expand(request)),
  placeAt: (offset) => reply(() => reading.placeAt(offset)),
  placeOf: (node) => reply(() => reading.placeOf(node)),
  locate: (target) => reply(() => reading.locate(target)),
  reveal: (path) => reply(() => reading.reveal(path)),
  sendSnapshot: (port) => reply(() => reading.sendSnapshot(port)),
};

expose(api);
