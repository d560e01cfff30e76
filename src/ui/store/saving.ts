// Saving a panel's document to disk: in place where it came with a file handle, into a file that the
// person picks where the browser has a picker, else as a download.

import { CodedError } from '../../shared/errors.ts';
import { DIALECT_FILES, DIALECT_LABELS, type Dialect } from '../../shared/dialect.ts';
import { encodingLabel, type EncodingName } from '../../shared/encodingname.ts';
import { isWithdrawn, messageOf } from './notices.ts';
import type { Confirm, Question } from './opening.ts';
import type { PanelCore } from './panel.ts';

/** `showSaveFilePicker`, which TypeScript's DOM library does not have yet. */
interface SavePicker {
  showSaveFilePicker(options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }): Promise<FileSystemFileHandle>;
}

export interface Saving {
  /** Saves to disk; answers whether it did. */
  save(): Promise<boolean>;
}

/** Makes the saving action of a panel. */
export function createSaving(core: PanelCore, confirm: Confirm): Saving {
  const { client, state } = core;
  return {
    async save() {
      const { encoding, replaced, dialect } = client.state;
      const name = fileName(state.name, dialect);
      if (core.file !== null && replaced > 0 && !(await confirm(replacedQuestion(name, encoding, replaced))))
        return false;
      try {
        // The picker and the write permission need the click that brought us here: ask before reading.
        const handle = core.file ?? (hasSavePicker(window) ? await pick(window, name, dialect) : null);
        const target = handle === null ? null : await handle.createWritable();
        const { content } = client.state;
        await core.run(`Saving ${name}`, async (task) => {
          const blob = await client.read(task, 'file');
          if (target === null) return download(blob, name);
          await target.write(blob);
          await target.close();
        });
        Object.assign(state, { savedContent: content, savedAt: Date.now() });
        if (handle !== null) {
          core.file = handle;
          Object.assign(state, { name: handle.name, origin: { kind: 'disk' } });
        }
        return true;
      } catch (error) {
        if (error instanceof CodedError || isWithdrawn(error)) core.report(error);
        else
          core.report(
            new CodedError(
              'unreadable',
              `Failed to save "${name}" to disk. ${messageOf(error)} Nothing was lost here; save it again, or under another name.`,
            ),
          );
        return false;
      }
    },
  };
}

/** What a file held and the editor could not read would be lost by saving over it. */
function replacedQuestion(name: string, encoding: EncodingName, replaced: number): Question {
  const [what, verb] = replaced === 1 ? ['One character', 'is'] : [`${replaced.toLocaleString()} characters`, 'are'];
  return {
    title: 'Not everything could be read',
    text: `${what} of "${name}" could not be read as ${encodingLabel(encoding)} and ${verb} now “\uFFFD”. Saving over the file loses what was there.`,
    yes: 'Save anyway',
  };
}

function hasSavePicker(target: object): target is SavePicker {
  return 'showSaveFilePicker' in target;
}

function pick(target: SavePicker, suggestedName: string, dialect: Dialect): Promise<FileSystemFileHandle> {
  const { type, extensions } = DIALECT_FILES[dialect];
  return target.showSaveFilePicker({
    suggestedName,
    types: [{ description: DIALECT_LABELS[dialect], accept: { [type]: extensions } }],
  });
}

function fileName(name: string, dialect: Dialect): string {
  return /\.[a-z0-9]{1,8}$/i.test(name) ? name : `${name}${DIALECT_FILES[dialect].extensions[0]}`;
}

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
