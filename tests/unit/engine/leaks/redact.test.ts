// A redacted document has no find, and the same structure; the same secret gets the same placeholder.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PlaceholderForm } from '../../../../src/shared/protocol/leaks.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findLeaks } from '../../../../src/engine/leaks/find-leaks.ts';
import { redact } from '../../../../src/engine/leaks/redact.ts';
import { makeDocument, textOf } from '../support/documents.ts';

const FOLDER = join(import.meta.dirname, '../../../cases/leaks');
const NO_ORDER = { except: [], ignored: [] } as const;

function redacted(text: string, form: PlaceholderForm = 'label'): string {
  const document = makeDocument(text);
  document.apply(finish(redact(document.places, { form, ...NO_ORDER })));
  finish(document.settle());
  return textOf(document);
}

/** The kinds of all values, by position. */
function structureOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structureOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(structureOf);
  return value === null ? 'null' : typeof value;
}

describe('a redacted document', () => {
  it('[NEW-7] has one placeholder for each secret, at all of its places, and every other byte as it was', () => {
    const text = `{ "a" : {"password": "Ember-773quiver!", "again": ["--password", "Ember-773quiver!"]},\n\t"b": {"password": "Tangle-464marrow!"},
      "kim@fabrikam-mail.com": 1.50, "note": "write to kim@fabrikam-mail.com \\u00e9", "card": 4111111111111111 }`;
    expect(redacted(text)).toBe(
      `{ "a" : {"password": "[password-1]", "again": ["--password", "[password-1]"]},\n\t"b": {"password": "[password-2]"},
      "[email-1]": 1.50, "note": "write to [email-1] \\u00e9", "card": 0 }`,
    );
    expect(redacted(text, 'length')).toContain('"[password-1]****"');
  });

  it('[NEW-7] leaves what is to stay', () => {
    const document = makeDocument(
      '{"password": "Ember-773quiver!", "mail": "kim@fabrikam-mail.com", "pwd": "Tangle-464marrow!"}',
    );
    const splices = finish(redact(document.places, { form: 'label', except: ['email'], ignored: ['/pwd'] }));
    document.apply(splices);
    finish(document.settle());
    expect(textOf(document)).toBe(
      '{"password": "[password-1]", "mail": "kim@fabrikam-mail.com", "pwd": "Tangle-464marrow!"}',
    );
  });

  it('[NEW-7] has no find and the same structure, for all of the cases', async () => {
    const { makeCases } = (await import(pathToFileURL(join(FOLDER, 'make.mjs')).href)) as {
      makeCases(
        folder: string,
      ): Promise<{ readonly secrets: readonly { readonly id: string; readonly text: string }[] }>;
    };
    for (const { id, text } of (await makeCases(FOLDER)).secrets) {
      for (const form of ['label', 'length'] as const) {
        const clean = redacted(text, form);
        expect(finish(findLeaks(makeDocument(clean).places)), `${id}: ${clean.slice(0, 300)}`).toEqual([]);
        expect(structureOf(JSON.parse(clean)), id).toEqual(structureOf(JSON.parse(text)));
      }
    }
  });
});
