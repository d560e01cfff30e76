// Cut, copy and paste in the tree. A text is copied as its contents, any other value as it is spelt; several are copied with their
// keys and separated by commas, as between the brackets of their container. The worker parses pasted text
// (`engine/edit/pasted-text.ts`); a text in the form of another language is read by a job before.

import { valueDialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent, Where } from '../../../shared/protocol/edit-intent.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import type { Task } from '../../client/document.ts';
import {
  copyParts,
  readClipboard,
  type ClipboardContent,
  findCopied,
  rememberCopied,
  type CopiedValues,
} from '../../widgets/clipboard.ts';
import { refusal } from '../../widgets/begin-copy.ts';
import type { TreeModel } from '../model/model.ts';
import type { SelectionSnapshot } from '../model/tree-state.ts';
import type { SelectedNodes } from '../model/tree-writes.ts';
import { DOING, DONE, REFUSED } from '../../strings/editors/tree.ts';
import { PASTED_AS } from '../../strings/editors/forms.ts';
import type { ReadFormName } from '../../../shared/protocol/forms.ts';
import type { ValueText } from '../../../shared/protocol/forms.ts';
import { readForm } from '../../copy-as/form-jobs.ts';
import { MAX_HTML_BYTES, contentsOf, mayBeForm, readMarked, spellAsHtml, type CopiedText } from './copied-text.ts';

/** Where to paste: at a row, or at the insertion point beside it. */
export interface PastePlace {
  readonly row: number;
  readonly at: Where | undefined;
  /** Where the user was; if they move on before the paste is done, the selection stays with them. */
  readonly standpoint: SelectionSnapshot;
}

/** The clipboard commands of one tree. */
export class TreeClipboard {
  constructor(private readonly model: TreeModel) {}

  /** Copies the selected values to the clipboard. */
  async copy(): Promise<void> {
    await this.model.writing.onSelected(DOING.copy, async (selected, task) => {
      await this.copyNodes(selected, task);
    });
  }

  /** Copies the selected values, and then removes those same values, whatever is selected by then. */
  async cut(): Promise<void> {
    const { writing, standpoint } = this.model;
    await writing.onSelected(DOING.copy, async (selected, task) => {
      // What something else has replaced on the clipboard stays.
      if (!(await this.copyNodes(selected, task, true))) return;
      await writing.removeNodes(selected, standpoint, DONE.cut);
    });
  }

  /** Returns whether the values are on the clipboard; `false` if something else was copied meanwhile. */
  private async copyNodes(
    { base, nodes, ranges: [first] }: SelectedNodes,
    task: Task,
    isCut = false,
  ): Promise<boolean> {
    const { client, cache } = this.model;
    const row = nodes.length === 1 && first !== undefined ? cache.get(first.first)?.row : undefined;
    const key = row?.key ?? null;
    const { dialect } = client.state;
    const reading = client.readNodes(base, nodes, task);
    const isText = row?.kind === 'string';
    const copying = isText
      ? reading.then((json) => contentsOf(json, dialect, task))
      : reading.then((json): CopiedText => ({ text: json, json: null }));
    copying.catch(() => undefined);
    const parts = {
      'text/plain': copying.then(({ text }) => text),
      ...(isText && row.byteLength <= MAX_HTML_BYTES && { 'text/html': copying.then(spellAsHtml) }),
    };
    try {
      if (!(await copyParts(parts))) return false;
    } catch (error) {
      throw refusal(REFUSED.copy, error);
    }
    const { text, json } = await copying;
    // Comments move with values, but are no part of a copy.
    const comments = isCut ? await client.readComments(base, nodes, task) : null;
    const keys = key === null ? [] : [key];
    await rememberCopied(text, { count: nodes.length, dialect, keys, comments, ...(json !== null && { json }) });
    if (!isCut) this.model.announce(DONE.copied(nodes.length));
    return true;
  }

  /** Pastes from the system clipboard. The browser may ask the user for permission. */
  async pasteFromSystem(as: 'auto' | 'text', place: PastePlace, where?: 'inside' | 'replace'): Promise<void> {
    // Started outside the queue: actions that are begun while the browser reads wait for the paste.
    const reading = readClipboard();
    reading.catch(() => undefined);
    await this.model.writing.inTurn(async () => {
      const content = await reading.catch((error: unknown) => {
        throw refusal(REFUSED.paste, error);
      });
      await this.put(content, as, where, place);
    });
  }

  /** Pastes a text where the focus is now, after all actions begun before. */
  async paste(content: ClipboardContent, as: 'auto' | 'text'): Promise<void> {
    const { place } = this;
    await this.model.writing.inTurn(() => this.put(content, as, undefined, place));
  }

  /** The JSON of what is pasted, what is known of it, and the form that it was read from. */
  private async understand(
    { text, html }: ClipboardContent,
    as: 'auto' | 'text',
  ): Promise<{ readonly text: string; readonly found: CopiedValues | null; readonly form: ReadFormName | null }> {
    if (as === 'text') return { text, found: null, form: null };
    const marked = readMarked(html, text);
    const found = findCopied(text);
    const json = marked ?? found?.json ?? null;
    if (json !== null) {
      const { dialect } = this.model.client.state;
      return { text: json, found: found ?? { count: 1, dialect, keys: [] }, form: null };
    }
    if (found !== null || !mayBeForm(text)) return { text, found, form: null };
    const read = await readForm(text, this.model.client.state.dialect, null);
    return read === null ? { text, found, form: null } : { text: read.json, found: null, form: read.form };
  }

  /** Returns the selected values; `null` if none is selected, or the document. @throws CodedError */
  async readSelected(task: Task): Promise<ValueText | null> {
    const { client, state } = this.model;
    const { ranges } = state.selection;
    if (ranges.length === 0) return null;
    const { base, nodes } = await client.nodesAt(ranges, task);
    if (nodes[0] === 0) return null;
    const text = await client.readNodes(base, nodes, task);
    return { text, dialect: valueDialect(client.state.dialect), isList: nodes.length > 1 };
  }

  /** Where a paste would go: the insertion point, or the focused row. */
  get place(): PastePlace {
    const { caret } = this.model.state;
    const { focus, standpoint } = this.model;
    return { row: caret?.row ?? Math.max(0, focus), at: caret?.where, standpoint };
  }

  /**
   * Pastes a text after a row; inside it if it is an empty container or a container at the root; in its place if it is a scalar
   * root.
   */
  private async put(
    content: ClipboardContent,
    as: 'auto' | 'text',
    wanted: 'inside' | 'replace' | undefined,
    { row, at, standpoint }: PastePlace,
  ): Promise<void> {
    if (content.text === '') throw new CodedError('refused', REFUSED.noText);
    const { model } = this;
    const cached = await model.cache.read(row);
    if (cached === undefined) return;
    const { kind, depth, childCount } = cached.row;
    const holds = isContainer(kind);
    const usual: Where | 'replace' =
      depth === 0 ? (holds ? 'inside' : 'replace') : holds && childCount === 0 ? 'inside' : 'after';
    const { text, found, form } = await this.understand(content, as);
    const keys = found?.keys ?? [];
    const copied = found && { count: found.count, dialect: found.dialect, comments: found.comments ?? null };
    const where = wanted ?? at ?? usual;
    const intentOf = (node: NodeIndex): EditIntent => ({ type: 'paste', node, where, text, keys, as, copied });
    const result = await model.writing.changeOne(row, DOING.paste, intentOf, standpoint);
    if (form !== null && result !== null) model.reportDone(PASTED_AS(form));
    else if (result?.pastedAs !== undefined) model.announce(DONE.pasted[result.pastedAs]);
    const { noNumbers = 0 } = result ?? {};
    if (noNumbers > 0) throw new CodedError('refused', REFUSED.noNumbers(noNumbers));
  }
}
