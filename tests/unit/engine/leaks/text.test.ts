// Secrets in a text that is not valid JSON: found as a text, with their bytes and lines, and replaced.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { LeakGroup } from '../../../../src/shared/protocol/leaks.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findTextLeaks, listTextLeaks, redactText, type TextLeak } from '../../../../src/engine/leaks/find-in-text.ts';
import { encode } from '../support/documents.ts';

const FOLDER = join(import.meta.dirname, '../../../cases/leaks');

interface TextCase {
  readonly id: string;
  readonly text: string;
  readonly expected: readonly { readonly path: string; readonly kind: string }[];
}
interface Make {
  makeCases(folder: string): Promise<{ readonly secrets: readonly TextCase[]; readonly clean: readonly TextCase[] }>;
}

const { secrets, clean } = await ((await import(pathToFileURL(join(FOLDER, 'make.mjs')).href)) as Make).makeCases(
  FOLDER,
);

function leaksIn(text: string): TextLeak[] {
  const found: TextLeak[] = [];
  finish(findTextLeaks(encode(text), (leak) => found.push(leak)));
  return found;
}

const groupsOf = (text: string): readonly LeakGroup[] => finish(listTextLeaks(encode(text)));

function redacted(text: string): string {
  const bytes = encode(text);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, insert } of finish(redactText(bytes, { form: 'label', except: [], ignored: [] }))) {
    parts.push(bytes.subarray(at, start), insert);
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]).toString();
}

describe('a text that is not valid', () => {
  it('[NEW-7] is searched, with the bytes and the line of each find', () => {
    const text =
      '{\n  "é": 1,\n  "password": "Ember-773quiver!",\n  "mail": "kim@fabrikam-mail.com"\n  "again": "Ember-773quiver!"\n';
    const bytes = encode(text);
    expect(
      leaksIn(text).map(({ start, end, line, secret }) => [
        secret.kind,
        line,
        new TextDecoder().decode(bytes.subarray(start, end)),
      ]),
    ).toEqual([
      ['password', 2, 'Ember-773quiver!'],
      ['email', 3, 'kim@fabrikam-mail.com'],
      ['password', 4, 'Ember-773quiver!'],
    ]);
    expect(groupsOf(text).map(({ kind, count, first }) => [kind, count, first[0]?.line])).toEqual([
      ['password', 2, 2],
      ['email', 1, 3],
    ]);
    expect(redacted(text)).toBe(
      text.replaceAll('Ember-773quiver!', '[password-1]').replace('kim@fabrikam-mail.com', '[email-1]'),
    );
  });

  it('[NEW-7] is searched whole, however long its lines are, and no secret is cut', () => {
    const filler = Array.from({ length: 3000 }, (_, id) => `{"id":${id},"name":"record ${id}"}`);
    for (const position of [0, 100, 251, 1500, 2999]) {
      const values = [...filler];
      values[position] = '{"password":"Ember-773quiver!"}';
      for (const separator of [',', ',\n'])
        expect(leaksIn(`[${values.join(separator)}`).map(({ secret }) => secret.text)).toEqual(['Ember-773quiver!']);
    }
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n'.repeat(200)}-----END PRIVATE KEY-----`;
    const around = 'some words\n'.repeat(190);
    expect(leaksIn(`${around}${key}\n${around}`).map(({ secret }) => [secret.kind, secret.text.length])).toEqual([
      ['private-key', key.length],
    ]);
  });

  it('[NEW-7] gives nearly all that the same document gives when it is valid, and no more', () => {
    const cut = (text: string): string => text.trimEnd().slice(0, -1);
    let total = 0;
    const missed: string[] = [];
    for (const { id, text, expected } of secrets) {
      const kinds = new Set<string>(groupsOf(cut(text)).map(({ kind }) => kind));
      for (const { path, kind } of expected) {
        total += 1;
        if (!kinds.has(kind)) missed.push(`${id} ${path} ${kind}`);
      }
    }
    expect(missed.length / total, missed.join('\n')).toBeLessThan(0.05);
    const wrong = clean.flatMap(({ id, text }) => groupsOf(cut(text)).map(({ kind }) => `${id} ${kind}`));
    expect(wrong).toEqual([]);
  });
});
