// A classic script in the head of the embed page. Sets the colours of the first frame, and shows a message where the page's own
// script, a module, can't run. It reads the address only, nothing from storage.

import { EMBED_FAILED } from '../../ui/strings/embed/embed.ts';

const parameter = (name: string): string | null =>
  new RegExp(`[#&?]${name}=([a-z]+)`).exec(location.hash.split(/[#&?](?:left|right)=/)[0] ?? '')?.[1] ?? null;

const theme = parameter('theme');
const color = parameter('color');
const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
const { dataset } = document.documentElement;
dataset['theme'] = isDark ? 'dark' : 'light';
dataset['color'] = color === 'blue' || color === 'red' ? color : 'default';

// In a frame without allow-same-origin neither modules nor workers load.
if (globalThis.origin === 'null')
  addEventListener('DOMContentLoaded', () => {
    const said = document.createElement('p');
    said.setAttribute('role', 'alert');
    said.textContent = EMBED_FAILED.opaque;
    document.body.replaceChildren(said);
  });
