// Drops and pastes that no panel or input field handles.

import { useEffect } from 'react';
import { CodedError } from '../../shared/errors.ts';
import type { Side } from '../model/side.ts';
import { loadPasted } from '../incoming/load-pasted.ts';
import { CLIPBOARD } from '../strings/documents/opening.ts';
import type { PageModel } from '../app-model/app-model.ts';
import { readPaste } from './paste-target.ts';

/** Prevents a file dropped beside the panels from navigating away. */
export function usePageDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}

/** Opens an unhandled paste in the panel that had the focus last. */
export function usePagePaste(app: PageModel): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const side: Side = app.state.active;
      const { core, actions } = app.panels[side];
      const content = readPaste(event, core.state.document.blank);
      if (content === null) return;
      event.preventDefault();
      if (content instanceof File) void actions.opening.openFile(content);
      else if (content.trim() === '') core.report(new CodedError('refused', CLIPBOARD.empty));
      else void loadPasted().then(({ openPasted }) => openPasted(app.panels[side], content), core.report);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [app]);
}
