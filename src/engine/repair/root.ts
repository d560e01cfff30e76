// What comes after the root value: more values, members whose object was closed too early, or text that is not part of it.

import { BeyondRepair } from './edits.ts';
import { CLOSERS } from './frames.ts';
import { isKeyAt } from './strings.ts';
import { WordReading } from './words-in-text.ts';

/** The part of a repair that reads what follows the root. */
export abstract class RootReading extends WordReading {
  protected readAfterRoot(next: string): void {
    const { source, at, root } = this;
    if (next === ':' && this.string !== null && root.count === 1 && this.roots === 'array') return this.openObject();
    if (next === ';' || next === '}' || next === ']' || next === ')') {
      if (next !== ']' || !root.isArray || root.isClosed) this.drop(1);
      else {
        // It closes the array that these values are taken for.
        root.isClosed = true;
        this.dropRootComma();
        this.punctuate(']');
      }
      return;
    }
    if (next === '+' && this.string !== null && source.closers(source.skip(at + 1)) !== undefined) return this.join();
    if (next === ',') {
      if (root.comma >= 0) return this.drop(1);
      const after = source.skip(at + 1);
      if (root.closer !== null && root.closer.frame.kind === 'object' && isKeyAt(source, after)) return this.reopen();
      root.comma = at;
      this.at += 1;
      return;
    }
    if (root.closer !== null && root.closer.frame.kind === 'object' && isKeyAt(source, at)) return this.reopen();
    const isValue = !root.isClosed && (next === '{' || next === '[' || this.isPlainValue());
    if (!isValue) {
      // Text after the document.
      source.edits.remove(at, source.trimEnd(at, source.end));
      this.at = source.end;
      return;
    }
    if (this.roots === 'lines') this.newLine();
    else if (root.comma < 0) source.edits.insert(root.lastEnd, ',');
    else if (source.at(root.comma) !== ',') source.edits.replace(root.comma, root.comma + 1, ',');
    root.isArray = true;
    this.expect = 'value';
  }

  /** A key without the object around it. */
  protected openObject(): void {
    const { source, root } = this;
    source.edits.insert(root.start, '{');
    const place = { start: root.start, lastEnd: root.start, previousEnd: root.start };
    this.frames.push({ kind: 'object', count: 1, comma: -1, ...place });
    this.keyEnd = root.lastEnd;
    this.expect = 'colon';
  }

  protected dropRootComma(): void {
    const { source, root } = this;
    if (root.comma >= 0 && !source.hasComments) source.edits.remove(root.comma, root.comma + 1);
    root.comma = -1;
  }

  /** Whether a string, number or literal is next, with nothing after it on its line but a comma. */
  protected isPlainValue(): boolean {
    const { source, at } = this;
    const value = source.match(/"(?:[^"\\\r\n]|\\.)*"|-?\d[\w.+-]*|true|false|null/y, at);
    if (value === null) return false;
    const behind = source.skip(at + value.length);
    return (
      behind >= source.end ||
      /[,\]]/.test(source.mark(behind)) ||
      /[\r\n]/.test(source.text.slice(at + value.length, behind))
    );
  }

  /** Puts the next value of a list of records on a line of its own. */
  protected newLine(): void {
    const { source, at, root } = this;
    const from = root.lastEnd;
    const between = source.text.slice(from, at);
    if (/^[\s,]*$/.test(between)) source.edits.replace(from, at, '\n');
    else source.edits.insert(at, '\n');
    root.comma = -1;
  }

  /** More members follow after the root object: its bracket was one too early. */
  protected reopen(): void {
    const { root, source, at } = this;
    const { closer } = root;
    if (closer === null) return;
    source.edits.remove(closer.at, closer.at + 1);
    this.frames.push(closer.frame);
    root.closer = null;
    this.expect = 'after';
    if (source.mark(at) !== ',') source.edits.insert(closer.frame.lastEnd, ',');
    else return;
    this.expect = 'key';
  }

  protected finish(): void {
    const { source, root } = this;
    if (this.expect === 'colon') {
      source.edits.insert(this.keyEnd, ': null');
      this.solidEnd = this.keyEnd;
    } else if (this.expect === 'value' && this.top?.kind === 'object') {
      source.edits.insert(this.colonEnd, this.colonEnd === this.keyEnd ? ' null' : 'null');
    }
    let closers = '';
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      if (this.expect !== 'colon') this.dropComma(frame);
      if (frame.kind !== 'call') closers += CLOSERS[frame.kind];
      this.expect = 'after';
    }
    if (root.count === 0) throw new BeyondRepair(source.start);
    if (closers !== '') this.append(closers);
    if (root.isArray && this.roots === 'array') {
      source.edits.insert(root.start, '[');
      if (root.isClosed) return;
      const { comma } = root;
      this.dropRootComma();
      if (closers === '') this.append(']', Math.max(root.lastEnd, source.hasComments ? comma + 1 : 0));
      else this.append(']');
    } else if (root.comma >= 0) source.edits.remove(root.comma, root.comma + 1);
  }
}
