// Who a paste is for. A field or an editor that has the focus takes it; the tree keeps it for itself
// unless the panel is blank; everything else opens it as a document.

/** The file or text that a paste brings for the panel; `null` where somebody else takes it. */
export function readPaste(event: ClipboardEvent, blank: boolean): File | string | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.clipboardData === null || isEditable(target)) return null;
  if (!blank && target?.closest('[role="treegrid"]')) return null;
  return event.clipboardData.files[0] ?? event.clipboardData.getData('text');
}

/** Whether keys and pastes belong to an element, or to what is around it. */
export function isEditable(element: Element | null): boolean {
  if (element === null) return false;
  return (
    element.closest(
      'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"], [role="textbox"], .monaco-editor, [role="dialog"]',
    ) !== null
  );
}
