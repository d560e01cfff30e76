// Plants secrets, redacts, and looks for them: for each whole, and for every six characters in a row, in the text and in what its
// strings stand for. All that is no secret has to be there, byte for byte.

import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { redactCsv } from '../../../../src/engine/leaks/find-in-csv.ts';
import { redactText } from '../../../../src/engine/leaks/find-in-text.ts';
import { redact } from '../../../../src/engine/leaks/redact.ts';
import { makeFolder } from '../../cli/support.ts';
import { runs, SEED } from '../../../runs.ts';
import { encode, makeDocument, spliceBytes } from '../support/documents.ts';
import { Chance, ordinary, PLACES, PLANT_KINDS, plantComment, type Part, type PlantKind } from './planting.ts';

const ORDER = { form: 'label', except: [], ignored: [] } as const;
/** What a secret may be replaced by. */
const PLACEHOLDER = /^(?:\[[a-z-]+-\d+\]|0)$/;

const RUNS = runs(40);

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

/** What is wrong with a redaction; `null` if nothing is. */
function faultOf(parts: readonly Part[], output: string): string | null {
  let at = 0;
  for (const [index, { text, secret }] of parts.entries()) {
    if (secret === null) {
      if (!output.startsWith(text, at))
        return `changed: ${JSON.stringify(text)} is ${JSON.stringify(output.slice(at, at + text.length + 20))}`;
      at += text.length;
      continue;
    }
    const next = parts.slice(index + 1).find((part) => part.secret === null && part.text !== '')?.text ?? '';
    const end = next === '' ? output.length : output.indexOf(next, at);
    const there = output.slice(at, end < 0 ? at + 60 : end);
    if (!PLACEHOLDER.test(there)) return `not replaced as a whole: ${JSON.stringify(text)} is ${JSON.stringify(there)}`;
    at = end;
  }
  if (at !== output.length) return `more: ${output.slice(at)}`;
  const decoded = decodedTexts(output);
  for (const { secret } of parts) {
    const core = secret === null ? '' : (secret.core ?? secret.secret);
    for (let start = 0; start + 6 <= core.length; start += 1) {
      const piece = core.slice(start, start + 6);
      if (decoded.some((text) => text.includes(piece))) return `left behind: ${piece} of ${core}`;
    }
  }
  return null;
}

/** The text, and what it stands for behind up to four levels of escapes. */
function decodedTexts(text: string): string[] {
  const all = [text];
  for (let level = 0; level < 4; level += 1)
    all.push(
      (all.at(-1) ?? '').replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code?: string, sign?: string) =>
        code === undefined ? (sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
      ),
    );
  return all;
}

/** An object around members and comments. */
function documentOf(members: readonly Part[][], comments: readonly Part[][]): Part[] {
  const all: Part[] = [{ text: '{ ', secret: null }];
  members.forEach((member, index) => {
    all.push(
      ...member,
      { text: index < members.length - 1 ? ' ,\n\t' : ' \n', secret: null },
      ...(comments[index] ?? []),
    );
  });
  all.push({ text: '}', secret: null });
  return all;
}

function redactedValid(text: string, dialect: Dialect): string {
  const document = makeDocument(text, undefined, dialect);
  expect(document.isWhole, text).toBe(true);
  return new TextDecoder().decode(spliceBytes(encode(text), finish(redact(document.places, ORDER))));
}

const redactedText = (text: string): string =>
  new TextDecoder().decode(spliceBytes(encode(text), finish(redactText(encode(text), ORDER))));

/** Runs a check for each kind at each place, and reports each pair that fails once. */
function forAll(
  check: (parts: (around: (chance: Chance, planted: Part[]) => Part[]) => Part[]) => string | null,
): string[] {
  const faults = new Map<string, string>();
  const places = Object.entries(PLACES);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [place, plant] of places) {
      for (const kind of PLANT_KINDS) {
        const chance = new Chance(SEED * 1000 + run);
        const planted = plant(kind, chance, run);
        if (planted === null) continue;
        let input = '';
        const fault = check((around) => {
          const parts = around(chance, planted);
          input = textOf(parts);
          return parts;
        });
        const name = `${kind.name} at ${place}`;
        if (fault !== null && !faults.has(name))
          faults.set(name, `${name}: ${fault} [run ${run}, seed ${SEED}] in ${input}`);
      }
    }
  }
  return [...faults.values()];
}

const noise = (chance: Chance, id: number): Part[] => [{ text: ordinary(chance, id), secret: null }];
const between = (chance: Chance, planted: Part[]): Part[] =>
  documentOf([noise(chance, 1), planted, noise(chance, 2), noise(chance, 3)], []);

/** A file of separated values with a secret in it, in quotes or without. */
function tableOf(kind: PlantKind, chance: Chance): { readonly parts: Part[]; readonly encoding: 'utf8' | 'utf16le' } {
  const separator = chance.of([',', ';', '\t']);
  const planted = kind.make(chance);
  const isQuoted = !/^[\w.+-]*$/.test(planted.before + planted.secret + planted.after) || chance.below(2) === 0;
  const quote = isQuoted ? '"' : '';
  const eol = chance.of(['\n', '\r\n']);
  const isPair = kind.names !== null && chance.below(2) === 0;
  const name = kind.names === null ? 'some' : chance.of(kind.names);
  const header = isPair ? ['id', 'name', 'value'] : ['id', 'n "o"', name];
  const before = [
    header.map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    ['1', isPair ? 'color' : '"a ""b"""', ''].join(separator),
    `2${separator}${isPair ? name : 'é'}${separator}${quote}`,
  ].join(eol);
  const after = `${quote}${eol}${['3', '"x"', 'plain'].join(separator)}${eol}`;
  return {
    parts: [
      { text: before + planted.before, secret: null },
      { text: planted.secret, secret: planted },
      { text: planted.after + after, secret: null },
    ],
    encoding: chance.of(['utf8', 'utf8', 'utf16le'] as const),
  };
}

describe('a planted secret', () => {
  it('[NEW-7] is gone from a file of separated values, and nothing else', () => {
    const faults = new Map<string, string>();
    for (let run = 0; run < RUNS * 4; run += 1) {
      for (const kind of PLANT_KINDS) {
        const { parts, encoding } = tableOf(kind, new Chance(SEED * 1000 + run));
        const mark = encoding === 'utf16le' ? '\ufeff' : '';
        const bytes = Buffer.from(mark + textOf(parts), encoding);
        const output = Buffer.from(finish(redactCsv(bytes, ORDER))).toString(encoding);
        const fault = output.startsWith(mark) ? faultOf(parts, output.slice(mark.length)) : 'no mark';
        if (fault !== null)
          faults.set(kind.name, `${kind.name}: ${fault} [run ${run}, seed ${SEED}] in ${textOf(parts)}`);
      }
    }
    expect([...faults.values()]).toEqual([]);
  });

  it('[NEW-7] is gone from a file of any of these kinds, on the command line', async () => {
    const { write, path, run } = makeFolder();
    const chance = new Chance(SEED);
    for (let round = 0; round < runs(60); round += 1) {
      const kind = chance.of(PLANT_KINDS);
      const planted = chance.of(Object.values(PLACES))(kind, chance, round);
      const valid = planted === null ? null : between(chance, planted);
      const commented = documentOf([noise(chance, 1), noise(chance, 2)], [plantComment(kind, chance)]);
      const table = tableOf(kind, chance);
      const files: readonly (readonly [string, Part[] | null])[] = [
        ['a.json', valid],
        ['b.json.gz', valid],
        ['c.jsonc', commented],
        ['d.json', valid?.slice(0, -1) ?? null],
        ['e.csv', table.encoding === 'utf8' ? table.parts : null],
      ];
      for (const [name, parts] of files) {
        if (parts === null) continue;
        const isPacked = name.endsWith('.gz');
        const bytes = Buffer.from(textOf(parts));
        write(name, isPacked ? gzipSync(bytes) : bytes);
        const printed = await run(['redact', name]);
        expect(faultOf(parts, printed.out), `${name}: ${bytes.toString()}`).toBe(null);
        expect(printed.code).toBe(0);
        expect((await run(['redact', name, '-w'])).code).toBe(0);
        const written = readFileSync(path(name));
        expect((isPacked ? gunzipSync(written) : written).toString()).toBe(printed.out);
      }
    }
  });

  it('[NEW-7] is gone from a document, and nothing else', () => {
    expect(
      forAll((make) => {
        const parts = make(between);
        return faultOf(parts, redactedValid(textOf(parts), 'json'));
      }),
    ).toEqual([]);
  });

  it('[NEW-7] is gone from comments, and nothing else', () => {
    const faults = new Map<string, string>();
    for (let run = 0; run < RUNS * 4; run += 1) {
      for (const kind of PLANT_KINDS) {
        for (const dialect of ['jsonc', 'json5'] as const) {
          const chance = new Chance(SEED * 1000 + run);
          const parts = documentOf(
            [noise(chance, 1), noise(chance, 2), noise(chance, 3)],
            [plantComment(kind, chance), [], [{ text: "/* it's plain */", secret: null }]],
          );
          const fault = faultOf(parts, redactedValid(textOf(parts), dialect));
          if (fault !== null) faults.set(kind.name, `${kind.name}: ${fault} [run ${run}] in ${textOf(parts)}`);
        }
      }
    }
    expect([...faults.values()]).toEqual([]);
  });

  it('[NEW-7] is gone from a text that is not valid, and nothing else', () => {
    expect(
      forAll((make) => {
        const parts = make((chance, planted) => {
          const all = between(chance, planted);
          return chance.of([
            all.slice(0, -1),
            [...all.slice(0, -1), { text: '}}\nthe end, it isn’t valid', secret: null }],
            [{ text: '2026-03-01 08:15 INFO request ', secret: null }, ...all],
          ]);
        });
        return faultOf(parts, redactedText(textOf(parts)));
      }),
    ).toEqual([]);
  });
});
