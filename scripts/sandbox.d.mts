import type { Plugin } from 'vite';

/** The sandbox page, which runs the user's code, as a plugin of the build. */
export declare function sandbox(): Plugin;
