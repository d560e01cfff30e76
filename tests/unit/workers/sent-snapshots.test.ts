// The snapshot of a document that is written, or opened, while somebody asks for it.

import { expect, it } from 'vitest';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { asByte } from '../../../src/shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../../src/shared/bytes/utf8.ts';
import type { Snapshot } from '../../../src/engine/document/snapshot.ts';
import { ReadCalls } from '../../../src/workers/document/read-calls.ts';
import { Session } from '../../../src/workers/document/session.ts';

const LONG = `[${'0,'.repeat(4_000_000)}0]`;
const source = (text: string, dialect: Dialect = 'json') => ({ content: new Blob([text]), dialect });

async function sent(session: Session): Promise<readonly [boolean, string]> {
  const { port1, port2 } = new MessageChannel();
  const received = new Promise<Snapshot>((resolve) => (port1.onmessage = ({ data }) => resolve(data as Snapshot)));
  await new ReadCalls(session).sendSnapshot(port2, 'all');
  const { header, text } = await received;
  port1.close();
  return [header[6] === 1, decodeUtf8(text)];
}

it('has the writes that were sent before', async () => {
  const session = new Session(() => undefined);
  await session.open(1, source('[1]'));
  const replaced = session.replace(2, source('[2]'), null, null);
  expect(await sent(session)).toEqual([true, '[2]']);
  await replaced;
  const opened = session.open(3, source('[3]'));
  expect(await sent(session)).toEqual([true, '[3]']);
  await opened;
});

it('is taken of a checked text, though each key ends the check before', async () => {
  const session = new Session(() => undefined);
  await session.open(1, source(LONG));
  const type = (at: number, text: string) =>
    session.apply(session.revision, [{ start: asByte(at), end: asByte(at), insert: encodeUtf8(text) }], 'alone', null);
  // The bracket that is missing is missed at the end of the text.
  await type(0, '[');
  expect(session.document.validity).toBe('unknown');
  const snapshot = sent(session);
  await type(LONG.length + 1, ']');
  const [isValid, text] = await snapshot;
  expect([isValid, text === `[${LONG}]`]).toEqual([true, true]);
});
