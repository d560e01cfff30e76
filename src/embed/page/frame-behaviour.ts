// Makes the page behave well inside another page: it takes the focus only where it has it or was requested to, scrolls nothing
// outside itself, and offers no file pickers, which browsers refuse in frames of another origin.

/** Runs `act`, which may move the focus into the page. */
export type TakeFocus = (act: () => void) => void;

/**
 * From now on no element of the page takes the focus from the host or scrolls the host. Returns the function that may take the
 * focus anyway. Monaco and the dialogs call `focus` themselves, so the prototypes are patched.
 */
export function restrictFocusAndScroll(): TakeFocus {
  let isAsked = false;
  // A press moves the focus into the frame, but only after it was handled.
  let isPressed = false;
  addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, () => setTimeout(() => (isPressed = false)), true);
  const { focus } = HTMLElement.prototype;
  const { focus: focusDrawing } = SVGElement.prototype;
  const mannered = (original: (this: HTMLElement & SVGElement, options?: FocusOptions) => void) =>
    function focusHere(this: HTMLElement & SVGElement, options?: FocusOptions): void {
      if (isAsked || isPressed || document.hasFocus()) original.call(this, { ...options, preventScroll: true });
    };
  HTMLElement.prototype.focus = mannered(focus);
  SVGElement.prototype.focus = mannered(focusDrawing);
  Element.prototype.scrollIntoView = function scrollHere(this: Element): void {
    scrollWithin(this);
  };
  for (const picker of ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'])
    Reflect.deleteProperty(globalThis, picker);
  return (act) => {
    isAsked = true;
    try {
      act();
    } finally {
      isAsked = false;
    }
  };
}

/** Scrolls an element into view within the page, by the shortest distance. */
function scrollWithin(element: Element): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    if (box.scrollHeight <= box.clientHeight) continue;
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }
}
