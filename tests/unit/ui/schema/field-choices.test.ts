// What a schema provides for an input field: the allowed values, the virtual keyboard, and whether typed text is a string.

import { describe, expect, it } from 'vitest';
import type { PlaceHelp } from '../../../../src/ui/assist/assist-host.ts';
import { valueChoices, type Choices } from '../../../../src/ui/assist/choices.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import { makeDocument } from '../../engine/support/documents.ts';
import { describeEntry, guideOf } from '../../engine/assist/support.ts';

/** The choices for the value of `a`, from the engine's reply. */
async function choicesFor(schema: unknown): Promise<Choices | null> {
  const guide = guideOf({ properties: { a: schema } });
  const document = makeDocument('{"a": null}');
  const unused = (): never => {
    throw new Error('not asked here');
  };
  const describePlace = async (): Promise<PlaceHelp | null> => {
    const answer = describeEntry(guide, document, 1);
    return Promise.resolve(answer && { ...answer, range: null });
  };
  const assist = { isOn: true, version: 0, atCaret: unused, children: unused, keys: unused, keysAt: unused };
  const host = { assist: { ...assist, describe: describePlace } };
  return valueChoices(host, asRevision(0), { type: 'path', path: ['a'] })('');
}

describe('[TRE-4] [PAN-9] the field of a value', () => {
  it.each([
    [{ type: 'integer' }, 'numeric', false],
    [{ type: 'number' }, 'decimal', false],
    [{ type: ['integer', 'string'] }, 'text', null],
    [{ type: 'string' }, 'text', true],
    [{ type: 'string', format: 'email' }, 'email', true],
    [{ type: 'string', format: 'idn-email' }, 'email', true],
    [{ type: 'string', format: 'uri' }, 'url', true],
    [{ type: 'string', format: 'iri' }, 'url', true],
    [{ type: 'string', format: 'date' }, 'text', true],
    [{ enum: ['1', '2'] }, 'text', true],
    [{ enum: ['1', 2] }, 'text', null],
    [{}, 'text', null],
  ])('of %j has the keyboard %s', async (schema, inputMode, isText) => {
    expect(await choicesFor(schema)).toMatchObject({ inputMode, isText });
  });

  it('lists strings by their characters, and no containers', async () => {
    const choices = await choicesFor({ enum: ['a "b"', 1, null, [1], {}], default: 1 });
    expect(choices?.items.map(({ text, value, note }) => [text, value, note])).toEqual([
      ['a "b"', '"a \\"b\\""', ''],
      ['1', '1', 'default'],
      ['null', 'null', ''],
    ]);
  });
});
