// One-line mutations ("breaks"), and the unit tests that should detect each (`run.mjs`). A break is a plausible mistake: an
// off-by-one bound, a missing guard, two sides confused. `find` occurs once in its file. `why` explains why no unit test
// detects a break.

const ENGINE = 'src/engine';
const UI = 'src/ui';
const TYPING = 'tests/unit/engine/tape/typing.test.ts';
const SEARCH = 'tests/unit/engine/search/search.test.ts';
const JOURNAL = 'tests/unit/ui/documents/journal.test.ts';
const WINDOW = 'tests/unit/ui/text/window.test.ts';
const SLICE = 'tests/unit/ui/text/slice.test.ts';
const SELECTION = 'tests/unit/ui/tree/selection.test.ts';

/** Breaks of one file. */
const inFile = (file, tests, ...changes) =>
  changes.map(([find, replace, why]) => ({ file, find, replace, tests, why }));

export const BREAKS = [
  // The tape and the text.
  ...inFile(
    `${ENGINE}/document/rescan.ts`,
    [TYPING],
    ['(end === hull.start && !isOpenEnded(old.byteAt(start)))', 'end === hull.start'],
    ['tape.lastAtOrBefore(hull.end - 1)', 'tape.lastAtOrBefore(hull.end - 2)'],
    [
      'tape.start(tape.closing(container)) >= hull.end',
      'tape.start(tape.closing(container)) + 1 >= hull.end',
      'a container that is closed elsewhere than before is rescanned from around it anyway',
    ],
    ['if (hull.start >= end) return', 'if (hull.start >= end - 1) return'],
  ),
  ...inFile(
    `${ENGINE}/document/scan.ts`,
    ['tests/unit/engine/tape/scan.test.ts'],
    ['const bom = bomLength(memory.text(0, Math.min(3, memory.size)));', 'const bom = 0;'],
  ),
  ...inFile(
    `${ENGINE}/document/apply-splices.ts`,
    [TYPING],
    ['if (shift > 0) shiftRight', 'if (shift > 1) shiftRight'],
    ['const end = Math.min(one.length, start + PIECE);', 'const end = Math.min(one.length, start + PIECE - 1);'],
  ),
  ...inFile(
    `${ENGINE}/document/lines.ts`,
    ['tests/unit/engine/textview/views.test.ts'],
    ["chunks.find('bytes', start).chunk - 1", "chunks.find('bytes', start).chunk"],
    ["if (line > this.chunks.total('breaks'))", "if (line >= this.chunks.total('breaks'))"],
    ['width === 4 ? 2 : 1', '1'],
  ),
  ...inFile(
    `${ENGINE}/document/folds.ts`,
    ['tests/unit/engine/textview/folds.test.ts'],
    ["mapEach(map, ranges.ends, 'before', 'drop-deleted')", "mapEach(map, ranges.ends, 'before', 'drop-inside')"],
    ['Math.max(before.version, this.version) + 1', 'Math.max(before.version, this.version)'],
    ['offset < start || offset >= end', 'offset < start || offset > end'],
  ),
  ...inFile(
    `${ENGINE}/document/history.ts`,
    ['tests/unit/engine/document/history.test.ts'],
    ['excess > 0 && list.length > 1', 'excess > 0 && list.length > 0'],
    ["how === 'continues' && last?.isTyped === true", "how === 'continues' && last !== undefined"],
    ['{ ...before, isTyped: false }', '{ ...before, isTyped: true }'],
  ),
  ...inFile(
    `${ENGINE}/document/expansion-after-edit.ts`,
    ['tests/unit/engine/treeview/expansion.test.ts'],
    ["'after', 'drop-deleted'", "'before', 'drop-deleted'"],
  ),
  ...inFile(
    `${ENGINE}/document/tree-rows.ts`,
    [TYPING, 'tests/unit/engine/laws.test.ts', 'tests/unit/engine/treeview/expansion.test.ts'],
    ['if (isReshaped) clearBits', 'if (false) clearBits'],
    ['0xffffffff >>> (31 - (entry & 31))', '0xffffffff >>> (30 - (entry & 31))'],
  ),
  ...inFile(
    `${ENGINE}/treeview/row-window.ts`,
    ['tests/unit/engine/textview/views.test.ts'],
    ['Math.min(count, rows.count - first)', 'Math.min(count, rows.count)'],
  ),
  ...inFile(
    `${ENGINE}/tape/path-finder.ts`,
    ['tests/unit/engine/treeview/path-finder.test.ts'],
    ['found !== ESCAPED && (length <= TAIL || this.places.isKey(child, name))', 'found !== ESCAPED'],
  ),
  // Operations on a document.
  ...inFile(
    `${ENGINE}/sort/sort-keys.ts`,
    ['tests/unit/engine/edit/many.test.ts'],
    ['digits > EXACT_DIGITS)', 'digits > EXACT_DIGITS + 3)'],
  ),
  ...inFile(
    `${ENGINE}/sort/text-order.ts`,
    ['tests/unit/engine/values/text-order.test.ts'],
    ['shared > 0 && isDigit(', 'shared < 0 && isDigit('],
    ['return difference * this.sign > 0', 'return difference > 0'],
  ),
  ...inFile(
    `${ENGINE}/search/search.ts`,
    [SEARCH, 'tests/unit/engine/search/search-in-ranges.test.ts'],
    ['(words[to - HIT_WORDS + 1] ?? 0) > end', '(words[to - HIT_WORDS + 1] ?? 0) >= end'],
    ['pattern, from, range.end + 1,', 'pattern, from, range.end,'],
  ),
  ...inFile(`${ENGINE}/search/pattern.ts`, [SEARCH], ['if (!isInside) return match;', 'return match;']),
  ...inFile(
    `${ENGINE}/diff/result/entries.ts`,
    ['tests/unit/engine/diff/places.test.ts'],
    ['changes.length / CHANGE_WORDS', 'changes.length'],
  ),
  ...inFile(
    `${ENGINE}/diff/result/text-changes.ts`,
    ['tests/unit/engine/diff/places.test.ts'],
    ['wide.start - last.end <= NEAR_UNITS', 'wide.start - last.end < NEAR_UNITS'],
  ),
  ...inFile(
    `${ENGINE}/values/values.ts`,
    ['tests/unit/engine/values/values.test.ts', 'tests/unit/engine/tape/dialects.test.ts'],
    ["parser === 'native' || !isPlainNumber(number)", "parser === 'native'"],
  ),
  ...inFile(
    `${ENGINE}/layout/format.ts`,
    ['tests/unit/engine/layout/reformat.test.ts'],
    ['options.maxLineLength <= MAX_LINE_LENGTH', 'options.maxLineLength < MAX_LINE_LENGTH'],
    ['{0,16}|', '{0,17}|'],
  ),
  ...inFile(
    `${ENGINE}/layout/escaping.ts`,
    ['tests/unit/engine/layout/rewrite.test.ts'],
    ['if (HIGH_HALF.test(half))', "if (HIGH_HALF.test(''))"],
  ),
  // Shared types and notations.
  ...inFile(
    'src/shared/document/path.ts',
    ['tests/unit/shared/path-text.test.ts'],
    [".replaceAll('~', '~0').replaceAll('/', '~1')", ".replaceAll('/', '~1').replaceAll('~', '~0')"],
  ),
  ...inFile(
    'src/shared/document/path-text.ts',
    ['tests/unit/shared/path-text.test.ts'],
    ['Number(digits) <= Number.MAX_SAFE_INTEGER', 'Number(digits) <= Number.MAX_VALUE'],
  ),
  ...inFile(
    'src/shared/document/target.ts',
    ['tests/unit/shared/target.test.ts'],
    ['Math.max(0, Number(digits) - 1)', 'Number(digits) - 1'],
  ),
  ...inFile(
    'src/shared/document/splice.ts',
    ['tests/unit/shared/vocabulary.test.ts'],
    ['end > size', 'end > size + 1'],
  ),
  ...inFile(
    'src/shared/document/changes.ts',
    ['tests/unit/shared/changes.test.ts'],
    ["side === 'after' ? offset + 1 : offset", 'offset'],
    ['this.startOf(word, mode) < offset) word += 2', 'this.startOf(word, mode) <= offset) word += 2'],
    ['end > (old[word - 2] ?? 0)) return null', 'end >= (old[word - 2] ?? 0)) return null'],
    ['if (shift !== 0 || count < at) for', 'if (shift !== 0) for'],
    ['rank(a) - rank(b)', 'rank(b) - rank(a)'],
    ['if (step <= 2) return high', 'if (step <= 4) return high'],
    ['latest === 2 || (old[latest - 1] ?? 0) < offset', 'latest === 2 || (old[latest - 1] ?? 0) <= offset'],
  ),
  ...inFile(
    'src/shared/document/splice-pack.ts',
    ['tests/unit/shared/splice-pack.test.ts'],
    ['if (at !== buffer.byteLength)', 'if (at > buffer.byteLength)'],
  ),
  ...inFile(
    'src/shared/document/dialect.ts',
    ['tests/unit/shared/dialect.test.ts'],
    ["fileName.toLowerCase().replace(/\\.gz$/, '')", 'fileName.toLowerCase()'],
  ),
  // The page.
  ...inFile(
    `${UI}/client/journal.ts`,
    [JOURNAL],
    ["entry.content === content && entry.write.type !== 'return'", 'entry.content === content'],
    ['(entry) => entry.number > number', '(entry) => entry.number >= number'],
    ['if (number < this.baseNumber) return true;', ''],
    ['entry.isSuspect = !entry.isAccepted', 'entry.isSuspect = true'],
    ['this.noted.filter(({ isSuspect }) => !isSuspect)', 'this.noted.filter(() => true)'],
    ['write.to !== null && (write.to === baseNumber || made.has(write.to))', 'write.to !== null'],
    ['entry.write ??= write', 'entry.write = write'],
  ),
  ...inFile(
    `${UI}/documents/incoming/inline-link.ts`,
    ['tests/unit/ui/documents/documents.test.ts'],
    ['bytes === null || !beginsAsGzip(bytes)', 'bytes === null'],
  ),
  ...inFile(
    `${UI}/documents/storage/json-storage.ts`,
    ['tests/unit/ui/documents/documents.test.ts'],
    ['text.length > MAX_CHARACTERS', 'text.length >= MAX_CHARACTERS'],
  ),
  ...inFile(
    `${UI}/link/route.ts`,
    ['tests/unit/ui/app/route.test.ts'],
    ['&& !NAMES_DOCUMENT.test(value)', ''],
    ['&& values[name] === null', ''],
    ['text.toWellFormed()', 'text'],
  ),
  ...inFile(
    `${UI}/text/window/window-sizing.ts`,
    [WINDOW],
    ['room.rowsAbove < marginRows', 'room.rowsAbove <= marginRows'],
    ['shape.lineCount > shape.limits.whole.lines', 'shape.lineCount >= shape.limits.whole.lines'],
    ['shape.longestLine > OVERLONG_BYTES ||', ''],
    ['bytes.after / 2', 'bytes.after'],
  ),
  ...inFile(
    `${UI}/text/window/overlap.ts`,
    ['tests/unit/ui/text/overlap.test.ts'],
    ['if (old.size !== next.size) return null;', ''],
    ['before < 0x80 && before !== CR', 'before < 0x80'],
  ),
  ...inFile(
    `${UI}/text/window/slice.ts`,
    [SLICE],
    ['if (bytes[end - 1] === CR) return end - 1;', ''],
    ['while (at < 3 &&', 'while (at < 2 &&'],
    ['before: Math.max(0, this.base - selected.start)', 'before: 0'],
  ),
  ...inFile(
    `${UI}/tree/model/selection.ts`,
    [SELECTION],
    ['range.first <= before.last + 1', 'range.first <= before.last'],
    ['anchor: move(selection.anchor)', 'anchor: selection.anchor'],
    ['if (anchor < 0) return selectRow(row);', ''],
    ['.filter(({ first }) => first < count)', ''],
    ['focus: inside(selection.focus)', 'focus: selection.focus'],
  ),

  // Files that the command writes, and the server for agents.
  ...inFile(
    'src/cli/lock-owner.ts',
    ['tests/unit/cli/files.test.ts', 'tests/unit/cli/file-law.test.ts'],
    ['return began !== null && (', 'return began === null && ('],
    [
      "fields[0] === 'Z' || fields[0] === 'X' ? null",
      "fields[0] === 'X' ? null",
      'a process that has ended is reaped at once here',
    ],
  ),
  ...inFile(
    'src/cli/file-lock.ts',
    ['tests/unit/cli/files.test.ts', 'tests/unit/cli/file-law.test.ts'],
    [
      'if (readLock(this.place) === this.text) rmSync(this.place, { force: true });',
      'rmSync(this.place, { force: true });',
    ],
    ['if (token !== undefined) rmSync(', 'if (token === undefined) rmSync('],
    ['if (readLock(this.place) !== this.text)\n', 'if (readLock(this.place) === null)\n'],
  ),
  ...inFile(
    'src/cli/files.ts',
    ['tests/unit/cli/files.test.ts'],
    ['(now.mode & 0o222) !== 0', '(now.mode & 0o444) !== 0'],
    ['if (made.gid !== gid &&', 'if (made.gid === gid &&'],
  ),
  ...inFile(
    'src/cli/mcp/shown-change.ts',
    ['tests/unit/cli/mcp-law.test.ts'],
    ['if (end > start) for (const path', 'if (end < start) for (const path'],
    ['if (places.range(child).end <= start) continue;', 'if (places.range(child).end < end) continue;'],
    ['if (bytes <= maxBytes) return text;', 'if (bytes <= maxBytes * 2) return text;'],
  ),
  ...inFile(
    'src/cli/mcp/json-members.ts',
    ['tests/unit/cli/mcp-law.test.ts'],
    ["text.charAt(at) === '\\\\' ? 2 : 1", "text.charAt(at) === '\\\\' ? 1 : 1"],
    ['depth -= 1;', 'depth -= 2;'],
  ),
  ...inFile(
    'src/cli/mcp/workspace.ts',
    ['tests/unit/cli/mcp-limits.test.ts'],
    ['if (next === null) return resolve(', 'if (next !== undefined) return resolve('],
  ),
];
