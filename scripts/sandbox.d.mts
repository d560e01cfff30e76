import type { Plugin } from 'vite';

/** The page for a person's code, as a plugin of the build. */
export declare function sandbox(): Plugin;
