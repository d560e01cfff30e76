// Ctrl and the mouse wheel over the text change its font size. The size is a setting that the tree shares, so this only reports
// steps. Ctrl with + and - are left to the browser, which zooms the page.

/** Wheel distance of one step, in pixels. A touchpad gets there in many small events. */
const STEP_PX = 50;

/** Calls back with 1 (larger) or -1 (smaller) for each step. Returns a function that stops it. */
export function watchZoom(container: HTMLElement, onZoom: (steps: number) => void): () => void {
  let turned = 0;
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * STEP_PX;
    if (Math.abs(turned) < STEP_PX) return;
    onZoom(turned > 0 ? -1 : 1);
    turned = 0;
  };
  container.addEventListener('wheel', onWheel, { capture: true, passive: false });
  return () => container.removeEventListener('wheel', onWheel, { capture: true });
}
