// Ctrl and the wheel over the text make its letters larger or smaller. The size is a setting that the tree
// shares, so this only says by how much; Ctrl with + and - stay the browser's, which zooms the page.

/** How far a wheel turns for one step, in pixels; a touchpad comes there in many small ones. */
const STEP_PX = 50;

/** Calls back with 1 or -1 for each step. Answers how to stop. */
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
