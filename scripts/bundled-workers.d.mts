import type { Plugin } from 'vite';

/** The page’s workers, each as one bundle, as a plugin of a development server. */
export declare function bundledWorkers(): Plugin;
