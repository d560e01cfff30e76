// diptych find: prints where a text is, as grep does.

import { toJsonPath } from '../../shared/document/path.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import { finish } from '../../engine/base/work.ts';
import { Hits } from '../../engine/search/hits.ts';
import { searchDocument } from '../../engine/search/search.ts';
import { EXIT, isOn, positionals, UsageError, type CliCommand } from '../command.ts';
import { DEADLINE_DETAILS, DEADLINE_OPTIONS, withDeadline } from '../deadline.ts';
import { readDocument, valid } from '../documents.ts';
import { LineOutput } from '../line-output.ts';

/** Bytes of a value that are printed beside its path. */
const MAX_SHOWN = 200;

export const find: CliCommand = {
  usage: 'find FILE TEXT',
  summary: 'print the paths of keys and values with a text',
  details: `  -E, --regex        TEXT is a regular expression of JavaScript
  -c, --match-case   upper and lower case differ
  -w, --word         whole words alone
  -k, --keys         in keys alone
  -v, --values       in values alone
      --json         one line of JSON for each hit
${DEADLINE_DETAILS}
Exit code 1: nothing was found.`,
  examples: ['find orders.json kestrel', 'find orders.json -E "^ord_[0-9]+$" --values --json'],
  options: {
    regex: { type: 'boolean', short: 'E' },
    'match-case': { type: 'boolean', short: 'c' },
    word: { type: 'boolean', short: 'w' },
    keys: { type: 'boolean', short: 'k' },
    values: { type: 'boolean', short: 'v' },
    json: { type: 'boolean' },
    ...DEADLINE_OPTIONS,
  },
  async run(call, io) {
    const [file = '', pattern = ''] = positionals(call, 2);
    if (isOn(call, 'keys') && isOn(call, 'values')) throw new UsageError('--keys and --values exclude each other.');
    const document = valid(await readDocument(file, io));
    const query: SearchQuery = {
      pattern,
      regex: isOn(call, 'regex'),
      matchCase: isOn(call, 'match-case'),
      wholeWord: isOn(call, 'word'),
      scope: isOn(call, 'keys') ? 'keys' : isOn(call, 'values') ? 'values' : 'all',
    };
    const hits = new Hits();
    // An expression alone may have no end.
    const search = (): Promise<void> => Promise.resolve(finish(searchDocument(document, query, hits)));
    await (query.regex ? withDeadline(call, 'find', search) : search());
    const { places } = document;
    const output = new LineOutput(io);
    let last = '';
    let count = 0;
    for (let index = 0; index < hits.storedCount; index += 1) {
      const { node, part } = hits.at(index);
      if (!io.isRead()) break;
      // Several hits in one value are one place.
      const place = `${node} ${part}`;
      if (node === null || place === last) continue;
      last = place;
      count += 1;
      const path = toJsonPath(places.path(node));
      const { start, end } = part === 'key' ? places.keyRange(node) : places.range(node);
      const shown = decodeUtf8(document.memory.text(start, Math.min(end, start + MAX_SHOWN)));
      const text = end - start > MAX_SHOWN ? `${shown}…` : shown;
      await output.add(isOn(call, 'json') ? JSON.stringify({ path, in: part, text }) : `${path}: ${text}`);
    }
    await output.end();
    return count > 0 ? EXIT.ok : EXIT.different;
  },
};
