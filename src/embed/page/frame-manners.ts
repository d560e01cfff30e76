// How a page behaves inside somebody else's: it takes the focus only where it has it or was asked to, moves nothing but itself,
// and has no file pickers, which browsers refuse there.

/** Lets the page take the focus. */
export type TakeFocus = (act: () => void) => void;

/**
 * From here on no element of the page takes the focus from the host, nor scrolls it. Answers how to take the focus all the same.
 * Monaco and the dialogs focus by themselves; so this is done where all of them end up.
 */
export function keepManners(): TakeFocus {
  let isAsked = false;
  // A press gives the frame the focus, but not before it was handled.
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

/** Brings an element into sight within the page, by the shortest way. */
function scrollWithin(element: Element): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    if (box.scrollHeight <= box.clientHeight) continue;
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }
}
