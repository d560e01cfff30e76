// An editor as a React component. The frame lives as long as the component, and the host's text is not updated on every
// keystroke.

import { useEffect, useRef, useState } from 'react';
import { createEditor, EditorError, type Editor, type EditorOptions } from 'diptych-embed';

export interface JsonEditorProps {
  /** Address of the editor: `https://your-diptych.example/embed`. */
  readonly src: string;
  readonly text: string;
  readonly options?: EditorOptions;
  /** Called when the user saves; resolves once the text is saved. */
  readonly onSave: (text: string) => Promise<void>;
  readonly onDirty?: (isDirty: boolean) => void;
}

/** Reports an error, unless the editor was closed. */
function report(error: unknown): void {
  if (!(error instanceof EditorError && error.code === 'closed')) console.error(error);
}

export function JsonEditor({ src, text, options, onSave, onDirty }: JsonEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const latest = useRef({ onSave, onDirty });
  useEffect(() => {
    latest.current = { onSave, onDirty };
  });

  useEffect(() => {
    if (box.current === null) return;
    const own = createEditor(box.current, src, { saveButton: true });
    own.on('dirty', ({ dirty }) => latest.current.onDirty?.(dirty));
    const save = async (revision: number): Promise<void> => {
      await latest.current.onSave(await (await own.read()).text());
      await own.markSaved({ revision });
    };
    own.on('save', ({ revision }) => void save(revision).catch(report));
    setEditor(own);
    return () => {
      own.close();
      own.frame.remove();
    };
  }, [src]);

  useEffect(() => void editor?.load(text).catch(report), [editor, text]);
  useEffect(() => void editor?.setOptions(options ?? {}).catch(report), [editor, options]);

  return <div ref={box} style={{ height: 480 }} />;
}
