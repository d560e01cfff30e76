// A colour in its popover: the browser's colour picker, and a slider for opacity.

import { useId, useState } from 'react';
import { respell } from '../meaning/json-text.ts';
import { writeColour, type Colour } from '../meaning/colour.ts';
import type { ContentProps } from './content-props.ts';
import { POPOVER } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';
import { ApplyForm } from './apply-form.tsx';

/** Shows a colour, and writes a changed one in the same notation. */
export function ColourEditor({ opened, readOnly, onWrite, colour }: ContentProps & { readonly colour: Colour }) {
  const id = useId();
  const [first] = useState(() => (colour.hex === null ? readByBrowser(colour.text) : { ...colour, hex: colour.hex }));
  const [hex, setHex] = useState(first.hex);
  const [alpha, setAlpha] = useState(first.alpha);
  const isChanged = hex !== first.hex || alpha !== first.alpha;
  const text = isChanged ? writeColour({ ...colour, alpha: first.alpha }, hex, alpha) : colour.text;
  return (
    <ApplyForm
      json={isChanged ? respell(opened.row.row.text, text) : null}
      readOnly={readOnly}
      onWrite={onWrite}
      preview={text}
    >
      <label htmlFor={`${id}-hex`}>{POPOVER.colour}</label>
      <input
        id={`${id}-hex`}
        type="color"
        className={styles['colour']}
        value={hex}
        disabled={readOnly}
        onChange={(event) => setHex(event.target.value)}
      />
      <label htmlFor={`${id}-alpha`}>{POPOVER.opacity}</label>
      <span className={styles['range']}>
        <input
          id={`${id}-alpha`}
          type="range"
          min={0}
          max={100}
          value={Math.round(alpha * 100)}
          disabled={readOnly}
          onChange={(event) => setAlpha(Number(event.target.value) / 100)}
        />
        <output>{POPOVER.percent(alpha)}</output>
      </span>
    </ApplyForm>
  );
}

/** Converts a colour that only the browser can parse, by drawing one pixel. */
function readByBrowser(text: string): { readonly hex: string; readonly alpha: number } {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return { hex: '#000000', alpha: 1 };
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { hex: `#${hex}`, alpha: alpha / 255 };
}
