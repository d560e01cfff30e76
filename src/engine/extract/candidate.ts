// Decides what starts at a bracket of a text: strict JSON, JSON in an encoding, a literal of a language, something broken, or nothing.
//
//   strict-reader.ts ── JSON as it stands
//   view.ts, line-prefix.ts ── the same without escapes, prefixes, colours
//   literal.ts (calls.ts) ── languages that quote their strings
//   bare-literal.ts, go-print.ts, print-r.ts ── those that don't: guesses
//
// Everything that failed is remembered by its offset, a set for each grammar, so that the whole scan is linear.

import {
  AMPERSAND,
  APOSTROPHE,
  BACKSLASH,
  BACKTICK,
  BRACE,
  BRACKET,
  BRACKET_END,
  ESCAPE,
  LF,
  PAREN,
  PERCENT,
  QUOTE,
} from '../../shared/bytes/ascii.ts';
import { BareReader } from './bare-literal.ts';
import { beginsAsJson, brokenEnd, JsonStarts } from './broken.ts';
import { decode } from './decode.ts';
import { joinDockerParts } from './docker-parts.ts';
import type { FoundAs } from '../../shared/protocol/extract.ts';
import type { FindForm } from './find-list.ts';
import { GoPrintReader } from './go-print.ts';
import { LiteralReader } from './literal.ts';
import { PrintReader, printStart } from './print-r.ts';
import { isWordByte, skipSpace } from '../base/json-tokens.ts';
import { FailedOffsets, StrictReader } from '../base/strict-reader.ts';
import {
  beginsItem,
  endsWithArray,
  escapeLevels,
  firstAfterBrackets,
  hasPair,
  hasQuotedValue,
  isArrowNext,
  isAssigned,
  isColoured,
  isContainerNext,
  isKeyword,
  isNameByte,
  isSelectorBefore,
  isTrivial,
  isTrivialText,
  trimSpaces,
} from './surroundings.ts';
import { textOf } from './byte-cursor.ts';
import {
  isCodeBefore,
  isDeclaration,
  isInProse,
  isStatement,
  isTypeName,
  isValueBefore,
  typeNameBefore,
  wordStart,
} from './type-name.ts';
import type { Encoding, DecodedView } from './view.ts';

/** Bytes that a view decodes at first; twice as many each time that these end within a value. */
const FIRST_VIEW = 128;
/** What is broken within so many bytes is looked at with so many, since the end of the view may tell where the text goes on. */
const BROKEN_VIEW = 512;
/** Steps that attempts without a find may take at the start of a text, and for each byte of it. */
const FREE_STEPS = 1 << 16;
const WASTED_STEPS = 16;
/** Steps that one attempt may take for each byte behind it. */
const STEPS_OF_ATTEMPT = 8;
/** Steps that an attempt may take that finds something, and for each byte of that; more are wasted. */
const FREE_STEPS_OF_FIND = 1024;
const STEPS_OF_FIND = 64;
const PYTHON_CONTAINERS = /^(?:OrderedDict|defaultdict|Counter|deque|frozenset|mappingproxy)$/;
/** What is made of `array (of them)` and `Array(n + 1)`: values none of which can be read. */
const ALL_UNREAD = /^\["⟨(?:[^"\\]|\\.)*"(?:,"⟨(?:[^"\\]|\\.)*")*\]$/;
/** Properties of style sheets whose values need no unit. */
const STYLES =
  /^\{\s*"(?:margin|padding|opacity|flex|order|top|left|right|bottom|border|outline|width|height|zoom|orphans|widows|gap|inset|columns)":-?[\d.]+\}$/;

/** What was found at a bracket. */
export interface Candidate extends FindForm {
  readonly start: number;
  readonly end: number;
  /** Its JSON: the text itself (`null`), a text, or a view of the text up to an index. */
  readonly json: string | Uint8Array | null;
}

/** Nothing starts at a bracket: where to go on. */
export interface NoCandidate {
  readonly next: number;
}

/** Tries the brackets of a text in their order. */
export class CandidateReader {
  private readonly strict: StrictReader;
  private readonly probe: StrictReader;
  private readonly starts: JsonStarts;
  private readonly literal: LiteralReader;
  private readonly bare: BareReader;
  private readonly go: GoPrintReader;
  private readonly print: PrintReader;
  private readonly failed = {
    strict: new FailedOffsets(),
    literal: new FailedOffsets(),
    bare: new FailedOffsets(),
    go: new FailedOffsets(),
  };
  private readonly failedViews = new Map<string, FailedOffsets>();
  /** Up to here, what a grammar read is no find, and neither are its parts. */
  private readonly barren = { literal: 0, bare: 0, go: 0 };
  private viewSteps = 0;
  private viewBudget = 0;
  /** Steps of the attempts that found nothing, and of those that read far for what they found. */
  private wasted = 0;
  /** Where the text goes on behind a view that started as JSON and is none. */
  private brokenViewEnd = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limit = bytes.length,
  ) {
    this.strict = new StrictReader(bytes, limit, this.failed.strict);
    this.probe = new StrictReader(bytes, limit, this.failed.strict);
    this.starts = new JsonStarts(bytes, limit, this.probe);
    this.literal = new LiteralReader(bytes, limit, this.failed.literal);
    this.bare = new BareReader(bytes, limit, this.failed.bare);
    this.go = new GoPrintReader(bytes, limit, this.failed.go);
    this.print = new PrintReader(bytes, limit);
  }

  /** Number of bytes read so far, in all attempts. */
  get steps(): number {
    return this.strict.steps + this.probe.steps + this.attemptSteps;
  }

  /** What starts at a bracket, where `from` is the end of the find before it. */
  read(at: number, from: number): Candidate | NoCandidate {
    const byte = this.bytes[at];
    const { strict, literal, bare, go } = this.failed;
    strict.passed(at);
    literal.passed(at);
    bare.passed(at);
    go.passed(at);
    if (byte === PAREN) return this.attempt(at, () => this.readParenthesis(at, from)) ?? { next: at + 1 };
    if (byte === PERCENT) return this.attempt(at, () => this.readUrl(at)) ?? { next: at + 3 };
    const end = this.strict.read(at);
    if (end >= 0) return this.accept(at, end, from);
    const { failedAt, failedInString } = this.strict;
    this.brokenViewEnd = 0;
    const found = this.attempt(
      at,
      () =>
        this.readEncoded(at, failedAt, failedInString) ??
        (this.brokenViewEnd > at ? null : (this.readLiteral(at, from) ?? this.readGuess(at, from))),
    );
    if (found !== null) return found;
    if (this.brokenViewEnd > at) return { next: this.brokenViewEnd };
    if (!beginsItem(this.bytes, skipSpace(this.bytes, at + 1, this.limit))) return { next: at + 1 };
    // A known failure has no place of its own.
    if (!this.starts.at(at) || failedAt === at) return { next: at + 1 };
    const { openBrackets } = this.strict;
    return { next: Math.max(at + 1, brokenEnd(this.bytes, at, failedAt, failedInString, openBrackets)) };
  }

  /**
   * Tries grammars that may read far before they fail, whether or not another one finds something then. What failed may cost no
   * more than a fixed number of steps for each byte before it; hostile text that exceeds this is tried for strict JSON alone until the scan has caught up.
   */
  private attempt(at: number, read: () => Candidate | null): Candidate | null {
    if (this.wasted > FREE_STEPS + WASTED_STEPS * at) return null;
    const before = this.attemptSteps;
    const allowance = FREE_STEPS + STEPS_OF_ATTEMPT * (this.limit - at);
    for (const reader of [this.literal, this.bare, this.go, this.print]) reader.budget = reader.steps + allowance;
    this.viewBudget = this.viewSteps + allowance;
    const found = read();
    const useful = found === null ? 0 : FREE_STEPS_OF_FIND + STEPS_OF_FIND * (found.end - found.start);
    this.wasted += Math.max(0, this.attemptSteps - before - useful);
    return found;
  }

  private get attemptSteps(): number {
    const { literal, bare, go, print, viewSteps } = this;
    return literal.steps + bare.steps + go.steps + print.steps + viewSteps;
  }

  /** Strict JSON: a find, unless it is an index, or too little. */
  private accept(at: number, end: number, from: number): Candidate | NoCandidate {
    const { bytes } = this;
    const isArray = bytes[at] === BRACKET;
    const before = bytes[at - 1];
    if (at > from && isArray && isNameByte(before)) return { next: at + 1 };
    if (end - at < 4096 && isTrivial(bytes, at, end)) {
      if (!isArray || !this.isGoType(at, end)) return { next: end };
    }
    if (!isArray || this.isGoType(at, end)) {
      const named = isWordByte(before) || isArray ? this.attempt(at, () => this.readLiteral(at, from)) : null;
      if (named !== null && (named.start < at || isArray)) return named;
      if (isArray) return { next: end };
    }
    if (isArray && isArrowNext(bytes, end)) return { next: end };
    const joined = isArray ? null : joinDockerParts(bytes, at, this.limit);
    if (joined !== null) return { start: at, ...joined, kind: 'json', encodings: [], isGuess: false };
    if (before === QUOTE && bytes[end] !== QUOTE && bytes[at + 1] === QUOTE && bytes[at + 2] === QUOTE) {
      // `[""` of a cell whose text goes on
      const view = this.attempt(at, () => this.readView(at, ['csv']));
      if (view !== null) return view;
    }
    if (before === APOSTROPHE && bytes[end] === APOSTROPHE && hasPair(bytes, at, end)) {
      const view = this.attempt(at, () => this.readView(at, ['sql']));
      if (view !== null && view.end === end) return view;
    }
    return { start: at, end, kind: 'json', encodings: [], isGuess: false, json: null };
  }

  private isGoType(at: number, end: number): boolean {
    return end - at < 24 && (this.bytes[at + 1] === BRACKET_END || end - at > 2) && this.literal.goType(at) > end;
  }

  private readEncoded(at: number, failedAt: number, isInString: boolean): Candidate | null {
    const { bytes } = this;
    const fault = bytes[failedAt];
    if (fault === ESCAPE)
      return this.readView(at, ['ansi']) ?? (bytes[failedAt - 1] === LF ? this.readView(at, ['lines']) : null);
    const firstQuote = firstAfterBrackets(bytes, at, this.limit);
    if (bytes[firstQuote] === QUOTE && bytes[firstQuote + 1] === QUOTE) {
      const view = this.readView(at, ['csv']);
      if (view !== null) return view;
    }
    if (fault === BACKSLASH && !isInString) {
      const levels = escapeLevels(bytes, failedAt);
      for (let level = levels; level > 0; level -= 1) {
        const view = this.readView(at, Array<Encoding>(level).fill('escaped'));
        if (view !== null) return view;
      }
      return bytes[at - 1] === APOSTROPHE || bytes[at - 2] === APOSTROPHE
        ? this.readView(at, ['quoted-escaped'])
        : null;
    }
    if (bytes[at - 1] === APOSTROPHE && bytes.subarray(at, failedAt + 1).includes(BACKSLASH)) {
      const view = this.readView(at, ['shell']) ?? this.readView(at, ['quoted-escaped']);
      if (view !== null) return view;
    }
    if (fault === AMPERSAND && !isInString) return this.readView(at, ['html']) ?? this.readView(at, ['html', 'html']);
    if (fault === PERCENT && !isInString) return this.readView(at, ['url']);
    let line = failedAt;
    while (line > at && bytes[line] !== LF) line -= 1;
    if (line > at && failedAt < this.limit) {
      const view = this.readView(at, ['cri']) ?? this.readView(at, ['lines']);
      if (view !== null) return view;
    }
    return isColoured(bytes, failedAt) ? this.readView(at, ['ansi']) : null;
  }

  private readUrl(at: number): Candidate | null {
    const { bytes } = this;
    const levels = bytes[at + 1] === 0x32 ? 2 : 1;
    return this.readView(at, Array<Encoding>(levels).fill('url'));
  }

  /** Reads a value in a view that starts here; the view grows while the value goes on. */
  private readView(at: number, encodings: readonly Encoding[]): Candidate | null {
    const name = encodings.join('+');
    let failed = this.failedViews.get(name);
    if (failed === undefined) this.failedViews.set(name, (failed = new FailedOffsets()));
    failed.passed(at);
    if (failed.has(at)) return null;
    // Prefixes of lines are looked for in so many bytes that less would be in vain.
    const first = encodings.includes('lines') || encodings.includes('cri') ? 2 * BROKEN_VIEW : FIRST_VIEW;
    for (let length = first; this.viewSteps < this.viewBudget; length = Math.max(2 * length, BROKEN_VIEW)) {
      const view = decode(this.bytes, at, encodings, length);
      if (view === null || view.bytes.length === 0) return null;
      // Decoding costs more than reading.
      this.viewSteps += 4 * Math.min(length, this.limit - at);
      const [opener] = view.bytes;
      if (opener !== BRACE && opener !== BRACKET) return null;
      const reader = new StrictReader(view.bytes, view.bytes.length, new FailedOffsets());
      let end = reader.read(0);
      let kind = kindOf(encodings);
      let json: string | Uint8Array | null = null;
      let isCut = end < 0 && reader.failedAt >= view.bytes.length;
      if (end < 0 && !isCut && view.bytes[reader.failedAt] === ESCAPE && !encodings.includes('ansi'))
        return this.readView(at, [...encodings, 'ansi']);
      if (end < 0 && !isCut && (kind === 'json' || kind === 'escaped')) {
        const literal = new LiteralReader(view.bytes, view.bytes.length, new FailedOffsets());
        json = literal.read(0);
        this.viewSteps += literal.steps;
        const isDate = literal.signs.hasBareDate && literal.shape === 'array';
        if (json !== null && !isDate && (literal.shape === 'object' || literal.shape === 'array')) {
          end = literal.at;
          kind = literal.kind;
        } else isCut ||= literal.hitEnd;
      } else if (end >= 0) json = view.bytes.subarray(0, end);
      if (end < 0 && (isCut || length < BROKEN_VIEW) && !view.isWhole && length < this.limit * 2) continue;
      if (end < 0) {
        for (const open of reader.failed.all()) failed.add(view.starts[open] ?? at);
        failed.add(at);
        this.noteBroken(view, encodings);
        return null;
      }
      if (isTrivial(view.bytes, 0, end)) return null;
      return { start: view.starts[0] ?? at, end: view.ends[end - 1] ?? at, kind, encodings, isGuess: false, json };
    }
    return null;
  }

  private noteBroken(view: DecodedView, encodings: readonly Encoding[]): void {
    const last = encodings.at(-1);
    if (last === 'ansi' || last === 'lines' || last === 'cri') return;
    if (!beginsAsJson(view.bytes, 0)) return;
    const end = view.ends[view.ends.length - 1] ?? 0;
    // A line end is looked for only where the scan goes on there, or text of one line is read again for each of these.
    const line = view.isWhole ? end : this.bytes.indexOf(LF, end);
    this.brokenViewEnd = line < 0 ? this.limit : line;
  }

  /** A literal of a language that quotes its strings. */
  private readLiteral(at: number, from: number): Candidate | null {
    const { bytes, literal } = this;
    if (at < this.barren.literal) return null;
    const before = bytes[at - 1];
    const isArray = bytes[at] === BRACKET;
    if (at > from && isCodeBefore(before)) return null;
    const name = isArray ? null : typeNameBefore(bytes, at, from);
    if (isArray && at > from && isWordByte(before)) {
      const start = wordStart(bytes, at, from);
      if (start !== at - 3 || bytes[start] !== 0x6d || bytes[start + 1] !== 0x61 || bytes[start + 2] !== 0x70)
        return null;
      return this.finishLiteral(start, at, literal.read(start), true);
    }
    if (name !== null) {
      const isType = isTypeName(name.name) || (name.name.includes('.') && !name.isApart);
      if (isType) {
        const start = bytes[name.start - 1] === AMPERSAND && !name.isApart ? name.start - 1 : name.start;
        const found = this.finishLiteral(start, at, literal.read(start), true);
        if (found !== null && !(name.isApart && isDeclaration(bytes, start))) return found;
      }
      if (!name.isApart) return null;
    }
    return this.finishLiteral(at, at, literal.read(at), false);
  }

  private finishLiteral(start: number, bracket: number, json: string | null, hasName: boolean): Candidate | null {
    const { literal, bytes } = this;
    if (json === null) return null;
    const end = literal.at;
    const { shape, kind, signs } = literal;
    const isNamed = hasName || signs.go;
    const isContainer = json.startsWith('{') || json.startsWith('[');
    if (
      !isContainer ||
      end <= bracket + 1 ||
      isTrivialText(json) ||
      ((shape === 'set' || shape === 'tuple') && !isNamed)
    ) {
      this.barren.literal = Math.max(this.barren.literal, end);
      return null;
    }
    if (signs.hasBareDate && shape === 'array' && !isNamed) return null;
    // A link of Markdown with code for its text.
    if (bytes[bracket + 1] === BACKTICK && shape === 'array' && literal.count === 1) return null;
    const isLoose = kind === 'js' && !isNamed;
    if (isLoose && STYLES.test(json) && isSelectorBefore(bytes, bracket)) return null;
    if (isLoose && /^\{"\d+":-?[\d.]+\}$/.test(json)) return null;
    // Without a string, the form may as well be that of a language that does not quote them.
    const isBare = kind === 'go' || signs.keywords || (isLoose && shape === 'object' && literal.count === 1);
    const isGuess = isBare && !signs.hasString;
    return { start, end, kind, encodings: [], isGuess, json };
  }

  /** `Name(k=v)`, `array (…)`, `Array (…)`. */
  private readParenthesis(at: number, from: number): Candidate | null {
    const { bytes, literal, bare, print } = this;
    const printed = printStart(bytes, at);
    if (printed >= from) {
      const json = print.read(at);
      if (json !== null && !isTrivialText(json))
        return { start: printed, end: print.at, kind: 'php', encodings: [], isGuess: true, json };
    }
    const end = trimSpaces(bytes, at);
    const isArray = printed < 0 && endsWithArray(bytes, end);
    if (!isArray && end !== at) return null;
    const start = wordStart(bytes, end, from);
    if (start === end) return null;
    const name = textOf(bytes, start, end);
    if (isArray && /^array$/i.test(name) && at >= this.barren.literal) {
      const found = this.finishLiteral(start, at, literal.read(start), true);
      const isProse = found !== null && ALL_UNREAD.test(String(found.json));
      const isPrint = found?.kind === 'php' || found?.kind === 'python';
      if (found !== null && isPrint && literal.count > 0 && !isProse) return found;
      return null;
    }
    if (!isTypeName(name) && !PYTHON_CONTAINERS.test(name)) return null;
    if (PYTHON_CONTAINERS.test(name) || isKeyword(bytes, at + 1)) {
      const json = at >= this.barren.literal ? literal.read(start) : null;
      if (json !== null && /^[[{]/.test(json) && !isTrivialText(json) && !isInProse(bytes, start, literal.at))
        return { start, end: literal.at, kind: 'python', encodings: [], isGuess: !literal.signs.hasString, json };
    }
    if (at < this.barren.bare || !isKeyword(bytes, at + 1)) return null;
    const json = bare.read(at, true);
    if (json === null || bare.pairs === 0 || isStatement(bytes, start, bare.at)) return null;
    if (isInProse(bytes, start, bare.at)) return null;
    return { start, end: bare.at, kind: bare.kind, encodings: [], isGuess: true, json };
  }

  /** A print of Go, Java or C#. */
  private readGuess(at: number, from: number): Candidate | null {
    const { bytes } = this;
    const before = at > from ? bytes[at - 1] : undefined;
    const isArray = bytes[at] === BRACKET;
    const name = typeNameBefore(bytes, at, from);
    const isMap = isArray && name?.name === 'map';
    if (isMap || before === AMPERSAND || (isValueBefore(before) && (!isArray || isContainerNext(bytes, at + 1)))) {
      const start = isMap ? at - 3 : before === AMPERSAND ? at - 1 : at;
      const found = at < this.barren.go ? null : this.readGo(start, at);
      if (found !== null) return found;
    }
    if (at < this.barren.bare) return null;
    const isType = name !== null && isTypeName(name.name);
    if (!isType && !isValueBefore(before)) return null;
    if (isArray && !(isType && isKeyword(bytes, at + 1)) && !(!isType && isContainerNext(bytes, at + 1))) return null;
    const { bare } = this;
    const json = bare.read(at, isType || !isArray);
    if (json === null) return null;
    const start = isType && name !== null ? name.start : at;
    const isSpaced = bare.kind === 'csharp';
    const isCode =
      bare.pairs === 0 ||
      hasQuotedValue(bytes, at, bare.at) ||
      (isSpaced &&
        ((!bare.hasCapitals && bare.pairs < 2) ||
          isDeclaration(bytes, start) ||
          (before === PAREN && start === at) ||
          isAssigned(bytes, bare.at))) ||
      (name !== null && name.isApart && !isSpaced);
    if (isCode && !(name?.isApart === true && !isSpaced && bare.pairs > 0 && !hasQuotedValue(bytes, at, bare.at))) {
      this.barren.bare = Math.max(this.barren.bare, bare.pairs === 0 ? bare.at : 0);
      return null;
    }
    return {
      start: name?.isApart === true && !isSpaced ? at : start,
      end: bare.at,
      kind: bare.kind,
      encodings: [],
      isGuess: true,
      json,
    };
  }

  private readGo(start: number, bracket: number): Candidate | null {
    const { bytes, go } = this;
    const json = go.read(start);
    if (json === null) return null;
    const isBraces = bytes[bracket] === BRACE;
    if (go.pairs === 0 || (isBraces && !go.isExported && go.pairs < 2)) {
      this.barren.go = Math.max(this.barren.go, go.pairs === 0 ? go.at : 0);
      return null;
    }
    return { start, end: go.at, kind: 'go', encodings: [], isGuess: true, json };
  }
}

function kindOf(encodings: readonly Encoding[]): FoundAs {
  const first = encodings.find((name) => name !== 'ansi' && name !== 'lines' && name !== 'cri');
  if (first === undefined) return 'json';
  if (first === 'url' || first === 'html' || first === 'csv' || first === 'sql') return first;
  return 'escaped';
}
