// The first composition of an input method on a focused cell. The grid has the focus and is no text field, so an input method
// would have nothing to write into; an `EditContext` gives it that, in browsers that have one. The text appears in the field of
// the cell while it is composed. The field has the focus once it is done: moving it before would end the composition.

import type { TableCommands } from './table-commands.ts';

/** The part of `EditContext` that is used here. @see https://www.w3.org/TR/edit-context/ */
interface TextContext extends EventTarget {
  readonly text: string;
  updateText(start: number, end: number, text: string): void;
  updateSelection(start: number, end: number): void;
}

interface WithContext {
  readonly EditContext?: new () => TextContext;
}

/** Lets input methods write into the focused cell of a grid. Returns a function that ends it. */
export function watchComposition(grid: HTMLElement, commands: TableCommands): () => void {
  const { EditContext } = globalThis as WithContext;
  // On a phone, an editable grid would open the keyboard of the screen at every tap.
  if (EditContext === undefined || matchMedia('(pointer: coarse)').matches) return () => undefined;
  const context = new EditContext();
  const target = grid as HTMLElement & { editContext?: TextContext | null };
  let isComposing = false;
  const clear = (): void => {
    context.updateText(0, context.text.length, '');
    context.updateSelection(0, 0);
  };
  const show = (): void => {
    const { text } = context;
    // Before the field takes the focus, which would commit the text once more.
    if (commands.isReadOnly || !isComposing) clear();
    if (!commands.isReadOnly && (text !== '' || commands.isComposing)) commands.compose(text, !isComposing);
  };
  context.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  context.addEventListener('textupdate', show);
  context.addEventListener('compositionend', () => {
    isComposing = false;
    show();
  });
  // What can be edited can also be selected, in spite of its style, from a press that drags. Fields are apart from the grid's text.
  const keepUnselected = (event: Event): void => {
    if (!(event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement))
      event.preventDefault();
  };
  grid.addEventListener('selectstart', keepUnselected);
  target.editContext = context;
  return () => {
    target.editContext = null;
    grid.removeEventListener('selectstart', keepUnselected);
  };
}
