// diptych merge: the edits of two files that come from the same one, in one.

import { resolve } from 'node:path';
import { finish } from '../../engine/base/work.ts';
import { mergeThreeWay } from '../../engine/merge/three-way.ts';
import { EXIT, isOn, positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { fileBytes, printText, readDocument, valid } from '../documents.ts';
import { withLock } from '../file-lock.ts';
import { readVersion, replaceFile } from '../files.ts';

export const merge: CliCommand = {
  usage: 'merge BASE LEFT RIGHT',
  summary: 'merge two files that come from the same one, by key, items by identity, moves followed',
  details: `      --prefer SIDE    left (default) or right: whose edit stands where both conflict
      --identity KEY   the key that tells items of arrays apart; id, key, name and the like are found
  -w, --write          write the result into LEFT
      --force          write a file that has hard links, or another owner
Bytes that neither has edited stay. Conflicts are listed on standard error; exit code 1: there are some.`,
  examples: [
    'merge base.json mine.json theirs.json > merged.json',
    'merge base.json mine.json theirs.json --prefer right -w',
  ],
  options: {
    prefer: { type: 'string' },
    identity: { type: 'string' },
    write: { type: 'boolean', short: 'w' },
    force: { type: 'boolean' },
  },
  async run(call, io) {
    const [base = '', left = '', right = ''] = positionals(call, 3);
    const prefer = textOption(call, 'prefer') ?? 'left';
    if (prefer !== 'left' && prefer !== 'right') throw new UsageError('--prefer is left or right.');
    const plan = async () => {
      const [one, two, three] = [
        await readDocument(base, io),
        await readDocument(left, io),
        await readDocument(right, io),
      ];
      const options = { prefer, identity: textOption(call, 'identity') ?? null } as const;
      const made = finish(mergeThreeWay(valid(one), valid(two), valid(three), options));
      return { ...made, left: two };
    };
    const path = resolve(io.cwd, left);
    const made = isOn(call, 'write')
      ? await withLock(path, async (lock) => {
          const version = await readVersion(path);
          const merged = await plan();
          await replaceFile(version, fileBytes(merged.left, merged.text), isOn(call, 'force'), lock);
          return merged;
        })
      : await plan();
    const { conflicts } = made;
    if (!isOn(call, 'write')) await printText(made.left, made.text, io);
    for (const { path: at, nth, kind } of conflicts)
      io.tell(
        `conflict (${kind}): ${at === '' ? 'the whole document' : at}${nth === undefined ? '' : `, number ${nth} of its key`}`,
      );
    return conflicts.length > 0 ? EXIT.different : EXIT.ok;
  },
};
