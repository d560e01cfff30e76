// diptych diff: the differences of two documents by path and value, or as a patch.

import { COMPARE_DEFAULTS, type CompareOptions } from '../../shared/protocol/compare.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { finish } from '../../engine/base/work.ts';
import { writeJsonPatch } from '../../engine/diff/output/json-patch.ts';
import { writeReport } from '../../engine/diff/output/report.ts';
import { compareDocuments } from '../../engine/diff/result/compare.ts';
import { compareStructure } from '../../engine/diff/result/structure.ts';
import { EXIT, isOn, listOption, positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { readDocument, readPath, valid } from '../documents.ts';
import { isStandardInput } from '../inputs.ts';

/** Options about values, which structure has none of. */
const OF_VALUES = ['patch', 'ignore-order', 'identity', 'ignore', 'tolerance', 'spelling'] as const;

export const diff: CliCommand = {
  usage: 'diff FILE FILE',
  summary: 'compare two documents by path and value',
  details: `      --structure        paths and kinds of values alone, whatever the values and the number of items; alone or with --quiet
      --patch            as a JSON Patch (RFC 6902) that makes the second of the first
  -q, --quiet            only the exit code
      --ignore-order     items of arrays may stand in any order
      --identity KEY     the key that tells items of arrays apart
      --ignore PATH      leave a path out; * is any key or position (may be repeated)
      --tolerance N      numbers that differ by no more are equal
      --spelling         1 and 1.0 differ
Exit code 0: no difference. 1: there are some.`,
  examples: [
    'diff old.json new.json',
    'diff <(curl -s https://api.example/a) old.json',
    'diff a.json b.json --ignore "$.meta" --patch > changes.json',
  ],
  options: {
    structure: { type: 'boolean' },
    patch: { type: 'boolean' },
    quiet: { type: 'boolean', short: 'q' },
    'ignore-order': { type: 'boolean' },
    identity: { type: 'string' },
    ignore: { type: 'string', multiple: true },
    tolerance: { type: 'string' },
    spelling: { type: 'boolean' },
  },
  async run(call, io) {
    const [one = '', other = ''] = positionals(call, 2);
    if (isStandardInput(one) && isStandardInput(other))
      throw new UsageError('Only one of the two can be standard input.');
    const others = OF_VALUES.filter((name) => call.values[name] !== undefined && call.values[name] !== false);
    if (isOn(call, 'structure') && others.length > 0)
      throw new UsageError(`--structure compares no values: --${others.join(', --')} can’t go with it.`);
    const tolerance = Number(textOption(call, 'tolerance') ?? 0);
    if (!(tolerance >= 0)) throw new UsageError('--tolerance is a number from 0 on.');
    const options: CompareOptions = {
      ...COMPARE_DEFAULTS,
      numbers: isOn(call, 'spelling') ? 'spelling' : 'value',
      tolerance,
      ignoreOrder: isOn(call, 'ignore-order'),
      identity: textOption(call, 'identity') ?? null,
      ignorePaths: listOption(call, 'ignore').map(readPath),
    };
    const left = valid(await readDocument(one, io));
    const right = valid(await readDocument(other, io));
    if (isOn(call, 'structure')) {
      const { appeared, vanished, typeChanged } = finish(compareStructure(left.places, right.places));
      const lines = [
        ...vanished.map((path) => `- ${path}`),
        ...appeared.map((path) => `+ ${path}`),
        ...typeChanged.map(({ path, from, to }) => `~ ${path}: ${from.join(' or ')} → ${to.join(' or ')}`),
      ];
      if (!isOn(call, 'quiet')) for (const line of lines) await io.write(`${line}\n`);
      return lines.length > 0 ? EXIT.different : EXIT.ok;
    }
    const comparison = finish(compareDocuments(left, right, options));
    if (!isOn(call, 'quiet') && (comparison.count > 0 || isOn(call, 'patch'))) {
      const pieces = finish(isOn(call, 'patch') ? writeJsonPatch(comparison) : writeReport(comparison));
      const isColoured = io.hasColours && !isOn(call, 'patch');
      if (isColoured) await io.write(coloured(decodeUtf8(Buffer.concat(pieces))));
      else for (const piece of pieces) await io.write(piece);
      if (pieces.at(-1)?.at(-1) !== 0x0a) await io.write('\n');
    }
    return comparison.count > 0 ? EXIT.different : EXIT.ok;
  },
};

/** The colour of a line by how it begins, as an SGR parameter of ECMA-48: removed red, added green, moved cyan, changed yellow. */
const COLOURS: readonly (readonly [RegExp, number])[] = [
  [/^\d+ differences?:/, 1],
  [/^- /, 31],
  [/^\+ /, 32],
  [/^↷ /, 36],
  [/^./, 33],
];

function coloured(report: string): string {
  const colour = (line: string): string => {
    const code = COLOURS.find(([start]) => start.test(line))?.[1];
    return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`;
  };
  return report.split('\n').map(colour).join('\n');
}
