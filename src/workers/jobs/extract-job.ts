// Finds JSON in a text that is none, in a job worker, which keeps the text and its finds for the calls that follow.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { CodedError } from '../../shared/errors.ts';
import type { FindChange, Findings, FoundDocument, FoundView, RecordIdentity } from '../../shared/protocol/extract.ts';
import { EXTRACT_TEXTS } from '../../shared/texts/conversions.ts';
import { extractJson, readListed } from '../../engine/extract/extract.ts';
import { CandidateReader } from '../../engine/extract/candidate.ts';
import { beginsAsJson } from '../../engine/extract/broken.ts';
import { FindList } from '../../engine/extract/find-list.ts';
import { writeRecords } from '../../engine/extract/log-records.ts';
import { planWriting } from '../../engine/extract/plan-writing.ts';
import { identify } from '../../engine/extract/record-identity.ts';
import { isWritable } from '../../engine/extract/write-find.ts';
import { JobDriver } from './drive-job.ts';

/** Longest preview, in characters. */
const PREVIEW = 300;
const PROGRESS_MS = 50;
/** Longest record that is shown, in bytes. */
const LONGEST_RECORD = 1 << 20;

/** The part of a job worker that finds JSON in a text. */
export class ExtractJob {
  private readonly driver = new JobDriver();
  private text: Uint8Array = new Uint8Array(0);
  private finds = new FindList();

  /** @throws CodedError `unreadable`, `cancelled` */
  async extract(content: Blob, progress: MessagePort): Promise<Findings> {
    const text = new Uint8Array(await content.arrayBuffer());
    const finds = new FindList();
    this.text = text;
    this.finds = finds;
    if (isBrokenJson(text)) return { count: 0, lineCount: 0, isOffered: false };
    let toldAt = 0;
    const { lineCount } = await this.driver.run(extractJson(text, finds), progress, ({ done, total }) => {
      const now = performance.now();
      if (now - toldAt < PROGRESS_MS) return;
      toldAt = now;
      progress.postMessage([done, total, finds.length]);
    });
    return { count: finds.length, lineCount, isOffered: !isAlone(text, finds) };
  }

  listFinds(from: number, count: number): readonly FoundView[] {
    const end = Math.min(this.finds.length, from + count);
    const views: FoundView[] = [];
    for (let index = Math.max(0, from); index < end; index += 1) {
      const { kind, isGuess, start, end: findEnd, line } = this.finds.at(index);
      const cut = this.text.subarray(start, Math.min(findEnd, start + 4 * PREVIEW));
      const preview = decodeUtf8(cut).replaceAll(/\s+/g, ' ').slice(0, PREVIEW);
      views.push({ index, kind, isGuess, start, end: findEnd, line, preview });
    }
    return views;
  }

  readFound(index: number): FoundDocument {
    const find = this.finds.at(index);
    const { line, start, end } = find;
    const found = readListed(this.text, find);
    const record = identify(this.text, start, end);
    const json = new Blob([found.json], { type: 'application/json' });
    return { kind: found.kind, isGuess: found.isGuess, start, end, line, json, record, isWritable: isWritable(found) };
  }

  /** The lines of a find, from the start of its first to the end of its last. */
  readRecord(index: number): string {
    const find = this.finds.at(index);
    const { start, end } = find;
    const from = Math.max(this.text.lastIndexOf(0x0a, start - 1) + 1, start - LONGEST_RECORD, 0);
    const lineEnd = this.text.subarray(end, end + LONGEST_RECORD).indexOf(0x0a);
    const to = lineEnd < 0 ? Math.min(this.text.length, end + LONGEST_RECORD) : end + lineEnd;
    const before = decodeUtf8(this.text.subarray(from, start));
    const after = decodeUtf8(this.text.subarray(end, to));
    return `${before}${readable(readListed(this.text, find).json)}${after}`.trim();
  }

  /** @throws CodedError `cancelled` */
  async findRecords(progress: MessagePort): Promise<Blob> {
    const pieces = await this.driver.report(writeRecords(this.text), progress);
    return new Blob(pieces as BlobPart[], { type: 'application/x-ndjson' });
  }

  /** @throws CodedError `stale`, `refused` */
  async planFindChange(content: Blob, record: RecordIdentity, json: Blob): Promise<FindChange> {
    const text = new Uint8Array(await content.arrayBuffer());
    const change = planWriting(text, record, new Uint8Array(await json.arrayBuffer()));
    if (change === 'gone') throw new CodedError('stale', EXTRACT_TEXTS.gone);
    if (change === 'unfit') throw new CodedError('refused', EXTRACT_TEXTS.unfit);
    return change;
  }
}

/** Whether a text begins with JSON that is broken. */
function isBrokenJson(text: Uint8Array): boolean {
  let at = 0;
  while (at < text.length && (text[at] ?? 0) <= 0x20) at += 1;
  if (text[at] !== 0x7b && text[at] !== 0x5b) return false;
  return beginsAsJson(text, at) && !('start' in new CandidateReader(text).read(at, at));
}

/** Whether there is nothing in a text but JSON, comments and separators: another dialect is offered for it. */
function isAlone(text: Uint8Array, finds: FindList): boolean {
  let at = 0;
  for (let index = 0; index <= finds.length; index += 1) {
    const { start, end, kind } = index < finds.length ? finds.at(index) : { ...END, start: text.length };
    if (kind !== 'json' && kind !== 'js') return false;
    while (at < start) {
      const byte = text[at] ?? 0;
      if (byte === 0x2f && text[at + 1] === 0x2f) while (at < start && text[at] !== 0x0a) at += 1;
      else if (byte > 0x20 && byte !== 0x2c && byte !== 0x3b && !isByteOrderMark(byte)) return false;
      at += 1;
    }
    at = end;
  }
  return true;
}

const END = { start: 0, end: 0, kind: 'json' } as const;

function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}

/** Indented, with the line ends and tabs of strings as such. */
function readable(json: string): string {
  let out = '';
  let depth = 0;
  let isString = false;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at] ?? '';
    if (isString) {
      if (character === '"') isString = false;
      if (character !== '\\') {
        out += character;
        continue;
      }
      const next = json[at + 1] ?? '';
      at += 1;
      if (next === 'n') out += line();
      else if (next === 't') out += '\t';
      else if (next !== 'r') out += character + next;
      continue;
    }
    if (character === '"') isString = true;
    if (character.trim() === '') continue;
    if (character === '{' || character === '[') {
      depth += 1;
      const close = /^\s*[}\]]/.exec(json.slice(at + 1, at + 20));
      out += character;
      if (close === null) out += line();
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (!/[{[]$/.test(out)) out += line();
      out += character;
    } else if (character === ',') out += `,${line()}`;
    else if (character === ':') out += ': ';
    else out += character;
  }
  return out;
}
