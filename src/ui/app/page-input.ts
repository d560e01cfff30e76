// What is dropped or pasted where no panel and no field takes it.

import { useEffect } from 'react';
import { CodedError } from '../../shared/errors.ts';
import type { Side } from '../model/side.ts';
import { openPasted } from '../panel/pasted-text.ts';
import { CLIPBOARD } from '../strings/documents/opening.ts';
import type { PageModel } from './app-model.ts';
import { readPaste } from './paste.ts';

/** A file dropped beside the panels must not make the browser leave the page. */
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

/** A paste that no field wants opens in the panel that had the focus last. */
export function usePagePaste(app: PageModel): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const side: Side = app.state.active;
      const { core, actions } = app.panels[side];
      const content = readPaste(event, core.state.blank);
      if (content === null) return;
      event.preventDefault();
      if (content instanceof File) void actions.openFile(content);
      else if (content.trim() === '') core.report(new CodedError('refused', CLIPBOARD.empty));
      else void openPasted(app.panels[side], content);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [app]);
}
