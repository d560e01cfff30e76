// Reads a text that is nearly in its dialect, token by token, and notes the smallest changes that make it valid. Where a change
// could be one of several, what follows decides; where nothing does, `BeyondRepair` is thrown.
//
//   Reading ◀─ WordReading ◀─ RootReading ◀─ Structure
//   state      words          after the root  keys, values, brackets, commas

import { BeyondRepair, type RepairEdit } from './edits.ts';
import { CLOSERS, readClosing, type RepairFrame } from './frames.ts';
import { RootReading } from './root.ts';
import { isKeyAt } from './strings.ts';

const DOTS = /(?:\.{3,}|…)/y;
const ARROW = /=>|->|:=|={1,2}|:+/y;

/** Repairs one value, or what is meant to be one. */
export class Structure extends RootReading {
  /** Returns the changes. @throws BeyondRepair */
  run(): readonly RepairEdit[] {
    for (;;) {
      this.skip();
      if (this.at >= this.source.end) break;
      const before = this.at;
      const expected = this.expect;
      const depth = this.frames.length;
      this.step();
      if (this.at === before && this.expect === expected && this.frames.length === depth)
        throw new BeyondRepair(before);
    }
    this.finish();
    return this.source.edits.sorted();
  }

  private step(): void {
    if (this.expect === 'colon') this.readColon();
    else if (this.expect === 'after') this.readAfter();
    else if (this.expect === 'key') this.readKey();
    else this.readValue();
  }

  private readKey(): void {
    const { source, at } = this;
    const next = source.mark(at);
    const frame = this.top;
    if (frame === undefined) throw new BeyondRepair(at);
    if (next === '}' || next === ']' || next === ')') return this.close(next);
    if (next === ',' || next === ';') return this.drop(1);
    const dots = source.match(DOTS, at);
    if (dots !== null) return this.dropDots(dots.length);
    if (next === '{' || this.isItem(next)) return this.closeBeforeItem(frame);
    if (source.closers(at) !== undefined) {
      this.readString('key');
      this.keyEnd = this.at;
    } else this.readBareKey();
    frame.comma = -1;
    this.expect = 'colon';
  }

  private readColon(): void {
    const { source, at } = this;
    const next = source.mark(at);
    this.expect = 'value';
    this.colonEnd = this.keyEnd;
    if (next === ':' && source.mark(at + 1) !== ':' && source.mark(at + 1) !== '=') this.punctuate(':');
    else if (next === ';') this.punctuate(':');
    else if (next === '=' || next === ':' || source.startsWith('->', at)) {
      this.punctuate(':', source.match(ARROW, at)?.length ?? 1);
    } else {
      source.edits.insert(this.keyEnd, ':');
      return;
    }
    this.colonEnd = this.at;
  }

  /** The object inside an array was not closed before its next item. */
  private closeBeforeItem(frame: RepairFrame): void {
    const around = this.frames.at(-2);
    if (frame.count === 0 || around?.kind !== 'array') throw new BeyondRepair(this.at);
    this.source.edits.insert(frame.lastEnd, '}');
    if (frame.comma < 0) this.source.edits.insert(frame.lastEnd, ',');
    this.frames.pop();
    around.lastEnd = frame.lastEnd;
    around.comma = frame.comma;
    this.expect = 'value';
  }

  private readValue(): void {
    const { source, at } = this;
    const frame = this.top;
    const next = source.mark(at);
    const isMember = frame?.kind === 'object';
    if (isMember && this.lacksValue(next)) return this.insertNull();
    if (next === '}' || next === ']' || next === ')') {
      if (frame === undefined) return this.drop(1);
      return this.close(next);
    }
    if (next === ',' || next === ';') return this.drop(1);
    if (frame?.kind === 'array' && source.closers(at) === undefined && isKeyAt(source, at))
      return this.leaveArray(frame, false);
    this.begin();
    if (next === '{') return this.open('object');
    if (next === '[') return this.open('array');
    if (next === '(') {
      if (frame === undefined) return this.openCall(1);
      return this.open('array');
    }
    if (source.closers(at) !== undefined) {
      this.readString(frame === undefined ? 'root' : isMember ? 'member' : 'item');
      const isKey = this.top?.kind === 'array' && source.mark(source.skip(this.at)) === ':';
      const { at: behind } = this;
      this.end();
      if (isKey && frame !== undefined && this.at === behind) this.leaveArray(frame, true);
      return;
    }
    const dots = source.match(DOTS, at);
    if (dots !== null) return this.dropDots(dots.length);
    this.readWord();
  }

  private lacksValue(next: string): boolean {
    if (next === ',' || next === '}' || next === ';' || next === ']') return true;
    if (this.colonEnd === this.keyEnd || !/[\r\n]/.test(this.source.text.slice(this.colonEnd, this.at))) return false;
    return isKeyAt(this.source, this.at);
  }

  private insertNull(): void {
    const { source, at } = this;
    const isFar = /[^ \t]/.test(source.text.slice(this.colonEnd, at));
    const place = isFar || this.colonEnd === this.keyEnd ? this.colonEnd : at;
    const isTight = this.colonEnd === this.keyEnd || (isFar && source.at(place - 1) === ':');
    source.edits.insert(place, isTight ? ' null' : 'null');
    this.begin();
    this.note(place);
    this.expect = 'after';
  }

  /** `...`, which stands for more: it goes, with the comma before it. */
  private dropDots(length: number): void {
    const frame = this.top;
    if (frame === undefined) throw new BeyondRepair(this.at);
    if (this.expect === 'value' && frame.count > 0) frame.count -= 1;
    if (frame.comma < 0 && frame.count > 0) frame.comma = this.source.text.lastIndexOf(',', this.at);
    const { comma } = frame;
    if (frame.kind === 'object' && this.expect === 'value') throw new BeyondRepair(this.at);
    this.drop(length);
    if (comma >= frame.lastEnd) {
      this.source.edits.remove(comma, comma + 1);
      this.source.edits.remove(comma + 1, this.at - length);
    }
    frame.comma = -1;
    this.expect = frame.count === 0 ? (frame.kind === 'object' ? 'key' : 'value') : 'after';
  }

  private readAfter(): void {
    const { source, at } = this;
    const frame = this.top;
    const next = source.mark(at);
    if (frame === undefined) return this.readAfterRoot(next);
    if (next === '}' || next === ']' || next === ')') return this.close(next);
    if (next === '+' && this.string !== null && source.closers(source.skip(at + 1)) !== undefined) return this.join();
    if (frame.kind === 'call') {
      if (next === ',') throw new BeyondRepair(at);
      if (next === ';') return this.drop(1);
      throw new BeyondRepair(at);
    }
    if (next === ',' || next === ';') {
      frame.comma = at;
      this.punctuate(',');
      this.expect = frame.kind === 'object' ? 'key' : 'value';
      return;
    }
    if (source.match(DOTS, at) !== null) return this.dropDots(source.match(DOTS, at)?.length ?? 0);
    if (frame.kind === 'object') {
      if (next === '{') return this.closeBeforeItem(frame);
      if (!isKeyAt(source, at) && source.closers(at) === undefined) throw new BeyondRepair(at);
      source.edits.insert(frame.lastEnd, ',');
      this.expect = 'key';
      return;
    }
    if (next === ':') throw new BeyondRepair(at);
    if (isKeyAt(source, at)) return this.leaveArray(frame, false);
    source.edits.insert(frame.lastEnd, ',');
    this.expect = 'value';
  }

  private close(closer: string): void {
    const { source, at } = this;
    const frame = this.top;
    if (frame === undefined) throw new BeyondRepair(at);
    if (CLOSERS[frame.kind] !== closer) {
      const isTuple = closer === ')' && frame.kind === 'array' && source.mark(frame.start) === '(';
      const closing = isTuple ? { type: 'other' as const } : readClosing(source, this.frames, closer, at + 1);
      if (closing.type === 'extra') {
        if (this.expect === 'value' && frame.kind === 'object') return this.insertNull();
        return this.drop(1);
      }
      if (closing.type === 'outer') for (let inside = closing.inside; inside > 0; inside -= 1) this.closeMissing();
      if (closing.type === 'outer' && closer === ')') return this.close(closer);
    }
    const last = this.top;
    if (last === undefined) throw new BeyondRepair(at);
    this.dropComma(last);
    this.frames.pop();
    if (last.kind === 'call') {
      if (last.count === 0) source.edits.insert(at, 'null');
      this.drop(1);
      this.note(last.lastEnd);
    } else {
      this.punctuate(CLOSERS[last.kind]);
      this.note(at + 1);
      if (this.frames.length === 0) this.root.closer = { at, frame: last };
    }
    this.string = null;
    this.expect = 'after';
  }

  /** A key in an array: the array ended before it, if an object is around it; or it is meant to be an object. */
  private leaveArray(array: RepairFrame, isRead: boolean): void {
    const { source } = this;
    const end = isRead ? array.previousEnd : array.lastEnd;
    this.expect = isRead ? 'colon' : 'key';
    this.keyEnd = this.at;
    if (array.count === (isRead ? 1 : 0)) {
      if (source.at(array.start) !== '[') source.edits.cancel(array.start, array.start + 1);
      source.edits.replace(array.start, array.start + 1, '{');
      array.kind = 'object';
      return;
    }
    const depth = this.frames.findLastIndex(({ kind }) => kind !== 'array');
    const object = this.frames[depth];
    if (object?.kind !== 'object') throw new BeyondRepair(this.at);
    const comma = this.commaAfter(end);
    source.edits.insert(end, ']'.repeat(this.frames.length - 1 - depth));
    if (comma < 0) source.edits.insert(end, ',');
    this.frames.length = depth + 1;
    object.previousEnd = object.lastEnd;
    object.lastEnd = end;
    object.comma = -1;
    object.count += 1;
  }
}
