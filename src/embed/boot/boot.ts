// A plain script in the head of the embed page: the colours of the first frame, and what there is to say where the page's own script,
// a module, can't run. It reads the address alone, nothing that is stored.

import { EMBED_FAILED } from '../../ui/strings/embed/embed.ts';

const parameter = (name: string): string | null =>
  new RegExp(`[#&?]${name}=([a-z]+)`).exec(location.hash.split(/[#&?](?:left|right)=/)[0] ?? '')?.[1] ?? null;

const theme = parameter('theme');
const color = parameter('color');
const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
const { dataset } = document.documentElement;
dataset['theme'] = isDark ? 'dark' : 'light';
dataset['color'] = color === 'blue' || color === 'red' ? color : 'default';

// A frame without allow-same-origin: neither modules nor workers load there.
if (globalThis.origin === 'null')
  addEventListener('DOMContentLoaded', () => {
    const said = document.createElement('p');
    said.setAttribute('role', 'alert');
    said.textContent = EMBED_FAILED.opaque;
    document.body.replaceChildren(said);
  });
