import { FILE_TYPES } from './src/shared/document/file-types.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { sandbox } from './scripts/sandbox.mjs';

const MB = 1024 * 1024;

/** Offline use: every file of the build is cached, and the page decides when a new version is activated. */
const offline = VitePWA({
  registerType: 'prompt',
  injectRegister: false,
  manifest: {
    name: 'Diptych',
    short_name: 'Diptych',
    description: 'View, edit, format and compare JSON in two panels, at 100 MB as smoothly as at 100 KB.',
    display: 'standalone',
    background_color: '#f6f7f8',
    theme_color: '#0b7a55',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    file_handlers: [
      {
        action: '/',
        accept: { ...FILE_TYPES, 'application/gzip': ['.gz'] },
      },
    ],
    launch_handler: { client_mode: 'focus-existing' },
  },
  workbox: {
    globPatterns: ['**/*.{js,css,html,svg,ttf,woff2,wasm}'],
    // Service workers don't handle requests of frames with an opaque origin.
    globIgnores: ['sandbox.*.html', 'embed*', 'embed/**', 'gate.js'],
    // Monaco is one large chunk.
    maximumFileSizeToCacheInBytes: 16 * MB,
    // Counts requests, and refuses those of a sealed page. Before the cache, so that it sees them first.
    importScripts: ['/gate.js'],
    navigateFallback: '/index.html',
    // Routes of the server and pages for frames of other origins are never served from the cache.
    navigateFallbackDenylist: [/^\/v2\//, /^\/embed\b/, /^\/(health|ready|sealed)$/],
    // File names contain hashes, so cached files of older versions are useless.
    cleanupOutdatedCaches: true,
  },
});

/**
 * Makes V8 compile all functions of a file off the main thread while it is loaded, instead of each on its first call. This halves
 * the time to open the first menu or dialog. @see https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
/** Floating elements are loaded after the page is rendered, and used as a whole on their first opening. */
const FLOATING = /\/node_modules\/@(base-ui|floating-ui)\//;

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react(), isSsrBuild ? [] : [sandbox(), offline]],
  worker: {
    format: 'es',
    // What a worker's entry imports is a chunk beside it: WebKit does not know the entry as a module, so that a part which is loaded
    // later and imports it would run it a second time, and two of them would answer each message.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'worker-parts', tags: ['$initial'], test: (id) => !/\.worker\.ts(\?|$)/.test(id) }],
        },
      },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 6000,
    // The code for the first rendering is one file: thirty small ones compress worse, and need thirty requests.
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { groups: [{ name: 'main', test: /\/src\/ui\/main\.tsx$/ }] },
            postBanner: ({ name, moduleIds }) =>
              name !== 'main' && moduleIds.some((id) => FLOATING.test(id)) ? COMPILE_HINT : '',
          },
        },
  },
}));
