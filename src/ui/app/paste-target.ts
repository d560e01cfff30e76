// Decides who handles a paste. A focused input field or editor does; the tree does unless the panel is blank; otherwise the
// pasted content is opened as a document.

/** Returns the pasted file or text for the panel; `null` if another element handles the paste. */
export function readPaste(event: ClipboardEvent, blank: boolean): File | string | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.clipboardData === null || isEditable(target)) return null;
  if (!blank && target?.closest('[role="treegrid"]')) return null;
  return event.clipboardData.files[0] ?? event.clipboardData.getData('text');
}

/** Whether keys and pastes are handled by an element or one of its ancestors. */
export function isEditable(element: Element | null): boolean {
  if (element === null) return false;
  return (
    element.closest(
      'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"], [role="textbox"], .monaco-editor, [role="dialog"]',
    ) !== null
  );
}
